"""Probing, compiled: both marks are tried on a segment; what fails leaves the other, and what both lead to holds.

That is the "dilemma rule" of Stålmarck (1989).
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean

from .grid import (
    AREAS,
    BEST,
    CLUE,
    COMMON,
    COMMONS,
    CROSS,
    DEGREES,
    DOM,
    DOMAINS,
    HEAD,
    LEFT,
    LINE,
    NO_LIMIT,
    NOTED,
    OPEN,
    PENDING,
    RECORD,
    ROUND,
    RULES,
    SCORE,
    SETTLED,
    SKIP,
    SOLVED,
    STAMP,
    STAMPED,
    STEPS,
    TRAIL,
    TURN,
    VAIN,
    VAL,
    WIDE,
    WRONG,
    Q,
    assume,
    at,
    clear_queues,
    enqueue,
    narrow,
    pair_at,
    propagate,
    settle,
    undo,
    value_of,
)


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
                # It goes with the segment on trial, or against it: its own trials would find nothing more.
                w[HEAD + i - VAL + SKIP] = w[ROUND]
            if first == second if i % RECORD >= VAL else probing & DOMAINS:
                w[HEAD + COMMON * q + 2 * count] = word
                w[HEAD + COMMON * q + 2 * count + 1] = first | second
                count += 1
    return count


@lean
def _keep(w: Any, t: Any, count: int) -> Any:
    """Mark what both trials led to; 1 if that was new, 0 if not, -1 on a contradiction."""
    q = w[Q]
    new = 0
    for n in range(count):
        word, value = w[HEAD + COMMON * q + 2 * n], w[HEAD + COMMON * q + 2 * n + 1]
        number = word // PENDING * 2 + (word & 1)
        if word & VAL:
            if value_of(w, number) == 0:
                new = 1
                if not enqueue(w, number, value):
                    return -1
        elif w[pair_at(number, DOM)] & ~value:
            new = 1
            if not narrow(w, t, number, value):
                return -1
    return new


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
    new = _keep(w, t, count)
    if new < 0 or (new and not settle(w, t)):
        clear_queues(w)
        return -1
    if new == 0 and sizes > w[SCORE] and value_of(w, edge) == 0:
        w[SCORE], w[BEST] = sizes, edge
    return new


@lean
def restart_probing(w: Any) -> None:
    """Something is new: every segment is worth trying again."""
    w[VAIN], w[SCORE], w[BEST] = 0, 0, -1
    w[ROUND] += 1


@lean
def probe(w: Any, t: Any, probing: int, budget: int) -> Any:
    """Try segments in turn until the budget of marks is spent (OPEN), nothing is new any more, or all is known."""
    q = w[Q]
    limit = w[STEPS] + budget
    while True:
        if w[LEFT] == 0:
            return SOLVED
        if w[VAIN] >= 2 * q:
            return SETTLED
        if w[STEPS] >= limit:
            return OPEN
        edge = w[TURN]
        w[TURN] = (edge + 1) % (2 * q)
        w[VAIN] += 1
        if not _worth(w, edge) or w[pair_at(edge, SKIP)] == w[ROUND]:
            continue
        new = try_both(w, t, edge, probing)
        if new < 0:
            return WRONG
        if new > 0:
            restart_probing(w)
            if w[RULES] & AREAS and propagate(w, t) == WRONG:
                return WRONG


@lean
def _copy_marks(w: Any, v: Any) -> Any:
    """Have all marks of one grid made on another; False if that has others."""
    q = w[Q]
    fine = True
    for edge in range(2 * q):
        value = value_of(w, edge)
        if value != 0 and value_of(v, edge) == 0:
            fine = fine and enqueue(v, edge, value)
    return fine


@lean
def deduce_and_try(w: Any, t: Any, v: Any, u: Any, probing: int) -> Any:
    """Deduce on one grid and try on another that knows only the marks, as a player would, until nothing is new."""
    code = propagate(w, t)
    while code == SETTLED:
        left = w[LEFT]
        if not _copy_marks(w, v) or not settle(v, u):
            return WRONG
        restart_probing(v)
        if probe(v, u, probing, NO_LIMIT) == WRONG:
            return WRONG
        if v[LEFT] == left:
            return SETTLED
        if not _copy_marks(v, w):
            return WRONG
        code = propagate(w, t)
    return code
