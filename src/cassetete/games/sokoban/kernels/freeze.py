"""Freeze deadlocks: boxes that hold each other for ever.

Written once over anything that can be indexed: plain Python calls it with lists, `board.py` compiles it for arrays.
"""

from __future__ import annotations

from typing import Any


def freeze(step: Any, dead: Any, frozen: Any, boxes: Any) -> Any:
    """Mark in `frozen` the boxes that can never move again, or only onto dead squares; how many there are.

    They are the largest set in which each box is blocked both ways by a wall, by another of the set, or by dead
    squares on both sides: the first of them to move would contradict it.
    """
    frozen[len(step) - 1] = 1
    count = len(boxes)
    for i in range(count):
        frozen[boxes[i]] = 1
    changed = True
    while changed:
        changed = False
        for i in range(len(boxes)):
            box = boxes[i]
            if frozen[box]:
                beside = step[box]
                up, down, left, right = beside[0], beside[1], beside[2], beside[3]
                if not (
                    (frozen[up] or frozen[down] or (dead[up] and dead[down]))
                    and (frozen[left] or frozen[right] or (dead[left] and dead[right]))
                ):
                    frozen[box] = 0
                    count -= 1
                    changed = True
    return count
