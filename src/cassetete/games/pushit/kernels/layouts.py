"""Push it down at native speed: breadth-first and two-queue searches over layouts in a normal form.

**Layout.** The heights of all cells and the height `b` of the ball, but not the ball's cell: a roll on the same height
changes only a bit. A layout is a row of `rows`: words of codes of 2, 4 or 8 bits (`1 << LG` of them in a word; code
i < cells is the height of cell i, code `cells` is b), then words of marks, a bit a cell: the ball has been there. All
bits set in a code are a wall. Heights count from the lowest cell of the level. The first free row is scratch.

**Normal form.** The ball never rises, so these cells never change again and are walls: those higher than b + tall;
those higher than b with an edge or a wall beside them on both axes (a corner, say; the closure that finds frozen boxes
in Sokoban); those that walls cut off from the ball. Where the exit is one of them, or higher than b, no win is left.

**Set and queues.** `table` finds layouts (`speed.index_table`). A queue's entry is
`row << 16 | cell`, with the entry it came from. `step` expands entries in the order of one queue. `step_two` finds the
least (first, second) where rolls have one weight and pushes another: rolls are appended to one queue, pushes to the
other, and the lighter of the two heads is taken. Both queues stay sorted so: Dijkstra's order without a heap.

**Numbers.** `ints` holds the rest, in one array because each array that a function takes costs time: the fields below,
then from `FIELDS` on, cell by cell, the four cells beside it (-1: none), its place on a board with a border, and, for
`normal`, that board, the cells reached on it, and a stack. Python owns the arrays and grows them on NEED_GROW. Hot
places index by uint64: Numba then does not check whether an index counts from the end.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, mixed
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.index_table import entry, first_slot, next_slot, put, row_in
from cassetete.speed.jit import lean

CELLS, LG, KEY, MARKS, TALL, EXIT, STRIDE = 0, 1, 2, 3, 4, 5, 6
"""What the level gives: cells, log2 of codes a word, words of codes, words of a set of marks, the bordered width."""
LAYOUTS, HEAD, TAIL, HEAD_2, TAIL_2, GOAL, EXPANDED = 7, 8, 9, 10, 11, 12, 13
"""What the search counts: layouts, each queue's first and next entry, the entry that won, entries expanded."""
FIELDS = 14

CELL_BITS = np.uint64(16)
CELL_MASK = np.uint64(0xFFFF)
_BIT = 63


@lean
def code(rows: Any, row: Any, cell: Any, lg: Any) -> Any:
    """A cell's code in a row."""
    bits = 64 >> lg
    shift = np.uint64((cell & ((1 << lg) - 1)) * bits)
    return np.int64((rows[np.uint64(row), np.uint64(cell >> lg)] >> shift) & np.uint64((1 << bits) - 1))


@lean
def set_code(rows: Any, row: Any, cell: Any, lg: Any, value: Any) -> None:
    """Change a cell's code."""
    bits = 64 >> lg
    shift = np.uint64((cell & ((1 << lg) - 1)) * bits)
    row, word = np.uint64(row), np.uint64(cell >> lg)
    rows[row, word] = (rows[row, word] & ~(np.uint64((1 << bits) - 1) << shift)) | (np.uint64(value) << shift)


@lean
def stuck(rows: Any, row: Any, cell: Any, ints: Any) -> bool:
    """Whether on both axes the edge or a wall is beside the cell."""
    lg = ints[LG]
    wall = (1 << (64 >> lg)) - 1
    for axis in range(2):
        one, other = ints[FIELDS + 4 * cell + axis], ints[FIELDS + 4 * cell + axis + 2]
        if one >= 0 and other >= 0 and code(rows, row, one, lg) != wall and code(rows, row, other, lg) != wall:
            return False
    return True


@lean
def _close(ints: Any, place: Any, board: Any, b: Any, wall: Any) -> None:
    """Make walls of what can never move again."""
    stride, tall = ints[STRIDE], ints[TALL]
    changed = True
    while changed:
        changed = False
        for cell in range(ints[CELLS]):
            at = board + ints[np.uint64(place + cell)]
            high = ints[np.uint64(at)]
            if high <= b or high == wall:
                continue
            across = ints[np.uint64(at - 1)] == wall or ints[np.uint64(at + 1)] == wall
            along = ints[np.uint64(at - stride)] == wall or ints[np.uint64(at + stride)] == wall
            if high > b + tall or (across and along):
                ints[np.uint64(at)] = wall
                changed = True


@lean
def normal(rows: Any, row: Any, ball: Any, ints: Any) -> bool:
    """Put a layout into its normal form; False if no win is left."""
    cells, lg, stride = ints[CELLS], ints[LG], ints[STRIDE]
    place = FIELDS + 4 * cells
    board = place + cells
    size = (cells // (stride - 2) + 2) * stride
    # `reached` counts from `board`, as the places do; its border, and the board's, are never written.
    reached = size
    stack = board + 2 * size
    wall = (1 << (64 >> lg)) - 1
    b = code(rows, row, cells, lg)
    for cell in range(cells):
        at = board + ints[np.uint64(place + cell)]
        ints[np.uint64(at)] = code(rows, row, cell, lg)
        ints[np.uint64(at + reached)] = 0
    _close(ints, place, board, b, wall)
    ints[stack] = board + ints[place + ball]
    ints[ints[stack] + reached] = 1
    waiting = 1
    while waiting:
        waiting -= 1
        here = ints[np.uint64(stack + waiting)]
        for way in range(4):
            at = here + (stride if way == 0 else 1 if way == 1 else -stride if way == 2 else -1)
            if ints[np.uint64(at)] != wall and ints[np.uint64(at + reached)] == 0:
                ints[np.uint64(at + reached)] = 1
                ints[np.uint64(stack + waiting)] = at
                waiting += 1
    last = board + ints[place + ints[EXIT]]
    if ints[last + reached] == 0 or ints[last] > b:
        return False
    for cell in range(cells):
        at = board + ints[np.uint64(place + cell)]
        if ints[np.uint64(at + reached)] == 0 or ints[np.uint64(at)] == wall:
            set_code(rows, row, cell, lg, wall)
    return True


@lean
def hash_of(rows: Any, row: Any, count: Any) -> Any:
    """A layout's hash."""
    row = np.uint64(row)
    key = mixed(rows[row, 0])
    for i in range(1, count):
        key = mixed(key ^ rows[row, i])
    return key


@lean
def find_or_add(rows: Any, table: Any, ints: Any) -> Any:
    """The row of the layout that is in the first free row: an earlier row, or this one, which is then taken."""
    count, row = ints[KEY], ints[LAYOUTS]
    key, last = hash_of(rows, row, count), np.uint64(table.shape[0] - 1)
    slot = first_slot(table, key, last)
    while table[slot] != ZERO:
        known = row_in(table, slot)
        same = True
        for i in range(count):
            same = same and rows[np.uint64(known), i] == rows[np.uint64(row), i]
        if same:
            return known
        slot = next_slot(table, key, slot, last)
    for i in range(count, rows.shape[1]):
        rows[row, i] = ZERO
    table[slot] = entry(key, row)
    ints[LAYOUTS] = row + 1
    return row


@lean
def dropped(row: Any, cell: Any, high: Any, rows: Any, table: Any, ints: Any) -> Any:
    """The layout once the ball has dropped onto a cell of that height: its row, or -1 where no win is left."""
    lg, scratch = ints[LG], ints[LAYOUTS]
    if high < code(rows, row, ints[EXIT], lg):
        return -1
    for i in range(ints[KEY]):
        rows[np.uint64(scratch), i] = rows[np.uint64(row), i]
    set_code(rows, scratch, ints[CELLS], lg, high)
    return find_or_add(rows, table, ints) if normal(rows, scratch, cell, ints) else -1


@lean
def pushed(row: Any, cell: Any, high: Any, b: Any, way: Any, rows: Any, table: Any, ints: Any) -> Any:
    """The layout once what is too high on a cell has been pushed on: its row, or -1 if it cannot, or no win is left."""
    lg, scratch = ints[LG], ints[LAYOUTS]
    behind = ints[np.uint64(FIELDS + 4 * cell + way)]
    if high > b + ints[TALL] or behind < 0:
        return -1
    stacked = code(rows, row, behind, lg) + high - b
    if stacked > high or (behind == ints[EXIT] and stacked > b):
        return -1
    for i in range(ints[KEY]):
        rows[np.uint64(scratch), i] = rows[np.uint64(row), i]
    set_code(rows, scratch, cell, lg, b)
    set_code(rows, scratch, behind, lg, stacked)
    if stacked > b and stuck(rows, scratch, behind, ints) and not normal(rows, scratch, cell, ints):
        return -1
    return find_or_add(rows, table, ints)


@lean
def begin(heights: Any, ball: Any, rows: Any, table: Any, where: Any, parent: Any, ints: Any) -> bool:
    """Add the first layout and queue the ball; False if no win is left. The table is emptied."""
    cells, lg = ints[CELLS], ints[LG]
    ints[LAYOUTS:FIELDS] = 0
    table[:] = ZERO
    rows[0, :] = ZERO
    wall = (1 << (64 >> lg)) - 1
    for cell in range(cells):
        set_code(rows, 0, cell, lg, min(heights[cell], wall))
    set_code(rows, 0, cells, lg, heights[ball])
    if not normal(rows, 0, ball, ints):
        return False
    find_or_add(rows, table, ints)
    rows[0, ints[KEY] + (ball >> 6)] = ONE << np.uint64(ball & _BIT)
    where[0, 0] = np.uint64(ball)
    parent[0, 0] = -1
    ints[TAIL] = 1
    return True


@lean
def step(rows: Any, table: Any, where: Any, parent: Any, ints: Any, budget: Any) -> Any:
    """Expand up to `budget` entries in the order of the queue; the first to reach the exit took the fewest moves."""
    cells, lg, last, marks = ints[CELLS], ints[LG], ints[EXIT], ints[KEY]
    room = min(rows.shape[0], table.shape[0] // 2) - 5
    queue_room = where.shape[1] - 4
    head, tail = ints[HEAD], ints[TAIL]
    began, until = head, head + budget
    outcome = RUNNING
    while outcome == RUNNING and head < until:
        if head == tail:
            outcome = EXHAUSTED
            break
        if ints[LAYOUTS] > room or tail > queue_room:
            outcome = NEED_GROW
            break
        entry = where[0, np.uint64(head)]
        row, ball = np.int64(entry >> CELL_BITS), np.int64(entry & CELL_MASK)
        b = code(rows, row, cells, lg)
        for way in range(4):
            cell = ints[np.uint64(FIELDS + 4 * ball + way)]
            if cell < 0:
                continue
            high, reached = code(rows, row, cell, lg), row
            if high < b:
                reached = dropped(row, cell, high, rows, table, ints)
            elif high > b:
                reached = pushed(row, cell, high, b, way, rows, table, ints)
            if reached < 0:
                continue
            to, word, bit = np.uint64(reached), np.uint64(marks + (cell >> 6)), ONE << np.uint64(cell & _BIT)
            if rows[to, word] & bit:
                continue
            rows[to, word] |= bit
            where[0, np.uint64(tail)] = (to << CELL_BITS) | np.uint64(cell)
            parent[0, np.uint64(tail)] = head
            tail += 1
            if cell == last:
                ints[GOAL] = tail - 1
                outcome = FOUND
                break
        head += 1
    ints[EXPANDED] += head - began
    ints[HEAD], ints[TAIL] = head, tail
    return outcome


@lean
def step_two(
    rows: Any, table: Any, where: Any, parent: Any, ints: Any, budget: Any, first: Any, second: Any, weights: Any
) -> Any:
    """Expand up to `budget` entries in the order of their weights; the first to be taken on the exit weighs least.

    Queue 0 holds rolls, queue 1 pushes; `weights[q]` is what such a move adds to (first, second). A layout has three
    sets of marks: queued by a roll, queued by a push, taken. A parent is `index << 1 | queue`.
    """
    lg, last, marks, width = ints[LG], ints[EXIT], ints[KEY], ints[MARKS]
    room = min(rows.shape[0], table.shape[0] // 2) - 5
    queue_room = where.shape[1] - 4
    while budget > 0:
        if ints[LAYOUTS] > room or max(ints[TAIL], ints[TAIL_2]) > queue_room:
            return NEED_GROW
        one, two = ints[HEAD], ints[HEAD_2]
        rolls, pushes = one < ints[TAIL], two < ints[TAIL_2]
        if not rolls and not pushes:
            return EXHAUSTED
        queue = 0 if rolls else 1
        if rolls and pushes and first[1, two] <= first[0, one]:
            queue = 1 if first[1, two] < first[0, one] or second[1, two] < second[0, one] else 0
        head = ints[HEAD + 2 * queue]
        ints[HEAD + 2 * queue] = head + 1
        row, ball = np.int64(where[queue, head] >> CELL_BITS), np.int64(where[queue, head] & CELL_MASK)
        taken, bit = marks + 2 * width + (ball >> 6), ONE << np.uint64(ball & _BIT)
        if rows[row, taken] & bit:
            continue
        rows[row, taken] |= bit
        if ball == last:
            ints[GOAL] = head << 1 | queue
            return FOUND
        budget -= 1
        ints[EXPANDED] += 1
        b = code(rows, row, ints[CELLS], lg)
        for way in range(4):
            cell = ints[FIELDS + 4 * ball + way]
            if cell < 0:
                continue
            high, reached, into = code(rows, row, cell, lg), row, 0
            if high < b:
                reached = dropped(row, cell, high, rows, table, ints)
            elif high > b:
                reached, into = pushed(row, cell, high, b, way, rows, table, ints), 1
            if reached < 0:
                continue
            word, bit = marks + into * width + (cell >> 6), ONE << np.uint64(cell & _BIT)
            if rows[reached, word] & bit:
                continue
            rows[reached, word] |= bit
            tail = ints[TAIL + 2 * into]
            where[into, tail] = (np.uint64(reached) << CELL_BITS) | np.uint64(cell)
            parent[into, tail] = head << 1 | queue
            first[into, tail] = first[queue, head] + weights[into, 0]
            second[into, tail] = second[queue, head] + weights[into, 1]
            ints[TAIL + 2 * into] = tail + 1
    return RUNNING


@lean
def rehash(rows: Any, table: Any, ints: Any) -> None:
    """Fill an empty table with the layouts there are."""
    last = np.uint64(table.shape[0] - 1)
    for row in range(ints[LAYOUTS]):
        put(table, hash_of(rows, row, ints[KEY]), row, last)
