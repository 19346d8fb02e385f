"""Push it down's hints: on a best way to the exit, and true."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings

from cassetete.app.solving.choose import solve
from cassetete.app.solving.hints import hint
from cassetete.core.certify import replay
from cassetete.core.contract import Advice, Status
from cassetete.games.pushit import rules
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.hints import next_push, only_rolls, special_rules, warn
from cassetete.games.pushit.model import Level
from games.pushit.pushit_graph import whole_graph
from games.pushit.test_pushit_solve import level_of, small_boards


def steps_of(advice: Advice) -> list[Advice]:
    return [advice, *(steps_of(advice.further) if advice.further is not None else [])]


@settings(max_examples=60)
@given(small_boards())
def test_hints_lead_to_the_exit_by_a_shortest_way(level: Level) -> None:
    state = rules.start(level)
    left = whole_graph(level, state)[state]
    while rules.status(level, state) is Status.OPEN:
        advice = hint(GAME, level, state)
        if left is None:
            assert advice.lost
            return
        last = advice.last
        assert last.moves
        found = next_push(level, state, last.moves)
        if found is not None:
            assert found.length == len(last.moves)
            assert {mark.target for mark in last.marks} == {level.cell(found.block), level.cell(found.falls_to)}
        state = replay(rules, level, last.moves, state)
        if level.cost == (1, 1):
            left -= len(last.moves)
            assert whole_graph(level, state)[state] == left


@settings(max_examples=60)
@given(small_boards())
def test_a_bridge_is_needed_where_the_hint_says_so(level: Level) -> None:
    """The ball crosses it later and goes on to a cell as high: without the block that would be a climb."""
    start = rules.start(level)
    answer = solve(GAME, level, start, solver="bfs")
    found = next_push(level, start, answer.moves)
    if found is None or found.bridge is None:
        return
    states = [start]
    for move in answer.moves:
        states.append(rules.play(level, states[-1], move))
    crossing = [(a, b) for a, b in pairwise(states) if (a.ball, b.ball) == (found.place, found.bridge)]
    assert any(b.heights[b.ball] == a.heights[a.ball] > start.heights[found.place] for a, b in crossing)


def test_the_hint_says_why_then_which_block_then_how() -> None:
    level = level_of("2 3 1\n9 9 2\n9 9 2\n")
    said = [str(step.text) for step in steps_of(hint(GAME, level, rules.start(level)))]
    assert said == [
        "c1 is too low: the ball is to cross it on the way to c2.",
        "The block at b1 can be pushed onto c1.",
        "Push the block at b1 now (→).",
    ]


def test_the_hint_says_where_a_block_is_taken_by_several_pushes() -> None:
    level = level_of("2 3 2 1\n9 9 9 2\n9 9 9 2\n9 9 9 2\n")
    said = [str(step.text) for step in steps_of(hint(GAME, level, rules.start(level)))]
    assert said[0] == "d1 is too low for the way to d2: bring the block at b1 there."


def test_special_levels_say_what_is_special() -> None:
    assert not special_rules(level_of("1 0\n0 0\n"))
    said = [str(text) for text in special_rules(level_of("# tall: 2\n# cost: 1 3\n# start: 0 1\n1 0\n0 0\n"))]
    assert said == [
        "Here the ball pushes up to 2 blocks at once.",
        "Here a move without a push costs 1 and a push costs 3.",
        "Here the ball does not start in the corner.",
    ]


def test_a_ball_that_can_only_roll_and_not_to_the_exit_is_lost_with_that_reason() -> None:
    level = Level(3, (1, 1, 3, 1, 3, 3, 3, 3, 1))
    advice = warn(level, rules.start(level))
    assert advice is not None and advice.lost
    assert str(advice.text) == "From here the ball can push nothing, and it cannot roll to the exit."
    pushes = Level(3, (1, 1, 3, 1, 2, 3, 3, 1, 1))
    assert warn(pushes, rules.start(pushes)) is None


@settings(max_examples=60)
@given(small_boards())
def test_only_rolling_is_said_of_every_state_without_a_push_or_the_exit_ahead_and_of_no_other(level: Level) -> None:
    for state in whole_graph(level, rules.start(level)):
        if rules.status(level, state) is not Status.OPEN:
            continue
        found, waiting = {state}, [state]
        for here in waiting:
            for move in rules.moves(level, here):
                after = rules.play(level, here, move)
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        still = all(after.heights == state.heights for after in found)
        won = any(rules.status(level, after) is Status.WON for after in found)
        assert only_rolls(level, state) == (still and not won)
