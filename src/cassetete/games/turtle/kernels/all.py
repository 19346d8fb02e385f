"""All of the turtle's compiled code, and the one call that compiles it."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric

from ..model import Level


def warm_up() -> None:
    """Run every kernel once, on a small board."""
    from ..solvers import native, native_sets, retrograde

    level = Level(4, 5, (0,) * 20, (0, 4, 15, 19), 7)
    native.drained(native.run(level, level.animals, Metric.MOVES, Limits()))
    native.drained(native_sets.run(level, level.animals, native.Purse(Limits())))
    native.drained(native.plain(level, level.animals, native.Purse(Limits())))
    for _answer in native_sets.solutions(level, level.animals, Limits()):
        pass
    small = Level(2, 3, (0,) * 6, (0, 1, 2, 3), 5)
    native.drained(retrograde.analyse(small, keep=True))
    retrograde.Analysis(small, 3).pick(0)
