"""Simulated annealing on heights."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable

from cassetete.search.anneal import Annealed, Scored, anneal, cooling
from cassetete.speed.random import Random

Heights = tuple[int, ...]

_HOT = 48


def changed(heights: Heights, top: int, random: Random) -> Heights:
    """Another height on one, two or three cells, or two cells swapped."""
    board = list(heights)
    kind = random.below(8)
    if kind in (4, 5):
        one, other = random.below(len(board)), random.below(len(board))
        board[one], board[other] = board[other], board[one]
    else:
        for _ in range(1 if kind < 4 else kind - 4):
            board[random.below(len(board))] = random.below(top + 1)
    return tuple(board)


def anneal_heights(
    heights: Heights | Annealed[Heights],
    score: Callable[[Heights], int | None],
    top: int,
    steps: int,
    random: Random,
    enough: int | None = None,
) -> abc.Generator[Annealed[Heights], None, Annealed[Heights]]:
    """Anneal heights of at most `top`; boards without a score are never taken, and the first must have one.

    It can go on from what it yielded, with the random numbers as they were then.
    """

    def neighbour(board: Heights) -> Scored[Heights] | None:
        other = changed(board, top, random)
        found = None if other == board else score(other)
        return None if found is None else (found, other)

    accept = cooling(_HOT, random)
    if isinstance(heights, Annealed):
        return anneal(heights, neighbour, steps, accept, enough)
    first = score(heights)
    assert first is not None
    return anneal((first, heights), neighbour, steps, accept, enough)
