"""Push it down's whole graph: every position the rules allow, and how far each is from winning.

Nothing is left out here, so that counts mean what a player would count: not even positions with the ball below the exit.
Layouts are rows of heights as in `kernel.py`, without the ball's height; `ids[row, cell]` is 1 + the number of the position
with the ball there, 0 if it has not been reached. `onward[position]` are the positions after its four moves, -1 for none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.hashset import ZERO
from cassetete.speed.jit import kernel

from .kernel import (
    CELL_BITS,
    CELLS,
    EXHAUSTED,
    EXIT,
    EXPANDED,
    HEAD,
    KEY,
    LAYOUTS,
    LG,
    NEED_GROW,
    RUNNING,
    TAIL,
    TALL,
    code,
    lay,
    put,
)

_CELL = np.uint64(0xFFFF)


@kernel
def begin_graph(
    heights: Any, ball: Any, shape: Any, rows: Any, table: Any, at: Any, words: Any, ids: Any, where: Any
) -> None:
    """The first position. The table is emptied."""
    at[:] = 0
    table[:] = ZERO
    words[:] = ZERO
    wall = (1 << (64 >> shape[LG])) - 1
    for cell in range(shape[CELLS]):
        put(words, cell, shape[LG], min(heights[cell], wall))
    row = lay(words, shape[KEY], rows, table, at)
    ids[row, :] = 0
    ids[row, ball] = 1
    where[0] = (np.uint64(row) << CELL_BITS) | np.uint64(ball)
    at[TAIL] = 1


@kernel
def step_graph(
    shape: Any, beside: Any, rows: Any, table: Any, where: Any, onward: Any, ids: Any, at: Any, words: Any, budget: Any
) -> Any:
    """Expand up to `budget` positions."""
    lg, last, count, tall = shape[LG], shape[EXIT], shape[KEY], shape[TALL]
    room = min(rows.shape[0], table.shape[0] // 2) - 4
    while budget > 0:
        head = at[HEAD]
        if head == at[TAIL]:
            return EXHAUSTED
        if at[LAYOUTS] > room or at[TAIL] > where.shape[0] - 4:
            return NEED_GROW
        row, ball = np.int64(where[head] >> CELL_BITS), np.int64(where[head] & _CELL)
        b = code(rows[row], ball, lg)
        for way in range(4):
            onward[head, way] = -1
            cell = beside[ball, way]
            if cell < 0 or ball == last:
                continue
            high, reached = code(rows[row], cell, lg), row
            if high > b:
                behind = beside[cell, way]
                if high > b + tall or behind < 0 or code(rows[row], behind, lg) > b:
                    continue
                for i in range(count):
                    words[i] = rows[row, i]
                put(words, behind, lg, code(words, behind, lg) + high - b)
                put(words, cell, lg, b)
                known = at[LAYOUTS]
                reached = lay(words, count, rows, table, at)
                if reached == known:
                    ids[reached, :] = 0
            if ids[reached, cell] == 0:
                tail = at[TAIL]
                ids[reached, cell] = tail + 1
                where[tail] = (np.uint64(reached) << CELL_BITS) | np.uint64(cell)
                at[TAIL] = tail + 1
            onward[head, way] = ids[reached, cell] - 1
        at[HEAD] += 1
        at[EXPANDED] += 1
        budget -= 1
    return RUNNING


@kernel
def distances(
    onward: Any, where: Any, count: Any, last: Any, offsets: Any, before: Any, queue: Any, distance: Any
) -> Any:
    """Fill in each position's distance from the exit, -1 where it cannot be reached; the number of those that win.

    The positions before each are listed by a counting sort; `offsets` is zero and one longer than `distance`.
    """
    for position in range(count):
        distance[position] = -1
        for way in range(4):
            if onward[position, way] >= 0:
                offsets[onward[position, way] + 1] += 1
    for position in range(count):
        offsets[position + 1] += offsets[position]
    for position in range(count - 1, -1, -1):
        for way in range(4):
            if onward[position, way] >= 0:
                # `queue` is free until the sort is done: it counts what has been listed.
                before[offsets[onward[position, way] + 1] - 1 - queue[onward[position, way]]] = position
                queue[onward[position, way]] += 1
    tail = 0
    for position in range(count):
        if np.int64(where[position] & _CELL) == last:
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
