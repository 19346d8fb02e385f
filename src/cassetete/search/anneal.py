"""Simulated annealing: from one candidate to a better one by small changes, worse ones taken less and less often.

Scores are whole numbers and chances are drawn from a seed, so one seed finds the same on every machine. (Kirkpatrick,
Gelatt and Vecchi, "Optimization by simulated annealing", 1983.)

    random = Random(seed)
    result = yield from anneal((score, level), neighbour, 10_000, cooling(48, random))
    score, level = result.best
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from cassetete.speed.random import Random

T = TypeVar("T")

Scored: TypeAlias = tuple[int, T]
"""A candidate with its score; more is better."""
Accept: TypeAlias = Callable[[int, int, int], bool]
"""Whether a candidate is taken that is worse by so much (0 or less: not worse), at a step out of all the steps."""

_NEVER = 60


class Annealed(NamedTuple, Generic[T]):
    """How far annealing is: the steps done, the best candidate met (the first of those as good) and the last taken."""

    steps: int
    best: Scored[T]
    last: Scored[T]


def anneal(
    start: Scored[T] | Annealed[T],
    neighbour: Callable[[T], Scored[T] | None],
    steps: int,
    accept: Accept,
    enough: int | None = None,
) -> abc.Generator[Annealed[T], None, Annealed[T]]:
    """Take so many steps, or fewer if a candidate scores `enough`; yields before each step.

    Started from what was yielded before a step, with the random numbers as they were then, it goes on in the same way.
    `neighbour` changes a candidate a little and scores it; None if the change leads to nothing that can be taken.

    >>> from cassetete.core.drain import drain
    >>> random = Random(1)
    >>> def neighbour(n):
    ...     n += random.choice((-1, 1))
    ...     return -abs(n - 7), n
    >>> drain(anneal((-7, 0), neighbour, 1000, cooling(4, random), enough=0)).best
    (0, 7)
    """
    begun = start if isinstance(start, Annealed) else Annealed(0, start, start)
    best, last = begun.best, begun.last
    for step in range(begun.steps, steps):
        if enough is not None and best[0] >= enough:
            return Annealed(step, best, last)
        yield Annealed(step, best, last)
        candidate = neighbour(last[1])
        if candidate is None:
            continue
        if accept(last[0] - candidate[0], step, steps):
            last = candidate
        if candidate[0] > best[0]:
            best = candidate
    return Annealed(steps, best, last)


def cooling(hot: int, random: Random) -> Accept:
    """Take a loss with the chance 2^-(loss // temperature); the temperature falls evenly from `hot` to 1."""

    def accept(loss: int, step: int, steps: int) -> bool:
        halvings = max(0, loss) // max(1, hot * (steps - step) // steps)
        return halvings < _NEVER and random.below(1 << halvings) == 0

    return accept


def uphill(loss: int, _step: int, _steps: int) -> bool:
    """Take no loss (hill climbing). What is as good is taken: better ones may lie beyond it."""
    return loss <= 0
