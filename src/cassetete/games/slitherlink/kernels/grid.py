"""A grid being reasoned about, compiled: patterns of lines around cells and vertices, paths, and colours of cells.

Layout. Everything is one int32 array `w` and a trail `t` of (index, old value) couples: whatever is written with `put`
can be taken back. The grid has a frame of outside cells one cell wide, so that no border is special: with
WIDE = columns + 2, cell (i, j), from 1, is number i*WIDE + j; a vertex has the number of the cell to its lower right.
Segment 2*c is the top side of cell c and 2*c + 1 its left side; node 2*c is cell c, node 2*c + 1 vertex c. After HEAD
words of counters comes a record of 16 words (a cache line) for each of the Q numbers:

* DOM: the patterns still possible around the cell and around the vertex, as sets of 16 bits. A pattern is 4 bits in the
  order of the clock: top, right, bottom, left of a cell; up, right, down, left of a vertex;
* VAL: the two segments' marks, 0, LINE or CROSS; PENDING: the marks they are to get;
* QUEUED: what the two nodes allow no more and have not told yet (bits of `kernel_tables.ALLOWED`);
* FAR: the other end of the path that ends in the vertex;
* PARENT (twice the number, plus 1 if the colours are opposite), SIZE, NEXT: a forest of cells whose colours (inside or
  outside) are known to be equal or opposite; CLUE (-1 none, -2 the frame);
* TOLD: the round of probing in which the two segments need not be tried.

Then sections of some Q words: the nodes to look at, the marks to make, what probing notes, what areas are walked with.

What is propagated (each switched on by a bit of `rules`, so that the same code solves, grades and makes levels):
patterns are kept consistent with the marks; a cell and the vertex at its corner agree on the two segments they share
(SECTORS); a cell's neighbours have colours (COLOURS) whose relations restrict its pattern and follow from it (LINKS); a
path does not close too early (LOOPS); well-known openings (PATTERNS). All of it only ever adds: the outcome does not
depend on the order, and a clue may be added to what is known already. Arc consistency on local patterns is Mackworth's
(1977); the union-find is Tarjan's (1975) with parities and an undo trail; colouring inside and outside is an old art.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean

from .geometry import at, at_corner, edge_between, edge_of, pair_at, value_of
from .layout import (
    ALLOWED,
    CARE,
    CLOSED,
    CLOSING,
    CLUE,
    COLOURS,
    CORNER,
    CORNERS,
    COUNT,
    CROSS,
    DOM,
    EQUAL,
    EQUAL_BITS,
    FAR,
    FIRST,
    FRAGMENTS,
    HEAD,
    LAST,
    LEFT,
    LIFT,
    LINE,
    LINKS,
    LOOPS,
    MARKS,
    MISSING,
    NEXT,
    OFF,
    ON,
    OPPOSITE,
    OPPOSITE_BITS,
    PARENT,
    PENDED,
    PENDING,
    PENDS,
    QUEUE,
    QUEUED,
    RULES,
    SECTORS,
    SIZE,
    STEPS,
    TOTAL,
    TRAIL,
    UNITED,
    VAL,
    WIDE,
    Q,
)


@lean
def put(w: Any, t: Any, i: int, x: int) -> None:
    """Write a word, and remember what it was."""
    n = w[TRAIL]
    t[2 * n] = i
    t[2 * n + 1] = w[i]
    w[TRAIL] = n + 1
    w[i] = x


@lean
def undo(w: Any, t: Any, length: int) -> None:
    """Take back all that was written since the trail was that long, and drop what waits."""
    for n in range(w[TRAIL] - 1, length - 1, -1):
        w[t[2 * n]] = t[2 * n + 1]
    w[TRAIL] = length


@lean
def forget(w: Any) -> None:
    """Empty the queues after a contradiction."""
    q = w[Q]
    while w[FIRST] != w[LAST]:
        w[pair_at(w[HEAD + QUEUE * q + w[FIRST]], QUEUED)] = 0
        w[FIRST] = w[FIRST] + 1 if w[FIRST] + 1 < 2 * q else 0
    while w[PENDED] > 0:
        w[PENDED] -= 1
        w[pair_at(w[HEAD + PENDS * q + w[PENDED]], PENDING)] = 0


@lean
def pend(w: Any, edge: int, mark: int) -> Any:
    """Have a segment marked soon; False if the contrary is known."""
    known = value_of(w, edge)
    i = pair_at(edge, PENDING)
    if known == 0:
        known = w[i]
    if known != 0:
        return known == mark
    w[i] = mark
    w[HEAD + PENDS * w[Q] + w[PENDED]] = edge
    w[PENDED] += 1
    return True


@lean
def allowed(dom: int) -> Any:
    """What a set of patterns allows, as bits."""
    return ALLOWED[0, dom & 255] | ALLOWED[1, dom >> 8 & 255]


@lean
def _force(w: Any, node: int, lost: int) -> Any:
    """Have the segments marked that a node now allows in one way only; False if the contrary is known."""
    for k in range(4):
        if lost >> 16 + k & 1:
            if not pend(w, edge_of(w, node, k), CROSS):
                return False
        elif lost >> 20 + k & 1 and not pend(w, edge_of(w, node, k), LINE):
            return False
    return True


@lean
def tell(w: Any, node: int, lost: int) -> Any:
    """A node allows something no more: mark what follows, and let its neighbours know later."""
    if lost & MARKS and not _force(w, node, lost):
        return False
    lost &= w[CARE + (node & 1)]
    if lost != 0:
        i = pair_at(node, QUEUED)
        if w[i] == 0:
            q = w[Q]
            w[HEAD + QUEUE * q + w[LAST]] = node
            w[LAST] = w[LAST] + 1 if w[LAST] + 1 < 2 * q else 0
        w[i] |= lost
    return True


@lean
def _cut(w: Any, t: Any, node: int, left: int) -> Any:
    """A node has fewer patterns left; False if it has none."""
    if left == 0:
        return False
    i = pair_at(node, DOM)
    lost = allowed(w[i]) & ~allowed(left)
    put(w, t, i, left)
    return lost == 0 or tell(w, node, lost)


@lean
def narrow(w: Any, t: Any, node: int, mask: int) -> Any:
    """Keep only some of a node's patterns; False if none is left."""
    dom = w[pair_at(node, DOM)]
    return dom & ~mask == 0 or _cut(w, t, node, dom & mask)


@lean
def root_of(w: Any, cell: int) -> Any:
    """Twice the root of the cell's tree, plus 1 if their colours are opposite."""
    odd = 0
    above = w[at(cell, PARENT)]
    while above >> 1 != cell:
        odd ^= above & 1
        cell = above >> 1
        above = w[at(cell, PARENT)]
    return 2 * cell + odd


@lean
def unite(w: Any, t: Any, a: int, b: int, odd: int) -> Any:
    """Let two cells have equal or opposite colours, and mark what follows; False if that is known to be wrong."""
    ra, rb = root_of(w, a), root_of(w, b)
    odd ^= (ra ^ rb) & 1
    small, big = ra >> 1, rb >> 1
    if small == big:
        return odd == 0
    if w[at(small, SIZE)] > w[at(big, SIZE)]:
        small, big = big, small
    if big == 0:
        w[UNITED] += 1
    put(w, t, at(small, PARENT), 2 * big + odd)
    put(w, t, at(big, SIZE), w[at(big, SIZE)] + w[at(small, SIZE)])
    cell = small
    while True:
        mine = root_of(w, cell) & 1
        if not _beside(w, cell, big, mine):
            return False
        if w[RULES] & LINKS and not _across(w, t, cell, big, mine):
            return False
        cell = w[at(cell, NEXT)]
        if cell == small:
            break
    after = w[at(small, NEXT)]
    put(w, t, at(small, NEXT), w[at(big, NEXT)])
    put(w, t, at(big, NEXT), after)
    return True


@lean
def _beside(w: Any, cell: int, root: int, mine: int) -> Any:
    """The sides between a cell and neighbours of known relation are known."""
    wide = w[WIDE]
    for k in range(4):
        if k == 0:
            other, edge = cell - wide, 2 * cell
        elif k == 1:
            other, edge = cell + 1, 2 * cell + 3
        elif k == 2:
            other, edge = cell + wide, 2 * (cell + wide)
        else:
            other, edge = cell - 1, 2 * cell + 1
        if value_of(w, edge) != 0:
            continue
        its = root_of(w, other)
        if its >> 1 == root and not pend(w, edge, LINE if (its & 1) != mine else CROSS):
            return False
    return True


@lean
def _related(w: Any, cell: int, pair: int) -> Any:
    """Whether two sides of a cell are known to be equal, or opposite: then so are the colours beyond them."""
    dom = w[at(cell, DOM)]
    return dom & EQUAL[pair] == 0 or dom & OPPOSITE[pair] == 0


@lean
def _across(w: Any, t: Any, cell: int, root: int, mine: int) -> Any:
    """Two neighbours of a third cell in known relation: the sides it shares with them are equal or opposite."""
    wide = w[WIDE]
    up, down = cell - wide, cell + wide
    for k in range(8):
        pair, second, other_pair = 0, -1, 0
        if k == 0:
            other, middle, pair, second, other_pair = down + 1, cell + 1, 2, down, 0
        elif k == 1:
            other, middle, pair, second, other_pair = down - 1, cell - 1, 1, down, 3
        elif k == 2:
            other, middle, pair, second, other_pair = up + 1, cell + 1, 3, up, 1
        elif k == 3:
            other, middle, pair, second, other_pair = up - 1, cell - 1, 0, up, 2
        elif k == 4:
            other, middle, pair = cell + 2, cell + 1, 5
        elif k == 5:
            other, middle, pair = cell - 2, cell - 1, 5
        elif k == 6:
            other, middle, pair = down + wide, down, 4
        else:
            other, middle, pair = up - wide, up, 4
        if k >= 4 and w[at(middle, CLUE)] == -2:
            continue
        if _related(w, middle, pair) and (second < 0 or _related(w, second, other_pair)):
            continue
        its = root_of(w, other)
        if its >> 1 != root:
            continue
        equal = (its & 1) == mine
        if not narrow(w, t, 2 * middle, EQUAL[pair] if equal else OPPOSITE[pair]):
            return False
        if second >= 0 and not narrow(w, t, 2 * second, EQUAL[other_pair] if equal else OPPOSITE[other_pair]):
            return False
    return True


@lean
def _clued(w: Any, edge: int) -> Any:
    """How many of the two cells beside a segment have clues."""
    cell = edge >> 1
    other = cell - 1 if edge & 1 else cell - w[WIDE]
    return (1 if w[at(cell, CLUE)] >= 0 else 0) + (1 if w[at(other, CLUE)] >= 0 else 0)


@lean
def _whole(w: Any, edge: int) -> Any:
    """Whether the loop this segment closes would be the whole solution."""
    return w[FRAGMENTS] == 1 and w[MISSING] == _clued(w, edge)


@lean
def _join(w: Any, t: Any, a: int, b: int) -> Any:
    """Join the paths that end in two vertices, or close the one that ends in both; False if it is closed too early."""
    p, r = w[at(a, FAR)], w[at(b, FAR)]
    if p == b:
        put(w, t, CLOSED, 1)
        put(w, t, FRAGMENTS, w[FRAGMENTS] - 1)
        if w[MISSING] or w[FRAGMENTS]:
            return False
        fine = True
        for edge in range(2 * w[Q]):
            fine = fine and (value_of(w, edge) != 0 or pend(w, edge, CROSS))
        return fine
    put(w, t, FRAGMENTS, w[FRAGMENTS] + (1 if p == a else 0) + (1 if r == b else 0) - 1)
    put(w, t, at(p, FAR), r)
    put(w, t, at(r, FAR), p)
    if w[RULES] & LOOPS:
        closing = edge_between(w, p, r)
        if closing >= 0 and value_of(w, closing) == 0:
            spared = w[CLOSING]
            if spared >= 0 and value_of(w, spared) == 0 and not pend(w, spared, CROSS):
                return False
            put(w, t, CLOSING, closing)
            if not _whole(w, closing):
                return pend(w, closing, CROSS)
    return True


@lean
def mark(w: Any, t: Any, edge: int, value: int) -> Any:
    """Mark a segment and tell its cells and vertices; False on a contradiction."""
    wide = w[WIDE]
    i = pair_at(edge, VAL)
    if w[i] != 0:
        return w[i] == value
    put(w, t, i, value)
    put(w, t, LEFT, w[LEFT] - 1)
    w[STEPS] += 1
    cell = edge >> 1
    masks = ON if value == LINE else OFF
    if edge & 1:
        other, a, b = cell - 1, cell, cell + wide
        fine = narrow(w, t, 2 * cell, masks[3]) and narrow(w, t, 2 * other, masks[1])
        fine = fine and narrow(w, t, 2 * a + 1, masks[2]) and narrow(w, t, 2 * b + 1, masks[0])
    else:
        other, a, b = cell - wide, cell, cell + 1
        fine = narrow(w, t, 2 * cell, masks[0]) and narrow(w, t, 2 * other, masks[2])
        fine = fine and narrow(w, t, 2 * a + 1, masks[1]) and narrow(w, t, 2 * b + 1, masks[3])
    if not fine:
        return False
    if value == LINE:
        put(w, t, MISSING, w[MISSING] - _clued(w, edge))
        if not _join(w, t, a, b):
            return False
    if w[RULES] & COLOURS and not unite(w, t, cell, other, 1 if value == LINE else 0):
        return False
    return w[CLOSED] == 1 or w[LEFT] > 0


@lean
def _examine(w: Any, t: Any, node: int, lost: int) -> Any:
    """What a node allows no more is told to its corners and to its neighbours' colours."""
    rules = w[RULES]
    dom = w[pair_at(node, DOM)]
    if lost & CORNERS:
        if rules & SECTORS:
            bits = allowed(dom)
            for k in range(4):
                if lost >> 4 * k & 15 and not narrow(
                    w, t, at_corner(w, node, k), LIFT[(k + 2) & 3, bits >> 4 * k & 15]
                ):
                    return False
        elif node & 1:
            for k in range(4):
                if dom == CORNER[k] and not narrow(w, t, at_corner(w, node, k), LIFT[(k + 2) & 3, 9]):
                    return False
    if rules & LINKS and node & 1 == 0 and w[at(node >> 1, CLUE)] > -2:
        return _compare(w, t, node >> 1, lost, allowed(dom))
    return True


@lean
def _compare(w: Any, t: Any, cell: int, lost: int, bits: int) -> Any:
    """Two sides of a cell that have become equal (opposite): so are the colours beyond them."""
    wide = w[WIDE]
    for pair in range(6):
        if lost & (EQUAL_BITS[pair] | OPPOSITE_BITS[pair]) == 0:
            continue
        opposite = bits & EQUAL_BITS[pair] == 0
        if opposite or bits & OPPOSITE_BITS[pair] == 0:
            a = (
                cell - wide
                if pair in (0, 4)
                else cell + 1
                if pair in (1, 5)
                else cell + wide
                if pair == 2
                else cell - 1
            )
            b = cell + 1 if pair == 0 else cell + wide if pair in (1, 4) else cell - wide if pair == 3 else cell - 1
            if not unite(w, t, a, b, 1 if opposite else 0):
                return False
    return True


@lean
def settle(w: Any, t: Any) -> Any:
    """Carry out what waits and all that follows; False on a contradiction (undo must come next)."""
    q = w[Q]
    while True:
        if w[PENDED] > 0:
            w[PENDED] -= 1
            edge = w[HEAD + PENDS * q + w[PENDED]]
            i = pair_at(edge, PENDING)
            value = w[i]
            w[i] = 0
            fine = mark(w, t, edge, value)
        elif w[FIRST] != w[LAST]:
            node = w[HEAD + QUEUE * q + w[FIRST]]
            w[FIRST] = w[FIRST] + 1 if w[FIRST] + 1 < 2 * q else 0
            i = pair_at(node, QUEUED)
            lost = w[i]
            w[i] = 0
            fine = _examine(w, t, node, lost)
        else:
            closing = w[CLOSING]
            if closing < 0 or value_of(w, closing) != 0 or _whole(w, closing):
                return True
            fine = pend(w, closing, CROSS)
        if not fine:
            forget(w)
            return False


@lean
def assume(w: Any, t: Any, edge: int, value: int) -> Any:
    """Mark a segment and all that follows; False on a contradiction (undo must come next)."""
    return pend(w, edge, value) and settle(w, t)


@lean
def add_clue(w: Any, t: Any, cell: int, clue: int) -> Any:
    """Give a cell a clue, on a grid where much may be known already; False if that contradicts it."""
    lines = 0
    for k in range(4):
        lines += 1 if value_of(w, edge_of(w, 2 * cell, k)) == LINE else 0
    put(w, t, at(cell, CLUE), clue)
    put(w, t, MISSING, w[MISSING] + clue - lines)
    put(w, t, TOTAL, w[TOTAL] + clue)
    return narrow(w, t, 2 * cell, COUNT[clue])
