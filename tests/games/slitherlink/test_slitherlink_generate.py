"""Level making: the clues that go are those that one by one could go, and what is asked for is what comes."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from cassetete.app.levels.generate import generate
from cassetete.core.drain import drain
from cassetete.games.slitherlink.compiled_grid import CompiledGrid
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.generators import generate as making
from cassetete.games.slitherlink.grading import grade
from cassetete.games.slitherlink.kernels import generate as kernel_make
from cassetete.games.slitherlink.kernels import grid as kernel_grid
from cassetete.games.slitherlink.model import Level, State
from cassetete.speed.driver import RUNNING
from cassetete.speed.random_kernel import seeded


class Loop(NamedTuple):
    """The grids, all clues of a loop, and the order in which they are to go."""

    grids: tuple[Any, ...]
    clues: Any
    groups: Any
    columns: int

    @classmethod
    def drawn(cls, rows: int, columns: int, symmetry: str, seed: int) -> Loop:
        arrays = making._allocated(rows, columns, symmetry, 1)
        places = (arrays.cells, arrays.table[0], arrays.groups, columns)
        assert kernel_make.draw(*arrays.grids[:2], *places, seeded(seed), -1, 1) == 1
        return cls(arrays.grids, arrays.table[0], arrays.groups, columns)

    def solvable(self, rules: tuple[int, int]) -> bool:
        w, t, v, u = self.grids
        return bool(kernel_make.solvable(w, t, v, u, self.clues, self.columns, *rules))

    def one_by_one(self, rules: tuple[int, int], least: int) -> None:
        """Take clues away in the order of the groups, each time solving the grid from the start."""
        for group in self.groups.tolist():
            before = self.clues.copy()
            self.clues[group] = -1
            if (self.clues >= 0).sum() < least or not self.solvable(rules):
                self.clues[:] = before


def made_of(rows: int, columns: int, symmetry: str, seed: int, rules: tuple[int, int], least: int) -> list[int]:
    """The clues of the level that the kernel makes of its first loop."""
    arrays = making._allocated(rows, columns, symmetry, 1)
    arrays.seeds[0] = seed
    arrays.control[kernel_make.DEPTH] = -1
    arrays.recipe[:] = (0, *rules, -1, 0, least)
    while kernel_make.make(*arrays.grids, *arrays[1:], columns, 7) == RUNNING:
        assert arrays.control[kernel_make.DRAWN] == 1
    found: list[int] = arrays.table[0].tolist()
    return found


@pytest.mark.parametrize("difficulty", [2, 3, 4, 6, 7, 9, 10, "easy", "normal", "tricky"])
def test_clues_go_as_if_one_by_one(difficulty: int | str) -> None:
    compared = 0
    rules = making.compiled_rules(difficulty) if isinstance(difficulty, int) else making.made_with(difficulty)
    for seed, (size, symmetry, density) in enumerate(
        [((6, 6), "none", 0), ((5, 8), "turn", 0), ((7, 6), "mirror", 50)] * 3
    ):
        loop = Loop.drawn(*size, symmetry, seed)
        if not loop.solvable(rules):
            continue
        least = size[0] * size[1] * density // 100
        loop.one_by_one(rules, least)
        assert made_of(*size, symmetry, seed, rules, least) == loop.clues.tolist(), (seed, size)
        compared += 1
    assert compared


@pytest.mark.parametrize(("size", "difficulty"), [((5, 5), "hard"), ((3, 3), "easy"), ((9, 4), "normal")])
def test_many_at_once_are_those_made_one_by_one(size: tuple[int, int], difficulty: str) -> None:
    """Also where some loops do not do, and where there is no level at all."""
    seeds = [3, 1 << 70, 0, 5, -1]
    values = {"rows": size[0], "columns": size[1], "difficulty": difficulty, "symmetry": "turn", "density": 30}
    alone = [drain(making.run(values, seed)) for seed in seeds]
    assert drain(making.many(values, seeds)) == alone
    assert len({level for level in alone if level is not None}) > 1


def test_a_size_without_levels_of_a_difficulty_says_so() -> None:
    values = {"rows": 2, "columns": 2, "difficulty": "hard"}
    assert drain(making.many(values, range(3))) == [None] * 3


@pytest.mark.parametrize("size", [(5, 5), (5, 12), (15, 15)])
@pytest.mark.parametrize("difficulty", ["easy", "normal", "tricky", "hard"])
def test_every_size_has_levels_of_the_difficulty(size: tuple[int, int], difficulty: str) -> None:
    level = made(size, difficulty, 1)
    found = grade(level)
    assert found is not None and found.id == difficulty


@pytest.mark.parametrize("difficulty", ["easy", "normal", "tricky"])
def test_levels_are_solved_by_what_they_are_made_with(difficulty: str) -> None:
    """Without 3s side by side; and tricky ones without colours, equal segments and areas."""
    rules, trials = making.made_with(difficulty)
    assert not rules & (kernel_grid.COUPLES | kernel_grid.COLOURS | kernel_grid.LINKS | kernel_grid.AREAS | trials)
    for seed in range(5):
        grid = CompiledGrid(made((6, 7), difficulty, seed), State(), rules)
        assert grid.solved


def test_the_largest_size_asked_for_is_made() -> None:
    level = made((30, 30), "easy", 1)
    assert (level.rows, level.columns) == (30, 30)
    assert CompiledGrid(level, State(), making.compiled_rules(3)[0]).solved


def test_a_seed_gives_the_same_level_again() -> None:
    assert made((8, 8), "hard", 7) == made((8, 8), "hard", 7) != made((8, 8), "hard", 8)


def made(size: tuple[int, int], difficulty: str, seed: int) -> Level:
    level = generate(GAME, seed, {"rows": size[0], "columns": size[1], "difficulty": difficulty})
    assert isinstance(level, Level)
    return level
