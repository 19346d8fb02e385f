"""Every path of least weight, not only one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush

from cassetete.core.answers import EXHAUSTED, Answer, End, Limits, Verdict, Why
from cassetete.core.contract import M, S, SolutionStream
from cassetete.search.meter import Meter


def all_shortest(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    limits: Limits = Limits(),
) -> SolutionStream[M]:
    """All the paths of least weight, one by one, in the order of the successors. Weights are at least 1.

    >>> def steps(n):
    ...     return [("+1", n + 1), ("*2", n * 2)]
    >>> [answer.moves for answer in all_shortest(1, steps, lambda n: n == 4, lambda n, m: 1)]
    [('+1', '*2'), ('*2', '*2')]
    """
    meter = Meter(limits)
    before: dict[S, list[tuple[S, M]]] = {start: []}
    goals, why = _cheapest_paths(start, successors, goal, weight, meter, before)
    if why is not None:
        return End(False, why)
    if not goals:
        return End(True, EXHAUSTED)
    useful = _useful(goals, before)

    def onward(state: S) -> Iterator[tuple[M, S]]:
        for move, following in successors(state):
            if following in useful and (state, move) in before[following]:
                yield move, following

    for moves in _walk(start, onward, goals):
        yield Answer(Verdict.SOLVED, moves, optimal=True, expanded=meter.expanded)
    return End(True)


def _cheapest_paths(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    meter: Meter,
    before: dict[S, list[tuple[S, M]]],
) -> tuple[set[S], Why | None]:
    """The goals of least cost; `before` is filled with all the cheapest last steps to each state."""
    spent = {start: 0}
    frontier: list[tuple[int, int, S]] = [(0, 0, start)]
    age = 0
    goals: set[S] = set()
    least: int | None = None
    while frontier:
        cost, _age, state = heappop(frontier)
        if cost > spent[state]:
            continue
        if least is not None and cost > least:
            break
        if goal(state):
            least = cost
            goals.add(state)
            continue
        why = meter.exceeded()
        if why is not None:
            return set(), why
        for move, following in successors(state):
            total = cost + weight(state, move)
            known = spent.get(following)
            if known is None or total < known:
                spent[following] = total
                before[following] = [(state, move)]
                age += 1
                heappush(frontier, (total, age, following))
            elif total == known:
                before[following].append((state, move))
    return goals, None


def _useful(goals: set[S], before: dict[S, list[tuple[S, M]]]) -> set[S]:
    """The states on a cheapest path."""
    seen = set(goals)
    waiting = list(goals)
    while waiting:
        for previous, _move in before[waiting.pop()]:
            if previous not in seen:
                seen.add(previous)
                waiting.append(previous)
    return seen


def _walk(start: S, onward: Callable[[S], Iterator[tuple[M, S]]], goals: set[S]) -> Iterator[tuple[M, ...]]:
    """Every path from the start to a goal."""
    if start in goals:
        yield ()
        return
    moves: list[M] = []
    stack = [onward(start)]
    while stack:
        for move, state in stack[-1]:
            if state in goals:
                yield (*moves, move)
                continue
            moves.append(move)
            stack.append(onward(state))
            break
        else:
            stack.pop()
            if moves:
                moves.pop()
