"""The solver that runs compiled kernels: whole sets of balls where the board is small enough, else ball by ball."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction

from ..model import Level, State
from . import ball_sets, layouts


def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A best solution by the metric, ties by moves."""
    weights = layouts.weights_of(level, metric)
    if weights is None and ball_sets.fits(level):
        return ball_sets.search(level, state, limits)
    return layouts.search(level, state, weights, limits)
