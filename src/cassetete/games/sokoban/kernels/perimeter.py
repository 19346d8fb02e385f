"""The perimeter: every position within so many pushes of the end, found by pulling boxes back, with its distance.

Layout: `Nodes` as in kernel_nodes; the finished positions come first, the others as breadth-first search meets them,
so that nodes are sorted by `pushes`, their distance to the end. The nodes before `numbers[EXPANDED]` have been
expanded: all positions up to the distance of the next one are known, and any other is further off (`horizon`).
`came[i]` is the position after the push that leads on towards the end, and that push.

The forward search then has the exact distance inside and a better bound outside, and ends where it meets a position
inside (perimeter search: Dillenburg and Nelson 1994, "Perimeter search"; Manzini 1995, "BIDA*: an improved perimeter
search algorithm"). Once nothing is left to expand, a position that is not among them is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import lean

from .board import EXHAUSTED, FAR, NEED_GROW, RUNNING, hash_of, reach, reach_after
from .nodes import COUNT, EXPANDED, PARITY, add, lookup, moved


@lean
def finish(board: Any, s: Any, rear: Any, boxes: Any) -> None:
    """Enter the finished positions with boxes on these goals, the keeper in each part of the floor."""
    step = board.step
    n = step.shape[0] - 1
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    s.mark[0] += 1
    for c in range(n):
        if s.box[c] or s.fresh[c] == s.mark[0]:
            continue
        key = hash_of(board, boxes, np.int64(c))
        node = add(rear, boxes, np.int64(c), key, lookup(rear, boxes, np.int64(c), key))
        rear.pushes[node] = 0
        s.fresh[c] = s.mark[0]
        s.queue[0] = c
        head, tail = 0, 1
        while head < tail:
            at = s.queue[head]
            head += 1
            for d in range(4):
                to = step[at, d]
                if s.box[to] == 0 and s.fresh[to] != s.mark[0]:
                    s.fresh[to] = s.mark[0]
                    s.queue[tail] = to
                    tail += 1
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0


@lean
def retreat(board: Any, s: Any, rear: Any, budget: int) -> int:
    """Expand up to so many positions: whatever one push before it may have been, each new one a push further off."""
    step, numbers = board.step, rear.numbers
    size = rear.boxes.shape[1]
    child = s.child[:size]
    for _ in range(budget):
        node = numbers[EXPANDED]
        if node >= numbers[COUNT]:
            return EXHAUSTED
        room = numbers[COUNT] + 4 * size
        if room >= rear.boxes.shape[0] or 2 * room >= rear.table.shape[0]:
            return NEED_GROW
        numbers[EXPANDED] = node + 1
        boxes, lowest = rear.boxes[node], np.int64(rear.keeper[node])
        for i in range(size):
            s.box[boxes[i]] = 1
        reach(step, s, lowest)
        for i in range(size):
            for d in range(4):
                box = np.int64(boxes[i])
                back = np.int64(step[box, d ^ 1])
                stand = np.int64(step[back, d ^ 1])
                if s.box[back] or s.seen[back] != s.stamp[0] or s.box[stand]:
                    continue
                moved(boxes, i, back, child)
                s.box[box] = 0
                s.box[back] = 1
                keeper = reach_after(board, s, stand, lowest, box, back)
                key = hash_of(board, child, keeper)
                found = lookup(rear, child, keeper, key)
                if found < 0:
                    found = add(rear, child, keeper, key, found)
                    rear.pushes[found] = rear.pushes[node] + 1
                    rear.came[found, 0] = node
                    rear.came[found, 1] = back * 4 + d
                s.box[back] = 0
                s.box[box] = 1
        for i in range(size):
            s.box[boxes[i]] = 0
    return RUNNING


@lean
def horizon(rear: Any) -> Any:
    """All positions this far from the end are known; -1 without a perimeter, FAR if every position is."""
    if rear.numbers[COUNT] == 0:
        return np.int64(-1)
    if rear.numbers[EXPANDED] == rear.numbers[COUNT]:
        return np.int64(FAR)
    return np.int64(rear.pushes[rear.numbers[EXPANDED]])


@lean
def met(board: Any, rear: Any, boxes: Any, keeper: Any, bound: Any) -> Any:
    """The node of a position that needs so many pushes at least; negative if it is not inside."""
    if bound > horizon(rear) + 1:
        return np.int64(-1)
    return lookup(rear, boxes, keeper, hash_of(board, boxes, keeper))


@lean
def foreseen(board: Any, rear: Any, boxes: Any, keeper: Any, pushes: Any, bound: Any) -> Any:
    """The bound of a position met after so many pushes, or what the perimeter knows better; FAR if it is lost."""
    known = horizon(rear)
    if bound > known + 1:
        return bound
    found = lookup(rear, boxes, keeper, hash_of(board, boxes, keeper))
    if found >= 0:
        return np.int64(rear.pushes[found])
    if known >= FAR:
        return np.int64(FAR)
    odd = rear.numbers[PARITY]
    further = known + 1
    if odd >= 0 and (pushes + further) % 2 != odd:
        further += 1
    return max(bound, further)
