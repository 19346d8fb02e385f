"""Depth-first search and backtracking, without recursion: the depth has no limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import M, S, Search
from cassetete.search.meter import Meter


def depth_first(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """The sheets' recursive search, each state entered once, in the same order.

    >>> def steps(n):
    ...     return [("+1", n + 1), ("*2", n * 2)] if n < 8 else []
    >>> search = depth_first(1, steps, lambda n: n == 6)
    >>> [visit.state for visit in search]
    [1, 2, 3, 4, 5]
    """
    return (yield from _descend(start, successors, goal, limits, forget=False))


def backtracking(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """Depth-first, remembering only the current path: for graphs where no state can be reached in two ways.

    A state that is left is forgotten: memory grows only with the length of the path.
    """
    return (yield from _descend(start, successors, goal, limits, forget=True))


def _descend(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    limits: Limits,
    forget: bool,
) -> Search[S, M]:
    meter = Meter(limits)
    if goal(start):
        return Answer(Verdict.SOLVED, ())
    visited: set[S] = set()
    moves: list[M] = []
    # The call stack of the recursive version: a state, and the successors it has yet to try.
    stack: list[tuple[S, Iterator[tuple[M, S]]]] = []
    entering: S | None = start
    while True:
        if entering is not None:
            why = meter.exceeded()
            if why is not None:
                return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
            visited.add(entering)
            stack.append((entering, iter(successors(entering))))
            yield Visit(entering, meter.expanded, len(stack), len(stack) - 1)
            entering = None
        state, untried = stack[-1]
        for move, following in untried:
            if following in visited:
                continue
            moves.append(move)
            if goal(following):
                return Answer(Verdict.SOLVED, tuple(moves), expanded=meter.expanded)
            entering = following
            break
        else:
            stack.pop()
            if forget:
                visited.discard(state)
            if not stack:
                return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)
            moves.pop()
