"""Shortening as the house asks for it: round after round, each one's best told at once."""

from __future__ import annotations

from collections import abc

from cassetete.core.answers import Limits
from cassetete.core.contract import Better, Metric
from cassetete.core.grid import Direction

from .model import Level, State


def improve(
    level: Level, state: State, moves: tuple[Direction, ...], metric: Metric, limits: Limits
) -> abc.Generator[Better[Direction], None, tuple[Direction, ...]]:
    """Windows of pushes searched anew, until a whole round finds nothing better."""
    from .improve import shortened

    searched = 0
    while True:
        search = shortened(level, state, moves, metric, limits, rounds=1)
        visited = 0
        while True:
            try:
                visited = max(visited, next(search).expanded)
            except StopIteration as end:
                better: tuple[Direction, ...] = end.value
                break
            yield Better(moves, searched + visited)
        searched += visited
        if better == moves:
            return moves
        moves = better
        yield Better(moves, searched)
