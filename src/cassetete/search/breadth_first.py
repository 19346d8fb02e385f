"""Breadth-first search: every state in the order of the fewest moves that reach it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import M, S, Search
from cassetete.search.meter import Meter
from cassetete.search.path import CameFrom, path_to


def breadth_first(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """A shortest path by number of moves.

    >>> def steps(n):
    ...     return [("+1", n + 1), ("*2", n * 2)]
    >>> search = breadth_first(1, steps, lambda n: n == 6)
    >>> [visit.state for visit in search]
    [1, 2, 3]
    """
    meter = Meter(limits)
    came_from: CameFrom[S, M] = {start: None}
    frontier = deque([(start, 0)])
    if goal(start):
        return Answer(Verdict.SOLVED, (), optimal=True)
    while frontier:
        state, depth = frontier.popleft()
        why = meter.exceeded()
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
        yield Visit(state, meter.expanded, len(frontier), depth)
        for move, following in successors(state):
            if following in came_from:
                continue
            came_from[following] = (state, move)
            if goal(following):
                return Answer(Verdict.SOLVED, path_to(following, came_from), optimal=True, expanded=meter.expanded)
            frontier.append((following, depth + 1))
    return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)
