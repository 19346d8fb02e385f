"""Level making, compiled: a long random loop, and clues taken away while the rules still solve the grid.

The loop is the border of a region of cells in one piece and without holes. Cells join and leave it one at a time, never
changing that; a flip that makes the border longer is always accepted, one that makes it shorter seldom (Metropolis,
1953; at one temperature). Clues are taken away in a random order. More clues never make the rules find less, so whole
stretches are decided at once, and what follows from the clues outside a stretch is found once for all of it: the
outcome is the same as one at a time.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, RUNNING
from cassetete.speed.jit import lean
from cassetete.speed.random_kernel import below, bits

from .grid import (
    LEFT,
    LOOPS,
    PATTERNS,
    RULES,
    SETTLED,
    SOLVED,
    TRAIL,
    add_clue,
    begin,
    opening,
    prepare,
    propagate,
    settle,
    undo,
)
from .probing import deduce_and_try

AT, DEPTH, CLUES, STEPS_TAKEN, BATCH = range(5)
"""The words of the control array of `remove_clues`: groups decided, the innermost frame, the clues left, steps
taken, and how long a stretch may be for trials, which are slow, to be made for it."""

FRAMES = 32
"""More than the times that a number of groups can be halved; a frame has 5 words: the stretch, a phase, two trails."""

_FLIPS, _MORE_FLIPS = 40, 10
"""Flips for each cell until a large region is random (a small one is sooner: the length of its border no longer changes
on average); and until it is another one, where the first will not do."""
_SELDOM = np.uint64(3)
_NONE, _20, _22, _42 = np.uint64(0), np.uint64(20), np.uint64(22), np.uint64(42)
_FEWER, _FEW = np.uint64((1 << 20) - 1), np.uint64((1 << 22) - 1)


def _simple(around: int) -> bool:
    """Whether a cell may change sides, by its 8 neighbours (bits in the order of the clock, from the one above; 1 is
    inside): there is one stretch of inside and one of outside, both beside it."""
    changes = sum((around >> k ^ around >> (k + 1) % 8) & 1 for k in range(8))
    return changes == 2 and 0 < (around & 0b01010101).bit_count() < 4


# 0 for a cell that may not change sides, else 1 + the number of neighbours beside it that are inside.
_BESIDE = np.array([(n & 0b01010101).bit_count() + 1 if _simple(n) else 0 for n in range(256)], np.int32)


@lean
def random_region(cells: Any, rows: int, columns: int, random: Any) -> None:
    """A random region in `cells`, an array with a frame of outside cells."""
    wide = columns + 2
    for cell in range(cells.shape[0]):
        cells[cell] = 0
    many_rows, many_columns = np.uint64(rows), np.uint64(columns)
    first = int(below(random, many_rows * many_columns))
    cells[(first // columns + 1) * wide + first % columns + 1] = 1
    change_region(cells, rows, columns, random, min(_FLIPS, 12 + max(rows, columns)) * rows * columns)


@lean
def change_region(cells: Any, rows: int, columns: int, random: Any, flips: int) -> None:
    """Try so many flips of random cells of a region."""
    wide = columns + 2
    many_rows, many_columns = np.uint64(rows), np.uint64(columns)
    for _flip in range(flips):
        # 64 bits are enough for three numbers: row, column, and whether the border may shrink.
        drawn = bits(random)
        row, column = int((drawn >> _42) * many_rows >> _22), int((drawn >> _20 & _FEW) * many_columns >> _22)
        cell = (row + 1) * wide + column + 1
        up, down = cell - wide, cell + wide
        around = cells[up] | cells[up + 1] << 1 | cells[cell + 1] << 2 | cells[down + 1] << 3
        around |= cells[down] << 4 | cells[down - 1] << 5 | cells[cell - 1] << 6 | cells[up - 1] << 7
        beside = _BESIDE[around]
        if beside == 0:
            continue
        unlike = 5 - beside if cells[cell] else beside - 1
        # With two unlike neighbours the border keeps its length, with one it grows, with three it shrinks.
        if unlike == 3 and (drawn & _FEWER) * _SELDOM >> _20 != _NONE:
            continue
        cells[cell] = 1 - cells[cell]


@lean
def clues_of(cells: Any, clues: Any, columns: int) -> None:
    """All the clues of a region's border, row by row; -1 for a cell that is alone."""
    wide = columns + 2
    for place in range(clues.shape[0]):
        cell = (place // columns + 1) * wide + place % columns + 1
        count = 0
        for other in (cell - wide, cell + 1, cell + wide, cell - 1):
            count += 1 if cells[other] != cells[cell] else 0
        clues[place] = count if count < 4 else -1


@lean
def solvable(w: Any, t: Any, v: Any, u: Any, clues: Any, columns: int, rules: int, probing: int) -> Any:
    """Whether the rules, and trials by the rules `probing` if that is not 0, solve an empty grid with these clues."""
    prepare(w, clues, columns, rules)
    code = begin(w, t, clues[:0], clues[:0])
    if code == SETTLED and probing != 0:
        prepare(v, clues, columns, LOOPS)
        begin(v, u, clues[:0], clues[:0])
        code = deduce_and_try(w, t, v, u, probing)
    return code == SOLVED


@lean
def _add_clues(grids: Any, clues: Any, columns: int, groups: Any, kept: Any, first: int, last: int) -> None:
    """Give a grid the clues of some groups that are not taken away."""
    w, t = grids
    wide = columns + 2
    for group in range(first, last):
        if kept[group] == 0:
            continue
        for k in range(groups.shape[1]):
            place = groups[group, k]
            if place >= 0 and clues[place] >= 0 and (k == 0 or place != groups[group, 0]):
                add_clue(w, t, (place // columns + 1) * wide + place % columns + 1, clues[place])
    if w[RULES] & PATTERNS:
        opening(w)


@lean
def _count_clues(clues: Any, groups: Any, kept: Any, first: int, last: int) -> Any:
    """How many clues some groups have."""
    many = 0
    for group in range(first, last):
        if kept[group] == 0:
            continue
        for k in range(groups.shape[1]):
            place = groups[group, k]
            if place >= 0 and clues[place] >= 0 and (k == 0 or place != groups[group, 0]):
                many += 1
    return many


@lean
def _swap(groups: Any, a: int, b: int) -> None:
    for k in range(groups.shape[1]):
        groups[a, k], groups[b, k] = groups[b, k], groups[a, k]


@lean
def shuffle(groups: Any, random: Any) -> None:
    """The groups in a random order."""
    for n in range(groups.shape[0] - 1, 0, -1):
        _swap(groups, n, int(below(random, np.uint64(n + 1))))


@lean
def draw(
    w: Any, t: Any, v: Any, u: Any, cells: Any, clues: Any, groups: Any, rows: int, columns: int, random: Any,
    rules: int, attempts: int,
) -> Any:  # fmt: skip
    """Draw loops, with all their clues and the groups in a random order, until these rules solve one: how many it took,
    or minus that many if none was solved. With rules below 0, the first will do."""
    for attempt in range(1, attempts + 1):
        if attempt == 1:
            random_region(cells, rows, columns, random)
        else:
            change_region(cells, rows, columns, random, _MORE_FLIPS * rows * columns)
        clues_of(cells, clues, columns)
        shuffle(groups, random)
        if rules < 0 or solvable(w, t, v, u, clues, columns, rules, 0):
            return attempt
    return -attempts


@lean
def twos_last(groups: Any, clues: Any) -> None:
    """The groups that begin with a 2 after the others."""
    last = groups.shape[0]
    for n in range(groups.shape[0] - 1, -1, -1):
        if clues[groups[n, 0]] == 2:
            last -= 1
            _swap(groups, n, last)


@lean
def remove_clues(
    w: Any,
    t: Any,
    v: Any,
    u: Any,
    clues: Any,
    groups: Any,
    kept: Any,
    frames: Any,
    control: Any,
    columns: int,
    probing: int,
    least: int,
    budget: int,
) -> Any:
    """Take clues away, group by group, while the grid stays solvable and has at least so many; EXHAUSTED when done.

    The grids hold what follows from all clues but those of the groups to be decided now, a stretch of them: if that is
    everything, they all go. Else the first half of them is decided with the clues of the second there, then the second
    half with what was kept of the first; every conclusion is drawn once and taken back once.
    """
    limit = control[STEPS_TAKEN] + budget
    while control[DEPTH] >= 0:
        if control[STEPS_TAKEN] >= limit:
            return RUNNING
        frame = frames[control[DEPTH]]
        first, last, phase = frame[0], frame[1], frame[2]
        if phase == 0:
            many = _count_clues(clues, groups, kept, first, last)
            tried = probing != 0 and w[LEFT] > 0 and last - first <= control[BATCH]
            if tried:
                deduce_and_try(w, t, v, u, probing)
            if tried and w[LEFT] > 0:
                control[BATCH] = max(control[BATCH] // 2, 1)
            elif last - first == control[BATCH]:
                control[BATCH] *= 2
            gone = many == 0 or (w[LEFT] == 0 and control[CLUES] - many >= least)
            if gone:
                control[CLUES] -= many
                for group in range(first, last):
                    kept[group] = 0
            if gone or last - first == 1:
                control[AT] = last
                control[DEPTH] -= 1
                continue
            frame[3], frame[4] = w[TRAIL], v[TRAIL]
        else:
            undo(w, t, frame[3])
            undo(v, u, frame[4])
        if phase == 2:
            control[DEPTH] -= 1
            continue
        frame[2] = phase + 1
        middle = (first + last) // 2
        begins, ends = (middle, last) if phase == 0 else (first, middle)
        _add_clues((w, t), clues, columns, groups, kept, begins, ends)
        if probing != 0:
            _add_clues((v, u), clues, columns, groups, kept, begins, ends)
            settle(v, u)
        propagate(w, t)
        control[STEPS_TAKEN] += 1
        control[DEPTH] += 1
        below_it = frames[control[DEPTH]]
        below_it[0], below_it[1], below_it[2] = (first, middle, 0) if phase == 0 else (middle, last, 0)
    for group in range(groups.shape[0]):
        if kept[group] == 0:
            for k in range(groups.shape[1]):
                if groups[group, k] >= 0:
                    clues[groups[group, k]] = -1
    return EXHAUSTED


@lean
def start_removal(
    w: Any,
    t: Any,
    v: Any,
    u: Any,
    clues: Any,
    blank: Any,
    groups: Any,
    kept: Any,
    frames: Any,
    control: Any,
    columns: int,
    rules: int,
    probing: int,
    least: int,
    budget: int,
) -> Any:
    """Take clues away as `remove_clues` does, from the beginning: grids without clues, one stretch of all groups."""
    prepare(w, blank, columns, rules)
    begin(w, t, blank[:0], blank[:0])
    if probing != 0:
        prepare(v, blank, columns, LOOPS)
        begin(v, u, blank[:0], blank[:0])
    for group in range(groups.shape[0]):
        kept[group] = 1
    frames[0, 0], frames[0, 1], frames[0, 2] = 0, groups.shape[0], 0
    control[AT], control[DEPTH], control[STEPS_TAKEN], control[BATCH] = 0, 0, 0, 1
    control[CLUES] = _count_clues(clues, groups, kept, 0, groups.shape[0])
    return remove_clues(w, t, v, u, clues, groups, kept, frames, control, columns, probing, least, budget)
