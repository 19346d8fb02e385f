"""Sokoban's hints: on a proven way to a win, and true."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from cassetete.app.solving.choose import solve
from cassetete.app.solving.hints import hint
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, Metric, Status
from cassetete.core.grid import Cell, Direction
from cassetete.core.lengths import totals
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.hints import shuts_off
from cassetete.games.sokoban.model import Level, State
from games.sokoban.sokoban_boards import crowded_level, drawn


def pushes_left(level: Level, state: State) -> int | None:
    answer = solve(GAME, level, state, solver="astar")
    return totals(GAME, level, state, answer.moves).by(Metric.PUSHES) if answer.solved else None


def steps_of(advice: Advice) -> list[Advice]:
    return [advice, *(steps_of(advice.further) if advice.further is not None else [])]


@settings(max_examples=40)
@given(crowded_level())
def test_following_hints_pushes_no_more_than_needed_and_they_are_true(level: Level) -> None:
    state = rules.start(level)
    left = pushes_left(level, state)
    while rules.status(level, state) is Status.OPEN:
        advice = hint(GAME, level, state)
        if left is None:
            assert advice.lost
            return
        nudge, piece, last = steps_of(advice)
        assert "goes to" in str(piece.text)
        if "none can get there" in str(nudge.text):
            target, other = (mark.target for mark in nudge.marks)
            _nobody_gets_there(level, state.boxes, target, other)  # type: ignore[arg-type]
        _what_is_in_the_way_is(level, state, nudge)
        after = replay(rules, level, last.moves, state)
        now = pushes_left(level, after) if rules.status(level, after) is Status.OPEN else 0
        assert now == left - 1
        state, left = after, now


def _reached(level: Level, state: State) -> set[Cell]:
    """The cells the player can walk to."""
    assert state.player is not None
    found = [state.player]
    for here in found:
        for move in Direction:
            ahead = rules.beside(here, move)
            if ahead in level.floor - state.boxes and ahead not in found:
                found.append(ahead)
    return set(found)


def _sides(level: Level, state: State, box: Cell) -> set[Direction]:
    """The directions in which a box can be pushed now."""
    behind = {move: rules.beside(box, move.opposite) for move in Direction}
    free = level.floor - state.boxes
    return {move for move in Direction if behind[move] in _reached(level, state) and rules.beside(box, move) in free}


def _pushed_alone(level: Level, state: State, box: Cell) -> set[Cell]:
    """The cells a box can be pushed to while the others stay, by plain search."""
    found, seen = [(state, box)], {(state, box)}
    for here, at in found:
        for move in rules.moves(level, here):
            after = rules.play(level, here, move)
            to = rules.beside(at, move) if at not in after.boxes else at
            if after.boxes - {to} == here.boxes - {at} and (after, to) not in seen:
                seen.add((after, to))
                found.append((after, to))
    return {at for _state, at in found}


def _what_is_in_the_way_is(level: Level, state: State, nudge: Advice) -> None:
    """A reason that names two boxes, or a box and where it goes, is true of the position."""
    said = str(nudge.text)
    if "get behind" in said and "the box at" in said.split(":")[1]:
        barred, bar = (mark.target for mark in nudge.marks)
        assert {barred, bar} <= state.boxes
        without = state._replace(boxes=state.boxes - {bar})
        assert _reached(level, without) > _reached(level, state)
        assert _sides(level, state, barred) < _sides(level, without, barred)  # type: ignore[arg-type]
    elif "has to pass" in said:
        assert {mark.target for mark in nudge.marks} <= state.boxes
    elif "Make room first" in said:
        target, box = (mark.target for mark in nudge.marks)
        assert box in state.boxes and target in level.targets
        assert target not in _pushed_alone(level, state, box)
    elif "sets out" in said or "Only the box" in said:
        target, box = (mark.target for mark in nudge.marks)
        assert box in state.boxes and target in level.targets
        if "Only the box" in said:
            assert state.boxes - level.targets <= {box} and target in _pushed_alone(level, state, box)
    elif "not be in the way" in said:
        _a_box_may_stay_there(level, state, nudge)


def _a_box_may_stay_there(level: Level, state: State, nudge: Advice) -> None:
    """From some position where a box was brought there while the others stayed, it can stay, as if a wall."""
    (target,) = (mark.target for mark in nudge.marks)
    for box in state.boxes:
        found, seen = [(state, box)], {(state, box)}
        for here, at in found:
            if at == target:
                walled = replace(
                    level, walls=level.walls | {target}, targets=level.targets - {target},
                    boxes=here.boxes - {target}, player=here.player,
                )  # fmt: skip
                if here.boxes == level.targets or pushes_left(walled, rules.start(walled)) is not None:
                    return
            for move in rules.moves(level, here):
                after = rules.play(level, here, move)
                to = rules.beside(at, move) if at not in after.boxes else at
                if after.boxes - {to} == here.boxes - {at} and (after, to) not in seen:
                    seen.add((after, to))
                    found.append((after, to))
    raise AssertionError(f"a box at {target} is in the way")


def _nobody_gets_there(level: Level, boxes: frozenset[Cell], target: Cell, other: Cell) -> None:
    """Each box, alone with one that stands on the other target, for every place of the player."""
    for box in boxes - {other}:
        for player in level.floor - {box, other}:
            reached, found = {(player, box)}, [(player, box)]
            for here, at in found:
                for move in Direction:
                    ahead = rules.beside(here, move)
                    pushed = rules.beside(ahead, move) if ahead == at else at
                    if ahead in level.floor - {other} and pushed in level.floor - {other}:
                        assert pushed != target
                        if (ahead, pushed) not in reached:
                            reached.add((ahead, pushed))
                            found.append((ahead, pushed))


def test_the_deep_target_comes_first_and_the_hint_says_why() -> None:
    level = drawn("########", "#@ $ ..#", "#  $ ###", "#    ###", "########")
    state = rules.start(level)
    assert shuts_off(level, state, (1, 6), (1, 5)) and not shuts_off(level, state, (1, 5), (1, 6))
    assert str(hint(GAME, level, state).text) == (
        "Fill the target at g2 first: while a box stands on f2, none can get there."
    )
