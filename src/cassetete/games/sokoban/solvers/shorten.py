"""Shortening as the house asks for it: round after round, every better solution told at once."""

from __future__ import annotations

from collections import abc

from cassetete.core.answers import Limits
from cassetete.core.contract import Improvement, Metric
from cassetete.core.grid import Direction

from ..model import Level, State

_UNTIL_NOTHING = 1 << 30


def improve(
    level: Level, state: State, moves: tuple[Direction, ...], metric: Metric, limits: Limits
) -> abc.Generator[Improvement[Direction], None, tuple[Direction, ...]]:
    """Windows of pushes searched anew, until a whole round finds nothing better."""
    from .improve import bettered

    return bettered(level, state, moves, metric, limits, _UNTIL_NOTHING)
