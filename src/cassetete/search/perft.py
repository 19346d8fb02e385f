"""Perft: how many states there are at each depth. Two implementations of the same rules must give equal counts."""

from __future__ import annotations

from collections.abc import Iterator

from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import L_contra, M, Rules, S


def layers(rules: Rules[L_contra, S, M], level: L_contra, state: S) -> Iterator[int]:
    """The number of states first reached at depth 0, 1, 2…: zero once there is nothing new.

    >>> from itertools import islice
    >>> from types import SimpleNamespace
    >>> counting = SimpleNamespace(moves=lambda most, n: [1, 2], play=lambda most, n, step: min(n + step, most))
    >>> list(islice(layers(counting, 5, 0), 5))
    [1, 2, 2, 1, 0]
    """
    seen = {state}
    layer = [state]
    while True:
        yield len(layer)
        following = []
        for here in layer:
            for move in rules.moves(level, here):
                checkpoint()  # for each move: a large board has thousands of them
                reached = rules.play(level, here, move)
                if reached not in seen:
                    seen.add(reached)
                    following.append(reached)
        layer = following
