"""Uniform cost, A* and greedy search: one frontier, ordered in three ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import M, S, Search
from cassetete.search.meter import Meter
from cassetete.search.path import CameFrom, path_to

DEAD_END = 1 << 62
"""What a heuristic answers for a state that cannot win; such states are never queued."""


def uniform_cost(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """A cheapest path (Dijkstra): states in the order of what it costs to reach them."""
    return (yield from a_star(start, successors, goal, weight, lambda _state: 0, limits))


def greedy(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    estimate: Callable[[S], int],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """The state that looks nearest to the goal first: often quick, the path need not be short."""
    return (yield from _best_first(start, successors, goal, lambda _s, _m: 1, estimate, limits, greedily=True))


def a_star(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    estimate: Callable[[S], int],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """A cheapest path, guided by an estimate that never exceeds what is left (DEAD_END: cannot win from here).

    A state is reopened when a cheaper way to it turns up, so the estimate need not be consistent.
    """
    return (yield from _best_first(start, successors, goal, weight, estimate, limits, greedily=False))


def _best_first(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    estimate: Callable[[S], int],
    limits: Limits,
    greedily: bool,
) -> Search[S, M]:
    meter = Meter(limits)
    came_from: CameFrom[S, M] = {start: None}
    spent: dict[S, int] = {start: 0}
    # Ties: the deeper state first, then the older one; the counter also keeps states from being compared.
    frontier: list[tuple[int, int, int, S]] = []
    pushed = 0
    left = estimate(start)
    if left < DEAD_END:
        frontier.append((left, 0, 0, start))
    while frontier:
        _rank, minus_depth, _age, state = heappop(frontier)
        cost = spent[state]
        if cost < 0:
            continue  # expanded already, on a cheaper way
        if goal(state):
            return Answer(Verdict.SOLVED, path_to(state, came_from), optimal=not greedily, expanded=meter.expanded)
        why = meter.exceeded()
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
        yield Visit(state, meter.expanded, len(frontier), -minus_depth)
        spent[state] = -1 - cost  # closed; its cost stays readable as -1 - value
        for move, following in successors(state):
            known = spent.get(following)
            total = cost + weight(state, move)
            if known is not None and (greedily or total >= (known if known >= 0 else -1 - known)):
                continue
            left = estimate(following)
            spent[following] = total
            came_from[following] = (state, move)
            if left >= DEAD_END:
                continue
            pushed += 1
            heappush(frontier, (left if greedily else total + left, minus_depth - 1, pushed, following))
    return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)
