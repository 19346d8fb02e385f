"""The board as kernels see it: sixteen cells a row, sets of cells in four words, and how sets slide.

Layout. A board of at most 16 by 16 lies in the upper left of 256 cells, cell = 16 * row + column; what is outside is
walled off. A set of cells is four uint64 words, cell c being bit c % 64 of word c // 64. Directions count up, down,
left, right, as the sheet's tree has them. Helpers that are not there are on the cells 256, 257, 258: no ray meets
them and they never move, so three helpers are the only case.

Tables, filled by `fill_tables`:
  stop[d, c]     where a slide from c ends on a board without animals
  ray[d, c, w]   the cells of that slide, c left out
  enter[d, w]    the cells that can be entered going d
Filling a whole set at once is the Kogge-Stone parallel prefix, known from chess programs.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO
from cassetete.speed.jit import lean

SIDE = 16
CELLS = SIDE * SIDE
NOBODY = CELLS

_SIX = np.uint64(6)
_LOW = np.uint64(63)
_S1, _S2, _S4, _S8 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(8)
_S16, _S32, _S48 = np.uint64(16), np.uint64(32), np.uint64(48)

BIT = np.array([1, 4, 8, 2], np.int64)
STEP = np.array([-16, 16, -1, 1], np.int64)


@lean
def fill_tables(codes: Any, bits: Any, steps: Any, stop: Any, ray: Any, enter: Any) -> None:
    """Fill the tables from the wall codes."""
    for d in range(4):
        for word in range(4):
            enter[d, word] = ZERO
        for cell in range(256):
            for word in range(4):
                ray[d, cell, word] = ZERO
            at = cell
            while codes[at] & bits[d] == 0:
                at += steps[d]
                ray[d, cell, at >> 6] |= ONE << np.uint64(at & 63)
            stop[d, cell] = at
            if at != cell:
                after = cell + steps[d]
                enter[d, after >> 6] |= ONE << np.uint64(after & 63)


@lean
def bit(cell: Any, word: Any) -> Any:
    """The word of the set that holds one cell only (or none: cells beyond 255)."""
    if cell >> 6 == word:
        return ONE << np.uint64(cell & 63)
    return ZERO


@lean
def slide(stop: Any, d: Any, cell: Any, x: Any, y: Any, z: Any) -> Any:
    """Where an animal stops that leaves a cell when others stand on x, y and z."""
    s = stop[d, cell]
    if d == 0:
        if s <= x < cell and (cell - x) & 15 == 0:
            s = x + 16
        if s <= y < cell and (cell - y) & 15 == 0:
            s = y + 16
        if s <= z < cell and (cell - z) & 15 == 0:
            s = z + 16
    elif d == 1:
        if cell < x <= s and (cell - x) & 15 == 0:
            s = x - 16
        if cell < y <= s and (cell - y) & 15 == 0:
            s = y - 16
        if cell < z <= s and (cell - z) & 15 == 0:
            s = z - 16
    elif d == 2:
        if s <= x < cell:
            s = x + 1
        if s <= y < cell:
            s = y + 1
        if s <= z < cell:
            s = z + 1
    else:
        if cell < x <= s:
            s = x - 1
        if cell < y <= s:
            s = y - 1
        if cell < z <= s:
            s = z - 1
    return s


@lean
def to_lower_rows(f0: Any, f1: Any, f2: Any, f3: Any, p0: Any, p1: Any, p2: Any, p3: Any) -> Any:
    """The set f and all it passes going up through the cells p that can be entered."""
    f0 |= p0 & ((f0 >> _S16) | (f1 << _S48))
    f1 |= p1 & ((f1 >> _S16) | (f2 << _S48))
    f2 |= p2 & ((f2 >> _S16) | (f3 << _S48))
    f3 |= p3 & (f3 >> _S16)
    p0 &= (p0 >> _S16) | (p1 << _S48)
    p1 &= (p1 >> _S16) | (p2 << _S48)
    p2 &= (p2 >> _S16) | (p3 << _S48)
    p3 &= p3 >> _S16
    f0 |= p0 & ((f0 >> _S32) | (f1 << _S32))
    f1 |= p1 & ((f1 >> _S32) | (f2 << _S32))
    f2 |= p2 & ((f2 >> _S32) | (f3 << _S32))
    f3 |= p3 & (f3 >> _S32)
    p0 &= (p0 >> _S32) | (p1 << _S32)
    p1 &= (p1 >> _S32) | (p2 << _S32)
    p2 &= (p2 >> _S32) | (p3 << _S32)
    # The rows that are four apart are a word apart: from here on the prefix runs over whole words.
    f2 |= p2 & f3
    f1 |= p1 & f2
    f0 |= p0 & f1
    return f0, f1, f2, f3


@lean
def to_higher_rows(f0: Any, f1: Any, f2: Any, f3: Any, p0: Any, p1: Any, p2: Any, p3: Any) -> Any:
    """The same going down."""
    f3 |= p3 & ((f3 << _S16) | (f2 >> _S48))
    f2 |= p2 & ((f2 << _S16) | (f1 >> _S48))
    f1 |= p1 & ((f1 << _S16) | (f0 >> _S48))
    f0 |= p0 & (f0 << _S16)
    p3 &= (p3 << _S16) | (p2 >> _S48)
    p2 &= (p2 << _S16) | (p1 >> _S48)
    p1 &= (p1 << _S16) | (p0 >> _S48)
    p0 &= p0 << _S16
    f3 |= p3 & ((f3 << _S32) | (f2 >> _S32))
    f2 |= p2 & ((f2 << _S32) | (f1 >> _S32))
    f1 |= p1 & ((f1 << _S32) | (f0 >> _S32))
    f0 |= p0 & (f0 << _S32)
    p3 &= (p3 << _S32) | (p2 >> _S32)
    p2 &= (p2 << _S32) | (p1 >> _S32)
    p1 &= (p1 << _S32) | (p0 >> _S32)
    f1 |= p1 & f0
    f2 |= p2 & f1
    f3 |= p3 & f2
    return f0, f1, f2, f3


@lean
def to_lower_columns(f: Any, p: Any) -> Any:
    """One word of the set and all it passes going left; the entered cells keep it within its row."""
    f |= p & (f >> _S1)
    p &= p >> _S1
    f |= p & (f >> _S2)
    p &= p >> _S2
    f |= p & (f >> _S4)
    p &= p >> _S4
    return f | (p & (f >> _S8))


@lean
def to_higher_columns(f: Any, p: Any) -> Any:
    """The same going right."""
    f |= p & (f << _S1)
    p &= p << _S1
    f |= p & (f << _S2)
    p &= p << _S2
    f |= p & (f << _S4)
    p &= p << _S4
    return f | (p & (f << _S8))


@lean
def stops_up_down(
    n0: Any, n1: Any, n2: Any, n3: Any, u0: Any, u1: Any, u2: Any, u3: Any, d0: Any, d1: Any, d2: Any, d3: Any
) -> Any:
    """Where the turtles of the set n stop going up or down, when u and d are the cells that can be entered so."""
    f0, f1, f2, f3 = to_lower_rows(n0, n1, n2, n3, u0, u1, u2, u3)
    g0, g1, g2, g3 = to_higher_rows(n0, n1, n2, n3, d0, d1, d2, d3)
    # A way ends where the next cell cannot be entered.
    s0 = (f0 & ~(u0 << _S16)) | (g0 & ~((d0 >> _S16) | (d1 << _S48)))
    s1 = (f1 & ~((u1 << _S16) | (u0 >> _S48))) | (g1 & ~((d1 >> _S16) | (d2 << _S48)))
    s2 = (f2 & ~((u2 << _S16) | (u1 >> _S48))) | (g2 & ~((d2 >> _S16) | (d3 << _S48)))
    s3 = (f3 & ~((u3 << _S16) | (u2 >> _S48))) | (g3 & ~(d3 >> _S16))
    return s0, s1, s2, s3


@lean
def stops_left_right(n: Any, l: Any, r: Any) -> Any:  # noqa: E741 (left)
    """The same to the sides, for one word."""
    return (to_lower_columns(n, l) & ~(l << _S1)) | (to_higher_columns(n, r) & ~(r >> _S1))


@lean
def stops(enter: Any, a: Any, b: Any, c: Any, n0: Any, n1: Any, n2: Any, n3: Any) -> Any:
    """Where the turtles of the set n stop, going any way, with helpers on a, b and c."""
    h0 = ~(bit(a, 0) | bit(b, 0) | bit(c, 0))
    h1 = ~(bit(a, 1) | bit(b, 1) | bit(c, 1))
    h2 = ~(bit(a, 2) | bit(b, 2) | bit(c, 2))
    h3 = ~(bit(a, 3) | bit(b, 3) | bit(c, 3))
    s0, s1, s2, s3 = stops_up_down(
        n0, n1, n2, n3,
        enter[0, 0] & h0, enter[0, 1] & h1, enter[0, 2] & h2, enter[0, 3] & h3,
        enter[1, 0] & h0, enter[1, 1] & h1, enter[1, 2] & h2, enter[1, 3] & h3,
    )  # fmt: skip
    s0 |= stops_left_right(n0, enter[2, 0] & h0, enter[3, 0] & h0)
    s1 |= stops_left_right(n1, enter[2, 1] & h1, enter[3, 1] & h1)
    s2 |= stops_left_right(n2, enter[2, 2] & h2, enter[3, 2] & h2)
    s3 |= stops_left_right(n3, enter[2, 3] & h3, enter[3, 3] & h3)
    return s0, s1, s2, s3


@lean
def fill_ends(stop: Any, steps: Any, ends: Any) -> None:
    """Fill ends[c, x, d]: where a slide from c ends that only an animal on x can shorten."""
    for cell in range(256):
        for other in range(ends.shape[1]):
            for d in range(4):
                ends[cell, other, d] = stop[d, cell]
        for d in range(4):
            before = cell
            while before != stop[d, cell]:
                ends[cell, before + steps[d], d] = before
                before += steps[d]
