"""Whether two moves win, for whole sets of turtles at once: the last two layers of a search are never made.

The turtle cells from which one slide ends on the goal lie on the goal's row and column, 60 cells at most, so a set of
them is one word, the *cross*, and what helpers do to it are table lookups. An arm of the cross is open to turtles that
come in along it if a wall or a helper stops them on the goal.
  cross[c]       the bit of cell c on the cross, 0 elsewhere
  cells          the cells of the cross, as a set
  cut[c]         what a helper on c leaves of the cross to be seen from the goal
  prop[c]        the arms that a helper on c opens, stopping the turtle on the goal
  shade[d, c]    the ray of c going d, on the cross
Directions, keys and sets as in turtle_sets.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, lowest
from cassetete.speed.jit import lean

from .board import stops

FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
ARM = np.uint64(0xFFFF)


@lean
def fill_cross(
    goal: Any, stop: Any, bits: Any, steps: Any, codes: Any, cross: Any, cut: Any, prop: Any, shade: Any, cells:
    Any,
) -> Any:  # fmt: skip
    """Fill the tables of the cross of a goal; the arms that walls open."""
    for cell in range(cross.shape[0]):
        cross[cell] = ZERO
        cut[cell] = FULL
        prop[cell] = ZERO
    cut[goal] = ZERO
    opened = ZERO
    for d in range(4):
        # The arm d leads away from the goal; turtles come in along it the other way.
        cell, at, arm = goal, 16 * d, ARM << np.uint64(16 * d)
        while cell != stop[d, goal]:
            cell += steps[d]
            cross[cell] = ONE << np.uint64(at)
            cells[cell >> 6] |= ONE << np.uint64(cell & 63)
            cut[cell] = ~arm | ((ONE << np.uint64(at)) - ONE)
            at += 1
        back = d ^ 1
        if codes[goal] & bits[back] != 0:
            opened |= arm
        else:
            prop[goal + steps[back]] |= arm
    for d in range(4):
        for cell in range(256):
            seen, at = ZERO, cell
            while at != stop[d, cell]:
                at += steps[d]
                seen |= cross[at]
            shade[d, cell] = seen
    return opened


@lean
def project(cells: Any, n0: Any, n1: Any, n2: Any, n3: Any, cross: Any) -> Any:
    """The part of a set that lies on the cross; `cells` are the cross's, as a set."""
    seen = ZERO
    for word in range(4):
        n = n0 if word == 0 else n1 if word == 1 else n2 if word == 2 else n3
        n &= cells[word]
        while n != ZERO:
            seen |= cross[64 * word + lowest(n)]
            n &= n - ONE
    return seen


@lean
def look(
    ends: Any, enter: Any, steps: Any, cells: Any, cross: Any, cut: Any, prop: Any, shade: Any, opened: Any,
    helpers: Any, keys: Any, sets: Any, first: Any, last: Any,
) -> Any:  # fmt: skip
    """The first record from which two moves win, or one; `last` if there is none."""
    for n in range(first, last):
        key = np.int64(keys[n])
        a, b, c = key & 1023, (key >> 10) & 1023, key >> 20
        n0, n1, n2, n3 = sets[n, 0], sets[n, 1], sets[n, 2], sets[n, 3]
        s0, s1, s2, s3 = stops(enter, a, b, c, n0, n1, n2, n3)
        home = (opened | prop[a] | prop[b] | prop[c]) & cut[a] & cut[b] & cut[c]
        if home != ZERO and home & project(cells, s0, s1, s2, s3, cross) != ZERO:
            return n
        here = project(cells, n0, n1, n2, n3, cross)
        if here & home != ZERO:
            return n
        if here == ZERO:
            continue
        for helper in range(helpers):
            if helper == 0:
                h, x, y = a, b, c
            elif helper == 1:
                h, x, y = b, a, c
            else:
                h, x, y = c, a, b
            propped = opened | prop[x] | prop[y]
            clear = cut[x] & cut[y]
            for d in range(4):
                if d & 1 == 0:
                    s = max(np.int64(ends[h, x, d]), np.int64(ends[h, y, d]))
                else:
                    s = min(np.int64(ends[h, x, d]), np.int64(ends[h, y, d]))
                if s == h:
                    continue
                way = shade[d, h] & ~shade[d, s]
                if here & ~way & (propped | prop[s]) & clear & cut[s] != ZERO:
                    return n
                if here & way == ZERO:
                    continue
                before = h + steps[d]
                while before != s:
                    cell = before + steps[d]
                    if here & cross[cell] & (propped | prop[before]) & clear & cut[before] != ZERO:
                        return n
                    before = cell
    return last


@lean
def winners(
    ends: Any, enter: Any, steps: Any, cells: Any, cross: Any, cut: Any, prop: Any, shade: Any, opened: Any,
    helpers: Any, keys: Any, sets: Any, key: Any, alone: Any, out: Any,
) -> None:  # fmt: skip
    """The turtles of a layer that are two moves from home; `key` and `alone` are room for a record of one."""
    last = keys.shape[0]
    n = 0
    while True:
        n = look(ends, enter, steps, cells, cross, cut, prop, shade, opened, helpers, keys, sets, n, last)
        if n >= last:
            return
        key[0] = keys[n]
        for cell in range(256):
            word, one = cell >> 6, ONE << np.uint64(cell & 63)
            if sets[n, word] & one == ZERO:
                continue
            for other in range(4):
                alone[0, other] = ZERO
            alone[0, word] = one
            if look(ends, enter, steps, cells, cross, cut, prop, shade, opened, helpers, key, alone, 0, 1) == 0:
                out[n, word] |= one
        n += 1
