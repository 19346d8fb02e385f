"""Push it down on boards of up to 64 cells: breadth-first over layouts, whole sets of balls moved at once.

**Layout.** As in `layouts.py`, the heights of all cells and the height `b` of the ball, in the same normal form; but a
height's bits lie in *planes*: plane p is a word with bit p of every cell's height, so a few instructions compare or
flood all cells at once. All bits set are a wall. A row of `rows` (`planes + 3` words) is a layout: its planes, then
`b | (last record + 1) << 8`, then the sets of cells where the ball has been and where it has dropped from here.

**Records.** All balls that reach a layout after the same number of moves are one record of `records`: their set, and
`layout << 32 | record before of this layout + 1`. Records are in the order of their depth. Rolls need no more than
that; a push or a drop that arrives at something new is an entry of `log`: `layout << 6 | cell` and `record << 2 | way`.

**Way back.** A ball of a record either rolled there from the layout's record before, or the log says how it came; the
log is read backwards once. The moves go to `out`, as numbers of ways: down, right, up, left.

`table` finds layouts as in `layouts.py`; only `ints[SIZE]` slots of it are in use, and more as they fill.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, bits_in, lowest, mixed
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.index_table import entry, first_slot, next_slot, put, row_in
from cassetete.speed.jit import lean

CELLS, PLANES, TALL = 0, 1, 2
"""What the level gives."""
LAYOUTS, HEAD, TAIL, NEXT, LOG, DEPTH, SIZE, GOAL, DONE, EXPANDED = 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
"""What the search counts: layouts, records (next to expand, next free, first of the next layer), entries of the log,
the depth of what is being expanded (once found: of the exit), slots in use, the record that won, balls of the first
record that are expanded already, balls expanded."""
FIELDS = 13
FIRST_SLOTS = 256
"""Slots of the table that the search begins with."""
MARGIN = 260
"""More than expanding one record can add to layouts, records or log."""
MOST_CELLS = 64
"""Cells of a board that fits."""

_WAYS = np.uint64(2)
_CELL = np.uint64(6)
_HEIGHT_BITS = np.uint64(8)
_HEIGHT_MASK = np.uint64(255)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_FULL = np.uint64(0xFFFFFFFFFFFFFFFF)


@lean
def board_masks(cells: Any, columns: Any) -> Any:
    """All the cells, and the outer columns."""
    left = ZERO
    for _row in range(cells // columns):
        left = (left << np.uint64(columns)) | ONE
    return _FULL >> np.uint64(64 - cells), left, left << np.uint64(columns - 1)


@lean
def moved(cells: Any, way: Any, columns: Any, full: Any, left: Any, right: Any) -> Any:
    """The cells beside these, one step on; `left` and `right` are the outer columns."""
    if way == 0:
        return (cells << columns) & full
    if way == 1:
        return (cells & ~right) << ONE
    if way == 2:
        return cells >> columns
    return (cells & ~left) >> ONE


@lean
def beside(cells: Any, columns: Any, full: Any, left: Any, right: Any) -> Any:
    """All the cells beside these."""
    return ((cells << columns) & full) | (cells >> columns) | ((cells & ~right) << ONE) | ((cells & ~left) >> ONE)


@lean
def jammed(walls: Any, columns: Any, full: Any, left: Any, right: Any) -> Any:
    """The cells with an edge or a wall beside them on both axes."""
    across = ((walls & ~right) << ONE) | ((walls & ~left) >> ONE) | left | right
    along = ((walls << columns) & full) | (walls >> columns) | ((ONE << columns) - ONE) | (full ^ (full >> columns))
    return across & along


@lean
def above(rows: Any, base: Any, planes: Any, high: Any) -> Any:
    """The cells that are higher than that."""
    more, same = ZERO, _FULL
    for p in range(planes - 1, -1, -1):
        plane = rows[base + np.uint64(p)]
        if (high >> p) & 1:
            same &= plane
        else:
            more |= same & plane
            same &= ~plane
    return more


@lean
def compared(rows: Any, base: Any, planes: Any, b: Any, full: Any) -> Any:
    """The cells higher than b, those of height b, and the walls."""
    high, flat, walls = ZERO, full, full
    for p in range(planes - 1, -1, -1):
        plane = rows[base + np.uint64(p)]
        walls &= plane
        if (b >> p) & 1:
            flat &= plane
        else:
            high |= flat & plane
            flat &= ~plane
    return high, flat, walls


@lean
def height(rows: Any, base: Any, planes: Any, cell: Any) -> Any:
    """The height of a cell."""
    high = np.int64(0)
    for p in range(planes):
        high |= np.int64((rows[base + np.uint64(p)] >> cell) & ONE) << p
    return high


@lean
def normal(
    rows: Any, base: Any, ints: Any, b: Any, ball: Any, columns: Any, full: Any, left: Any, right: Any, last: Any
) -> bool:
    """Put a layout into its normal form; False if no win is left. `ball` and `last`, the exit, are sets of one."""
    planes = ints[PLANES]
    high = above(rows, base, planes, b)
    walls = above(rows, base, planes, b + ints[TALL])
    while True:
        more = high & ~walls & jammed(walls, columns, full, left, right)
        if more == ZERO:
            break
        walls |= more
    free = full & ~walls
    reached = ball
    while True:
        more = free & beside(reached, columns, full, left, right) & ~reached
        if more == ZERO:
            break
        reached |= more
    if last & reached & ~high == ZERO:
        return False
    walls = full & ~reached
    for p in range(planes):
        rows[base + np.uint64(p)] |= walls
    return True


@lean
def hash_of(rows: Any, base: Any, planes: Any, b: Any) -> Any:
    """A layout's hash."""
    key = np.uint64(b)
    for p in range(planes):
        key = key * _FACTOR + rows[base + np.uint64(p)]
    return mixed(key)


@lean
def find_or_add(rows: Any, table: Any, ints: Any, b: Any) -> Any:
    """The row of the layout that is in the first free row: an earlier row, or this one, which is then taken."""
    planes, row = ints[PLANES], ints[LAYOUTS]
    width = np.uint64(planes + 3)
    base = np.uint64(row) * width
    meta = base + np.uint64(planes)
    key, last = hash_of(rows, base, planes, b), np.uint64(ints[SIZE] - 1)
    ball_height = np.uint64(b)
    slot = first_slot(table, key, last)
    while table[slot] != ZERO:
        known = row_in(table, slot)
        other = np.uint64(known) * width
        same = rows[other + np.uint64(planes)] & _HEIGHT_MASK == ball_height
        for p in range(planes):
            same = same and rows[other + np.uint64(p)] == rows[base + np.uint64(p)]
        if same:
            return known
        slot = next_slot(table, key, slot, last)
    table[slot] = entry(key, row)
    rows[meta] = ball_height
    rows[meta + ONE] = ZERO
    rows[meta + _WAYS] = ZERO
    ints[LAYOUTS] = row + 1
    return row


@lean
def add_balls(row: Any, balls: Any, rows: Any, records: Any, ints: Any) -> Any:
    """Put balls that are new to a layout into its record of the next layer; the record."""
    meta = np.uint64(row) * np.uint64(ints[PLANES] + 3) + np.uint64(ints[PLANES])
    rows[meta + ONE] |= balls
    before = rows[meta] >> _HEIGHT_BITS
    if before > np.uint64(ints[NEXT]):
        records[np.uint64(2) * (before - ONE)] |= balls
        return np.int64(before) - 1
    tail = ints[TAIL]
    at = np.uint64(2 * tail)
    records[at] = balls
    records[at + ONE] = (np.uint64(row) << _HALF) | before
    rows[meta] = (rows[meta] & _HEIGHT_MASK) | (np.uint64(tail + 1) << _HEIGHT_BITS)
    ints[TAIL] = tail + 1
    return tail


@lean
def add_ball(row: Any, cell: Any, way: Any, rows: Any, records: Any, log: Any, ints: Any) -> Any:
    """A ball comes to a layout by a push or a drop: its record, or -1 if it has been there."""
    meta = np.uint64(row) * np.uint64(ints[PLANES] + 3) + np.uint64(ints[PLANES])
    ball = ONE << cell
    if rows[meta + ONE] & ball != ZERO:
        return -1
    at = np.uint64(2 * ints[LOG])
    log[at] = (np.uint64(row) << _CELL) | cell
    log[at + ONE] = (np.uint64(ints[HEAD]) << _WAYS) | np.uint64(way)
    ints[LOG] += 1
    return add_balls(row, ball, rows, records, ints)


@lean
def rehash(rows: Any, table: Any, ints: Any) -> None:
    """Empty the slots in use and fill them again with the layouts there are."""
    planes = ints[PLANES]
    last = np.uint64(ints[SIZE] - 1)
    for slot in range(ints[SIZE]):
        table[np.uint64(slot)] = ZERO
    for row in range(ints[LAYOUTS]):
        base = np.uint64(row * (planes + 3))
        b = np.int64(rows[base + np.uint64(planes)] & _HEIGHT_MASK)
        put(table, hash_of(rows, base, planes, b), row, last)


@lean
def begin(
    heights: Any, ball: Any, ints: Any, rows: Any, table: Any, records: Any,
    columns: Any, full: Any, left: Any, right: Any,
) -> bool:  # fmt: skip
    """Add the first layout, with the ball in it; False if no win is left."""
    cells = ints[CELLS]
    lowest = highest = np.int64(heights[0])
    for cell in range(cells):
        lowest = min(lowest, np.int64(heights[cell]))
        highest = max(highest, np.int64(heights[cell]))
    ints[TALL] = min(ints[TALL], highest - lowest)
    b = np.int64(heights[ball]) - lowest
    planes = 0
    while (1 << planes) - 1 <= b + ints[TALL]:
        planes += 1
    ints[PLANES] = planes
    ints[LAYOUTS:FIELDS] = 0
    ints[SIZE] = FIRST_SLOTS
    rehash(rows, table, ints)
    wall = (1 << planes) - 1
    for p in range(planes):
        plane = ZERO
        for cell in range(cells):
            high: Any = min(np.int64(heights[cell]) - lowest, wall)
            plane |= np.uint64((high >> p) & 1) << np.uint64(cell)
        rows[p] = plane
    start = ONE << np.uint64(ball)
    last = ONE << np.uint64(cells - 1)
    if not normal(rows, ZERO, ints, b, start, columns, full, left, right, last):
        return False
    find_or_add(rows, table, ints, b)
    add_balls(0, start, rows, records, ints)
    ints[NEXT] = 1
    return True


@lean
def dropped(
    cell: Any, ints: Any, here: Any, rows: Any, table: Any, columns: Any, full: Any, left: Any, right: Any, last: Any
) -> Any:
    """The layout once the ball has dropped onto a cell: its row, or -1 where no win is left."""
    planes = ints[PLANES]
    high = height(rows, here, planes, cell)
    scratch = np.uint64(ints[LAYOUTS] * (planes + 3))
    for p in range(planes):
        rows[scratch + np.uint64(p)] = rows[here + np.uint64(p)]
    if not normal(rows, scratch, ints, high, ONE << cell, columns, full, left, right, last):
        return -1
    return find_or_add(rows, table, ints, high)


@lean
def pushed(
    block: Any, behind: Any, b: Any, corners: Any, ints: Any, here: Any, rows: Any, table: Any,
    columns: Any, full: Any, left: Any, right: Any,
) -> Any:  # fmt: skip
    """The layout once what is too high on a cell has been pushed on: its row, or -1 where no win is left."""
    planes = ints[PLANES]
    last = ONE << np.uint64(ints[CELLS] - 1)
    stacked = -b
    for p in range(planes):
        plane = rows[here + np.uint64(p)]
        stacked += ((1 if plane & block != ZERO else 0) + (1 if plane & behind != ZERO else 0)) << p
    if stacked > b and behind == last:
        return -1
    scratch = np.uint64(ints[LAYOUTS] * (planes + 3))
    for p in range(planes):
        plane = rows[here + np.uint64(p)] & ~(behind | block)
        plane |= block if (b >> p) & 1 else ZERO
        plane |= behind if (stacked >> p) & 1 else ZERO
        rows[scratch + np.uint64(p)] = plane
    still = stacked > b and behind & corners != ZERO
    if still and not normal(rows, scratch, ints, b, block, columns, full, left, right, last):
        return -1
    return find_or_add(rows, table, ints, b)


@lean
def trace(ints: Any, records: Any, log: Any, out: Any, columns: Any, full: Any, left: Any, right: Any) -> None:
    """Fill `out` with the moves to the exit, from the last to the first."""
    record = ints[GOAL]
    ball = ONE << np.uint64(ints[CELLS] - 1)
    entry = ints[LOG]
    for depth in range(ints[DEPTH] - 1, -1, -1):
        link = records[np.uint64(2 * record + 1)]
        before = np.int64(link & _LOW) - 1
        way: Any = 4
        if before >= 0:
            earlier = records[np.uint64(2 * before)]
            for back in range(4):
                # A step back along `back` is the way `back ^ 2` undone.
                came = moved(ball, back ^ 2, columns, full, left, right)
                if way == 4 and came & earlier != ZERO:
                    way, ball, record = back, came, before
        if way == 4:
            sought = ((link >> _HALF) << _CELL) | np.uint64(lowest(ball))
            entry -= 1
            while log[np.uint64(2 * entry)] != sought:
                entry -= 1
            source = log[np.uint64(2 * entry + 1)]
            way = np.int64(source & np.uint64(3))
            record = np.int64(source >> _WAYS)
            ball = moved(ball, way ^ 2, columns, full, left, right)
        out[depth] = way


@lean
def found(
    record: Any, ints: Any, records: Any, log: Any, out: Any, columns: Any, full: Any, left: Any, right: Any,
) -> Any:  # fmt: skip
    """The exit is reached: remember where, and trace the moves if `out` has room for them."""
    ints[GOAL] = record
    ints[DEPTH] += 1
    if ints[DEPTH] <= out.shape[0]:
        trace(ints, records, log, out, columns, full, left, right)
    return FOUND


@lean
def search(
    heights: Any, cells: Any, wide: Any, ball: Any, tall: Any, ints: Any, rows: Any, table: Any, records: Any,
    log: Any, out: Any, budget: Any,
) -> Any:  # fmt: skip
    """Expand up to `budget` balls, layer by layer; the first to reach the exit took the fewest moves, traced in `out`.

    Where there are no layouts yet, it lays out the level first.
    """
    columns = np.uint64(wide)
    full, left, right = board_masks(cells, wide)
    last = ONE << np.uint64(cells - 1)
    if ints[LAYOUTS] == 0:
        ints[CELLS], ints[TALL] = cells, tall
        if not begin(heights, ball, ints, rows, table, records, columns, full, left, right):
            return EXHAUSTED
    planes = ints[PLANES]
    width = np.uint64(planes + 3)
    layouts_room = rows.shape[0] // (planes + 3) - MARGIN
    records_room, log_room = records.shape[0] // 2 - MARGIN, log.shape[0] // 2 - MARGIN
    while budget > 0:
        if ints[HEAD] == ints[NEXT]:
            if ints[HEAD] == ints[TAIL]:
                return EXHAUSTED
            ints[NEXT] = ints[TAIL]
            ints[DEPTH] += 1
        at = np.uint64(2 * ints[HEAD])
        balls = records[at]
        for _done in range(ints[DONE]):
            balls &= balls - ONE
        many = bits_in(balls)
        if ints[LAYOUTS] > layouts_room or ints[TAIL] > records_room or ints[LOG] > log_room:
            return NEED_GROW
        # A ball has four ways to new layouts, at most.
        if 2 * (ints[LAYOUTS] + 4 * many) > ints[SIZE]:
            if 2 * ints[SIZE] > table.shape[0]:
                return NEED_GROW
            ints[SIZE] *= 4 if 4 * ints[SIZE] <= table.shape[0] else 2
            rehash(rows, table, ints)
        if many > budget:
            ints[DONE] += budget
            rest = balls
            for _taken in range(budget):
                rest &= rest - ONE
            balls ^= rest
            many = budget
        else:
            ints[DONE] = 0
        budget -= many
        ints[EXPANDED] += many
        row = np.int64(records[at + ONE] >> _HALF)
        here = np.uint64(row) * width
        meta = here + np.uint64(planes)
        b = np.int64(rows[meta] & _HEIGHT_MASK)
        high, flat, walls = compared(rows, here, planes, b, full)
        down, up = (balls << columns) & full, balls >> columns
        east, west = (balls & ~right) << ONE, (balls & ~left) >> ONE
        around = down | up | east | west
        rolled = around & flat & ~rows[meta + ONE]
        if rolled != ZERO:
            record = add_balls(row, rolled, rows, records, ints)
            if rolled & last != ZERO:
                return found(record, ints, records, log, out, columns, full, left, right)
        low = around & ~flat & ~high & ~rows[meta + _WAYS]
        if low != ZERO:
            floor = height(rows, here, planes, np.uint64(cells - 1))
            if floor > 0:
                low &= above(rows, here, planes, floor - 1)
            rows[meta + _WAYS] |= low
            while low != ZERO:
                onto = low & (~low + ONE)
                low ^= onto
                way = 0 if onto & down != ZERO else 1 if onto & east != ZERO else 2 if onto & up != ZERO else 3
                cell = np.uint64(lowest(onto))
                reached = dropped(cell, ints, here, rows, table, columns, full, left, right, last)
                if reached >= 0:
                    record = add_ball(reached, cell, way, rows, records, log, ints)
                    if record >= 0 and onto == last:
                        return found(record, ints, records, log, out, columns, full, left, right)
        blocks = high & ~walls
        down, up = ((down & blocks) << columns) & full & ~high, ((up & blocks) >> columns) & ~high
        east, west = ((east & blocks & ~right) << ONE) & ~high, ((west & blocks & ~left) >> ONE) & ~high
        if down | up | east | west != ZERO:
            corners = jammed(walls, columns, full, left, right)
            for way in range(4):
                onto = down if way == 0 else east if way == 1 else up if way == 2 else west
                step = columns if way & 1 == 0 else ONE
                while onto != ZERO:
                    behind = onto & (~onto + ONE)
                    onto ^= behind
                    block = behind >> step if way < 2 else behind << step
                    reached = pushed(block, behind, b, corners, ints, here, rows, table, columns, full, left, right)
                    if reached >= 0:
                        cell = np.uint64(lowest(block))
                        add_ball(reached, cell, way, rows, records, log, ints)
        if ints[DONE] == 0:
            ints[HEAD] += 1
    return RUNNING


@lean
def retrace(cells: Any, wide: Any, ints: Any, records: Any, log: Any, out: Any) -> None:
    """Trace the moves again, into an array that has room for them."""
    columns = np.uint64(wide)
    full, left, right = board_masks(cells, wide)
    trace(ints, records, log, out, columns, full, left, right)
