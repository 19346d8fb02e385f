"""Level making, compiled: a long random loop, and clues taken away while the rules still solve the grid.

The loop is the border of a region of cells in one piece and without holes; a row of cells is the bits of one word.
Cells join and leave it one at a time, never changing that; a flip that makes the border longer is always accepted, one
that makes it shorter seldom (Metropolis, 1953; at one temperature). Clues are taken away in a random order. More clues
never make the rules find less, so whole stretches are decided at once, and what follows from the clues outside a
stretch is found once for all of it: the outcome is the same as one at a time.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, RUNNING
from cassetete.speed.jit import lean
from cassetete.speed.random_kernel import below, bits

from .grid import (
    CLUE,
    LEFT,
    LOOPS,
    PATTERNS,
    RULES,
    SETTLED,
    SOLVED,
    TRAIL,
    add_clue,
    at,
    begin,
    opening,
    prepare,
    propagate,
    settle,
    undo,
)
from .probing import deduce_and_try

AT, DEPTH, CLUES, STEPS_TAKEN, BATCH, DONE, DRAWN, CONTROLS = range(8)
"""The words of the control array: groups decided, the innermost frame (-1: clues are not being taken away), the clues
left, steps taken, how long a stretch may be for trials, which are slow, to be made for it; levels done, and loops drawn
for the one that is being made. CONTROLS is how many there are."""

TOO_EASY, ENOUGH, TRYING, FIRST_LOOP, TWOS_LAST, LEAST, RECIPE = range(7)
"""The words that say what levels are wanted: rules that may not solve them (0: any), rules that must, the rules of
trials (0: no trials), rules that must solve a loop with all its clues (-1: any loop), whether clues 2 are taken away
last where the first loop does not do, and how many clues at least. RECIPE is how many there are."""

ATTEMPTS = 200
"""Loops tried before giving up: some sizes have no level of some difficulties."""

AT_ONCE = 8
"""Loops drawn until one has all that it needs, each a change of the one before; then a new one is drawn."""

NO_LEVEL = -2
"""The first clue of a level that was not found."""

FRAMES = 32
"""More than the times that a number of groups can be halved; a frame has 5 words: the stretch, a phase, two trails."""

_FLIPS, _MORE_FLIPS = 40, 10
"""Flips for each cell until a large region is random (a small one is sooner: the length of its border no longer changes
on average); and until it is another one, where the first will not do."""
_SELDOM = np.uint64(3)
_NONE, _20, _22, _42 = np.uint64(0), np.uint64(20), np.uint64(22), np.uint64(42)
_FEWER, _FEW = np.uint64((1 << 20) - 1), np.uint64((1 << 22) - 1)


def _flip(window: int, shrink: bool) -> int:
    """1 if a cell is to change sides, by the 9 cells around it (bits row by row; 1 is inside); `shrink`: even if the
    border becomes shorter.

    Region and outside stay in one piece if around the cell there is one stretch of each, both beside it.
    """
    around = [window >> place & 1 for place in (1, 2, 5, 8, 7, 6, 3, 0)]  # in the order of the clock
    changes = sum(around[k] != around[k - 1] for k in range(8))
    inside = sum(around[::2])
    if changes != 2 or not 0 < inside < 4:
        return 0
    # With two unlike neighbours the border keeps its length, with one it grows, with three it shrinks.
    unlike = 4 - inside if window >> 4 & 1 else inside
    return 1 if shrink or unlike < 3 else 0


_FLIP = np.array([[_flip(window, shrink) for window in range(512)] for shrink in (False, True)], np.int64)


@lean
def _window(cells: Any, row: int, column: int) -> Any:
    """The 9 cells around a cell, as bits."""
    return cells[row] >> column & 7 | (cells[row + 1] >> column & 7) << 3 | (cells[row + 2] >> column & 7) << 6


@lean
def random_region(cells: Any, columns: int, random: Any) -> None:
    """A random region in `cells`: a word for each row, with a frame of outside cells."""
    rows = cells.shape[0] - 2
    for row in range(rows + 2):
        cells[row] = 0
    first = int(below(random, np.uint64(rows) * np.uint64(columns)))
    cells[first // columns + 1] = 1 << first % columns + 1
    change_region(cells, columns, random, min(_FLIPS, 12 + max(rows, columns)) * rows * columns)


@lean
def change_region(cells: Any, columns: int, random: Any, flips: int) -> None:
    """Try so many flips of random cells of a region."""
    many_rows, many_columns = np.uint64(cells.shape[0] - 2), np.uint64(columns)
    for _each in range(flips):
        # 64 bits are enough for three numbers: row, column, and whether the border may shrink.
        drawn = bits(random)
        row, column = int((drawn >> _42) * many_rows >> _22), int((drawn >> _20 & _FEW) * many_columns >> _22)
        shrink = 1 if (drawn & _FEWER) * _SELDOM >> _20 == _NONE else 0
        window = _window(cells, row, column)
        # Without a branch: nothing can guess which cells flip.
        cells[row + 1] ^= _FLIP[shrink, window] << column + 1


@lean
def clues_of(cells: Any, clues: Any, columns: int) -> None:
    """All the clues of a region's border, row by row; -1 for a cell that is alone."""
    for row in range(1, cells.shape[0] - 1):
        here = cells[row]
        above, under = here ^ cells[row - 1], here ^ cells[row + 1]
        before, after = here ^ here << 1, here ^ here >> 1
        for column in range(1, columns + 1):
            count = (above >> column & 1) + (under >> column & 1) + (before >> column & 1) + (after >> column & 1)
            clues[(row - 1) * columns + column - 1] = count if count < 4 else -1


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
def _copy(couples: Any, groups: Any) -> None:
    for group in range(groups.shape[0]):
        for k in range(groups.shape[1]):
            groups[group, k] = couples[group, k]


@lean
def shuffle(groups: Any, random: Any) -> None:
    """The groups in a random order."""
    for n in range(groups.shape[0] - 1, 0, -1):
        _swap(groups, n, int(below(random, np.uint64(n + 1))))


@lean
def draw(
    w: Any, t: Any, cells: Any, clues: Any, groups: Any, columns: int, random: Any, rules: int, attempts: int
) -> Any:
    """Draw loops, with all their clues and the groups in a random order, until these rules solve one: how many it took,
    or minus that many if none was solved. With rules below 0, the first will do."""
    for attempt in range(1, attempts + 1):
        if attempt == 1:
            random_region(cells, columns, random)
        else:
            change_region(cells, columns, random, _MORE_FLIPS * clues.shape[0])
        clues_of(cells, clues, columns)
        shuffle(groups, random)
        if rules < 0 or solvable(w, t, w, t, clues, columns, rules, 0):
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
def _start_removal(
    w: Any, t: Any, v: Any, u: Any, clues: Any, blank: Any, groups: Any, kept: Any, frames: Any, control: Any,
    columns: int, rules: int, probing: int,
) -> None:  # fmt: skip
    """All groups are to be decided: grids without clues, one stretch of everything."""
    prepare(w, blank, columns, rules)
    begin(w, t, blank[:0], blank[:0])
    if probing != 0:
        prepare(v, blank, columns, LOOPS)
        begin(v, u, blank[:0], blank[:0])
    for group in range(groups.shape[0]):
        kept[group] = 1
    frames[0, 0], frames[0, 1], frames[0, 2] = 0, groups.shape[0], 0
    control[AT], control[DEPTH], control[BATCH] = 0, 0, 1
    control[CLUES] = _count_clues(clues, groups, kept, 0, groups.shape[0])


@lean
def _has_other_loop(w: Any, cells: Any, columns: int) -> Any:
    """Whether a region that differs by one cell meets the clues of the grid too: then no rules can solve it."""
    wide = columns + 2
    for row in range(cells.shape[0] - 2):
        for column in range(columns):
            window = _window(cells, row, column)
            if _FLIP[1, window] == 0:
                continue
            cell = (row + 1) * wide + column + 1
            if w[at(cell - wide, CLUE)] >= 0 or w[at(cell + wide, CLUE)] >= 0:
                continue
            if w[at(cell - 1, CLUE)] >= 0 or w[at(cell + 1, CLUE)] >= 0:
                continue
            # With two neighbours inside, it keeps its own clue.
            beside = (window >> 1 & 1) + (window >> 3 & 1) + (window >> 5 & 1) + (window >> 7 & 1)
            if beside == 2 or w[at(cell, CLUE)] < 0:
                return True
    return False


@lean
def _remove_clues(
    w: Any, t: Any, v: Any, u: Any, cells: Any, clues: Any, groups: Any, kept: Any, frames: Any, control: Any,
    columns: int, probing: int, least: int, limit: int,
) -> Any:  # fmt: skip
    """Take clues away, group by group, while the grid stays solvable and has at least so many; EXHAUSTED when done.

    The grids hold what follows from all clues but those of the groups to be decided now, a stretch of them: if that is
    everything, they all go. Else the first half of them is decided with the clues of the second there, then the second
    half with what was kept of the first; every conclusion is drawn once and taken back once.
    """
    while control[DEPTH] >= 0:
        if control[STEPS_TAKEN] >= limit:
            return RUNNING
        frame = frames[control[DEPTH]]
        first, last, phase = frame[0], frame[1], frame[2]
        if phase == 0:
            many = _count_clues(clues, groups, kept, first, last)
            tried = probing != 0 and w[LEFT] > 0 and last - first <= control[BATCH]
            if tried and not _has_other_loop(w, cells, columns):
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
def _go_on(control: Any) -> None:
    """To the next level."""
    control[DONE] += 1
    control[DRAWN], control[AT] = 0, 0


@lean
def make(
    w: Any, t: Any, v: Any, u: Any, cells: Any, table: Any, blank: Any, couples: Any, groups: Any, kept: Any,
    frames: Any, control: Any, random: Any, seeds: Any, recipe: Any, columns: int, budget: int,
) -> Any:  # fmt: skip
    """Make a level from each seed, its clues in a row of the table; EXHAUSTED when all are made.

    Each begins with all the clues of a random loop and ends with as few as the rules can solve. It is solved again from
    the start, and if it is too easy another loop is drawn.
    """
    limit = control[STEPS_TAKEN] + budget
    while control[DONE] < seeds.shape[0]:
        clues = table[control[DONE]]
        if control[DEPTH] < 0:
            if control[STEPS_TAKEN] >= limit:
                return RUNNING
            if control[DRAWN] == 0:
                _copy(couples, groups)
                random[0] = seeds[control[DONE]]
            attempts = min(AT_ONCE, ATTEMPTS - control[DRAWN])
            drawn = draw(w, t, cells, clues, groups, columns, random, recipe[FIRST_LOOP], attempts)
            control[DRAWN] += abs(drawn)
            control[STEPS_TAKEN] += abs(drawn)
            if drawn > 0:
                if control[DRAWN] > 1 and recipe[TWOS_LAST]:
                    # The last loop gave too easy a level. Areas are needed more often where 2s are left.
                    twos_last(groups, clues)
                _start_removal(
                    w, t, v, u, clues, blank, groups, kept, frames, control, columns, recipe[ENOUGH], recipe[TRYING]
                )
        if control[DEPTH] >= 0:
            code = _remove_clues(
                w, t, v, u, cells, clues, groups, kept, frames, control, columns, recipe[TRYING], recipe[LEAST], limit
            )
            if code == RUNNING:
                return RUNNING
            too_easy = recipe[TOO_EASY] != 0 and solvable(w, t, v, u, clues, columns, recipe[TOO_EASY], 0)
            if not too_easy and solvable(w, t, v, u, clues, columns, recipe[ENOUGH], recipe[TRYING]):
                _go_on(control)
        if control[DRAWN] >= ATTEMPTS:
            clues[0] = NO_LEVEL
            _go_on(control)
    return EXHAUSTED
