"""Solvers made of the plain searches: an algorithm, the graph it searches, and what guides it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from cassetete.core.answers import Answer, Limits, Verdict, Why
from cassetete.core.contract import L, M, Metric, S, Search, Solver
from cassetete.core.message import Text
from cassetete.search.space import Space

Run: TypeAlias = Callable[[L, S, Metric, Limits], Search[S, M]]
"""As `Solver.run`."""

Guide: TypeAlias = Callable[[L, S, Metric], Callable[..., int]]
"""`guide(level, state, metric)`: a weight or an estimate, as the algorithm takes it."""


def unless_proven(impossible: Callable[[L, S], Why | None], run: Run[L, S, M]) -> Run[L, S, M]:
    """The same search, which does not start where `impossible(level, state)` says why there is no solution."""

    def checked(level: L, state: S, metric: Metric, limits: Limits) -> Search[S, M]:
        why = impossible(level, state)
        if why is not None:
            return Answer(Verdict.IMPOSSIBLE, why=why)
        return (yield from run(level, state, metric, limits))

    return checked


def plain_solver(
    id: str,
    title: Text,
    algorithm: Callable[..., Search[Any, Any]],
    *guides: Guide[L, S],
    graph: Callable[[L, S], Space],
    optimal: frozenset[Metric] = frozenset(),
    impossible: Callable[[L, S], Why | None] = lambda _level, _state: None,
) -> Solver[L, S, Any]:
    """The solver that runs an algorithm of `cassetete.search` on `graph(level, state)`.

    The guides are what the algorithm takes after the goal: nothing, a weight, an estimate, or both.

    >>> from cassetete.core.drain import drain
    >>> from cassetete.search import breadth_first
    >>> def count_up(level, state):
    ...     return Space(state, lambda n: [("+1", n + 1)], lambda n: n == 3)
    >>> bfs = plain_solver("bfs", Text("bfs"), breadth_first, graph=count_up, optimal=frozenset({Metric.MOVES}))
    >>> [drain(bfs.run(None, 1, metric, Limits())).optimal for metric in Metric]
    [True, False, False]
    """

    def run(level: L, state: S, metric: Metric, limits: Limits) -> Search[S, Any]:
        guided = (guide(level, state, metric) for guide in guides)
        answer = yield from algorithm(*graph(level, state), *guided, limits)
        # Breadth-first search counts moves, and proves nothing about pushes or cost.
        return answer._replace(optimal=answer.optimal and metric in optimal)

    return Solver(id, title, unless_proven(impossible, run), optimal)
