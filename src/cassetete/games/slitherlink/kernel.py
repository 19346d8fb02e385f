"""The native solver's steps: a grid is prepared, what follows from its marks is marked, and segments are probed.

Probing tries both marks on a segment: what fails leaves the other, and what both lead to holds (the "dilemma rule" of
Stålmarck, 1989). What is left blank after a round in vain goes to a SAT solver (see `sat`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import kernel

from .kernel_areas import areas
from .kernel_board import assume, forget, narrow, pend, settle, undo
from .kernel_tables import (
    AREAS,
    BEST,
    CLOSING,
    CLUE,
    COLOURS,
    COMMON,
    COMMONS,
    COUNT,
    CROSS,
    DEGREES,
    DOM,
    DOMAINS,
    FAR,
    HEAD,
    HUGE,
    LAST,
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
    QUEUE,
    QUEUED,
    RULES,
    SCORE,
    SECTIONS,
    SECTORS,
    SIZE,
    STAMP,
    STAMPED,
    STEPS,
    TRAIL,
    TRAIL_ROOM,
    TURN,
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
    return np.zeros(HEAD + SECTIONS * q, np.int32), np.zeros(2 * TRAIL_ROOM * q, np.int32)


@kernel
def prepare(w: Any, clues: Any, columns: int, rules: int) -> None:
    """An empty grid with these clues (row by row, -1 where there is none); all its nodes wait to be looked at."""
    rows = clues.shape[0] // columns
    wide = columns + 2
    q = (rows + 3) * wide + 2
    for i in range(HEAD + DOM * q, HEAD + NOTED * q):
        w[i] = 0
    for i in range(HEAD):
        w[i] = 0
    w[WIDE], w[Q], w[RULES], w[CLOSING], w[BEST] = wide, q, rules, -1, -1
    for i in range(2 * q):
        w[HEAD + VAL * q + i] = CROSS
        w[HEAD + STAMP * q + i] = 0
        w[HEAD + STAMP * q + 2 * q + i] = 0
        w[HEAD + DOM * q + i] = 1
    for i in range(q):
        w[HEAD + FAR * q + i] = i
        w[HEAD + NEXT * q + i] = i
        w[HEAD + SIZE * q + i] = 1
        w[HEAD + CLUE * q + i] = -2
    w[HEAD + SIZE * q] = HUGE
    for i in range(1, rows + 2):
        for j in range(1, columns + 2):
            node = i * wide + j
            if j <= columns:
                w[HEAD + VAL * q + 2 * node] = 0
                w[LEFT] += 1
            if i <= rows:
                w[HEAD + VAL * q + 2 * node + 1] = 0
                w[LEFT] += 1
            if i <= rows and j <= columns:
                clue = clues[(i - 1) * columns + j - 1]
                w[HEAD + CLUE * q + node] = clue
                w[HEAD + PARENT * q + node] = node
                w[HEAD + DOM * q + node] = 0xFFFF if clue < 0 else COUNT[clue]
                w[MISSING] += max(clue, 0)
                _wait(w, node)
            dom = DEGREES
            dom &= OFF[0] if i == 1 else 0xFFFF
            dom &= OFF[2] if i == rows + 1 else 0xFFFF
            dom &= OFF[3] if j == 1 else 0xFFFF
            dom &= OFF[1] if j == columns + 1 else 0xFFFF
            w[HEAD + DOM * q + q + node] = dom
            _wait(w, q + node)
    for j in range(1, columns + 1):
        w[HEAD + DOM * q + j] = 1 | 1 << 4
        w[HEAD + DOM * q + (rows + 1) * wide + j] = 1 | 1 << 1
    for i in range(1, rows + 1):
        w[HEAD + DOM * q + i * wide] = 1 | 1 << 2
        w[HEAD + DOM * q + i * wide + columns + 1] = 1 | 1 << 8


@kernel
def _wait(w: Any, node: int) -> None:
    q = w[Q]
    w[HEAD + QUEUED * q + node] = 1
    w[HEAD + QUEUE * q + w[LAST]] = node
    w[LAST] += 1


@kernel
def _opening(w: Any) -> Any:
    """Two 3s side by side or across a corner, from the clues alone."""
    q, wide = w[Q], w[WIDE]
    clues = HEAD + CLUE * q
    fine = True
    for cell in range(wide + 1, q - 2 * wide - 2):
        if w[clues + cell] != 3:
            continue
        for k in range(2):
            step, along = (1, wide) if k == 0 else (wide, 1)
            if w[clues + cell + step] == 3 and not _domino(w, cell, step, along):
                # Sides across the couple: 2c + 1 is left, 2c is top.
                side = 1 - k
                for n in range(3):
                    fine = fine and pend(w, 2 * (cell + n * step) + side, LINE)
                fine = fine and pend(w, 2 * (cell + step - along) + side, CROSS)
                fine = fine and pend(w, 2 * (cell + step + along) + side, CROSS)
        if w[clues + cell + wide + 1] == 3:
            fine = fine and pend(w, 2 * cell, LINE) and pend(w, 2 * cell + 1, LINE)
            low = cell + wide + 1
            fine = fine and pend(w, 2 * (low + wide), LINE) and pend(w, 2 * low + 3, LINE)
        if w[clues + cell + wide - 1] == 3:
            fine = fine and pend(w, 2 * cell, LINE) and pend(w, 2 * cell + 3, LINE)
            low = cell + wide - 1
            fine = fine and pend(w, 2 * (low + wide), LINE) and pend(w, 2 * low + 1, LINE)
    return fine


@kernel
def _domino(w: Any, cell: int, step: int, along: int) -> Any:
    """Whether the loop around two cells might meet all clues: then two 3s say nothing."""
    clues = HEAD + CLUE * w[Q]
    total = 6
    total += 1 if w[clues + cell - step] >= 0 else 0
    total += 1 if w[clues + cell + 2 * step] >= 0 else 0
    for n in range(2):
        total += 1 if w[clues + cell + n * step - along] >= 0 else 0
        total += 1 if w[clues + cell + n * step + along] >= 0 else 0
    return total == w[MISSING]


@kernel
def begin(w: Any, t: Any, edges: Any, marks: Any) -> Any:
    """Put the player's marks on a prepared grid and mark what follows; SETTLED, SOLVED or WRONG."""
    fine = True
    if w[RULES] & PATTERNS:
        fine = _opening(w)
    for n in range(edges.shape[0]):
        fine = fine and pend(w, edges[n], marks[n])
    if not fine:
        forget(w)
        return WRONG
    return spread(w, t)


@kernel
def spread(w: Any, t: Any) -> Any:
    """All that follows without trying; SETTLED, SOLVED or WRONG."""
    while True:
        if not settle(w, t):
            return WRONG
        if w[LEFT] == 0:
            return SOLVED
        if w[RULES] & AREAS == 0:
            return SETTLED
        length = w[TRAIL]
        if not areas(w, t):
            forget(w)
            return WRONG
        if w[TRAIL] == length:
            return SETTLED


@kernel
def _worth(w: Any, edge: int) -> Any:
    """A blank segment with something near it: elsewhere nothing follows from it."""
    q, wide = w[Q], w[WIDE]
    if w[HEAD + VAL * q + edge] != 0:
        return False
    cell = edge >> 1
    other, end = (cell - 1, cell + wide) if edge & 1 else (cell - wide, cell + 1)
    if w[HEAD + CLUE * q + cell] >= 0 or w[HEAD + CLUE * q + other] >= 0:
        return True
    return w[HEAD + DOM * q + q + cell] != DEGREES or w[HEAD + DOM * q + q + end] != DEGREES


@kernel
def _note(w: Any, t: Any, length: int) -> None:
    """Remember what the first trial wrote."""
    q = w[Q]
    w[STAMPED] += 1
    for n in range(length, w[TRAIL]):
        i = t[2 * n] - HEAD
        if 0 <= i < 4 * q:
            w[HEAD + NOTED * q + i] = w[HEAD + i]
            w[HEAD + STAMP * q + i] = w[STAMPED]


@kernel
def _shared(w: Any, t: Any, length: int, probing: int) -> Any:
    """List what both trials lead to, after the second one; the length of the list."""
    q = w[Q]
    count = 0
    for n in range(length, w[TRAIL]):
        i = t[2 * n] - HEAD
        if 0 <= i < 4 * q and w[HEAD + STAMP * q + i] == w[STAMPED]:
            w[HEAD + STAMP * q + i] = 0
            first, second = w[HEAD + NOTED * q + i], w[HEAD + i]
            if (i >= 2 * q and first == second) or (i < 2 * q and probing & DOMAINS):
                w[HEAD + COMMON * q + 2 * count] = i
                w[HEAD + COMMON * q + 2 * count + 1] = first | second
                count += 1
    return count


@kernel
def _keep(w: Any, t: Any, count: int) -> Any:
    """Mark what both trials led to; 1 if that was news, 0 if not, -1 on a contradiction."""
    q = w[Q]
    news = 0
    for n in range(count):
        i, value = w[HEAD + COMMON * q + 2 * n], w[HEAD + COMMON * q + 2 * n + 1]
        if i >= 2 * q:
            if w[HEAD + i] == 0:
                news = 1
                if not pend(w, i - 2 * q, value):
                    return -1
        elif w[HEAD + i] & ~value:
            news = 1
            if not narrow(w, t, i, value):
                return -1
    return news


@kernel
def try_both(w: Any, t: Any, edge: int, probing: int) -> Any:
    """Both marks on a blank segment by the rules `probing`; 1: something was settled, 0: nothing, -1: it is wrong."""
    length, rules, q = w[TRAIL], w[RULES], w[Q]
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
    if news == 0 and sizes > w[SCORE] and w[HEAD + VAL * q + edge] == 0:
        w[SCORE], w[BEST] = sizes, edge
    return news


@kernel
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
        if not _worth(w, edge):
            continue
        news = try_both(w, t, edge, probing)
        if news < 0:
            return WRONG
        if news > 0:
            w[VAIN], w[SCORE], w[BEST] = 0, 0, -1
            if w[RULES] & AREAS and spread(w, t) == WRONG:
                return WRONG


@kernel
def _copy_marks(w: Any, v: Any) -> Any:
    """Have all marks of one grid made on another; False if it knows better."""
    q = w[Q]
    fine = True
    for edge in range(2 * q):
        value = w[HEAD + VAL * q + edge]
        if value != 0 and v[HEAD + VAL * q + edge] == 0:
            fine = fine and pend(v, edge, value)
    return fine


@kernel
def climb(w: Any, t: Any, v: Any, u: Any, probing: int) -> Any:
    """Deduce on one grid and try on another that knows only the marks, as a player would, until nothing is new."""
    code = spread(w, t)
    while code == SETTLED:
        left = w[LEFT]
        if not _copy_marks(w, v) or not settle(v, u):
            return WRONG
        v[VAIN] = 0
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
