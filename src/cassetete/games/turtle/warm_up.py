"""Compiles all of the game's kernels."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.speed import hashset
from cassetete.speed.budget import Budget

from .model import Level
from .solvers import native, retrograde, states, turtle_sets


def warm_up() -> None:
    """Run every kernel once, on a board so small that only compiling takes time."""
    level = Level(4, 5, (0,) * 20, (0, 4, 15, 19), 7)
    drain(native.run(level, level.animals, Metric.MOVES, Limits()))
    drain(turtle_sets.search(level, level.animals, Budget(Limits())))
    drain(states.search(level, level.animals, Budget(Limits())))
    hashset.doubled(hashset.empty(1))
    drain(native.solutions(level, level.animals, Limits()))
    small = Level(2, 3, (0,) * 6, (0, 1, 2, 3), 5)
    drain(retrograde.analyse(small, keep=True))
    retrograde.Analysis(small, 3).pick(0)
