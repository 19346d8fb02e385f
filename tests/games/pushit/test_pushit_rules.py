"""The rules of Push it down, sentence by sentence of the sheet, and facts that hold on every board."""

from __future__ import annotations

import tomllib
from importlib import resources
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.certify import replay
from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Direction
from cassetete.core.lengths import totals
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.game import GAME, position
from cassetete.games.pushit.model import Level, State

SAMPLES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (resources.files("cassetete.games.pushit") / "samples.toml").read_text("utf-8")
)


def level_of(text: str) -> Level:
    return parse(text)[0].level


def boards(most: int = 5) -> st.SearchStrategy[Level]:
    """Boards of every shape, square or not, with every variant."""

    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Level]:
        rows, columns = size
        heights = st.lists(st.integers(0, 4), min_size=rows * columns, max_size=rows * columns).map(tuple)
        start = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
        cost = st.tuples(st.integers(0, 3), st.integers(0, 3))
        return st.builds(Level, st.just(columns), heights, start, st.integers(0, 3), cost)

    return st.tuples(st.integers(1, most), st.integers(1, most)).flatmap(of_size)


def wander(level: Level, choices: list[int]) -> list[State]:
    """The states of a walk that takes the chosen one of the moves at each step."""
    states = [rules.start(level)]
    for choice in choices:
        moves = rules.moves(level, states[-1])
        if not moves:
            break
        states.append(rules.play(level, states[-1], moves[choice % len(moves)]))
    return states


walks = st.lists(st.integers(0, 3), max_size=30)


PLAYED = [sample for sample in SAMPLES["sample"] if "moves" in sample]


@pytest.mark.parametrize("sample", PLAYED, ids=lambda sample: sample["name"])
def test_sample_positions(sample: dict[str, Any]) -> None:
    level = level_of(sample["level"])
    state = replay(rules, level, GAME.notation.read(level, rules.start(level), sample["moves"]))
    assert rules.status(level, state).value == sample["status"]
    if "position" in sample:
        assert rules.start(level_of(sample["position"])) == state


@pytest.mark.parametrize("sample", SAMPLES["illegal"], ids=lambda sample: sample["name"])
def test_illegal_moves_are_refused_at_the_last(sample: dict[str, Any]) -> None:
    level = level_of(sample["level"])
    *moves, last = GAME.notation.read(level, rules.start(level), sample["moves"])
    state = replay(rules, level, moves)
    with pytest.raises(IllegalMove):
        rules.play(level, state, last)


def test_directions_come_in_the_order_of_the_sheet() -> None:
    level = level_of("# start: 1 1\n0 0 0\n0 0 0\n0 0 0\n")
    assert [move.letter for move in rules.moves(level, rules.start(level))] == ["D", "R", "U", "L"]


def test_a_push_costs_what_the_level_says() -> None:
    level = level_of("# cost: 2 7\n1 2 0\n3 3 1\n3 3 1\n")
    moves = GAME.notation.read(level, rules.start(level), "RRDD")
    assert totals(GAME, level, rules.start(level), moves) == (4, 1, 3 * 2 + 7)


def slow_play(level: Level, grid: list[list[int]], ball: tuple[int, int], direction: Direction) -> Any:
    """The sheet's sentences on a list of lists, written again without a look at the rules; None if impossible."""
    (i, j), (di, dj) = ball, direction.step
    rows, columns = len(grid), len(grid[0])
    if i + di not in range(rows) or j + dj not in range(columns) or ball == (rows - 1, columns - 1):
        return None
    grid = [row[:] for row in grid]
    above = grid[i + di][j + dj] - grid[i][j]
    if above > 0:
        behind = (i + 2 * di, j + 2 * dj)
        if above > level.tall or behind[0] not in range(rows) or behind[1] not in range(columns):
            return None
        if grid[behind[0]][behind[1]] > grid[i][j]:
            return None
        grid[i + di][j + dj] -= above
        grid[behind[0]][behind[1]] += above
    return grid, (i + di, j + dj)


@given(boards(), walks)
def test_rules_equal_the_sheet_written_again(level: Level, choices: list[int]) -> None:
    state = wander(level, choices)[-1]
    grid = [list(state.heights[at : at + level.columns]) for at in range(0, len(state.heights), level.columns)]
    for direction in Direction:
        expected = slow_play(level, grid, level.cell(state.ball), direction)
        if expected is None:
            assert direction not in rules.moves(level, state)
            with pytest.raises(IllegalMove):
                rules.play(level, state, direction)
        else:
            after = rules.play(level, state, direction)
            assert direction in rules.moves(level, state)
            assert after == State(
                expected[1][0] * level.columns + expected[1][1], tuple(height for row in expected[0] for height in row)
            )


@given(boards(), walks)
def test_blocks_are_kept_the_ball_never_rises_the_exit_never_falls(level: Level, choices: list[int]) -> None:
    states = wander(level, choices)
    for before, after in pairwise(states):
        assert after != before
        assert sum(after.heights) == sum(before.heights)
        assert max(after.heights) <= max(before.heights)
        assert after.heights[after.ball] <= before.heights[before.ball]
        assert after.heights[-1] >= before.heights[-1]


@given(boards(), walks)
def test_a_position_starts_where_the_game_stands(level: Level, choices: list[int]) -> None:
    for state in wander(level, choices):
        assert rules.start(position(level, state)) == state


@given(boards(3), st.lists(st.sampled_from(list(Direction)), max_size=12))
def test_a_line_at_once_is_the_line_move_by_move(level: Level, moves: list[Direction]) -> None:
    """It is known at once just where the rules allow every move and the last one wins."""
    state = rules.start(level)
    pushes = cost = 0
    expected = None
    try:
        for move in moves:
            after = rules.play(level, state, move)
            pushes += rules.pushes(level, state, move)
            cost += rules.cost(level, state, move)
            state = after
        if rules.status(level, state) is Status.WON:
            expected = state, pushes, cost
    except IllegalMove:
        pass
    assert rules.line(level, rules.start(level), moves) == expected


@given(boards())
def test_a_won_game_has_no_moves(level: Level) -> None:
    won = State(level.exit, level.heights)
    assert rules.status(level, won) is Status.WON
    assert list(rules.moves(level, won)) == []
