"""The rules of Turtle-rescue, against a second, naive writing of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.contract import Status
from cassetete.core.errors import BadMove, IllegalMove
from cassetete.core.grid import Direction
from cassetete.games.turtle import grading, notation, rules
from cassetete.games.turtle.model import BITS, Level, Move, situation
from cassetete.games.turtle.problems import problems
from games.turtle.turtle_boards import levels, naive_successors


def written(level: Level, moves: list[Move]) -> list[str]:
    return [notation.write(level, level.animals, [move]) for move in moves]


@given(levels())
def test_moves_and_slides_are_the_naive_ones_in_the_sheet_s_order(level: Level) -> None:
    state = rules.start(level)
    if state[0] == level.goal:
        assert rules.status(level, state) is Status.WON
        assert rules.moves(level, state) == []
        return
    moves = rules.moves(level, state)
    expected = list(naive_successors(level, state))
    assert written(level, moves) == [move for move, _after in expected]
    assert [rules.play(level, state, move) for move in moves] == [after for _move, after in expected]
    for animal in range(len(state) + 1):
        for direction in Direction:
            if Move(animal, direction) not in moves:
                with pytest.raises(IllegalMove):
                    rules.play(level, state, Move(animal, direction))


@given(levels())
def test_coding_walls_on_both_sides_changes_nothing(level: Level) -> None:
    closed = Level(level.rows, level.columns, level.closed, level.animals, level.goal)
    assert closed.closed == level.closed
    assert rules.moves(closed, closed.animals) == rules.moves(level, level.animals)


@given(levels())
def test_a_wall_is_seen_from_both_sides_and_the_edge_is_a_wall(level: Level) -> None:
    for cell, code in enumerate(level.closed):
        for direction, bit in BITS.items():
            other = level.beyond(cell, direction)
            walled = other is None or level.walls[cell] & bit or level.walls[other] & BITS[direction.opposite]
            assert bool(code & bit) == bool(walled)


def test_codes_are_the_sheet_s() -> None:
    assert (BITS[Direction.UP], BITS[Direction.RIGHT], BITS[Direction.DOWN], BITS[Direction.LEFT]) == (1, 2, 4, 8)
    assert situation((9, 82, 193, 35)) == 599_872_009


def test_sixteen_moves_at_most_with_four_animals() -> None:
    middle = (5 * 16 + 5, 5 * 16 + 10, 10 * 16 + 5, 10 * 16 + 10)
    level = Level(16, 16, (0,) * 256, middle, 0)
    expected = [f"{animal}{letter}" for animal in range(4) for letter in "HBGD"]
    assert written(level, rules.moves(level, middle)) == expected


def test_no_move_after_the_win() -> None:
    level = Level(1, 3, (0, 0, 0), (0,), 2)
    won = rules.play(level, (0,), Move(0, Direction.RIGHT))
    assert rules.status(level, won) is Status.WON
    with pytest.raises(IllegalMove, match="over"):
        rules.play(level, won, Move(0, Direction.LEFT))


def test_half_drawn_levels_have_rules_too() -> None:
    nobody = Level(2, 2, (0, 0, 0, 0), (), 3)
    assert rules.moves(nobody, ()) == []
    assert rules.status(nobody, ()) is Status.OPEN
    nowhere = Level(2, 2, (0, 0, 0, 0), (0,))
    assert written(nowhere, rules.moves(nowhere, (0,))) == ["0B", "0D"]
    stacked = Level(2, 2, (0, 0, 0, 0), (3, 3), 0)
    assert written(stacked, rules.moves(stacked, (3, 3))) == ["0H", "0G", "1H", "1G"]
    assert [str(problem.text) for problem in problems(stacked)] == ["animals 0 and 1 share a cell"]


@given(st.lists(st.builds(Move, st.integers(0, 4), st.sampled_from(Direction))))
def test_notation_goes_both_ways(moves: list[Move]) -> None:
    level = Level(1, 1, (0,))
    text = notation.write(level, (), moves)
    assert notation.read(level, (), text) == tuple(moves)
    assert notation.read(level, (), " " + text.lower() + "\n") == tuple(moves)


@pytest.mark.parametrize(("text", "column"), [("0H5B", 3), ("0H1", 4), ("0X", 2), ("0 H", 2), ("H", 1), ("²H", 1)])
def test_what_is_no_move_says_where(text: str, column: int) -> None:
    with pytest.raises(BadMove) as error:
        notation.read(Level(1, 1, (0,)), (), text)
    assert error.value.column == column


@given(levels())
def test_a_grade_says_whether_the_turtle_needs_its_helpers(level: Level) -> None:
    start = rules.start(level)
    reached, waiting = {start[0]}, [start]
    while waiting:
        state = waiting.pop()
        if state[0] == level.goal:
            continue
        for move in rules.moves(level, state):
            after = rules.play(level, state, move)
            if move.animal == 0 and after[0] not in reached:
                reached.add(after[0])
                waiting.append(after)
    assert (grading.alone(level) is not None) == (level.goal in reached)
