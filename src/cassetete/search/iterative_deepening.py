"""IDA*: depth-first within a growing bound."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable, Iterator

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import M, S, Search
from cassetete.search.best_first import DEAD_END
from cassetete.search.meter import Meter


def ida_star(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    estimate: Callable[[S], int],
    limits: Limits = Limits(),
) -> Search[S, M]:
    """A cheapest path by iterative deepening on cost + estimate (the estimate must never exceed what is left).

    Within one round a state is not entered again at the same or a higher cost: without that, each of the many
    ways to one state of these games would be followed to its end.
    """
    meter = Meter(limits)
    bound = estimate(start)
    while bound < DEAD_END:
        answer, bound = yield from _round(start, successors, goal, weight, estimate, bound, meter)
        if answer is not None:
            return answer
    return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)


def _round(
    start: S,
    successors: Callable[[S], Iterable[tuple[M, S]]],
    goal: Callable[[S], bool],
    weight: Callable[[S, M], int],
    estimate: Callable[[S], int],
    bound: int,
    meter: Meter,
) -> abc.Generator[Visit[S], None, tuple[Answer[M] | None, int]]:
    """One round: the answer, or the least bound that would have let it go further (DEAD_END: none would)."""
    entered: dict[S, int] = {start: 0}
    moves: list[M] = []
    stack: list[tuple[S, int, Iterator[tuple[M, S]]]] = []
    further = DEAD_END
    entering: tuple[S, int] | None = (start, 0)
    while True:
        if entering is not None:
            state, cost = entering
            if goal(state):
                return Answer(Verdict.SOLVED, tuple(moves), optimal=True, expanded=meter.expanded), bound
            why = meter.exceeded()
            if why is not None:
                return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why), bound
            stack.append((state, cost, iter(successors(state))))
            yield Visit(state, meter.expanded, len(stack), len(stack) - 1)
            entering = None
        state, cost, untried = stack[-1]
        for move, following in untried:
            total = cost + weight(state, move)
            if entered.get(following, DEAD_END) <= total:
                continue
            rank = total + estimate(following)
            if rank > bound:
                further = min(further, rank)
                continue
            entered[following] = total
            moves.append(move)
            entering = (following, total)
            break
        else:
            stack.pop()
            if not stack:
                return None, further
            moves.pop()
