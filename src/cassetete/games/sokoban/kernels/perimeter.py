"""The perimeter: every position within so many pushes of the end, found by pulling boxes back, with its distance.

Layout: `Nodes` as in `nodes.py`; the solved positions come first, the others as breadth-first search finds them,
so that nodes are sorted by `pushes`, their distance to the end. The nodes before `numbers[EXPANDED]` have been
expanded: all positions up to the distance of the next one are known, any other is farther (`horizon`).
`came[i]` is the position after the push that leads on towards the end, and that push.

The forward search then has the exact distance inside and a better bound outside, and ends where it meets a position
inside (perimeter search: Dillenburg and Nelson 1994, "Perimeter search"; Manzini 1995, "BIDA*: an improved perimeter
search algorithm"). Once nothing is left to expand, a position that is not among them is lost.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .board import WORK, hash_of, mark, reach, reach_after, spread
from .matching import FAR
from .nodes import COUNT, EXPANDED, LEFT, PARITY, add, lookup, moved


@lean
def add_solved(board: Any, s: Any, perimeter: Any, boxes: Any) -> None:
    """Enter the solved positions with boxes on these targets, the player in each part of the floor."""
    mark(s.box, boxes, 1)
    s.stamp_after[0] += 1
    for c in range(board.step.shape[0] - 1):
        cell = np.int64(c)
        if s.box[cell] or s.seen_after[cell] == s.stamp_after[0]:
            continue
        key = hash_of(board, boxes, cell)
        node = add(perimeter, boxes, cell, key, lookup(perimeter, boxes, cell, key))
        perimeter.pushes[node] = 0
        spread(board.step, s.box, s.queue, s.seen_after, s.stamp_after[0], s.walk_after, cell, np.int64(-1))
    mark(s.box, boxes, 0)


@lean
def expand_back(board: Any, s: Any, perimeter: Any) -> int:
    """Expand up to `numbers[LEFT]` positions: every position one push before, each new one a push farther from the end.

    RUNNING with some left: the work of a step is done; called again, it goes on.
    """
    step, numbers = board.step, perimeter.numbers
    size = perimeter.boxes.shape[1]
    child = s.child[:size]
    s.work[0] = 0
    while numbers[LEFT] > 0 and s.work[0] <= WORK:
        node = numbers[EXPANDED]
        if node >= numbers[COUNT]:
            return EXHAUSTED
        room = numbers[COUNT] + 4 * size
        if room >= perimeter.boxes.shape[0] or 2 * room >= perimeter.table.shape[0]:
            return NEED_GROW
        numbers[EXPANDED] = node + 1
        boxes, lowest = perimeter.boxes[node], np.int64(perimeter.player[node])
        mark(s.box, boxes, 1)
        reach(step, s, lowest)
        for i in range(size):
            for d in range(4):
                box = np.int64(boxes[i])
                back = np.int64(step[box, d ^ 1])
                stand = np.int64(step[back, d ^ 1])
                if s.box[back] or s.seen[back] != s.stamp[0] or s.box[stand]:
                    continue
                s.work[0] += 4 * size
                moved(boxes, i, back, child)
                s.box[box] = 0
                s.box[back] = 1
                player = reach_after(board, s, stand, lowest, box, back)
                key = hash_of(board, child, player)
                found = lookup(perimeter, child, player, key)
                if found < 0:
                    found = add(perimeter, child, player, key, found)
                    perimeter.pushes[found] = perimeter.pushes[node] + 1
                    perimeter.came[found, 0] = node
                    perimeter.came[found, 1] = back * 4 + d
                s.box[back] = 0
                s.box[box] = 1
        mark(s.box, boxes, 0)
        numbers[LEFT] -= 1
    return RUNNING


@lean
def horizon(perimeter: Any) -> Any:
    """All positions this far from the end are known; -1 without a perimeter, FAR if every position is."""
    if perimeter.numbers[COUNT] == 0:
        return np.int64(-1)
    if perimeter.numbers[EXPANDED] == perimeter.numbers[COUNT]:
        return np.int64(FAR)
    return np.int64(perimeter.pushes[perimeter.numbers[EXPANDED]])


@lean
def find_in_perimeter(board: Any, perimeter: Any, boxes: Any, player: Any, bound: Any) -> Any:
    """The node of a position that needs at least `bound` pushes; negative if it is not inside."""
    if bound > horizon(perimeter) + 1:
        return np.int64(-1)
    return lookup(perimeter, boxes, player, hash_of(board, boxes, player))


@lean
def perimeter_bound(board: Any, perimeter: Any, boxes: Any, player: Any, pushes: Any, bound: Any) -> Any:
    """A position's bound after so many pushes, or the better one the perimeter knows; FAR if it is lost."""
    known = horizon(perimeter)
    if bound > known + 1:
        return bound
    found = lookup(perimeter, boxes, player, hash_of(board, boxes, player))
    if found >= 0:
        return np.int64(perimeter.pushes[found])
    if known >= FAR:
        return np.int64(FAR)
    odd = perimeter.numbers[PARITY]
    further = known + 1
    if odd >= 0 and (pushes + further) % 2 != odd:
        further += 1
    return max(bound, further)
