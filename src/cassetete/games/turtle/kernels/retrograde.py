"""Retrograde analysis: how far every position of a board is from home, layer by layer from the goal.

Layout. Rows are ranked triples of helpers as in turtle_sets, four words of turtle cells each: `seen[r]` those whose
distance is known, `new[r]` those of the last layer, `more[r]` those found for the next. `spots` lists the cells.

A helper's moves are pulled, not pushed: with the two others fixed on x and y, the sets of all its places (a matrix of
256 by 256 bits, small enough for the nearest cache) are gathered once; then for each place z and direction its turtles
are those of the place s where the slide ends, but for turtles on the way. A turtle on the way at j stops the helper
just before it, at j - step: whether that is a position of the last layer does not depend on z, so one set for each
direction (`caught`) serves all z. The turtle's own moves are the fills of board backwards. The technique is
Thompson's (1986) from chess endgames, over sets.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, bits_in, lowest
from cassetete.speed.jit import lean

from .board import bit, to_higher_columns, to_higher_rows, to_lower_columns, to_lower_rows

_S1 = np.uint64(1)
_TWO, _THREE = np.uint64(2), np.uint64(3)
_S16, _S48 = np.uint64(16), np.uint64(48)


@lean
def begin(pairs: Any, triples: Any, least: Any, helpers: Any, spots: Any, goal: Any, seen: Any, new: Any) -> int:
    """The layer of distance 0: a turtle at home, the helpers anywhere else."""
    count = spots.shape[0]
    word, home = goal >> 6, ONE << np.uint64(goal & 63)
    total = 0
    for k in range(count if helpers == 3 else 1):
        c = spots[k] if helpers == 3 else 258 - helpers
        for j in range(1 if helpers < 2 else k if helpers == 3 else count):
            b = spots[j] if helpers >= 2 else 257 - helpers
            for i in range(1 if helpers < 1 else j if helpers >= 2 else count):
                a = spots[i] if helpers >= 1 else 256
                if goal == a or goal == b or goal == c:  # noqa: SIM109 (a tuple would cost)
                    continue
                row = a + pairs[b] + triples[c] - least
                seen[row, word] = home
                new[row, word] = home
                total += 1
    return total


@lean
def pull(
    ends: Any, ray: Any, steps: Any, pairs: Any, triples: Any, least: Any, y: Any, others: Any, spots: Any, new:
    Any, more: Any, rows: Any, sets: Any, caught: Any,
) -> None:  # fmt: skip
    """The moves of one helper, with the two others on y and on each x of `others` below it. Sets lie flat here.

    From one x to the next the ranks of almost all places move by one: the memory that was gathered is still near.
    """
    for x in others:
        if x >= y:
            break
        for i in range(16):
            caught[i] = ZERO
        anything = ZERO
        for z in spots:
            at = np.uint64(z << 2)
            if z == x or z == y:  # noqa: SIM109
                sets[at], sets[at + ONE], sets[at + _TWO], sets[at + _THREE] = ZERO, ZERO, ZERO, ZERO
                continue
            low = min(z, x)
            high = max(z, y)
            rank = low + pairs[np.uint64(x + y + z - low - high)] + triples[np.uint64(high)] - least
            row = np.uint64(rank << 2)
            rows[np.uint64(z)] = row
            g0, g1, g2, g3 = new[row], new[row + ONE], new[row + _TWO], new[row + _THREE]
            sets[at], sets[at + ONE], sets[at + _TWO], sets[at + _THREE] = g0, g1, g2, g3
            some = g0 | g1 | g2 | g3
            anything |= some
            if some != ZERO:
                for d in range(4):
                    after = z + steps[d]
                    if 0 <= after < 256:
                        word = np.uint64(after >> 6)
                        caught[np.uint64(4 * d) + word] |= sets[at + word] & (ONE << np.uint64(after & 63))
        if anything == ZERO:
            continue
        for z in spots:
            if z == x or z == y:  # noqa: SIM109
                continue
            r0, r1, r2, r3 = ZERO, ZERO, ZERO, ZERO
            from_x, from_y = np.uint64((z * 259 + x) << 2), np.uint64((z * 259 + y) << 2)
            for d in range(2):
                one, two = np.int64(ends[from_x + np.uint64(d)]), np.int64(ends[from_y + np.uint64(d)])
                s = max(one, two) if d == 0 else min(one, two)
                if s == z:
                    continue
                at, c = np.uint64(s << 2), np.uint64(4 * d)
                of_z, of_s = np.uint64((d << 10) + (z << 2)), np.uint64((d << 10) + (s << 2))
                w0 = ray[of_z] & ~ray[of_s]
                w1 = ray[of_z + ONE] & ~ray[of_s + ONE]
                w2 = ray[of_z + _TWO] & ~ray[of_s + _TWO]
                w3 = ray[of_z + _THREE] & ~ray[of_s + _THREE]
                r0 |= (sets[at] & ~w0) | (caught[c] & w0)
                r1 |= (sets[at + ONE] & ~w1) | (caught[c + ONE] & w1)
                r2 |= (sets[at + _TWO] & ~w2) | (caught[c + _TWO] & w2)
                r3 |= (sets[at + _THREE] & ~w3) | (caught[c + _THREE] & w3)
            # A way to the side lies in one word: the three others are carried as they are.
            word = np.uint64(z >> 6)
            aside = ZERO
            for d in range(2, 4):
                one, two = np.int64(ends[from_x + np.uint64(d)]), np.int64(ends[from_y + np.uint64(d)])
                s = max(one, two) if d == 2 else min(one, two)
                if s == z:
                    continue
                at, of_d = np.uint64(s << 2), np.uint64(d << 10)
                way = ray[of_d + np.uint64(z << 2) + word] & ~ray[of_d + at + word]
                aside |= (sets[at + word] & ~way) | (caught[np.uint64(4 * d) + word] & way)
                r0 |= sets[at] if word != ZERO else ZERO
                r1 |= sets[at + ONE] if word != ONE else ZERO
                r2 |= sets[at + _TWO] if word != _TWO else ZERO
                r3 |= sets[at + _THREE] if word != _THREE else ZERO
            if r0 | r1 | r2 | r3 | aside != ZERO:
                row = rows[np.uint64(z)]
                more[row] |= r0
                more[row + ONE] |= r1
                more[row + _TWO] |= r2
                more[row + _THREE] |= r3
                more[row + word] |= aside


@lean
def origins_up_down(
    n0: Any, n1: Any, n2: Any, n3: Any, u0: Any, u1: Any, u2: Any, u3: Any, d0: Any, d1: Any, d2: Any, d3: Any
) -> Any:
    """The cells from which turtles going up or down stop in the set n; u and d are the cells that can be entered so."""
    # Cells that can be left upwards are those below one that can be entered; they lead back the way.
    l0, l1, l2, l3 = u0 << _S16, (u1 << _S16) | (u0 >> _S48), (u2 << _S16) | (u1 >> _S48), (u3 << _S16) | (u2 >> _S48)
    f0, f1, f2, f3 = to_higher_rows(n0 & ~l0, n1 & ~l1, n2 & ~l2, n3 & ~l3, l0, l1, l2, l3)
    l0, l1, l2, l3 = (d0 >> _S16) | (d1 << _S48), (d1 >> _S16) | (d2 << _S48), (d2 >> _S16) | (d3 << _S48), d3 >> _S16
    g0, g1, g2, g3 = to_lower_rows(n0 & ~l0, n1 & ~l1, n2 & ~l2, n3 & ~l3, l0, l1, l2, l3)
    return f0 | g0, f1 | g1, f2 | g2, f3 | g3


@lean
def origins_left_right(n: Any, l: Any, r: Any) -> Any:  # noqa: E741 (left)
    """The same to the sides, for one word."""
    left, right = l << _S1, r >> _S1
    return to_higher_columns(n & ~left, left) | to_lower_columns(n & ~right, right)


@lean
def settle(
    enter: Any, pairs: Any, triples: Any, least: Any, helpers: Any, spots: Any, first: Any, last: Any, seen: Any,
    new: Any, more: Any,
) -> int:  # fmt: skip
    """The turtle's moves; what is new becomes the last layer. For rows whose highest helper is in spots[first:last]."""
    count = spots.shape[0]
    total = 0
    for k in range(first, last):
        c = spots[k] if helpers == 3 else 258 - helpers
        for j in range(1 if helpers < 2 else k if helpers == 3 else count):
            b = spots[j] if helpers >= 2 else 257 - helpers
            for i in range(1 if helpers < 1 else j if helpers >= 2 else count):
                a = spots[i] if helpers >= 1 else 256
                row = np.uint64(a + pairs[b] + triples[c] - least)
                n0, n1, n2, n3 = new[row, 0], new[row, 1], new[row, 2], new[row, 3]
                m0, m1, m2, m3 = more[row, 0], more[row, 1], more[row, 2], more[row, 3]
                before = n0 | n1 | n2 | n3
                if before | m0 | m1 | m2 | m3 == ZERO:
                    continue
                h0 = ~(bit(a, 0) | bit(b, 0) | bit(c, 0))
                h1 = ~(bit(a, 1) | bit(b, 1) | bit(c, 1))
                h2 = ~(bit(a, 2) | bit(b, 2) | bit(c, 2))
                h3 = ~(bit(a, 3) | bit(b, 3) | bit(c, 3))
                if before != ZERO:
                    f0, f1, f2, f3 = origins_up_down(
                        n0, n1, n2, n3,
                        enter[0, 0] & h0, enter[0, 1] & h1, enter[0, 2] & h2, enter[0, 3] & h3,
                        enter[1, 0] & h0, enter[1, 1] & h1, enter[1, 2] & h2, enter[1, 3] & h3,
                    )  # fmt: skip
                    m0 |= f0 | origins_left_right(n0, enter[2, 0] & h0, enter[3, 0] & h0)
                    m1 |= f1 | origins_left_right(n1, enter[2, 1] & h1, enter[3, 1] & h1)
                    m2 |= f2 | origins_left_right(n2, enter[2, 2] & h2, enter[3, 2] & h2)
                    m3 |= f3 | origins_left_right(n3, enter[2, 3] & h3, enter[3, 3] & h3)
                m0 &= h0 & ~seen[row, 0]
                m1 &= h1 & ~seen[row, 1]
                m2 &= h2 & ~seen[row, 2]
                m3 &= h3 & ~seen[row, 3]
                seen[row, 0] |= m0
                seen[row, 1] |= m1
                seen[row, 2] |= m2
                seen[row, 3] |= m3
                new[row, 0] = m0
                new[row, 1] = m1
                new[row, 2] = m2
                new[row, 3] = m3
                more[row, 0] = ZERO
                more[row, 1] = ZERO
                more[row, 2] = ZERO
                more[row, 3] = ZERO
                total += bits_in(m0) + bits_in(m1) + bits_in(m2) + bits_in(m3)
    return total


@lean
def add_to_plane(new: Any, plane: Any) -> None:
    """Add the last layer to a plane of bits."""
    for row in range(new.shape[0]):
        for word in range(4):
            plane[row, word] |= new[row, word]


@lean
def pick(new: Any, number: Any, out: Any) -> None:
    """The position of that number in the last layer: its row and turtle cell."""
    for row in range(new.shape[0]):
        for word in range(4):
            left = new[row, word]
            inside = bits_in(left)
            if number >= inside:
                number -= inside
                continue
            while number > 0:
                left &= left - ONE
                number -= 1
            out[0] = row
            out[1] = 64 * word + lowest(left)
            return
