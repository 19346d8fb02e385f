"""Set-parallel breadth-first search: one row for each place of the helpers, whole sets of turtles moved at once.

Layout. Helpers are interchangeable, so the triple of their cells is sorted, a < b < c, and has the rank
a + C(b, 2) + C(c, 3) (the combinatorial number system) less that of the first triple there can be. `rows[rank]` is a
line of eight words: four of the turtle cells visited with these helpers, four of those found for the next layer.
`active` has a bit for each row with something found, `summary` a bit for each word of `active`.

A layer is taken out of the rows in the order of the ranks: `keys` (a | b << 10 | c << 20, so they are sorted) and
`sets`. Expanding it slides the whole set of turtles, and carries the whole set along with each helper's move, but for
the turtles that stand in the helper's way: these stop it earlier and are treated one by one. Going by rank keeps the
rows that a layer touches near each other in memory.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, bits_in, lowest
from cassetete.speed.jit import lean

from .board import CELLS, slide, stops

FIELD = 1023

_FOUR, _SIX, _TWELVE, _LOW = np.uint64(4), np.uint64(6), np.uint64(12), np.uint64(63)

PAIRS = np.array([n * (n - 1) // 2 for n in range(CELLS + 4)], np.int64)
TRIPLES = np.array([n * (n - 1) * (n - 2) // 6 for n in range(CELLS + 4)], np.int64)


@lean
def rank(pairs: Any, triples: Any, x: Any, y: Any, s: Any) -> Any:
    """The rank of the triple of x < y and s, wherever s falls."""
    low = min(s, x)
    high = max(s, y)
    return low + pairs[x + y + s - low - high] + triples[high]


@lean
def push_one(rows: Any, active: Any, summary: Any, at: Any, cell: Any) -> None:
    """One turtle cell found with the helpers of a row."""
    word = cell >> 6
    one = ONE << np.uint64(cell & 63)
    if rows[at, word] & one == ZERO:
        rows[at, 4 + word] |= one
        active[at >> 6] |= ONE << np.uint64(at & 63)
        summary[at >> 12] |= ONE << np.uint64((at >> 6) & 63)


@lean
def found(active: Any, summary: Any) -> int:
    """How many rows have something found."""
    count = 0
    for outer in range(summary.shape[0]):
        seen = summary[outer]
        while seen != ZERO:
            inner = 64 * outer + lowest(seen)
            seen &= seen - ONE
            count += bits_in(active[inner])
    return count


@lean
def take(rows: Any, active: Any, summary: Any, pairs: Any, triples: Any, least: Any, keys: Any, sets: Any) -> None:
    """Take the next layer out of the rows: its keys and sets, in the order of the ranks. It becomes visited."""
    n = 0
    c = 2
    for outer in range(summary.shape[0]):
        seen = summary[outer]
        summary[outer] = ZERO
        while seen != ZERO:
            inner = 64 * outer + lowest(seen)
            seen &= seen - ONE
            left = active[inner]
            active[inner] = ZERO
            while left != ZERO:
                at = 64 * inner + lowest(left)
                left &= left - ONE
                rest = at + least
                while triples[c + 1] <= rest:
                    c += 1
                rest -= triples[c]
                b = np.int64((1.0 + np.sqrt(1.0 + 8.0 * rest)) / 2.0)
                while pairs[b] > rest:
                    b -= 1
                while pairs[b + 1] <= rest:
                    b += 1
                keys[n] = (rest - pairs[b]) | b << 10 | c << 20
                for word in range(4):
                    new = rows[at, 4 + word]
                    sets[n, word] = new
                    rows[at, word] |= new
                    rows[at, 4 + word] = ZERO
                n += 1


@lean
def expand(
    ends: Any, ray: Any, enter: Any, pairs: Any, triples: Any, steps: Any, least: Any, helpers: Any, rows: Any,
    active: Any, summary: Any, keys: Any, sets: Any, first: Any, last: Any,
) -> None:  # fmt: skip
    """All the moves from the records first to last - 1 of a layer."""
    for n in range(first, last):
        key = np.int64(keys[n])
        a, b, c = key & 1023, (key >> 10) & 1023, key >> 20
        n0, n1, n2, n3 = sets[n, 0], sets[n, 1], sets[n, 2], sets[n, 3]
        s0, s1, s2, s3 = stops(enter, a, b, c, n0, n1, n2, n3)
        at = a + pairs[b] + triples[c] - least
        s0 &= ~rows[at, 0]
        s1 &= ~rows[at, 1]
        s2 &= ~rows[at, 2]
        s3 &= ~rows[at, 3]
        if s0 | s1 | s2 | s3 != ZERO:
            rows[at, 4] |= s0
            rows[at, 5] |= s1
            rows[at, 6] |= s2
            rows[at, 7] |= s3
            active[at >> 6] |= ONE << np.uint64(at & 63)
            summary[at >> 12] |= ONE << np.uint64((at >> 6) & 63)
        for helper in range(helpers):
            if helper == 0:
                h, x, y = a, b, c
            elif helper == 1:
                h, x, y = b, a, c
            else:
                h, x, y = c, a, b
            for d in range(4):
                # The nearer end: up and left cells count down.
                one = np.int64(ends[np.uint64(h), np.uint64(x), np.uint64(d)])
                two = np.int64(ends[np.uint64(h), np.uint64(y), np.uint64(d)])
                s = max(one, two) if d & 1 == 0 else min(one, two)
                if s == h:
                    continue
                along, start, stop = np.uint64(d), np.uint64(h), np.uint64(s)
                w0 = ray[along, start, 0] & n0
                w1 = ray[along, start, 1] & n1
                w2 = ray[along, start, 2] & n2
                w3 = ray[along, start, 3] & n3
                way = w0 | w1 | w2 | w3
                if way != ZERO:
                    w0 &= ~ray[along, stop, 0]
                    w1 &= ~ray[along, stop, 1]
                    w2 &= ~ray[along, stop, 2]
                    w3 &= ~ray[along, stop, 3]
                low = min(s, x)
                high = max(s, y)
                to = np.uint64(low + pairs[np.uint64(x + y + s - low - high)] + triples[np.uint64(high)] - least)
                s0 = n0 & ~w0 & ~rows[to, 0]
                s1 = n1 & ~w1 & ~rows[to, 1]
                s2 = n2 & ~w2 & ~rows[to, 2]
                s3 = n3 & ~w3 & ~rows[to, 3]
                if s0 | s1 | s2 | s3 != ZERO:
                    rows[to, 4] |= s0
                    rows[to, 5] |= s1
                    rows[to, 6] |= s2
                    rows[to, 7] |= s3
                    active[to >> _SIX] |= ONE << (to & _LOW)
                    summary[to >> _TWELVE] |= ONE << ((to >> _SIX) & _LOW)
                if way == ZERO:
                    continue
                before = h + steps[along]
                while before != s:
                    cell = before + steps[along]
                    word, one_bit = np.uint64(cell >> 6), ONE << np.uint64(cell & 63)
                    if sets[np.uint64(n), word] & one_bit != ZERO:
                        low = min(before, x)
                        high = max(before, y)
                        to = np.uint64(
                            low + pairs[np.uint64(x + y + before - low - high)] + triples[np.uint64(high)] - least
                        )
                        if rows[to, word] & one_bit == ZERO:
                            rows[to, word + _FOUR] |= one_bit
                            active[to >> _SIX] |= ONE << (to & _LOW)
                            summary[to >> _TWELVE] |= ONE << ((to >> _SIX) & _LOW)
                    before = cell


@lean
def contains(keys: Any, sets: Any, key: Any, cell: Any) -> Any:
    """Whether a layer has a turtle cell with the helpers of a key."""
    low, high = 0, keys.shape[0]
    while low < high:
        middle = (low + high) >> 1
        if np.int64(keys[middle]) < key:
            low = middle + 1
        else:
            high = middle
    if low == keys.shape[0] or np.int64(keys[low]) != key:
        return False
    return sets[low, cell >> 6] & (ONE << np.uint64(cell & 63)) != ZERO


@lean
def sorted_key(x: Any, y: Any, s: Any) -> Any:
    """The key of the triple of x < y and s."""
    low = min(s, x)
    high = max(s, y)
    return low | (x + y + s - low - high) << 10 | high << 20


@lean
def before(stop: Any, steps: Any, helpers: Any, keys: Any, sets: Any, key: Any, turtle: Any) -> Any:
    """A state of the layer from which one move leads to this one: its key and turtle; -1 if there is none."""
    a, b, c = key & 1023, (key >> 10) & 1023, key >> 20
    for animal in range(helpers + 1):
        if animal == 0:
            h, x, y, z = turtle, a, b, c
        elif animal == 1:
            h, x, y, z = a, b, c, turtle
        elif animal == 2:
            h, x, y, z = b, a, c, turtle
        else:
            h, x, y, z = c, a, b, turtle
        for d in range(4):
            if slide(stop, d, h, x, y, z) != h:
                continue
            back = d ^ 1
            cell, end = h, slide(stop, back, h, x, y, z)
            while cell != end:
                cell += steps[back]
                if animal == 0:
                    if contains(keys, sets, key, cell):
                        return key, cell
                elif contains(keys, sets, sorted_key(x, y, cell), turtle):
                    return sorted_key(x, y, cell), turtle
    return np.int64(-1), np.int64(-1)


@lean
def clear(rows: Any, pairs: Any, triples: Any, least: Any, keys: Any) -> None:
    """Empty the rows of a layer."""
    for n in range(keys.shape[0]):
        key = np.int64(keys[n])
        at = (key & 1023) + pairs[(key >> 10) & 1023] + triples[key >> 20] - least
        for word in range(8):
            rows[at, word] = ZERO


@lean
def put(rows: Any, pairs: Any, triples: Any, least: Any, keys: Any, sets: Any) -> None:
    """Write the sets of a layer into the rows, in the place of what is found."""
    for n in range(keys.shape[0]):
        key = np.int64(keys[n])
        at = (key & 1023) + pairs[(key >> 10) & 1023] + triples[key >> 20] - least
        for word in range(4):
            rows[at, 4 + word] = sets[n, word]


@lean
def mark_leading(
    stop: Any, pairs: Any, triples: Any, least: Any, helpers: Any, rows: Any, keys: Any, sets: Any, out: Any
) -> None:
    """The turtles of a layer from which one move leads to what `put` wrote into the rows."""
    for n in range(keys.shape[0]):
        key = np.int64(keys[n])
        a, b, c = key & 1023, (key >> 10) & 1023, key >> 20
        here = a + pairs[b] + triples[c] - least
        for word in range(4):
            left = sets[n, word]
            while left != ZERO:
                turtle = 64 * word + lowest(left)
                one = left & (~left + ONE)
                left ^= one
                good = False
                for d in range(4):
                    s = slide(stop, d, turtle, a, b, c)
                    good |= rows[here, 4 + (s >> 6)] & (ONE << np.uint64(s & 63)) != ZERO
                for helper in range(helpers):
                    if helper == 0:
                        h, x, y = a, b, c
                    elif helper == 1:
                        h, x, y = b, a, c
                    else:
                        h, x, y = c, a, b
                    for d in range(4):
                        s = slide(stop, d, h, x, y, turtle)
                        if s != h:
                            good |= rows[rank(pairs, triples, x, y, s) - least, 4 + word] & one != ZERO
                if good:
                    out[n, word] |= one
