"""The native solver's steps: a grid is prepared, what follows from its marks is marked, and segments are probed.

Probing tries both marks on a segment: what fails leaves the other, and what both lead to holds (the "dilemma rule" of
Stålmarck, 1989). What is left blank after a round in vain goes to a SAT solver (see `sat`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import lean

from .areas import areas
from .geometry import at, pair_at, value_of
from .grid import allowed, assume, forget, narrow, pend, settle, tell, undo
from .layout import (
    ACROSS,
    ALL,
    AREAS,
    AREAS_AT,
    BEST,
    CARE,
    CLOSING,
    CLUE,
    COLOURS,
    COMMON,
    COMMONS,
    CORNERS,
    COUNT,
    CROSS,
    DEGREES,
    DOM,
    DOMAINS,
    FAR,
    HEAD,
    HUGE,
    LEFT,
    LINE,
    LINKS,
    LOOPS,
    MISSING,
    NEXT,
    NOTED,
    OFF,
    PARENT,
    PATTERNS,
    PENDING,
    RECORD,
    ROUND,
    RULES,
    SCORE,
    SECTIONS,
    SECTORS,
    SIZE,
    STAMP,
    STAMPED,
    STEPS,
    TOLD,
    TOTAL,
    TRAIL,
    TRAIL_ROOM,
    TURN,
    UNITED,
    VAIN,
    VAL,
    WIDE,
    Q,
)

RUNNING, SETTLED, SOLVED, WRONG = 0, 1, 2, 3
BOUNDLESS = 1 << 30
EVERYTHING = LOOPS | SECTORS | COLOURS | LINKS | AREAS | COMMONS | DOMAINS


def room(rows: int, columns: int) -> tuple[Any, Any]:
    """The two arrays for a grid of a size."""
    q = (rows + 3) * (columns + 2) + 2
    return np.zeros(HEAD + SECTIONS * q, np.int32), np.empty(2 * TRAIL_ROOM * q, np.int32)


@lean
def prepare(w: Any, clues: Any, columns: int, rules: int) -> None:
    """An empty grid with these clues (row by row, -1 where there is none); what they allow waits to be told."""
    rows = clues.shape[0] // columns
    wide = columns + 2
    q = (rows + 3) * wide + 2
    for i in range(HEAD + RECORD * q):
        w[i] = 0
    for i in range(4 * q):
        w[HEAD + STAMP * q + i] = 0
    w[WIDE], w[Q], w[RULES], w[CLOSING], w[BEST], w[AREAS_AT] = wide, q, rules, -1, -1, -1
    w[ROUND] = 1
    w[CARE] = (CORNERS if rules & SECTORS else 0) | (CORNERS | ACROSS if rules & LINKS else 0)
    w[CARE + 1] = CORNERS if rules & (SECTORS | PATTERNS) else 0
    for i in range(q):
        record = HEAD + RECORD * i
        w[record + DOM], w[record + DOM + 1], w[record + VAL], w[record + VAL + 1] = 1, 1, CROSS, CROSS
        w[record + FAR], w[record + NEXT], w[record + SIZE], w[record + CLUE] = i, i, 1, -2
    w[at(0, SIZE)] = HUGE
    for j in range(1, columns + 1):
        w[at(j, DOM)] = 1 | 1 << 4
        w[at((rows + 1) * wide + j, DOM)] = 1 | 1 << 1
    for i in range(1, rows + 1):
        w[at(i * wide, DOM)] = 1 | 1 << 2
        w[at(i * wide + columns + 1, DOM)] = 1 | 1 << 8
    for i in range(1, rows + 2):
        for j in range(1, columns + 2):
            record = HEAD + RECORD * (i * wide + j)
            if j <= columns:
                w[record + VAL] = 0
                w[LEFT] += 1
            if i <= rows:
                w[record + VAL + 1] = 0
                w[LEFT] += 1
            if i <= rows and j <= columns:
                clue = clues[(i - 1) * columns + j - 1]
                w[record + CLUE] = clue
                w[record + PARENT] = 2 * (i * wide + j)
                w[record + DOM] = 0xFFFF if clue < 0 else COUNT[clue]
                w[MISSING] += max(clue, 0)
            dom = DEGREES
            dom &= OFF[0] if i == 1 else 0xFFFF
            dom &= OFF[2] if i == rows + 1 else 0xFFFF
            dom &= OFF[3] if j == 1 else 0xFFFF
            dom &= OFF[1] if j == columns + 1 else 0xFFFF
            w[record + DOM + 1] = dom
    w[TOTAL] = w[MISSING]
    for cell in range(wide + 1, (rows + 1) * wide + columns + 2):
        for node in range(2 * cell, 2 * cell + 2):
            dom = w[pair_at(node, DOM)]
            if dom != 0xFFFF and (dom != 1 or w[at(cell, CLUE)] == 0):
                tell(w, node, ALL & ~allowed(dom))


@lean
def opening(w: Any) -> Any:
    """Two 3s side by side or across a corner, from the clues alone."""
    q, wide = w[Q], w[WIDE]
    fine = True
    for cell in range(wide + 1, q - 2 * wide - 2):
        if w[at(cell, CLUE)] != 3:
            continue
        for k in range(2):
            step, along = (1, wide) if k == 0 else (wide, 1)
            if w[at(cell + step, CLUE)] == 3 and not _domino(w, cell, step, along):
                # Sides across the couple: 2c + 1 is left, 2c is top.
                side = 1 - k
                for n in range(3):
                    fine = fine and pend(w, 2 * (cell + n * step) + side, LINE)
                fine = fine and pend(w, 2 * (cell + step - along) + side, CROSS)
                fine = fine and pend(w, 2 * (cell + step + along) + side, CROSS)
        if w[at(cell + wide + 1, CLUE)] == 3:
            fine = fine and pend(w, 2 * cell, LINE) and pend(w, 2 * cell + 1, LINE)
            low = cell + wide + 1
            fine = fine and pend(w, 2 * (low + wide), LINE) and pend(w, 2 * low + 3, LINE)
        if w[at(cell + wide - 1, CLUE)] == 3:
            fine = fine and pend(w, 2 * cell, LINE) and pend(w, 2 * cell + 3, LINE)
            low = cell + wide - 1
            fine = fine and pend(w, 2 * (low + wide), LINE) and pend(w, 2 * low + 1, LINE)
    return fine


@lean
def _domino(w: Any, cell: int, step: int, along: int) -> Any:
    """Whether the loop around two cells might meet all clues: then two 3s say nothing."""
    total = 6
    total += 1 if w[at(cell - step, CLUE)] >= 0 else 0
    total += 1 if w[at(cell + 2 * step, CLUE)] >= 0 else 0
    for n in range(2):
        total += 1 if w[at(cell + n * step - along, CLUE)] >= 0 else 0
        total += 1 if w[at(cell + n * step + along, CLUE)] >= 0 else 0
    return total == w[TOTAL]


@lean
def begin(w: Any, t: Any, edges: Any, marks: Any) -> Any:
    """Put the player's marks on a prepared grid and mark what follows; SETTLED, SOLVED or WRONG."""
    fine = True
    if w[RULES] & PATTERNS:
        fine = opening(w)
    for n in range(edges.shape[0]):
        fine = fine and pend(w, edges[n], marks[n])
    if not fine:
        forget(w)
        return WRONG
    return spread(w, t)


@lean
def spread(w: Any, t: Any) -> Any:
    """All that follows without trying; SETTLED, SOLVED or WRONG."""
    while True:
        if not settle(w, t):
            return WRONG
        if w[LEFT] == 0:
            return SOLVED
        if w[RULES] & AREAS == 0 or w[UNITED] == w[AREAS_AT]:
            return SETTLED
        w[AREAS_AT] = w[UNITED]
        length = w[TRAIL]
        if not areas(w, t):
            forget(w)
            return WRONG
        if w[TRAIL] == length:
            return SETTLED


@lean
def _worth(w: Any, edge: int) -> Any:
    """A blank segment with something near it: elsewhere nothing follows from it."""
    wide = w[WIDE]
    if value_of(w, edge) != 0:
        return False
    cell = edge >> 1
    other, end = (cell - 1, cell + wide) if edge & 1 else (cell - wide, cell + 1)
    if w[at(cell, CLUE)] >= 0 or w[at(other, CLUE)] >= 0:
        return True
    return w[at(cell, DOM + 1)] != DEGREES or w[at(end, DOM + 1)] != DEGREES


@lean
def _note(w: Any, t: Any, length: int) -> None:
    """Remember what the first trial wrote."""
    q = w[Q]
    w[STAMPED] += 1
    for n in range(length, w[TRAIL]):
        i = t[2 * n] - HEAD
        if i >= 0 and i % RECORD < PENDING:
            word = i // RECORD * PENDING + i % RECORD
            w[HEAD + NOTED * q + word] = w[HEAD + i]
            w[HEAD + STAMP * q + word] = w[STAMPED]


@lean
def _shared(w: Any, t: Any, length: int, probing: int) -> Any:
    """List what both trials lead to, after the second one; the length of the list."""
    q = w[Q]
    count = 0
    for n in range(length, w[TRAIL]):
        i = t[2 * n] - HEAD
        if i < 0 or i % RECORD >= PENDING:
            continue
        word = i // RECORD * PENDING + i % RECORD
        if w[HEAD + STAMP * q + word] == w[STAMPED]:
            w[HEAD + STAMP * q + word] = 0
            first, second = w[HEAD + NOTED * q + word], w[HEAD + i]
            if i % RECORD >= VAL and first != second:
                # It goes with the segment on trial, or against it: its own trials would tell nothing more.
                w[HEAD + i - VAL + TOLD] = w[ROUND]
            if first == second if i % RECORD >= VAL else probing & DOMAINS:
                w[HEAD + COMMON * q + 2 * count] = word
                w[HEAD + COMMON * q + 2 * count + 1] = first | second
                count += 1
    return count


@lean
def _keep(w: Any, t: Any, count: int) -> Any:
    """Mark what both trials led to; 1 if that was news, 0 if not, -1 on a contradiction."""
    q = w[Q]
    news = 0
    for n in range(count):
        word, value = w[HEAD + COMMON * q + 2 * n], w[HEAD + COMMON * q + 2 * n + 1]
        number = word // PENDING * 2 + (word & 1)
        if word & VAL:
            if value_of(w, number) == 0:
                news = 1
                if not pend(w, number, value):
                    return -1
        elif w[pair_at(number, DOM)] & ~value:
            news = 1
            if not narrow(w, t, number, value):
                return -1
    return news


@lean
def try_both(w: Any, t: Any, edge: int, probing: int) -> Any:
    """Both marks on a blank segment by the rules `probing`; 1: something was settled, 0: nothing, -1: it is wrong."""
    length, rules = w[TRAIL], w[RULES]
    w[RULES] = probing
    sizes = 0
    for value in (LINE, CROSS):
        fine = assume(w, t, edge, value)
        if not fine:
            undo(w, t, length)
            w[RULES] = rules
            return 1 if assume(w, t, edge, LINE + CROSS - value) else -1
        size = w[TRAIL] - length
        sizes = size if value == LINE else min(sizes, size) * 16 + max(sizes, size)
        if value == LINE:
            _note(w, t, length)
        else:
            count = _shared(w, t, length, probing) if probing & COMMONS else 0
        undo(w, t, length)
    w[RULES] = rules
    news = _keep(w, t, count)
    if news < 0 or (news and not settle(w, t)):
        forget(w)
        return -1
    if news == 0 and sizes > w[SCORE] and value_of(w, edge) == 0:
        w[SCORE], w[BEST] = sizes, edge
    return news


@lean
def fresh(w: Any) -> None:
    """Something is new: every segment is worth trying again."""
    w[VAIN], w[SCORE], w[BEST] = 0, 0, -1
    w[ROUND] += 1


@lean
def probe(w: Any, t: Any, probing: int, budget: int) -> Any:
    """Try segments in turn until the budget of marks is spent, nothing is news any more, or all is known."""
    q = w[Q]
    limit = w[STEPS] + budget
    while True:
        if w[LEFT] == 0:
            return SOLVED
        if w[VAIN] >= 2 * q:
            return SETTLED
        if w[STEPS] >= limit:
            return RUNNING
        edge = w[TURN]
        w[TURN] = (edge + 1) % (2 * q)
        w[VAIN] += 1
        if not _worth(w, edge) or w[pair_at(edge, TOLD)] == w[ROUND]:
            continue
        news = try_both(w, t, edge, probing)
        if news < 0:
            return WRONG
        if news > 0:
            fresh(w)
            if w[RULES] & AREAS and spread(w, t) == WRONG:
                return WRONG


@lean
def _copy_marks(w: Any, v: Any) -> Any:
    """Have all marks of one grid made on another; False if it knows better."""
    q = w[Q]
    fine = True
    for edge in range(2 * q):
        value = value_of(w, edge)
        if value != 0 and value_of(v, edge) == 0:
            fine = fine and pend(v, edge, value)
    return fine


@lean
def climb(w: Any, t: Any, v: Any, u: Any, probing: int) -> Any:
    """Deduce on one grid and try on another that knows only the marks, as a player would, until nothing is new."""
    code = spread(w, t)
    while code == SETTLED:
        left = w[LEFT]
        if not _copy_marks(w, v) or not settle(v, u):
            return WRONG
        fresh(v)
        if probe(v, u, probing, BOUNDLESS) == WRONG:
            return WRONG
        if v[LEFT] == left:
            return SETTLED
        if not _copy_marks(v, w):
            return WRONG
        code = spread(w, t)
    return code


def warm_up() -> None:
    """Compile everything."""
    w, t = room(2, 2)
    prepare(w, np.array([-1, -1, -1, 2], np.int32), 2, EVERYTHING)
    begin(w, t, np.zeros(0, np.int32), np.zeros(0, np.int32))
    probe(w, t, EVERYTHING, 1)
    climb(w, t, w, t, LOOPS)
