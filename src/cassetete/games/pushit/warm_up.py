"""Compiles all of the game's kernels."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.drain import drain
from cassetete.speed.arrays import np

from .generators.batch_solver import BatchSolver
from .kernels import ball_sets as set_kernel
from .kernels import layouts as kernel
from .model import Level, State
from .solvers import ball_sets, layouts
from .solvers.graph import graph


def warm_up() -> None:
    """Run every kernel once, on a level so small that only compiling takes time."""
    heights = (2, 3, 1, 0)
    level, state = Level(4, heights), State(0, heights)
    search = ball_sets.BallSetSearch()
    search.begin(level, state)
    search.step(1 << 20)
    set_kernel.rehash(search.rows, search.table, search.ints)
    set_kernel.retrace(len(heights), level.columns, search.ints, search.records, search.log, search.out)
    for weights in (None, ((0, 1), (1, 1))):
        drain(layouts.search(level, state, weights, Limits()))
    kernel.rehash(np.ones((1, 1), np.uint64), np.zeros(16, np.uint64), layouts.numbers(level, state))
    graph(level, state, 100)
    BatchSolver(2).length((1, 0, 0, 0))
