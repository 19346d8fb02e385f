"""Making levels: what is asked for is what comes out; hunting: the hardest of a board."""

from __future__ import annotations

from typing import Any

import pytest

from cassetete.app.levels.generate import generate
from cassetete.core.answers import Limits
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.errors import CasseteteError, Infeasible
from cassetete.games.turtle.formats import drifting_droids, wall_codes
from cassetete.games.turtle.game import GAME
from cassetete.games.turtle.generators import hunt
from cassetete.games.turtle.generators.boards import composed
from cassetete.games.turtle.generators.generate import turtle_alone
from cassetete.games.turtle.model import Level
from cassetete.speed.random import Random

KINDS: list[dict[str, Any]] = [
    {},
    {"moves": 6, "need": "yes", "unique": True},
    {"moves": 5, "need": "no"},
    {"rows": 8, "columns": 9, "helpers": 2, "moves": 11},
    {"rows": 6, "columns": 6, "helpers": 3, "moves": 7, "unique": True},
    {"helpers": 0, "moves": 7},
    {"helpers": 4, "moves": 6},
    {"rows": 20, "columns": 18, "helpers": 2, "moves": 5},
]


@pytest.mark.parametrize("given", KINDS, ids=str)
def test_what_is_asked_for_is_what_comes_out(given: dict[str, Any]) -> None:
    level = generate(GAME, 5, given)
    assert isinstance(level, Level)
    assert GAME.problems(level) == []
    assert (level.rows, level.columns) == (given.get("rows", 16), given.get("columns", 16))
    assert len(level.animals) == 1 + given.get("helpers", 3)
    answer = solve_with(GAME, GAME.solvers[0], level, level.animals, Metric.MOVES, Limits())
    assert answer.length == level.headers.optimum == given.get("moves", 8)
    assert level.headers.seed == "5"
    if given.get("need") == "yes":
        assert turtle_alone(level, level.animals) is None
    if given.get("need") == "no":
        assert turtle_alone(level, level.animals) == answer.length
    if given.get("unique"):
        assert GAME.solutions.all is not None
        assert len(list(GAME.solutions.all(level, level.animals, Metric.MOVES, Limits()))) == 1


def test_boards_look_like_real_ones() -> None:
    for seed in range(20):
        plan = composed(16, 16, 7, Random(seed))
        board = plan.level()
        assert board.walls == board.closed
        assert plan.inner == {119, 120, 135, 136}
        assert all(board.walls[cell] == 15 for cell in plan.inner)
        assert 12 <= len(plan.corners) <= 17
        edge = [board.walls[cell] for cell in range(1, 15)]
        assert sum(code != 1 for code in edge) >= 2


def test_too_small_a_board_for_so_many_is_refused() -> None:
    assert generate(GAME, 1, {"rows": 3, "columns": 3, "helpers": 4, "moves": 25}) is None


def hunted(task: str) -> tuple[int, Level]:
    steps = hunt.run(task)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value.length, wall_codes.parse(end.value.level)[0].level


def test_a_turtle_alone_cannot_need_friends() -> None:
    with pytest.raises(Infeasible):
        generate(GAME, 0, {"helpers": 0, "need": "yes"})


def test_a_hunt_finds_positions_as_long_as_it_says_and_again() -> None:
    tasks = hunt.tasks("6x5", 2, 7)
    assert not tasks.exhaustive
    for task in tasks.items:
        length, level = hunted(task)
        assert (length, level) == hunted(task)
        answer = solve_with(GAME, GAME.solvers[0], level, level.animals, Metric.MOVES, Limits())
        assert answer.length == length == level.headers.optimum


def test_standard_boards_are_hunted_on_their_corners() -> None:
    for seed in range(5):
        board, _seed = hunt.board_of(f"16x16 {seed}")
        drifting_droids.dump([Level(16, 16, board.walls, (0, 1), board.goal)])
    board, _seed = hunt.board_of("7650+C9")
    assert board.walls == drifting_droids.parse("7650+42+E2302B12+C9")[0].level.walls


@pytest.mark.parametrize("size", ["", "16", "2x9", "17x17", "3x40", "7650+", "axb"])
def test_sizes_that_cannot_be_hunted_are_refused(size: str) -> None:
    with pytest.raises(CasseteteError):
        hunt.tasks(size, 1, 1)
