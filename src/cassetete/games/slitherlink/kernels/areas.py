"""Areas, compiled: the inside of a loop is one piece, and so is its outside.

For each colour, the cells that have it must hang together through cells that may have it. A cell without which they
would not has the colour too; a cell that cannot be reached from them has the other one. One depth-first walk finds
both (cut vertices after Hopcroft and Tarjan, 1973).
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean

from .geometry import at
from .grid import root_of, unite
from .layout import CLUE, FOUND, HEAD, LOW, ORDER, TRIED, UP, WIDE, Q


@lean
def colour(w: Any, cell: int) -> Any:
    """0 outside, 1 inside, -1 not known."""
    root = root_of(w, cell)
    return root & 1 if root >> 1 == 0 else -1


@lean
def _start(w: Any, wanted: int) -> Any:
    """A cell of the colour, -1 if none is known."""
    if wanted == 0:
        return 0
    q = w[Q]
    for cell in range(q):
        if w[at(cell, CLUE)] > -2 and colour(w, cell) == wanted:
            return cell
    return -1


@lean
def _walk(w: Any, t: Any, start: int, wanted: int) -> Any:
    """Visit all cells that may have the colour; the cells that hold its pieces together get it."""
    q, wide = w[Q], w[WIDE]
    last = q - wide - 2
    low, order, up = HEAD + LOW * q, HEAD + ORDER * q, HEAD + UP * q
    found, tried = HEAD + FOUND * q, HEAD + TRIED * q
    for cell in range(q):
        w[order + cell] = 0
    clock, cell = 1, start
    w[order + cell], w[low + cell], w[up + cell], w[found + cell], w[tried + cell] = 1, 1, -1, 1, 0
    while cell >= 0:
        k = w[tried + cell]
        w[tried + cell] = k + 1
        if k < 4:
            other = cell - wide if k == 0 else cell + 1 if k == 1 else cell + wide if k == 2 else cell - 1
            if other < 0 or other >= last:
                continue
            its = colour(w, other)
            if its == 1 - wanted:
                continue
            if w[order + other]:
                w[low + cell] = min(w[low + cell], w[order + other])
                continue
            clock += 1
            w[order + other], w[low + other], w[up + other] = clock, clock, cell
            w[found + other], w[tried + other] = (1 if its == wanted else 0), 0
            cell = other
            continue
        above = w[up + cell]
        if above >= 0:
            w[low + above] = min(w[low + above], w[low + cell])
            w[found + above] += w[found + cell]
            needed = w[low + cell] >= w[order + above] and w[found + cell] > 0
            if needed and colour(w, above) < 0 and not unite(w, t, above, 0, wanted):
                return False
        cell = above
    return True


@lean
def areas(w: Any, t: Any) -> Any:
    """Apply the rule to both colours (marks may wait then); False on a contradiction."""
    q = w[Q]
    for wanted in range(2):
        start = _start(w, wanted)
        if start < 0:
            continue
        if not _walk(w, t, start, wanted):
            return False
        for cell in range(q):
            if w[at(cell, CLUE)] == -2 or w[HEAD + ORDER * q + cell]:
                continue
            its = colour(w, cell)
            if its == wanted or (its < 0 and not unite(w, t, cell, 0, 1 - wanted)):
                return False
    return True
