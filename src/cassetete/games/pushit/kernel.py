"""Push it down at native speed: breadth-first and two-queue searches over layouts in a normal form.

**Layout.** The heights of all cells and the height `b` of the ball, without the ball's cell: rolling on the same height
changes only a bit. A layout is a row of `rows`: `shape[KEY]` words of codes of 2, 4 or 8 bits (`1 << shape[LG]` codes a
word; code i < cells is the height of cell i, code `cells` is b), then words of marks, one bit a cell: the ball has been
there. All bits set in a code is a wall. Heights count from the lowest cell of the level.

**Normal form.** The ball never rises, so these cells never change again and are walls: those higher than b + tall; those
higher than b that on both axes have an edge or a wall beside them (so a corner; the same closure as a frozen box in
Sokoban); those that walls cut off from the ball. Where the exit is one of them, or higher than b, no win is left.

**Sets and queues.** `table` finds layouts: open addressing, `tag32 << 32 | row + 1`. A queue entry is
`row << CELL_BITS | cell` with the index of the entry it came from. `step` takes moves in the order of a queue. `step_two` finds
the least of (first, second) where rolls and pushes have each one weight: rolls are appended to one queue and pushes to
another, entries are taken in the order of their weights, so both queues stay sorted and their merger is Dijkstra's order
without a heap.

Arrays belong to Python, which grows them when a step answers NEED_GROW. `at` counts: see the constants.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.hashset import ONE, ZERO, mixed
from cassetete.speed.jit import kernel

RUNNING, FOUND, EXHAUSTED, NEED_GROW = 0, 1, 2, 3

CELLS, LG, KEY, MARKS, TALL, EXIT, STRIDE = 0, 1, 2, 3, 4, 5, 6
SHAPE = 7
"""Fields of `shape`: cells, log2 of codes a word, words of codes, words of one set of marks, tall, exit, bordered width."""

LAYOUTS, HEAD, TAIL, HEAD_2, TAIL_2, GOAL, EXPANDED = 0, 1, 2, 3, 4, 5, 6
AT = 7
"""Fields of `at`: layouts, both queues' first and next entries, the entry that won, entries expanded."""

CELL_BITS = np.uint64(16)
_CELL = np.uint64(0xFFFF)
_LOW = np.uint64(0xFFFFFFFF)
_TAG = np.uint64(32)
_WORD = 63


@kernel
def code(words: Any, cell: Any, lg: Any) -> Any:
    """A cell's code in a row of words."""
    bits = 64 >> lg
    shift = np.uint64((cell & ((1 << lg) - 1)) * bits)
    return np.int64((words[cell >> lg] >> shift) & np.uint64((1 << bits) - 1))


@kernel
def put(words: Any, cell: Any, lg: Any, value: Any) -> None:
    """Change a cell's code."""
    bits = 64 >> lg
    shift = np.uint64((cell & ((1 << lg) - 1)) * bits)
    at = cell >> lg
    words[at] = (words[at] & ~(np.uint64((1 << bits) - 1) << shift)) | (np.uint64(value) << shift)


@kernel
def stuck(words: Any, cell: Any, beside: Any, lg: Any) -> bool:
    """Whether on both axes the edge or a wall is beside the cell."""
    wall = (1 << (64 >> lg)) - 1
    for axis in range(2):
        one, other = beside[cell, axis], beside[cell, axis + 2]
        if one >= 0 and other >= 0 and code(words, one, lg) != wall and code(words, other, lg) != wall:
            return False
    return True


@kernel
def _close(board: Any, place: Any, b: Any, tall: Any, stride: Any, wall: Any) -> None:
    """Make walls of what can never move again."""
    changed = True
    while changed:
        changed = False
        for cell in range(place.shape[0]):
            at = place[cell]
            high = board[at]
            if high <= b or high == wall:
                continue
            across = board[at - 1] == wall or board[at + 1] == wall
            if high > b + tall or (across and (board[at - stride] == wall or board[at + stride] == wall)):
                board[at] = wall
                changed = True


@kernel
def normal(words: Any, ball: Any, shape: Any, place: Any, board: Any, reach: Any, stack: Any) -> bool:
    """Put a layout into its normal form; False if no win is left. `board` has a border of walls, `reach` one of zeros."""
    cells, lg, tall, stride = shape[CELLS], shape[LG], shape[TALL], shape[STRIDE]
    wall = (1 << (64 >> lg)) - 1
    b = code(words, cells, lg)
    for cell in range(cells):
        board[place[cell]] = code(words, cell, lg)
        reach[place[cell]] = 0
    _close(board, place, b, tall, stride, wall)
    stack[0] = place[ball]
    reach[place[ball]] = 1
    waiting = 1
    while waiting:
        waiting -= 1
        here = stack[waiting]
        for step in (1, -1, stride, -stride):
            following = here + step
            if board[following] != wall and reach[following] == 0:
                reach[following] = 1
                stack[waiting] = following
                waiting += 1
    if reach[place[shape[EXIT]]] == 0 or board[place[shape[EXIT]]] > b:
        return False
    for cell in range(cells):
        if reach[place[cell]] == 0 or board[place[cell]] == wall:
            put(words, cell, lg, wall)
    return True


@kernel
def mark_of(words: Any, count: Any) -> Any:
    """A layout's hash."""
    mark = mixed(words[0])
    for i in range(1, count):
        mark = mixed(mark ^ words[i])
    return mark


@kernel
def lay(words: Any, count: Any, rows: Any, table: Any, at: Any) -> Any:
    """The row of a layout, a new one if it is not known."""
    mark = mark_of(words, count)
    tag = mark >> _TAG
    last = np.uint64(table.shape[0] - 1)
    slot = mark & last
    while table[slot] != ZERO:
        if table[slot] >> _TAG == tag:
            row = np.int64((table[slot] & _LOW) - ONE)
            same = True
            for i in range(count):
                if rows[row, i] != words[i]:
                    same = False
                    break
            if same:
                return row
        slot = (slot + ONE) & last
    row = at[LAYOUTS]
    for i in range(count):
        rows[row, i] = words[i]
    for i in range(count, rows.shape[1]):
        rows[row, i] = ZERO
    table[slot] = (tag << _TAG) | np.uint64(row + 1)
    at[LAYOUTS] = row + 1
    return row


@kernel
def after(
    row: Any, ball: Any, way: Any, shape: Any, beside: Any, place: Any, rows: Any, table: Any, at: Any,
    words: Any, board: Any, reach: Any, stack: Any,
) -> Any:  # fmt: skip
    """The layout after a move from a layout: its row, or -1 where the ball cannot go or no win is left."""
    cells, lg, count = shape[CELLS], shape[LG], shape[KEY]
    here = rows[row]
    following = beside[ball, way]
    if following < 0:
        return -1
    b = code(here, cells, lg)
    high = code(here, following, lg)
    if high == b:
        return row
    last = shape[EXIT]
    if high < b:
        if high < code(here, last, lg):
            return -1
        for i in range(count):
            words[i] = here[i]
        put(words, cells, lg, high)
        if not normal(words, following, shape, place, board, reach, stack):
            return -1
        return lay(words, count, rows, table, at)
    if high > b + shape[TALL]:
        return -1
    behind = beside[following, way]
    if behind < 0:
        return -1
    stacked = code(here, behind, lg)
    if stacked > b:
        return -1
    stacked += high - b
    if behind == last and stacked > b:
        return -1
    for i in range(count):
        words[i] = here[i]
    put(words, following, lg, b)
    put(words, behind, lg, stacked)
    if (
        stacked > b
        and stuck(words, behind, beside, lg)
        and not normal(words, following, shape, place, board, reach, stack)
    ):
        return -1
    return lay(words, count, rows, table, at)


@kernel
def begin(
    heights: Any, ball: Any, shape: Any, place: Any, rows: Any, table: Any, at: Any, words: Any, board: Any,
    reach: Any, stack: Any, where: Any, parent: Any,
) -> bool:  # fmt: skip
    """Lay the first layout and queue the ball; False if no win is left. The table is emptied."""
    cells, lg = shape[CELLS], shape[LG]
    at[:] = 0
    table[:] = ZERO
    words[:] = ZERO
    wall = (1 << (64 >> lg)) - 1
    for cell in range(cells):
        put(words, cell, lg, min(heights[cell], wall))
    put(words, cells, lg, heights[ball])
    if not normal(words, ball, shape, place, board, reach, stack):
        return False
    row = lay(words, shape[KEY], rows, table, at)
    rows[row, shape[KEY] + (ball >> 6)] |= ONE << np.uint64(ball & _WORD)
    where[0] = (np.uint64(row) << CELL_BITS) | np.uint64(ball)
    parent[0] = -1
    at[TAIL] = 1
    return True


@kernel
def step(
    shape: Any, beside: Any, place: Any, rows: Any, table: Any, where: Any, parent: Any, at: Any,
    words: Any, board: Any, reach: Any, stack: Any, budget: Any,
) -> Any:  # fmt: skip
    """Expand up to `budget` entries in the order of the queue; the first to reach the exit took the fewest moves."""
    last, marks = shape[EXIT], shape[KEY]
    room = min(rows.shape[0], table.shape[0] // 2) - 4
    queue_room = where.shape[0] - 4
    head, tail = at[HEAD], at[TAIL]
    until = min(tail, head + budget)
    outcome = RUNNING
    while outcome == RUNNING and head < until:
        if at[LAYOUTS] > room or tail > queue_room:
            outcome = NEED_GROW
            break
        entry = where[head]
        row, ball = np.int64(entry >> CELL_BITS), np.int64(entry & _CELL)
        for way in range(4):
            reached = after(row, ball, way, shape, beside, place, rows, table, at, words, board, reach, stack)
            if reached < 0:
                continue
            cell = beside[ball, way]
            word, bit = marks + (cell >> 6), ONE << np.uint64(cell & _WORD)
            if rows[reached, word] & bit:
                continue
            rows[reached, word] |= bit
            where[tail] = (np.uint64(reached) << CELL_BITS) | np.uint64(cell)
            parent[tail] = head
            if cell == last:
                outcome = FOUND
                at[GOAL] = tail
            tail += 1
            if outcome == FOUND:
                break
        head += 1
    at[EXPANDED] += head - at[HEAD]
    at[HEAD], at[TAIL] = head, tail
    if outcome == RUNNING and head == tail:
        return EXHAUSTED
    return outcome


@kernel
def step_two(
    shape: Any, beside: Any, place: Any, rows: Any, table: Any, where: Any, parent: Any, at: Any,
    words: Any, board: Any, reach: Any, stack: Any, budget: Any, first: Any, second: Any, weights: Any,
) -> Any:  # fmt: skip
    """Expand up to `budget` entries in the order of their weights; the first to be taken on the exit weighs least.

    Queue 0 holds rolls, queue 1 pushes; `weights[q]` is what such a move adds to (first, second). Three sets of marks a
    layout: queued by a roll, queued by a push, taken. A parent is `index << 1 | queue`.
    """
    lg, last, marks, width = shape[LG], shape[EXIT], shape[KEY], shape[MARKS]
    room = min(rows.shape[0], table.shape[0] // 2) - 4
    queue_room = where.shape[1] - 4
    while budget > 0:
        if at[LAYOUTS] > room or at[TAIL] > queue_room or at[TAIL_2] > queue_room:
            return NEED_GROW
        one, two = at[HEAD], at[HEAD_2]
        if one == at[TAIL] and two == at[TAIL_2]:
            return EXHAUSTED
        queue = 0
        if one == at[TAIL] or (
            two < at[TAIL_2]
            and (first[1, two] < first[0, one] or (first[1, two] == first[0, one] and second[1, two] < second[0, one]))
        ):
            queue = 1
        head = two if queue == 1 else one
        at[HEAD + 2 * queue] += 1
        entry = where[queue, head]
        row, ball = np.int64(entry >> CELL_BITS), np.int64(entry & _CELL)
        taken, bit = marks + 2 * width + (ball >> 6), ONE << np.uint64(ball & _WORD)
        if rows[row, taken] & bit:
            continue
        rows[row, taken] |= bit
        if ball == last:
            at[GOAL] = head << 1 | queue
            return FOUND
        budget -= 1
        at[EXPANDED] += 1
        b = code(rows[row], shape[CELLS], lg)
        for way in range(4):
            reached = after(row, ball, way, shape, beside, place, rows, table, at, words, board, reach, stack)
            if reached < 0:
                continue
            cell = beside[ball, way]
            into = 1 if code(rows[row], cell, lg) > b else 0
            word, bit = marks + into * width + (cell >> 6), ONE << np.uint64(cell & _WORD)
            if rows[reached, word] & bit:
                continue
            rows[reached, word] |= bit
            tail = at[TAIL + 2 * into]
            where[into, tail] = (np.uint64(reached) << CELL_BITS) | np.uint64(cell)
            parent[into, tail] = head << 1 | queue
            first[into, tail] = first[queue, head] + weights[into, 0]
            second[into, tail] = second[queue, head] + weights[into, 1]
            at[TAIL + 2 * into] = tail + 1
    return RUNNING


@kernel
def rehash(rows: Any, layouts: Any, count: Any, table: Any) -> None:
    """Fill an empty table with the layouts there are."""
    last = np.uint64(table.shape[0] - 1)
    for row in range(layouts):
        mark = mark_of(rows[row], count)
        slot = mark & last
        while table[slot] != ZERO:
            slot = (slot + ONE) & last
        table[slot] = ((mark >> _TAG) << _TAG) | np.uint64(row + 1)


def warm_up() -> None:
    """Run every kernel once, on a level so small that only compiling takes time."""
    from cassetete.core.answers import Limits
    from cassetete.core.contract import Metric

    from . import native
    from .model import Level, State

    heights = (2, 3, 1, 0)
    level = Level(4, heights)
    for metric in (Metric.MOVES, Metric.PUSHES):
        for _visit in native.run(level, State(0, heights), metric, Limits()):
            pass
    table = np.zeros(16, np.uint64)
    rehash(np.ones((1, 1), np.uint64), 1, 1, table)
    native.graph(level, State(0, heights), 100)
