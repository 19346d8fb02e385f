"""Level making: the clues that go are those that one by one could go, and what is asked for is what comes."""

from __future__ import annotations

import pytest

from cassetete.app.levels.generate import generate
from cassetete.games.slitherlink.compiled_grid import CompiledGrid
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.generators import generate as making
from cassetete.games.slitherlink.grading import grade
from cassetete.games.slitherlink.kernels import generate as kernel_make
from cassetete.games.slitherlink.kernels import grid as kernel_grid
from cassetete.games.slitherlink.model import Level, State
from cassetete.speed.random_kernel import seeded


def wound(rows: int, columns: int, symmetry: str, seed: int) -> making._Arrays:
    """All clues of a loop, and the order in which they are to go."""
    arrays = making._allocated(rows, columns, symmetry)
    random = seeded(seed)
    places = (arrays.cells, arrays.clues, arrays.groups)
    assert kernel_make.draw(*arrays.grids, *places, rows, columns, random, -1, 1) == 1
    return arrays


def one_by_one(arrays: making._Arrays, rules: tuple[int, int], least: int) -> None:
    """Clues taken away in the order of the groups, each time solving the grid from the start."""
    for group in arrays.groups.tolist():
        before = arrays.clues.copy()
        arrays.clues[group] = -1
        if (arrays.clues >= 0).sum() < least or not making._solvable(arrays, rules):
            arrays.clues[:] = before


@pytest.mark.parametrize("difficulty", [2, 3, 4, 6, 7, 9, "easy", "normal", "tricky"])
def test_clues_go_as_if_one_by_one(difficulty: int | str) -> None:
    compared = 0
    rules = making.compiled_rules(difficulty) if isinstance(difficulty, int) else making.made_with(difficulty)
    for seed, (size, symmetry, density) in enumerate(
        [((6, 6), "none", 0), ((5, 8), "turn", 0), ((7, 6), "mirror", 50)] * 3
    ):
        quick, slow = wound(*size, symmetry, seed), wound(*size, symmetry, seed)
        if not making._solvable(quick, rules):
            continue
        least = size[0] * size[1] * density // 100
        for _progress in making._reduced(quick, rules, least):
            pass
        one_by_one(slow, rules, least)
        assert quick.clues.tolist() == slow.clues.tolist(), (seed, size)
        compared += 1
    assert compared


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
    assert making._solvable(arrays_of(level), making.compiled_rules(3))


def test_a_seed_gives_the_same_level_again() -> None:
    assert made((8, 8), "hard", 7) == made((8, 8), "hard", 7) != made((8, 8), "hard", 8)


def made(size: tuple[int, int], difficulty: str, seed: int) -> Level:
    level = generate(GAME, seed, {"rows": size[0], "columns": size[1], "difficulty": difficulty})
    assert isinstance(level, Level)
    return level


def arrays_of(level: Level) -> making._Arrays:
    arrays = making._allocated(level.rows, level.columns, "none")
    arrays.clues[:] = [-1 if clue is None else clue for row in level.clues for clue in row]
    return arrays
