"""Compiles all of the game's kernels."""

from __future__ import annotations

from cassetete.speed.arrays import np
from cassetete.speed.random_kernel import seeded

from .kernels import generate, grid, probing, search
from .kernels.grid import EVERYTHING, LOOPS, NO_LIMIT


def warm_up() -> None:
    """Run every kernel once, on a grid so small that only compiling takes time."""
    w, t = grid.allocate(2, 2)
    clues = np.array([-1, -1, -1, 2], np.int32)
    grid.prepare(w, clues, 2, EVERYTHING)
    grid.begin(w, t, clues[:0], clues[:0])
    probing.probe(w, t, EVERYTHING, 1)
    search.search(w, t, np.zeros((search.FRAMES, 2), np.int32), np.zeros(2, np.int64), NO_LIMIT)
    _make_a_level()


def _make_a_level() -> None:
    cells, table, blank = np.zeros(4, np.int64), np.zeros((1, 4), np.int32), np.full(4, -1, np.int32)
    grids = (*grid.allocate(2, 2), *grid.allocate(2, 2))
    groups = np.array([[0, -1]], np.int32)
    generate.draw(*grids[:2], cells, table[0], groups, 2, seeded(1), LOOPS, 1)
    generate.solvable(*grids, table[0], 2, LOOPS, 0)
    kept, frames = np.ones(1, np.int32), np.zeros((generate.FRAMES, 5), np.int64)
    control = np.zeros(generate.CONTROLS, np.int64)
    control[generate.DEPTH] = -1
    recipe = np.zeros(generate.RECIPE, np.int64)
    places = (cells, table, blank, groups, groups, kept, frames, control, seeded(1), seeded(1), recipe)
    generate.make(*grids, *places, 2, 0)
