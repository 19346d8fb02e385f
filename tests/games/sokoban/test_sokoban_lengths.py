"""The six lengths of a line of play, counted again from a log of which box was pushed; run lengths both ways."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.grid import Cell, Direction
from cassetete.core.lengths import lengths_of
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.lengths import Metrics, metrics
from cassetete.games.sokoban.model import Level
from games.sokoban.sokoban_boards import crowded_level, drawn


class Note(NamedTuple):
    """A line of the log: which way, and the number of the box that was pushed."""

    way: Direction
    box: int | None


def push_log(level: Level, moves: list[Direction]) -> list[Note]:
    """Written apart from the rules: boxes keep their numbers, as the states' frozensets do not."""
    assert level.player is not None
    player: Cell = level.player
    boxes = sorted(level.boxes)
    notes = []
    for way in moves:
        di, dj = way.step
        player = player[0] + di, player[1] + dj
        pushed = boxes.index(player) if player in boxes else None
        if pushed is not None:
            boxes[pushed] = player[0] + di, player[1] + dj
        notes.append(Note(way, pushed))
    return notes


def naive(level: Level, moves: list[Direction]) -> Metrics:
    """Each length by its definition, as runs of the log."""
    notes = push_log(level, moves)
    pushes = [note for note in notes if note.box is not None]
    return Metrics(
        moves=len(notes),
        pushes=len(pushes),
        box_lines=len(list(groupby(pushes))),
        box_changes=len(list(groupby(note.box for note in pushes))),
        pushing_sessions=sum(1 for pushing, _run in groupby(note.box is not None for note in notes) if pushing),
        player_lines=len(notes) and 1 + sum(one.way is not two.way for one, two in pairwise(notes)),
    )


def walk(level: Level, choices: list[int]) -> list[Direction]:
    """A legal line of play; the choices say which of the moves that push, or else of all, is taken."""
    state, line = rules.start(level), []
    for choice in choices:
        allowed = rules.moves(level, state)
        if not allowed:
            break
        pushing = [move for move in allowed if rules.pushes(level, state, move)]
        among = pushing if pushing and choice % 2 else allowed
        line.append(among[choice // 2 % len(among)])
        state = rules.play(level, state, line[-1])
    return line


@settings(max_examples=300, deadline=None)
@given(crowded_level(), st.lists(st.integers(0, 63), max_size=60))
def test_the_six_metrics_equal_their_definitions(level: Level, choices: list[int]) -> None:
    line = walk(level, choices)
    assert metrics(level, rules.start(level), line) == naive(level, line)


@settings(max_examples=100, deadline=None)
@given(crowded_level(), st.lists(st.integers(0, 63), max_size=60))
def test_run_lengths_are_read_back(level: Level, choices: list[int]) -> None:
    start, line = rules.start(level), tuple(walk(level, choices))
    assert GAME.notation.short is not None
    short = GAME.notation.short(level, start, line)
    assert GAME.notation.read(level, start, short) == line
    assert len(short) <= len(line)


def test_the_definitions_on_one_line() -> None:
    # box A right twice, a step, box B right: the same direction, another box; then A again, on in its old line
    level = drawn("##########", "#@$    . #", "#   $  . #", "#        #", "##########")
    line = GAME.notation.read(level, rules.start(level), "RRdRluR")
    assert GAME.notation.write(level, rules.start(level), line) == "RRdRluR"
    assert metrics(level, rules.start(level), line) == Metrics(7, 4, 3, 3, 3, 6)
    counted = {one.id: one.value for one in lengths_of(GAME, level, rules.start(level), line)}
    assert list(counted) == ["moves", "pushes", "box-lines", "box-changes", "pushing-sessions", "player-lines"]
    assert tuple(counted.values()) == (7, 4, 3, 3, 3, 6)


def test_the_six_lengths_of_short_lines() -> None:
    level = drawn("#######", "#.   .#", "# $ $ #", "#  @  #", "#######")
    state = rules.start(level)
    line = GAME.notation.read(level, state, "lU")
    assert metrics(level, state, line) == Metrics(2, 1, 1, 1, 1, 2)
    line = GAME.notation.read(level, state, "lUrrU")  # the second box after a walk in one line
    assert metrics(level, state, line) == Metrics(5, 2, 2, 2, 2, 4)
