"""Iterative deepening for short solutions, on boards of up to 32 by 32 and up to five animals.

Layout. Cell = 32 * row + column. `tables` has a line for each of these, of small numbers so that all of it stays in
the fastest cache: in the first four where a slide from a cell ends without animals (directions up, down, left,
right); then at least how many slides are needed, as if one could stop anywhere, OPEN by a turtle there whose last
slide a wall stops at home, SHUT by one whose last slide a helper must stop, PROP by a helper there to where it would
stop the turtle; then TOWARD, the direction in which the cell sees the goal, 4 for none; the CODES of the walls; room
for a QUEUE; by a run's first cell, for columns and rows, the last line it was counted in (DONE). `stacks` holds the
cells of five animals (AT; ABSENT ones are off the board), the moves so far (PATH: 4 * animal + direction), for each
depth the next move to try (TRIED), the cell that the last mover left (LEFT) and where the moves end that are worth
trying (LAST), and the number of states visited (COUNT).
`table` remembers states with the number of moves left there: turtle and sorted helpers of 10 bits each, 6 bits of moves
left, 8 bits of a stamp that changes with each search, so that nothing need be cleared.

Depth-first search within a growing number of moves, cut by a lower bound and by a table of transpositions: Korf's
iterative deepening A* (1985) with the table of chess programs. Two moves before the end no move is tried blindly: the
turtle slides and must then see its way home, or one helper clears the way or props the turtle up.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ZERO, mixed
from cassetete.speed.jit import lean

from .walls import widen

SIDE = 32
ABSENT = 1 << 10
DEEPEST = 40
FAR = 99

OPEN, SHUT, PROP, TOWARD, CODES, QUEUE, DONE, LINES = 4, 5, 6, 7, 8, 9, 10, 12
AT, PATH, TRIED, LEFT, LAST, COUNT, STACKS = 0, 1, 2, 3, 4, 5, 6

STEP = np.array([-32, 32, -1, 1], np.int64)

_TEN = np.uint64(10)
_STATE = np.uint64((1 << 50) - 1)


@lean
def fill_tables(walls: Any, rows: Any, columns: Any, steps: Any, goal: Any, tables: Any) -> None:
    """Fill the tables for a goal."""
    size = SIDE * rows
    codes = tables[CODES, :size]
    widen(walls, rows, columns, SIDE, codes)
    for line in (OPEN, SHUT, PROP):
        for cell in range(tables.shape[1]):
            tables[line, cell] = FAR
    for cell in range(size):
        tables[TOWARD, cell] = 4
        tables[DONE, cell] = tables[DONE + 1, cell] = 0
        code = codes[cell]
        # Up and left, the neighbour's end is known already.
        tables[0, cell] = cell if code & 1 else tables[0, cell - 32]
        tables[2, cell] = cell if code & 8 else tables[2, cell - 1]
    for cell in range(size - 1, -1, -1):
        code = codes[cell]
        tables[1, cell] = cell if code & 4 else tables[1, cell + 32]
        tables[3, cell] = cell if code & 2 else tables[3, cell + 1]
    for d in range(4):
        # Turtles come in along the arm d the other way, and go on unless a wall or a helper stops them there.
        walled = tables[d ^ 1, goal] == goal
        if not walled:
            tables[PROP, goal + steps[d ^ 1]] = 0
        seen = goal
        while seen != tables[d, goal]:
            seen += steps[d]
            tables[TOWARD, seen] = d ^ 1
            tables[OPEN if walled else SHUT, seen] = 1
    for line in (OPEN, SHUT, PROP):
        count_slides(tables, line, size)


@lean
def count_slides(tables: Any, line: Any, size: Any) -> None:
    """Count slides from the cells that have a count: a cell is seen from the cells it sees, all between two walls."""
    tail: Any = 0
    for known in range(size):
        if tables[line, known] != FAR:
            tables[QUEUE, tail] = known
            tail += 1
    head = 0
    while head < tail:
        cell = np.uint64(tables[QUEUE, head])
        following = tables[line, cell] + 1
        head += 1
        for axis in range(2):
            first, end = np.int64(tables[2 * axis, cell]), np.int64(tables[2 * axis + 1, cell])
            if tables[DONE + axis, first] == line:
                continue
            tables[DONE + axis, first] = line
            for seen in range(first, end + 1, SIDE if axis == 0 else 1):
                if tables[line, np.uint64(seen)] == FAR:
                    tables[line, np.uint64(seen)] = following
                    tables[QUEUE, tail] = seen
                    tail += 1


@lean
def slid(s: Any, d: Any, cell: Any, v: Any, w: Any, x: Any, y: Any, z: Any) -> Any:
    """Where a slide from a cell stops that would end on s, with animals on v to z (the slider among them or not)."""
    # Between the two ends of a slide, the cells of a column are those of equal low bits; those of a row are all.
    step = 32 if d < 2 else 1
    low = step - 1
    if s < cell:
        if s <= v < cell and (cell - v) & low == 0:
            s = v + step
        if s <= w < cell and (cell - w) & low == 0:
            s = w + step
        if s <= x < cell and (cell - x) & low == 0:
            s = x + step
        if s <= y < cell and (cell - y) & low == 0:
            s = y + step
        if s <= z < cell and (cell - z) & low == 0:
            s = z + step
    elif s > cell:
        if cell < v <= s and (cell - v) & low == 0:
            s = v - step
        if cell < w <= s and (cell - w) & low == 0:
            s = w - step
        if cell < x <= s and (cell - x) & low == 0:
            s = x - step
        if cell < y <= s and (cell - y) & low == 0:
            s = y - step
        if cell < z <= s and (cell - z) & low == 0:
            s = z - step
    return s


@lean
def packed(t: Any, w: Any, x: Any, y: Any, z: Any) -> Any:
    """Turtle and sorted helpers in one word of 50 bits."""
    w, x = min(w, x), max(w, x)
    y, z = min(y, z), max(y, z)
    w, y = min(w, y), max(w, y)
    x, z = min(x, z), max(x, z)
    x, y = min(x, y), max(x, y)
    low = np.uint64(t) | np.uint64(w & 1023) << _TEN | np.uint64(x & 1023) << np.uint64(20)
    return low | np.uint64(y & 1023) << np.uint64(30) | np.uint64(z & 1023) << np.uint64(40)


@lean
def deepen(
    tables: Any, steps: Any, goal: Any, count: Any, t: Any, w: Any, x: Any, y: Any, z: Any,
    table: Any, stamp: Any, budget: Any, stacks: Any,
) -> int:  # fmt: skip
    """The least number of moves of the animals on t to z, which are then in PATH; -1 when the budget is used up."""
    open_, shut, prop, toward = tables[OPEN], tables[SHUT], tables[PROP], tables[TOWARD]
    at, path, tried, left, last = stacks[AT], stacks[PATH], stacks[TRIED], stacks[LEFT], stacks[LAST]
    counts = stacks[COUNT]
    at[0], at[1], at[2], at[3], at[4] = t, w, x, y, z
    mask = np.uint64(table.shape[0] - 1)
    nodes = 0
    home = np.int64(toward[np.uint64(t)])
    if home != 4 and slid(tables[np.uint64(home), np.uint64(t)], home, t, w, x, y, z, z) == goal:
        path[0] = home
        counts[0] = 1
        return 1
    for limit in range(2, DEEPEST):
        depth = 0
        tried[0] = -1
        while depth >= 0:
            height = limit - depth
            move = tried[np.uint64(depth)]
            if move < 0:
                nodes += 1
                if nodes > budget:
                    while depth > 0:
                        depth -= 1
                        at[np.uint64(path[np.uint64(depth)] >> 2)] = left[np.uint64(depth)]
                    counts[0] = nodes
                    return -1
                t, w, x, y, z = at[0], at[1], at[2], at[3], at[4]
                alone = open_[np.uint64(t)]
                helped = shut[np.uint64(t)] + min(
                    min(prop[np.uint64(w)], prop[np.uint64(x)]), min(prop[np.uint64(y)], prop[np.uint64(z)])
                )
                enter = alone <= height or helped <= height
                if enter and height == 2:
                    enter = False
                    for d in range(4):
                        s = slid(tables[np.uint64(d), np.uint64(t)], d, t, w, x, y, z, z)
                        home = np.int64(toward[np.uint64(s)])
                        if (
                            home != 4
                            and s != t
                            and slid(tables[np.uint64(home), np.uint64(s)], home, s, w, x, y, z, z) == goal
                        ):
                            path[np.uint64(depth)] = d
                            path[depth + 1] = home
                            counts[0] = nodes
                            return limit
                    home = np.int64(toward[np.uint64(t)])
                    if home != 4:
                        # One helper's move, then home: it clears the way, or it stops the turtle there.
                        end = slid(tables[np.uint64(home), np.uint64(t)], home, t, w, x, y, z, z)
                        short = (end < goal) == (t < goal)
                        wanted = end + steps[home] if short else goal + steps[home]
                        for animal in range(1, count):
                            h = at[np.uint64(animal)]
                            if short and h != wanted:
                                continue
                            for d in range(4):
                                s = slid(tables[np.uint64(d), np.uint64(h)], d, h, t, w, x, y, z)
                                if s == h:
                                    continue
                                won = s == wanted
                                if short:
                                    at[np.uint64(animal)] = s
                                    won = (
                                        slid(
                                            tables[np.uint64(home), np.uint64(t)],
                                            home,
                                            t,
                                            at[1],
                                            at[2],
                                            at[3],
                                            at[4],
                                            at[4],
                                        )
                                        == goal
                                    )
                                    at[np.uint64(animal)] = h
                                if won:
                                    path[np.uint64(depth)] = 4 * animal + d
                                    path[depth + 1] = home
                                    counts[0] = nodes
                                    return limit
                elif enter:
                    key = packed(t, w, x, y, z)
                    slot = mixed(key) & mask
                    mark = key | np.uint64(height) << np.uint64(50) | stamp << np.uint64(56)
                    old = table[slot]
                    same = (old ^ mark) & _STATE == ZERO and old >> np.uint64(56) == stamp
                    if same and old >= mark:
                        enter = False
                    else:
                        table[slot] = mark
                if not enter:
                    depth -= 1
                    if depth >= 0:
                        at[np.uint64(path[np.uint64(depth)] >> 2)] = left[np.uint64(depth)]
                    continue
                move = 0
                # With no move to spare, only the turtle's own can help.
                last[np.uint64(depth)] = 4 * count if alone < height or helped <= height else 4
            if move == last[np.uint64(depth)]:
                depth -= 1
                if depth >= 0:
                    at[np.uint64(path[np.uint64(depth)] >> 2)] = left[np.uint64(depth)]
                continue
            tried[np.uint64(depth)] = move + 1
            # A second move of one animal on one axis undoes the first.
            if depth > 0 and (path[depth - 1] | 1) == (move | 1):
                continue
            animal, d = move >> 2, move & 3
            cell = at[np.uint64(animal)]
            s = slid(tables[np.uint64(d), np.uint64(cell)], d, cell, at[0], at[1], at[2], at[3], at[4])
            if s == cell:
                continue
            if height == 3 and animal > 0:
                # Two slides home that this helper has nothing to do with would have been found with one move less.
                t = at[0]
                beside = (cell ^ t) & 31 == 0 or cell >> 5 == t >> 5 or (s ^ t) & 31 == 0 or s >> 5 == t >> 5
                if (
                    not beside
                    and toward[np.uint64(t)] == 4
                    and toward[np.uint64(cell)] == 4
                    and cell != goal
                    and prop[np.uint64(s)] != 0
                ):
                    continue
            path[np.uint64(depth)] = move
            left[np.uint64(depth)] = cell
            at[np.uint64(animal)] = s
            depth += 1
            tried[np.uint64(depth)] = -1
    counts[0] = nodes
    return -1
