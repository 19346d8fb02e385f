"""Hunting hard levels at machine speed: boards laid out, searched and changed without leaving compiled code.

A board is two words, bushes and herd, a bit a cell of the whole rectangle (at most 64 cells). Its score is how far the
farthest state is: with grass under that state's sheep, and as many tufts as sheep, no other state wins, so the score is
the length of the level's shortest solution.

Annealing (Kirkpatrick, Gelatt and Vecchi 1983) with whole numbers only, so that a seed finds the same everywhere: a
loss of n moves is taken if n draws in a row say so, each with the chance `heat` out of HEATS, which falls evenly to
nothing.

Layout: `board` uint64: BUSHES, HERD, the best so far BEST_BUSHES, BEST_HERD and its farthest state BEST_END.
`tale` int64: ROWS, COLUMNS, FEWEST and MOST sheep, SCORE, BEST, DONE of TOTAL iterations, HOT, ENOUGH.
The graph's arrays are those of `kernel`; a board whose graph does not fit scores 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.games.ricosheep.kernels.narrow import (
    COUNT,
    DEPTH,
    EXHAUSTED,
    FOUND_ONE,
    NO_LIMIT,
    ONE,
    RUNNING,
    ZERO,
    bit_count,
    reset,
    step,
)
from cassetete.speed.jit import lean
from cassetete.speed.random_kernel import below

BUSHES, HERD, BEST_BUSHES, BEST_HERD, BEST_END = 0, 1, 2, 3, 4
ROWS, COLUMNS, FEWEST, MOST, SCORE, BEST, DONE, TOTAL, HOT, ENOUGH = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
HEATS = 1024
_SMALL_TABLE = 1 << 12


@lean
def lay_out(bushes: Any, rows: Any, columns: Any, runs: Any, masks: Any, packs: Any, fixed: Any) -> None:
    """Write the runs of a board, as `kernel` wants them."""
    for axis in range(2):
        number, loose = 0, ZERO
        lines, places = (rows, columns) if axis == 0 else (columns, rows)
        ahead = 1 if axis == 0 else columns
        for line in range(lines):
            cell = line * columns if axis == 0 else line
            place = 0
            while place < places:
                size = 0
                while place + size < places and bushes >> np.uint64(cell + size * ahead) & ONE == ZERO:
                    size += 1
                if size == 1:
                    loose |= ONE << np.uint64(cell)
                elif size > 1:
                    low = high = ZERO
                    packs[2 * axis, number, 0] = packs[2 * axis + 1, number, 0] = ZERO
                    for sheep in range(1, size + 1):
                        low |= ONE << np.uint64(cell + (sheep - 1) * ahead)
                        high |= ONE << np.uint64(cell + (size - sheep) * ahead)
                        packs[2 * axis, number, sheep] = low
                        packs[2 * axis + 1, number, sheep] = high
                    masks[axis, number] = low
                    number += 1
                place += size + 1
                cell += (size + 1) * ahead
        runs[axis] = number
        fixed[axis] = loose


@lean
def farthest(herd: Any, ends: Any, links: Any, marks: Any, count: Any) -> Any:
    """The end of a whole graph that is farthest from the herd it began with; -1 if that herd cannot move.

    A herd that is packed along both axes is an end of two tallies: the nearer one says how far it is.
    """
    for tally in range(count - 1, -1, -1):
        for side in range(2):
            end = ends[tally, side]
            other = links[tally, side]
            nearer = marks[other, DEPTH] < marks[tally, DEPTH] and (end == ends[other, 0] or end == ends[other, 1])
            if end != herd and not nearer:
                return 2 * tally + side
    return -1


@lean
def searched(
    bushes: Any,
    herd: Any,
    rows: Any,
    columns: Any,
    runs: Any,
    masks: Any,
    packs: Any,
    fixed: Any,
    table: Any,
    ends: Any,
    links: Any,
    marks: Any,
    cursor: Any,
) -> Any:
    """The end farthest from a herd, -1 if there is none or the graph does not fit the arrays."""
    lay_out(bushes, rows, columns, runs, masks, packs, fixed)
    # A small part of the table serves most boards and stays in the processor's cache.
    size = min(_SMALL_TABLE, table.shape[0])
    while True:
        part = table[:size]
        reset(cursor, NO_LIMIT)
        status = step(runs, masks, packs, fixed, part, ends, links, marks, cursor, herd, ZERO, NO_LIMIT)
        if status == EXHAUSTED:
            return farthest(herd, ends, links, marks, cursor[COUNT])
        if size == table.shape[0]:
            return -1
        size = min(size * 8, table.shape[0])


@lean
def cell_among(random: Any, cells: Any) -> Any:
    """One of the cells of a set, as a bit; the set is not empty."""
    for _skip in range(below(random, np.int64(bit_count(cells)))):
        cells &= cells - ONE
    return cells & (~cells + ONE)


@lean
def mutate(random: Any, bushes: Any, herd: Any, whole: Any, fewest: Any, most: Any) -> Any:
    """A board a little different: a bush or a sheep comes, goes or moves."""
    empty = whole & ~bushes & ~herd
    sheep = np.int64(bit_count(herd))
    kind = below(random, 8)
    if kind < 2 and empty != ZERO:
        bushes |= cell_among(random, empty)
    elif kind < 4 and bushes != ZERO:
        bushes ^= cell_among(random, bushes)
    elif kind == 4 and bushes != ZERO and empty != ZERO:
        bushes ^= cell_among(random, bushes) | cell_among(random, empty)
    elif kind == 5 and sheep < most and empty != ZERO:
        herd |= cell_among(random, empty)
    elif kind == 6 and sheep > fewest:
        herd ^= cell_among(random, herd)
    elif empty != ZERO:
        herd ^= cell_among(random, herd) | cell_among(random, empty)
    return bushes, herd


@lean
def taken(random: Any, loss: Any, tale: Any) -> Any:
    """Whether a board that is worse by so many moves is taken."""
    heat = tale[HOT] * (tale[TOTAL] - tale[DONE]) // tale[TOTAL]
    for _draw in range(loss):  # noqa: SIM110 (kernels know no generators)
        if below(random, HEATS) >= heat:
            return False
    return True


@lean
def anneal(
    random: Any,
    board: Any,
    tale: Any,
    runs: Any,
    masks: Any,
    packs: Any,
    fixed: Any,
    table: Any,
    ends: Any,
    links: Any,
    marks: Any,
    cursor: Any,
    budget: Any,
) -> Any:
    """Try so many changed boards. FOUND_ONE once the best is long ENOUGH, EXHAUSTED when all iterations are done."""
    rows, columns = tale[ROWS], tale[COLUMNS]
    whole = (ONE << np.uint64(rows * columns)) - ONE if rows * columns < 64 else ~ZERO
    for _try in range(budget):
        if tale[BEST] >= tale[ENOUGH]:
            return FOUND_ONE
        if tale[DONE] >= tale[TOTAL]:
            return EXHAUSTED
        tale[DONE] += 1
        bushes, herd = mutate(random, board[BUSHES], board[HERD], whole, tale[FEWEST], tale[MOST])
        while below(random, 2) == 0:
            bushes, herd = mutate(random, bushes, herd, whole, tale[FEWEST], tale[MOST])
        end = searched(
            bushes, herd, rows, columns, runs, masks, packs, fixed, table, ends, links, marks, cursor
        )  # fmt: skip
        score = np.int64(marks[end >> 1, DEPTH]) if end >= 0 else np.int64(0)
        if taken(random, tale[SCORE] - score, tale):
            board[BUSHES], board[HERD], tale[SCORE] = bushes, herd, score
        if score > tale[BEST]:
            tale[BEST] = score
            board[BEST_BUSHES], board[BEST_HERD], board[BEST_END] = bushes, herd, ends[end >> 1, end & 1]
    return RUNNING
