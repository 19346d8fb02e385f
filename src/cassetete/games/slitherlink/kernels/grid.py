"""The compiled grid: its data, how it is set up, and propagation, which is all that follows without trying.

Data. Everything is one int32 array `w` and a trail `t` of (index, old value) couples: whatever is written with `write`
can be taken back. The grid has a frame of outside cells one cell wide, so that no border is special: with
WIDE = columns + 2, cell (i, j), from 1, is number i*WIDE + j; a vertex has the number of the cell to its lower right.
Segment 2*c is the top side of cell c and 2*c + 1 its left side; node 2*c is cell c, node 2*c + 1 vertex c. After HEAD
words of counters comes a record of 16 words (a cache line) for each of the Q numbers:

* DOM: the patterns still possible around the cell and around the vertex, as sets of 16 bits. A pattern is 4 bits in the
  order of the clock: top, right, bottom, left of a cell; up, right, down, left of a vertex;
* VAL: the two segments' marks, 0, LINE or CROSS; PENDING: the marks they are to get;
* QUEUED: what the two nodes no longer allow and have not passed on yet (bits of ALLOWED);
* FAR: the other end of the path that ends in the vertex;
* PARENT (twice the number, plus 1 if the colours are opposite), SIZE, NEXT: a forest of cells whose colours (inside or
  outside) are known to be equal or opposite; CLUE (-1 none, -2 the frame);
* SKIP: the round of probing in which the two segments need not be tried.

Then sections of some Q words: the nodes to look at, the marks to make, what probing notes, what areas are walked with.

Rules. Each is switched on by a bit of RULES, so that the same code solves, grades and makes levels: patterns are kept
consistent with the marks; a cell has at most one side more where a line ends at its corner (ENDS); a cell and the
vertex at its corner agree on the two segments they share (CORNERS); a cell's
neighbours have colours (COLOURS) whose relations restrict its pattern and follow from it (LINKS); a path does not close
too early (LOOPS); well-known openings (PATTERNS; 3s side by side: COUPLES); the inside of the loop is one piece, and so
is its outside (AREAS).
All of it only ever adds: the outcome does not depend on the order, and a clue may be added to what is known already.
`deductions` has the same rules in plain Python, with reasons; a test compares the two.

Arc consistency on local patterns is Mackworth's (1977); the union-find is Tarjan's (1975) with parities and an undo
trail; colouring inside and outside is an old technique; cut vertices are found as by Hopcroft and Tarjan (1973).
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

LINE, CROSS = 1, 2
OPEN, SETTLED, SOLVED, WRONG = range(4)
"""What is known of a grid: there is more to probe; nothing more follows; every segment is known; a contradiction."""

PATTERNS, LOOPS, CORNERS, COLOURS, LINKS, AREAS, COMMONS, DOMAINS, COUPLES, COUNTS, ENDS = (1 << n for n in range(11))
"""The rules that can be switched on. COMMONS lets probing keep the marks that both trials lead to, DOMAINS also what
they say of patterns. With COUNTS, corners pass on only that two segments have at most, at least or just one line."""
EVERYTHING = LOOPS | CORNERS | COLOURS | LINKS | AREAS | COMMONS | DOMAINS
NO_LIMIT = 1 << 30

WIDE, Q, LEFT, MISSING, FRAGMENTS, CLOSED, TRAIL, FIRST, LAST, PENDED, RULES, CLOSING, STEPS, TURN, VAIN, STAMPED = (
    range(16)
)
BEST, SCORE, TOTAL, CARE, UNITED, AREAS_AT, ROUND = 16, 17, 18, 19, 21, 22, 23
HEAD = 32
RECORD = 16
DOM, VAL, PENDING, QUEUED, FAR, PARENT, SIZE, NEXT, CLUE, SKIP = 0, 2, 4, 6, 8, 9, 10, 11, 12, 14
"""The words of a record; the first four and the last come in couples."""
QUEUE, PENDS, NOTED, STAMP, COMMON, LOW, ORDER, UP, REACHED, TRIED, SEEN = 16, 18, 20, 24, 28, 36, 37, 38, 39, 40, 41
SECTIONS = 42
TRAIL_ROOM = 80
HUGE = 1 << 20

_PATTERNS = range(16)
_PAIRS = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))


def _set(test: Any) -> int:
    return sum(1 << p for p in _PATTERNS if test(p))


def _bit(pattern: int, k: int) -> int:
    return pattern >> k & 1


ON = np.array([_set(lambda p, k=k: _bit(p, k)) for k in range(4)], np.int32)
OFF = np.array([_set(lambda p, k=k: not _bit(p, k)) for k in range(4)], np.int32)
COUNT = np.array([_set(lambda p, n=n: p.bit_count() == n) for n in range(5)], np.int32)
EQUAL = np.array([_set(lambda p, a=a, b=b: _bit(p, a) == _bit(p, b)) for a, b in _PAIRS], np.int32)
OPPOSITE = np.array([_set(lambda p, a=a, b=b: _bit(p, a) != _bit(p, b)) for a, b in _PAIRS], np.int32)
DEGREES = int(COUNT[0] | COUNT[2])

CORNER_BITS, MARK_BITS, ACROSS_BITS = 0xFFFF, 0xFF0000, 0xF000000
ALL_BITS = CORNER_BITS | MARK_BITS | ACROSS_BITS


def _allowed(pattern: int) -> int:
    """What one pattern allows, as bits: for the pair of segments (k, k + 1) the value first + 2*second, in 4 bits each;
    from bit 16 on which segments are drawn, from 20 on which are not; from 24 on whether the segments 0 and 2 are
    equal, whether they are opposite, and the same of 1 and 3."""
    bits = 0
    for k in range(4):
        bits |= 1 << 4 * k + _bit(pattern, k) + 2 * _bit(pattern, (k + 1) % 4)
        bits |= 1 << (16 if _bit(pattern, k) else 20) + k
    for n, (a, b) in enumerate(_PAIRS[4:]):
        bits |= 1 << 24 + 2 * n + (_bit(pattern, a) != _bit(pattern, b))
    return bits


def _allowed_by_any(patterns: list[int]) -> int:
    bits = 0
    for pattern in patterns:
        bits |= _allowed(pattern)
    return bits


# What a set of patterns allows: 16 bits are looked up in two halves.
ALLOWED = np.array(
    [[_allowed_by_any([8 * h + b for b in range(8) if s >> b & 1]) for s in range(256)] for h in (0, 1)], np.int32
)
# For a pair of segments of `_PAIRS`, the bits of `_allowed` where they are equal, and where they are opposite.
EQUAL_BITS = np.array([0b1001 << 4 * k for k in range(4)] + [1 << 24, 1 << 26], np.int32)
OPPOSITE_BITS = np.array([0b0110 << 4 * k for k in range(4)] + [1 << 25, 1 << 27], np.int32)
# The patterns that a set of pairs leaves, when the pairs are seen from the other side: a corner of a cell lists its two
# segments in the other order than the vertex does.
_swapped = [[_bit(p, (k + 1) % 4) + 2 * _bit(p, k) for p in _PATTERNS] for k in range(4)]
LIFT = np.array([[_set(lambda p, k=k, s=s: s >> _swapped[k][p] & 1) for s in range(16)] for k in range(4)], np.int32)


@lean
def pair_at(number: int, field: int) -> Any:
    """Where the word of a node or a segment is: records have two of each."""
    return HEAD + RECORD * (number >> 1) + field + (number & 1)


@lean
def at(number: int, field: int) -> Any:
    """Where the word of a cell or a vertex is."""
    return HEAD + RECORD * number + field


@lean
def value_of(w: Any, edge: int) -> Any:
    """A segment's mark."""
    return w[pair_at(edge, VAL)]


@lean
def edge_between(w: Any, a: int, b: int) -> Any:
    """The segment between two vertices, -1 if they are not neighbours."""
    low, high = min(a, b), max(a, b)
    if high == low + 1:
        return 2 * low
    return 2 * low + 1 if high == low + w[WIDE] else -1


@lean
def edge_of(w: Any, node: int, k: int) -> Any:
    """The segment in place k of a node's pattern."""
    here, wide = node >> 1, w[WIDE]
    if node & 1:
        if k == 0:
            return 2 * (here - wide) + 1
        if k == 1:
            return 2 * here
        return 2 * here + 1 if k == 2 else 2 * here - 2
    if k == 0:
        return 2 * here
    if k == 1:
        return 2 * here + 3
    return 2 * (here + wide) if k == 2 else 2 * here + 1


@lean
def at_corner(w: Any, node: int, k: int) -> Any:
    """The node that shares the segments k and k + 1: a cell's corner, or the cell in a vertex' quadrant."""
    here, wide = node >> 1, w[WIDE]
    if node & 1:
        if k == 0:
            return 2 * (here - wide)
        if k == 1:
            return 2 * here
        return 2 * (here - 1) if k == 2 else 2 * (here - wide - 1)
    if k == 0:
        return 2 * (here + 1) + 1
    if k == 1:
        return 2 * (here + wide + 1) + 1
    return 2 * (here + wide) + 1 if k == 2 else 2 * here + 1


@lean
def write(w: Any, t: Any, i: int, x: int) -> None:
    """Write a word, and remember what it was."""
    n = w[TRAIL]
    t[2 * n] = i
    t[2 * n + 1] = w[i]
    w[TRAIL] = n + 1
    w[i] = x


@lean
def undo(w: Any, t: Any, length: int) -> None:
    """Take back all that was written since the trail was that long."""
    for n in range(w[TRAIL] - 1, length - 1, -1):
        w[t[2 * n]] = t[2 * n + 1]
    w[TRAIL] = length


@lean
def clear_queues(w: Any) -> None:
    """Empty the queues after a contradiction."""
    q = w[Q]
    while w[FIRST] != w[LAST]:
        w[pair_at(w[HEAD + QUEUE * q + w[FIRST]], QUEUED)] = 0
        w[FIRST] = w[FIRST] + 1 if w[FIRST] + 1 < 2 * q else 0
    while w[PENDED] > 0:
        w[PENDED] -= 1
        w[pair_at(w[HEAD + PENDS * q + w[PENDED]], PENDING)] = 0


@lean
def enqueue(w: Any, edge: int, mark: int) -> Any:
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
            if not enqueue(w, edge_of(w, node, k), CROSS):
                return False
        elif lost >> 20 + k & 1 and not enqueue(w, edge_of(w, node, k), LINE):
            return False
    return True


@lean
def report_lost(w: Any, node: int, lost: int) -> Any:
    """A node no longer allows something: mark what follows, and queue it for its neighbours."""
    if lost & MARK_BITS and not _force(w, node, lost):
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
def _shrink(w: Any, t: Any, node: int, left: int) -> Any:
    """A node has fewer patterns left; False if it has none."""
    if left == 0:
        return False
    i = pair_at(node, DOM)
    lost = allowed(w[i]) & ~allowed(left)
    write(w, t, i, left)
    return lost == 0 or report_lost(w, node, lost)


@lean
def _fix(w: Any, t: Any, node: int, k: int, masks: Any) -> Any:
    """A node's segment k has been marked; False if no pattern is left. Of the segment itself nothing is to be said."""
    i = pair_at(node, DOM)
    dom = w[i]
    left = dom & masks[k]
    if left == dom:
        return True
    if left == 0:
        return False
    write(w, t, i, left)
    lost = allowed(dom) & ~(allowed(left) | 0x110000 << k)
    return lost == 0 or report_lost(w, node, lost)


@lean
def narrow(w: Any, t: Any, node: int, mask: int) -> Any:
    """Keep only some of a node's patterns; False if none is left."""
    dom = w[pair_at(node, DOM)]
    return dom & ~mask == 0 or _shrink(w, t, node, dom & mask)


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
    write(w, t, at(small, PARENT), 2 * big + odd)
    write(w, t, at(big, SIZE), w[at(big, SIZE)] + w[at(small, SIZE)])
    cell = small
    while True:
        mine = root_of(w, cell) & 1
        if not _decide_sides(w, cell, big, mine):
            return False
        if w[RULES] & LINKS and not _decide_pairs(w, t, cell, big, mine):
            return False
        cell = w[at(cell, NEXT)]
        if cell == small:
            break
    after = w[at(small, NEXT)]
    write(w, t, at(small, NEXT), w[at(big, NEXT)])
    write(w, t, at(big, NEXT), after)
    return True


@lean
def _decide_sides(w: Any, cell: int, root: int, mine: int) -> Any:
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
        if its >> 1 == root and not enqueue(w, edge, LINE if (its & 1) != mine else CROSS):
            return False
    return True


@lean
def _related(w: Any, cell: int, pair: int) -> Any:
    """Whether two sides of a cell are known to be equal, or opposite: then so are the colours beyond them."""
    dom = w[at(cell, DOM)]
    return dom & EQUAL[pair] == 0 or dom & OPPOSITE[pair] == 0


@lean
def _decide_pairs(w: Any, t: Any, cell: int, root: int, mine: int) -> Any:
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
def _closes_whole(w: Any, edge: int) -> Any:
    """Whether the loop this segment closes would be the whole solution."""
    return w[FRAGMENTS] == 1 and w[MISSING] == _clued(w, edge)


@lean
def _join(w: Any, t: Any, a: int, b: int) -> Any:
    """Join the paths that end in two vertices, or close the one that ends in both; False if it is closed too early."""
    p, r = w[at(a, FAR)], w[at(b, FAR)]
    if p == b:
        write(w, t, CLOSED, 1)
        write(w, t, FRAGMENTS, w[FRAGMENTS] - 1)
        if w[MISSING] or w[FRAGMENTS]:
            return False
        fine = True
        for edge in range(2 * w[Q]):
            fine = fine and (value_of(w, edge) != 0 or enqueue(w, edge, CROSS))
        return fine
    write(w, t, FRAGMENTS, w[FRAGMENTS] + (1 if p == a else 0) + (1 if r == b else 0) - 1)
    write(w, t, at(p, FAR), r)
    write(w, t, at(r, FAR), p)
    if w[RULES] & LOOPS:
        closing = edge_between(w, p, r)
        if closing >= 0 and value_of(w, closing) == 0:
            spared = w[CLOSING]
            if spared >= 0 and value_of(w, spared) == 0 and not enqueue(w, spared, CROSS):
                return False
            write(w, t, CLOSING, closing)
            if not _closes_whole(w, closing):
                return enqueue(w, closing, CROSS)
    return True


@lean
def mark(w: Any, t: Any, edge: int, value: int) -> Any:
    """Mark a segment and update its cells and vertices; False on a contradiction."""
    wide = w[WIDE]
    i = pair_at(edge, VAL)
    if w[i] != 0:
        return w[i] == value
    write(w, t, i, value)
    write(w, t, LEFT, w[LEFT] - 1)
    w[STEPS] += 1
    cell = edge >> 1
    masks = ON if value == LINE else OFF
    if edge & 1:
        other, a, b = cell - 1, cell, cell + wide
        fine = _fix(w, t, 2 * cell, 3, masks) and _fix(w, t, 2 * other, 1, masks)
        fine = fine and _fix(w, t, 2 * a + 1, 2, masks) and _fix(w, t, 2 * b + 1, 0, masks)
    else:
        other, a, b = cell - wide, cell, cell + 1
        fine = _fix(w, t, 2 * cell, 0, masks) and _fix(w, t, 2 * other, 2, masks)
        fine = fine and _fix(w, t, 2 * a + 1, 1, masks) and _fix(w, t, 2 * b + 1, 3, masks)
    if not fine:
        return False
    if value == LINE:
        write(w, t, MISSING, w[MISSING] - _clued(w, edge))
        if not _join(w, t, a, b):
            return False
    if w[RULES] & COLOURS and not unite(w, t, cell, other, 1 if value == LINE else 0):
        return False
    return w[CLOSED] == 1 or w[LEFT] > 0


@lean
def _examine(w: Any, t: Any, node: int, lost: int) -> Any:
    """What a node no longer allows narrows its corners and relates its neighbours' colours."""
    rules = w[RULES]
    dom = w[pair_at(node, DOM)]
    if lost & CORNER_BITS:
        if rules & CORNERS:
            bits = allowed(dom)
            for k in range(4):
                pairs = bits >> 4 * k & 15
                if rules & COUNTS:
                    pairs |= 6
                if lost >> 4 * k & 15 and not narrow(w, t, at_corner(w, node, k), LIFT[(k + 2) & 3, pairs]):
                    return False
        elif node & 1:
            if _is_told(rules, dom) and not (_tell_cells(w, t, node, dom) and _hear_cells(w, node)):
                return False
        else:
            for k in range(4):
                if lost >> 4 * k & 15 and not _hear_cells(w, at_corner(w, node, k)):
                    return False
    if rules & LINKS and node & 1 == 0 and w[at(node >> 1, CLUE)] > -2:
        return _compare(w, t, node >> 1, lost, allowed(dom))
    return True


@lean
def _is_told(rules: int, dom: int) -> Any:
    """Whether, without CORNERS, a vertex tells its cells more than its marks do: a line ends there, or it is a closed
    corner (PATTERNS)."""
    if dom & 1:
        rest = dom & ~1
        return rules & PATTERNS != 0 and rest != 0 and rest & (rest - 1) == 0
    return dom & (dom - 1) != 0


@lean
def _told(rules: int, bits: int, k: int) -> Any:
    """The pairs that a vertex allows the cell in its quadrant k, of what it allows in all.

    Where a line ends, a cell has at most one of its two blank sides there (ENDS). It has just one if the line cannot go
    elsewhere, and at a closed corner both or none (PATTERNS).
    """
    pairs = bits >> 4 * k & 15
    if rules & PATTERNS == 0 and pairs in (6, 9):
        pairs = 7 if pairs == 6 else 15
    return pairs | 6 if rules & COUNTS else pairs


@lean
def _tell_cells(w: Any, t: Any, vertex: int, dom: int) -> Any:
    """Without CORNERS, narrow the clued cells around a vertex by what it tells."""
    rules, bits = w[RULES], allowed(dom)
    for k in range(4):
        cell = at_corner(w, vertex, k)
        if w[at(cell >> 1, CLUE)] >= 0 and not narrow(w, t, cell, LIFT[(k + 2) & 3, _told(rules, bits, k)]):
            return False
    return True


@lean
def _told_by_corners(w: Any, cell: int) -> Any:
    """Without CORNERS, the patterns that the vertices at a cell's corners leave it."""
    rules, left = w[RULES], 0xFFFF
    for k in range(4):
        dom = w[pair_at(at_corner(w, 2 * cell, k), DOM)]
        if _is_told(rules, dom):
            left &= LIFT[k, _told(rules, allowed(dom), (k + 2) & 3)]
    return left


@lean
def _hear_cells(w: Any, vertex: int) -> Any:
    """Without CORNERS, mark what is left at a vertex where a line ends, by how many lines each cell has there at least
    and at most.

    With COUNTS, cells are not told of closed corners: these hear them too. Without PATTERNS, nothing is heard then.
    """
    rules, dom = w[RULES], w[pair_at(vertex, DOM)]
    if not _hears(rules) or not _is_told(rules, dom) or (dom & 1 and rules & COUNTS == 0):
        return True
    left = dom
    for k in range(4):
        pairs = allowed(w[pair_at(at_corner(w, vertex, k), DOM)]) >> 4 * ((k + 2) & 3) & 15
        left &= LIFT[k, pairs | 6]
    if left == 0:
        return False
    lost = allowed(dom) & ~allowed(left) & MARK_BITS
    return lost == 0 or _force(w, vertex, lost)


@lean
def _hears(rules: int) -> Any:
    """Whether, without CORNERS, cells tell a vertex anything."""
    return rules & ENDS != 0 and (rules & COUNTS == 0 or rules & PATTERNS != 0)


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
            if closing < 0 or value_of(w, closing) != 0 or _closes_whole(w, closing):
                return True
            fine = enqueue(w, closing, CROSS)
        if not fine:
            clear_queues(w)
            return False


@lean
def assume(w: Any, t: Any, edge: int, value: int) -> Any:
    """Mark a segment and all that follows; False on a contradiction (undo must come next)."""
    return enqueue(w, edge, value) and settle(w, t)


@lean
def add_clue(w: Any, t: Any, cell: int, clue: int) -> Any:
    """Give a cell a clue, on a grid where much may be known already; False if that contradicts it."""
    lines = 0
    for k in range(4):
        lines += 1 if value_of(w, edge_of(w, 2 * cell, k)) == LINE else 0
    write(w, t, at(cell, CLUE), clue)
    write(w, t, MISSING, w[MISSING] + clue - lines)
    write(w, t, TOTAL, w[TOTAL] + clue)
    # The marks at its corners say something of a cell only now.
    left = _told_by_corners(w, cell) if w[RULES] & (ENDS | CORNERS) == ENDS else 0xFFFF
    return narrow(w, t, 2 * cell, COUNT[clue] & left)


@lean
def colour(w: Any, cell: int) -> Any:
    """0 outside, 1 inside, -1 not known."""
    root = root_of(w, cell)
    return root & 1 if root >> 1 == 0 else -1


@lean
def _walk(w: Any, t: Any, start: int, wanted: int) -> Any:
    """Visit all cells that may have the colour; the cells that hold its pieces together get it.

    The colours are those that were known before the walks: what a walk finds counts in the next one.
    """
    q, wide = w[Q], w[WIDE]
    last = q - wide - 2
    low, order, up = HEAD + LOW * q, HEAD + ORDER * q, HEAD + UP * q
    found, tried, seen = HEAD + REACHED * q, HEAD + TRIED * q, HEAD + SEEN * q
    for cell in range(last):
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
            its = w[seen + other]
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
            if needed and w[seen + above] < 0 and not unite(w, t, above, 0, wanted):
                return False
        cell = above
    return True


@lean
def areas(w: Any, t: Any) -> Any:
    """Apply the rule to both colours (marks may wait then); False on a contradiction."""
    q, wide = w[Q], w[WIDE]
    last, inside = q - wide - 2, -1
    order, seen = HEAD + ORDER * q, HEAD + SEEN * q
    for cell in range(last):
        its = colour(w, cell)
        w[seen + cell] = its
        if its == 1 and inside < 0:
            inside = cell
    for wanted in range(2):
        start = 0 if wanted == 0 else inside
        if start < 0:
            continue
        if not _walk(w, t, start, wanted):
            return False
        for cell in range(last):
            if w[order + cell] or w[at(cell, CLUE)] == -2 or w[seen + cell] == 1 - wanted:
                continue
            its = colour(w, cell)
            if its == wanted or (its < 0 and not unite(w, t, cell, 0, 1 - wanted)):
                return False
    return True


@lean
def propagate(w: Any, t: Any) -> Any:
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
            clear_queues(w)
            return WRONG
        if w[TRAIL] == length:
            return SETTLED


def allocate(rows: int, columns: int) -> tuple[Any, Any]:
    """The two arrays for a grid of a size."""
    q = (rows + 3) * (columns + 2) + 2
    return np.zeros(HEAD + SECTIONS * q, np.int32), np.empty(2 * TRAIL_ROOM * q, np.int32)


@lean
def prepare(w: Any, clues: Any, columns: int, rules: int) -> None:
    """An empty grid with these clues (row by row, -1 where there is none); what they force is queued."""
    rows = clues.shape[0] // columns
    wide = columns + 2
    q = (rows + 3) * wide + 2
    for i in range(HEAD + RECORD * q):
        w[i] = 0
    for i in range(4 * q):
        w[HEAD + STAMP * q + i] = 0
    w[WIDE], w[Q], w[RULES], w[CLOSING], w[BEST], w[AREAS_AT] = wide, q, rules, -1, -1, -1
    w[ROUND] = 1
    # With COUNTS, only that two segments no longer have none, or no longer both, is passed on at corners.
    corners = 0x9999 if rules & COUNTS else CORNER_BITS
    w[CARE] = (corners if rules & CORNERS or _hears(rules) else 0) | (CORNER_BITS | ACROSS_BITS if rules & LINKS else 0)
    w[CARE + 1] = corners if rules & CORNERS else CORNER_BITS if rules & (PATTERNS | ENDS) else 0
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
                report_lost(w, node, ALL_BITS & ~allowed(dom))


@lean
def opening(w: Any) -> Any:
    """Two 3s side by side or across a corner, from the clues alone."""
    q, wide = w[Q], w[WIDE]
    fine = True
    for cell in range(wide + 1, q - 2 * wide - 2):
        if w[at(cell, CLUE)] != 3:
            continue
        for k in range(2 if w[RULES] & COUPLES else 0):
            step, along = (1, wide) if k == 0 else (wide, 1)
            if w[at(cell + step, CLUE)] == 3 and not _domino(w, cell, step, along):
                # Sides across the couple: 2c + 1 is left, 2c is top.
                side = 1 - k
                for n in range(3):
                    fine = fine and enqueue(w, 2 * (cell + n * step) + side, LINE)
                fine = fine and enqueue(w, 2 * (cell + step - along) + side, CROSS)
                fine = fine and enqueue(w, 2 * (cell + step + along) + side, CROSS)
        if w[at(cell + wide + 1, CLUE)] == 3:
            fine = fine and enqueue(w, 2 * cell, LINE) and enqueue(w, 2 * cell + 1, LINE)
            low = cell + wide + 1
            fine = fine and enqueue(w, 2 * (low + wide), LINE) and enqueue(w, 2 * low + 3, LINE)
        if w[at(cell + wide - 1, CLUE)] == 3:
            fine = fine and enqueue(w, 2 * cell, LINE) and enqueue(w, 2 * cell + 3, LINE)
            low = cell + wide - 1
            fine = fine and enqueue(w, 2 * (low + wide), LINE) and enqueue(w, 2 * low + 1, LINE)
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
        fine = fine and enqueue(w, edges[n], marks[n])
    if not fine:
        clear_queues(w)
        return WRONG
    return propagate(w, t)
