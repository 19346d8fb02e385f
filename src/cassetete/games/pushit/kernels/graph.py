"""Push it down's whole graph: every position the rules allow, and how far each is from winning.

Nothing is left out here, not even positions with the ball below the exit: counts mean what a player would count.
Layouts are rows of heights as in `layouts.py`, without the ball's height; `ids[row, cell]` is 1 + the number of the
position with the ball there, 0 if it has not been reached. `onward[position]` are the positions after its four
moves, -1 for none.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ZERO
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .layouts import (
    CELL_BITS,
    CELL_MASK,
    CELLS,
    EXIT,
    EXPANDED,
    FIELDS,
    HEAD,
    KEY,
    LAYOUTS,
    LG,
    TAIL,
    TALL,
    code,
    find_or_add,
    set_code,
)


@lean
def begin(heights: Any, ball: Any, rows: Any, table: Any, where: Any, ids: Any, ints: Any) -> None:
    """The first position. The table is emptied."""
    ints[LAYOUTS:FIELDS] = 0
    table[:] = ZERO
    rows[0, :] = ZERO
    wall = (1 << (64 >> ints[LG])) - 1
    for cell in range(ints[CELLS]):
        set_code(rows, 0, cell, ints[LG], min(heights[cell], wall))
    find_or_add(rows, table, ints)
    ids[0, :] = 0
    ids[0, ball] = 1
    where[0] = np.uint64(ball)
    ints[TAIL] = 1


@lean
def step(rows: Any, table: Any, where: Any, onward: Any, ids: Any, ints: Any, budget: Any) -> Any:
    """Expand up to `budget` positions."""
    lg, last, count, tall = ints[LG], ints[EXIT], ints[KEY], ints[TALL]
    room = min(rows.shape[0], table.shape[0] // 2) - 5
    while budget > 0:
        head, tail = ints[HEAD], ints[TAIL]
        if head == tail:
            return EXHAUSTED
        if ints[LAYOUTS] > room or tail > where.shape[0] - 4:
            return NEED_GROW
        row, ball = np.int64(where[head] >> CELL_BITS), np.int64(where[head] & CELL_MASK)
        b = code(rows, row, ball, lg)
        for way in range(4):
            onward[head, way] = -1
            cell = ints[FIELDS + 4 * ball + way]
            if cell < 0 or ball == last:
                continue
            high, reached = code(rows, row, cell, lg), row
            if high > b:
                behind = ints[FIELDS + 4 * cell + way]
                if high > b + tall or behind < 0 or code(rows, row, behind, lg) > b:
                    continue
                free = ints[LAYOUTS]
                for i in range(count):
                    rows[free, i] = rows[row, i]
                set_code(rows, free, behind, lg, code(rows, row, behind, lg) + high - b)
                set_code(rows, free, cell, lg, b)
                reached = find_or_add(rows, table, ints)
                if reached == free:
                    ids[free, :] = 0
            if ids[reached, cell] == 0:
                ids[reached, cell] = tail + 1
                where[tail] = (np.uint64(reached) << CELL_BITS) | np.uint64(cell)
                tail += 1
            onward[head, way] = ids[reached, cell] - 1
        ints[HEAD], ints[TAIL] = head + 1, tail
        ints[EXPANDED] += 1
        budget -= 1
    return RUNNING


@lean
def distances(onward: Any, where: Any, last: Any, offsets: Any, before: Any, queue: Any, distance: Any) -> Any:
    """Fill in each position's distance from the exit, -1 where it cannot be reached; the number of those that win.

    The positions before each are listed by a counting sort; `offsets` is one longer than `distance`, both zero.
    """
    count = distance.shape[0]
    for position in range(count):
        distance[position] = -1
        for way in range(4):
            if onward[position, way] >= 0:
                offsets[onward[position, way] + 1] += 1
    for position in range(count):
        offsets[position + 1] += offsets[position]
        queue[position] = offsets[position]  # until the sort is done: where the next one is listed
    for position in range(count):
        for way in range(4):
            following = onward[position, way]
            if following >= 0:
                before[queue[following]] = position
                queue[following] += 1
    tail = 0
    for position in range(count):
        if np.int64(where[position] & CELL_MASK) == last:
            queue[tail] = position
            distance[position] = 0
            tail += 1
    head = 0
    while head < tail:
        here = queue[head]
        for i in range(offsets[here], offsets[here + 1]):
            if distance[before[i]] < 0:
                distance[before[i]] = distance[here] + 1
                queue[tail] = before[i]
                tail += 1
        head += 1
    return tail
