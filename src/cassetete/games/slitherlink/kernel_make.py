"""Level making, compiled: a loop that winds through the grid, and clues taken away while the rules still solve it.

The loop is the border of a region of cells in one piece and without holes. Cells join and leave it one at a time, never
changing that; those that make the border longer are always welcome, the others seldom (Metropolis, 1953). Clues are
taken away in a random order, several at a time while that goes well: since more clues never make a grid harder for the
rules, the outcome is the same as one at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import kernel
from cassetete.speed.kernel_random import below, seeded

from .kernel import BOUNDLESS, RUNNING, SETTLED, SOLVED, begin, climb, prepare, room
from .kernel_tables import LOOPS

AT, BATCH, CLUES, SOLVES = range(4)
"""The words of the control array of `thin`: the next group, how many groups at once, the clues left, grids solved."""

MOST_AT_ONCE = 64
_FLIPS = 40
_SELDOM = 3


@kernel
def _simple(cells: Any, wide: int, cell: int) -> Any:
    """Whether a cell may change sides: around it there is one stretch of inside and one of outside, both beside it."""
    last = cells[cell - 1]
    changes, inside, outside = 0, 0, 0
    for k in range(8):
        if k == 0:
            other = cell - wide - 1
        elif k == 1:
            other = cell - wide
        elif k == 2:
            other = cell - wide + 1
        elif k == 3:
            other = cell + 1
        elif k == 4:
            other = cell + wide + 1
        elif k == 5:
            other = cell + wide
        elif k == 6:
            other = cell + wide - 1
        else:
            other = cell - 1
        here = cells[other]
        changes += 1 if here != last else 0
        last = here
        if k & 1:
            inside += here
            outside += 1 - here
    return changes == 2 and inside > 0 and outside > 0


@kernel
def wind(cells: Any, rows: int, columns: int, random: Any) -> None:
    """A random region in `cells`, an array with a frame of outside cells."""
    wide = columns + 2
    for cell in range(cells.shape[0]):
        cells[cell] = 0
    size = np.uint64(rows * columns)
    first = int(below(random, size))
    cells[(first // columns + 1) * wide + first % columns + 1] = 1
    for _flip in range(_FLIPS * rows * columns):
        place = int(below(random, size))
        cell = (place // columns + 1) * wide + place % columns + 1
        if not _simple(cells, wide, cell):
            continue
        unlike = 0
        for other in (cell - wide, cell + 1, cell + wide, cell - 1):
            unlike += 1 if cells[other] != cells[cell] else 0
        # With two unlike neighbours the border keeps its length, with one it grows, with three it shrinks.
        if unlike == 3 and below(random, np.uint64(_SELDOM)) != 0:
            continue
        cells[cell] = 1 - cells[cell]


@kernel
def clues_of(cells: Any, clues: Any, columns: int) -> None:
    """All the clues of a region's border, row by row; -1 for a cell that is alone."""
    wide = columns + 2
    for place in range(clues.shape[0]):
        cell = (place // columns + 1) * wide + place % columns + 1
        count = 0
        for other in (cell - wide, cell + 1, cell + wide, cell - 1):
            count += 1 if cells[other] != cells[cell] else 0
        clues[place] = count if count < 4 else -1


@kernel
def solvable(w: Any, t: Any, v: Any, u: Any, clues: Any, columns: int, rules: int, probing: int) -> Any:
    """Whether the rules, and trials by the rules `probing` if that is not 0, solve an empty grid with these clues."""
    none = np.zeros(0, np.int32)
    prepare(w, clues, columns, rules)
    code = begin(w, t, none, none)
    if code == SETTLED and probing != 0:
        prepare(v, clues, columns, LOOPS)
        begin(v, u, none, none)
        code = climb(w, t, v, u, probing)
    return code == SOLVED


@kernel
def thin(
    w: Any,
    t: Any,
    v: Any,
    u: Any,
    clues: Any,
    saved: Any,
    groups: Any,
    control: Any,
    columns: int,
    rules: int,
    probing: int,
    least: int,
    budget: int,
) -> Any:
    """Take clues away, group by group, while the grid stays solvable and has at least so many; SOLVED when through."""
    limit = control[SOLVES] + budget
    total = groups.shape[0]
    while control[AT] < total:
        if control[SOLVES] >= limit:
            return RUNNING
        many = min(control[BATCH], total - control[AT])
        taken = 0
        for place in range(clues.shape[0]):
            saved[place] = clues[place]
        for group in range(control[AT], control[AT] + many):
            for k in range(groups.shape[1]):
                place = groups[group, k]
                if place >= 0 and clues[place] >= 0:
                    clues[place] = -1
                    taken += 1
        fine = control[CLUES] - taken >= least
        if fine and taken > 0:
            control[SOLVES] += 1
            fine = solvable(w, t, v, u, clues, columns, rules, probing)
        if fine:
            control[AT] += many
            control[CLUES] -= taken
            control[BATCH] = min(2 * many, MOST_AT_ONCE)
            continue
        for place in range(clues.shape[0]):
            clues[place] = saved[place]
        if many == 1:
            control[AT] += 1
        control[BATCH] = max(many // 2, 1)
    return SOLVED


def warm_up() -> None:
    """Compile everything."""
    random = seeded(1)
    cells, clues = np.zeros(16, np.int32), np.zeros(4, np.int32)
    wind(cells, 2, 2, random)
    clues_of(cells, clues, 2)
    (w, t), (v, u) = room(2, 2), room(2, 2)
    control = np.array([0, 1, 4, 0], np.int64)
    thin(w, t, v, u, clues, clues.copy(), np.array([[0, -1]], np.int32), control, 2, LOOPS, 0, 0, BOUNDLESS)
    solvable(w, t, v, u, clues, 2, LOOPS, 0)
