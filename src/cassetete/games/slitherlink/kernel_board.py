"""A grid being reasoned about, compiled: patterns of lines around cells and vertices, paths, and colours of cells.

Layout. Everything is one int32 array `w` and a trail `t` of (index, old value) couples: whatever is written with `put`
can be taken back. The grid has a frame of outside cells one cell wide, so that no border is special: with
WIDE = columns + 2, cell (i, j), from 1, is number i*WIDE + j; a vertex has the number of the cell to its lower right.
Segment 2*c is the top side of cell c and 2*c + 1 its left side. After HEAD words of counters come sections of Q words:

* DOM: the patterns still possible around each cell (Q) and each vertex (Q), as sets of 16 bits. A pattern is 4 bits in
  the order of the clock: top, right, bottom, left of a cell; up, right, down, left of a vertex;
* VAL: each segment's mark (2 Q): 0, LINE or CROSS; FAR: the other end of the path that ends in a vertex;
* PARENT, ODD, SIZE, NEXT: a forest of cells whose colours (inside or outside) are known to be equal or opposite;
* CLUE (-1 none, -2 the frame); QUEUE, QUEUED: nodes to look at; PENDS, PENDING: marks to make; what probing notes.

What is propagated (each switched on by a bit of `rules`, so that the same code solves, grades and makes levels):
patterns are kept consistent with the marks; a cell and the vertex at its corner agree on the two segments they share
(SECTORS); a cell's neighbours have colours (COLOURS) whose relations restrict its pattern and follow from it (LINKS); a
path does not close too early (LOOPS); well-known openings (PATTERNS). Arc consistency on local patterns is Mackworth's
(1977); the union-find is Tarjan's (1975) with parities and an undo trail; colouring inside and outside is an old art.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import kernel

from .kernel_places import at_corner, edge_between, edge_of
from .kernel_tables import (
    CLOSED,
    CLOSING,
    CLUE,
    COLOURS,
    CORNER,
    CROSS,
    DOM,
    EQUAL,
    FAR,
    FIRST,
    FRAGMENTS,
    HALF,
    HEAD,
    LAST,
    LEFT,
    LIFT,
    LINE,
    LINKS,
    LOOPS,
    MISSING,
    NEXT,
    ODD,
    OFF,
    ON,
    OPPOSITE,
    PARENT,
    PATTERNS,
    PENDED,
    PENDING,
    PENDS,
    QUEUE,
    QUEUED,
    RULES,
    SECTORS,
    SIZE,
    STEPS,
    TRAIL,
    VAL,
    WIDE,
    Q,
)


@kernel
def put(w: Any, t: Any, i: int, x: int) -> None:
    """Write a word, and remember what it was."""
    n = w[TRAIL]
    t[2 * n] = i
    t[2 * n + 1] = w[i]
    w[TRAIL] = n + 1
    w[i] = x


@kernel
def undo(w: Any, t: Any, length: int) -> None:
    """Take back all that was written since the trail was that long, and drop what waits."""
    for n in range(w[TRAIL] - 1, length - 1, -1):
        w[t[2 * n]] = t[2 * n + 1]
    w[TRAIL] = length


@kernel
def forget(w: Any) -> None:
    """Empty the queues after a contradiction."""
    q = w[Q]
    while w[FIRST] != w[LAST]:
        w[HEAD + QUEUED * q + w[HEAD + QUEUE * q + w[FIRST]]] = 0
        w[FIRST] = (w[FIRST] + 1) % (2 * q)
    while w[PENDED] > 0:
        w[PENDED] -= 1
        w[HEAD + PENDING * q + w[HEAD + PENDS * q + w[PENDED]]] = 0


@kernel
def narrow(w: Any, t: Any, node: int, mask: int) -> Any:
    """Keep only some of a node's patterns; False if none is left."""
    q = w[Q]
    i = HEAD + DOM * q + node
    left = w[i] & mask
    if left != w[i]:
        put(w, t, i, left)
        if w[HEAD + QUEUED * q + node] == 0:
            w[HEAD + QUEUED * q + node] = 1
            w[HEAD + QUEUE * q + w[LAST]] = node
            w[LAST] = w[LAST] + 1 if w[LAST] + 1 < 2 * q else 0
    return left != 0


@kernel
def pend(w: Any, edge: int, mark: int) -> Any:
    """Have a segment marked soon; False if the contrary is known."""
    q = w[Q]
    known = w[HEAD + VAL * q + edge]
    if known == 0:
        known = w[HEAD + PENDING * q + edge]
    if known != 0:
        return known == mark
    w[HEAD + PENDING * q + edge] = mark
    w[HEAD + PENDS * q + w[PENDED]] = edge
    w[PENDED] += 1
    return True


@kernel
def root_of(w: Any, cell: int) -> Any:
    """Twice the root of the cell's tree, plus 1 if their colours are opposite."""
    q = w[Q]
    odd = 0
    while w[HEAD + PARENT * q + cell] != cell:
        odd ^= w[HEAD + ODD * q + cell]
        cell = w[HEAD + PARENT * q + cell]
    return 2 * cell + odd


@kernel
def unite(w: Any, t: Any, a: int, b: int, odd: int) -> Any:
    """Let two cells have equal or opposite colours, and mark what follows; False if that is known to be wrong."""
    q = w[Q]
    ra, rb = root_of(w, a), root_of(w, b)
    odd ^= (ra ^ rb) & 1
    small, big = ra >> 1, rb >> 1
    if small == big:
        return odd == 0
    if w[HEAD + SIZE * q + small] > w[HEAD + SIZE * q + big]:
        small, big = big, small
    put(w, t, HEAD + PARENT * q + small, big)
    put(w, t, HEAD + ODD * q + small, odd)
    put(w, t, HEAD + SIZE * q + big, w[HEAD + SIZE * q + big] + w[HEAD + SIZE * q + small])
    cell = small
    while True:
        mine = root_of(w, cell) & 1
        if not _beside(w, cell, big, mine):
            return False
        if w[RULES] & LINKS and not _across(w, t, cell, big, mine):
            return False
        cell = w[HEAD + NEXT * q + cell]
        if cell == small:
            break
    after = w[HEAD + NEXT * q + small]
    put(w, t, HEAD + NEXT * q + small, w[HEAD + NEXT * q + big])
    put(w, t, HEAD + NEXT * q + big, after)
    return True


@kernel
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
        its = root_of(w, other)
        if its >> 1 == root and not pend(w, edge, LINE if (its & 1) != mine else CROSS):
            return False
    return True


@kernel
def _across(w: Any, t: Any, cell: int, root: int, mine: int) -> Any:
    """Two neighbours of a third cell in known relation: the sides it shares with them are equal or opposite."""
    wide, q = w[WIDE], w[Q]
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
        if k >= 4 and w[HEAD + CLUE * q + middle] == -2:
            continue
        its = root_of(w, other)
        if its >> 1 != root:
            continue
        equal = (its & 1) == mine
        if not narrow(w, t, middle, EQUAL[pair] if equal else OPPOSITE[pair]):
            return False
        if second >= 0 and not narrow(w, t, second, EQUAL[other_pair] if equal else OPPOSITE[other_pair]):
            return False
    return True


@kernel
def _clued(w: Any, edge: int) -> Any:
    """How many of the two cells beside a segment have clues."""
    cell = edge >> 1
    other = cell - 1 if edge & 1 else cell - w[WIDE]
    clues = HEAD + CLUE * w[Q]
    return (1 if w[clues + cell] >= 0 else 0) + (1 if w[clues + other] >= 0 else 0)


@kernel
def _whole(w: Any, edge: int) -> Any:
    """Whether the loop this segment closes would be the whole solution."""
    return w[FRAGMENTS] == 1 and w[MISSING] == _clued(w, edge)


@kernel
def _join(w: Any, t: Any, a: int, b: int) -> Any:
    """Join the paths that end in two vertices, or close the one that ends in both; False if it is closed too early."""
    q = w[Q]
    far = HEAD + FAR * q
    p, r = w[far + a], w[far + b]
    if p == b:
        put(w, t, CLOSED, 1)
        put(w, t, FRAGMENTS, w[FRAGMENTS] - 1)
        if w[MISSING] or w[FRAGMENTS]:
            return False
        fine = True
        for edge in range(2 * q):
            fine = fine and (w[HEAD + VAL * q + edge] != 0 or pend(w, edge, CROSS))
        return fine
    put(w, t, FRAGMENTS, w[FRAGMENTS] + (1 if p == a else 0) + (1 if r == b else 0) - 1)
    put(w, t, far + p, r)
    put(w, t, far + r, p)
    if w[RULES] & LOOPS:
        closing = edge_between(w, p, r)
        if closing >= 0 and w[HEAD + VAL * q + closing] == 0:
            spared = w[CLOSING]
            if spared >= 0 and w[HEAD + VAL * q + spared] == 0 and not pend(w, spared, CROSS):
                return False
            put(w, t, CLOSING, closing)
            if not _whole(w, closing):
                return pend(w, closing, CROSS)
    return True


@kernel
def mark(w: Any, t: Any, edge: int, value: int) -> Any:
    """Mark a segment and tell its cells and vertices; False on a contradiction."""
    q, wide = w[Q], w[WIDE]
    i = HEAD + VAL * q + edge
    if w[i] != 0:
        return w[i] == value
    put(w, t, i, value)
    put(w, t, LEFT, w[LEFT] - 1)
    w[STEPS] += 1
    cell = edge >> 1
    masks = ON if value == LINE else OFF
    if edge & 1:
        other, a, b = cell - 1, cell, cell + wide
        fine = narrow(w, t, cell, masks[3]) and narrow(w, t, other, masks[1])
        fine = fine and narrow(w, t, q + a, masks[2]) and narrow(w, t, q + b, masks[0])
    else:
        other, a, b = cell - wide, cell, cell + 1
        fine = narrow(w, t, cell, masks[0]) and narrow(w, t, other, masks[2])
        fine = fine and narrow(w, t, q + a, masks[1]) and narrow(w, t, q + b, masks[3])
    if not fine:
        return False
    if value == LINE:
        put(w, t, MISSING, w[MISSING] - _clued(w, edge))
        if not _join(w, t, a, b):
            return False
    if w[RULES] & COLOURS and not unite(w, t, cell, other, 1 if value == LINE else 0):
        return False
    return w[CLOSED] == 1 or w[LEFT] > 0


@kernel
def _examine(w: Any, t: Any, node: int) -> Any:
    """What a node's patterns have in common is told to its segments, its corners and its neighbours' colours."""
    q, wide, rules = w[Q], w[WIDE], w[RULES]
    dom = w[HEAD + DOM * q + node]
    for k in range(4):
        edge = -1
        if dom & ON[k] == 0:
            edge = edge_of(w, node, k)
            if not pend(w, edge, CROSS):
                return False
        elif dom & OFF[k] == 0:
            edge = edge_of(w, node, k)
            if not pend(w, edge, LINE):
                return False
    if rules & SECTORS:
        low, high = dom & 255, dom >> 8
        for k in range(4):
            pairs = HALF[k, 0, low] | HALF[k, 1, high]
            if pairs != 15 and not narrow(w, t, at_corner(w, node, k), LIFT[(k + 2) & 3, pairs]):
                return False
    elif rules & PATTERNS and node >= q:
        for k in range(4):
            if dom == CORNER[k] and not narrow(w, t, at_corner(w, node, k), LIFT[(k + 2) & 3, 9]):
                return False
    if rules & LINKS and node < q and w[HEAD + CLUE * q + node] > -2:
        for pair in range(6):
            opposite = dom & EQUAL[pair] == 0
            if opposite or dom & OPPOSITE[pair] == 0:
                a = (
                    node - wide
                    if pair in (0, 4)
                    else node + 1
                    if pair in (1, 5)
                    else node + wide
                    if pair == 2
                    else node - 1
                )
                b = node + 1 if pair == 0 else node + wide if pair in (1, 4) else node - wide if pair == 3 else node - 1
                if not unite(w, t, a, b, 1 if opposite else 0):
                    return False
    return True


@kernel
def settle(w: Any, t: Any) -> Any:
    """Carry out what waits and all that follows; False on a contradiction (undo must come next)."""
    q = w[Q]
    while True:
        if w[PENDED] > 0:
            w[PENDED] -= 1
            edge = w[HEAD + PENDS * q + w[PENDED]]
            value = w[HEAD + PENDING * q + edge]
            w[HEAD + PENDING * q + edge] = 0
            fine = mark(w, t, edge, value)
        elif w[FIRST] != w[LAST]:
            node = w[HEAD + QUEUE * q + w[FIRST]]
            w[FIRST] = w[FIRST] + 1 if w[FIRST] + 1 < 2 * q else 0
            w[HEAD + QUEUED * q + node] = 0
            fine = _examine(w, t, node)
        else:
            closing = w[CLOSING]
            if closing < 0 or w[HEAD + VAL * q + closing] != 0 or _whole(w, closing):
                return True
            fine = pend(w, closing, CROSS)
        if not fine:
            forget(w)
            return False


@kernel
def assume(w: Any, t: Any, edge: int, value: int) -> Any:
    """Mark a segment and all that follows; False on a contradiction (undo must come next)."""
    return pend(w, edge, value) and settle(w, t)
