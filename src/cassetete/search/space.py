"""From rules to what a search needs: a start, successors, a goal and the weight of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from cassetete.core.contract import Metric, Rules, Status


class Space(NamedTuple):
    """A graph to search: where to start, the (move, state) pairs that follow a state, and which states are goals."""

    start: Any
    successors: Callable[[Any], Iterable[tuple[Any, Any]]]
    goal: Callable[[Any], bool]


def space(rules: Rules[Any, Any, Any], level: Any, state: Any) -> Space:
    """The graph of a level's states under the rules."""
    play, moves, status = rules.play, rules.moves, rules.status

    def successors(at: Any) -> Iterable[tuple[Any, Any]]:
        return [(move, play(level, at, move)) for move in moves(level, at)]

    def goal(at: Any) -> bool:
        return status(level, at) is Status.WON

    return Space(state, successors, goal)


def weigh(
    rules: Rules[Any, Any, Any],
    level: Any,
    metric: Metric,
    pushes: Callable[[Any, Any, Any], int] | None = None,
) -> Callable[[Any, Any], int]:
    """The weight of a move from a state for a metric, ties broken by the number of moves.

    What the metric counts stands in the high bits and the move itself in the low 32: one comparison does both,
    and no step weighs nothing, even where the level says that moves are free.
    """
    if metric is Metric.COST:
        return lambda state, move: (rules.cost(level, state, move) << 32) + 1
    if metric is Metric.PUSHES and pushes is not None:
        return lambda state, move: (pushes(level, state, move) << 32) + 1
    return lambda _state, _move: 1
