"""Simulated annealing on heights: from a board to a better one by small changes, worse ones less and less often.

Worth is a whole number and chances are powers of two, so one seed climbs the same way on every machine. (Kirkpatrick,
Gelatt and Vecchi, 1983; a loss of d at temperature t is taken with probability 2^-(d // t).)
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable

from cassetete.speed.random import Random

Heights = tuple[int, ...]
Worth = Callable[[Heights], int | None]

_NEVER = 60


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


def climb(
    heights: Heights, worth: Worth, top: int, steps: int, hot: int, random: Random, enough: int | None = None
) -> abc.Generator[int, None, tuple[int, Heights]]:
    """The best board found and its worth; yields the number of each step taken. Boards worth None are never taken.

    It ends early where a board is worth `enough`; the first board must be worth something.
    """
    here = worth(heights)
    assert here is not None
    best = here, heights
    for step in range(steps):
        if enough is not None and best[0] >= enough:
            break
        yield step
        board = changed(heights, top, random)
        if board == heights:
            continue
        there = worth(board)
        if there is None:
            continue
        loss = max(0, here - there) // max(1, hot * (steps - step) // steps)
        if loss < _NEVER and random.below(1 << loss) == 0:
            heights, here = board, there
            best = max(best, (here, heights), key=lambda found: found[0])
    return best
