"""What stands in whose way on the floor without boxes: hotspots, and the steps between cells."""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import spread


@lean
def fill_hotspots(
    board: Any, targets: Any, hotspot: Any, whole: Any, there: Any, queue: Any, first: int, last: int
) -> None:
    """Fill `hotspot` for the cells from `first` to before `last`, of which -1, none, must come before all others: a box
    alone is pulled from each target, the cell being taken."""
    step = board.step
    n = step.shape[0] - 1
    for y in range(first, last):
        if y >= 0 and board.dead[y]:
            continue
        for g in range(targets.shape[0]):
            if targets[g] == y:
                continue
            there[:] = 0
            there[targets[g]] = 1
            queue[0] = targets[g]
            head, tail = 0, 1
            while head < tail:
                c = queue[head]
                head += 1
                for d in range(4):
                    back = step[c, d ^ 1]
                    stand = step[back, d ^ 1]
                    if back in (n, y) or stand in (n, y) or there[back]:
                        continue
                    there[back] = 1
                    queue[tail] = back
                    tail += 1
            for c in range(n):
                if y < 0:
                    whole[c, g] = there[c]
                elif c != y and whole[c, g] and not there[c]:
                    hotspot[c, y] = 1


@lean
def fill_walks(step: Any, s: Any, walk_distance: Any, first: int, last: int) -> None:
    """Fill `walk_distance` with the steps from the cells from `first` to before `last`."""
    for c in range(first, last):
        s.stamp_after[0] += 1
        spread(step, s.box, s.queue, s.seen_after, s.stamp_after[0], walk_distance[c], np.int64(c), np.int64(-1))
