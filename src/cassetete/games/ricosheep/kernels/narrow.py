"""The graph of a herd on at most 64 free cells, at machine speed: a herd is one word, a bit a cell.

What a move along an axis leaves of a herd is its *tally*: how many sheep each run of that axis holds. Both moves of
the axis pack the same tally, to the low side (left, up) or the high side (right, down). So the nodes of the graph are
tallies, each with two herds, its ends; moving an end along the other axis gives the next tally, and moving it along its
own gives nothing new. One look into the hash table serves two herds.

Layout. The board, for each axis a (0 across, 1 along):
  runs[a]            int64    how many runs of two cells or more
  masks[a, r]        uint64   the cells of a run
  packs[2a+s, r, n]  uint64   where n sheep of a run end up on side s
  fixed[a]           uint64   the cells that are a run of their own
The graph:
  ends[t, s]         uint64   the herd of tally t packed to side s
  links[t, s]        int32    the tally of the other axis that this herd has (-1: not moved yet, or it has won)
  marks[t]           int32    ORIGIN 2·tally+side it was met from (-1: the start), DEPTH moves from the start, AXIS
  table[slot]        uint64   the low end, and epoch << 32 | tally << 1 | axis; another epoch means empty; at most
                              half full
  cursor             int64    NEXT tally to expand (-1: the start), COUNT of tallies, FOUND 2·tally+side that wins (-1),
                              LIMIT the depth from which none is expanded, EPOCH
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import lean

RUNNING, FOUND_ONE, EXHAUSTED, NEED_GROW = 0, 1, 2, 3
ORIGIN, DEPTH, AXIS = 0, 1, 2
NEXT, COUNT, FOUND, LIMIT, EPOCH = 0, 1, 2, 3, 4
NO_LIMIT = 1 << 30

ZERO, ONE, TWO, FOUR = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4)
_FIVES, _THREES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_FIFTEENS, _BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_TOP_BYTE, HALF = np.uint64(56), np.uint64(32)
MIX = np.uint64(0x9E3779B97F4A7C15)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@lean
def reset(cursor: Any, limit: Any) -> None:
    """Begin a new graph in the same arrays."""
    cursor[NEXT] = cursor[FOUND] = -1
    cursor[COUNT] = 0
    cursor[LIMIT] = limit
    cursor[EPOCH] += 1


@lean
def bit_count(word: Any) -> Any:
    """How many bits are set; the compiler knows this pattern and makes one instruction of it."""
    word = word - ((word >> ONE) & _FIVES)
    word = (word & _THREES) + ((word >> TWO) & _THREES)
    word = (word + (word >> FOUR)) & _FIFTEENS
    return (word * _BYTES) >> _TOP_BYTE


@lean
def packed(herd: Any, axis: Any, runs: Any, masks: Any, packs: Any, fixed: Any) -> Any:
    """The two herds that moving along an axis gives."""
    low = herd & fixed[axis]
    high = low
    for run in range(runs[axis]):
        sheep = bit_count(herd & masks[axis, run])
        low |= packs[2 * axis, run, sheep]
        high |= packs[2 * axis + 1, run, sheep]
    return low, high


@lean
def slot_of(low: Any, axis: Any, table: Any, epoch: Any) -> Any:
    """The slot of a tally, or the empty one where it belongs."""
    mask = np.uint64(table.shape[0] - 1)
    mixed = (low ^ (low >> HALF)) * MIX
    slot = (mixed >> HALF) & mask
    while True:
        value = table[slot, 1]
        if value >> HALF != epoch or (table[slot, 0] == low and value & ONE == np.uint64(axis)):
            return slot
        slot = (slot + ONE) & mask


@lean
def find(low: Any, axis: Any, table: Any, epoch: Any) -> Any:
    """The number of a tally, -1 if it was not met."""
    stamp = np.uint64(epoch)
    slot = slot_of(low, axis, table, stamp)
    if table[slot, 1] >> HALF != stamp:
        return -1
    return np.int64((table[slot, 1] & _LOW_HALF) >> ONE)


@lean
def wins(herd: Any, grass: Any) -> Any:
    """Whether a herd covers the grass; grass 0 means that nothing wins."""
    return grass != ZERO and herd & grass == grass


@lean
def step(
    runs: Any, masks: Any, packs: Any, fixed: Any,
    table: Any, ends: Any, links: Any, marks: Any, cursor: Any, start: Any, grass: Any, budget: Any,
) -> Any:  # fmt: skip
    """Expand at most `budget` tallies in the order they were met, the start first; a herd that wins is not moved.

    FOUND_ONE is answered once, when the first herd that wins has been met; going on is allowed. One long function:
    handing so many arrays to another costs more than what it would do.
    """
    room, epoch = min(ends.shape[0], table.shape[0] >> 1) - 2, np.uint64(cursor[EPOCH])
    unfound = cursor[FOUND] < 0
    while budget > 0:
        now = cursor[NEXT]
        if now == cursor[COUNT] or (now >= 0 and marks[now, DEPTH] >= cursor[LIMIT]):
            return EXHAUSTED
        if cursor[COUNT] > room:
            return NEED_GROW
        for side in range(2):
            if now < 0:
                herd, origin, axis, depth = start, -1, np.int64(side), np.int64(1)
            else:
                herd, origin = ends[now, side], 2 * now + side
                axis, depth = np.int64(1 - marks[now, AXIS]), np.int64(marks[now, DEPTH] + 1)
                if wins(herd, grass):
                    continue
            low, high = packed(herd, axis, runs, masks, packs, fixed)
            slot = slot_of(low, axis, table, epoch)
            value = table[slot, 1]
            if value >> HALF == epoch:
                tally = np.int64((value & _LOW_HALF) >> ONE)
            else:
                tally = cursor[COUNT]
                cursor[COUNT] = tally + 1
                table[slot, 0] = low
                table[slot, 1] = epoch << HALF | np.uint64(tally) << ONE | np.uint64(axis)
                ends[tally, 0] = low
                ends[tally, 1] = high
                links[tally, 0] = links[tally, 1] = -1
                marks[tally, ORIGIN] = origin
                marks[tally, DEPTH] = depth
                marks[tally, AXIS] = axis
                if cursor[FOUND] < 0 and (wins(low, grass) or wins(high, grass)):
                    cursor[FOUND] = 2 * tally + (0 if wins(low, grass) else 1)
            if now >= 0:
                links[now, side] = tally
        cursor[NEXT] = now + 1
        budget -= 1
        if unfound and cursor[FOUND] >= 0:
            return FOUND_ONE
    return RUNNING


@lean
def refill(table: Any, ends: Any, marks: Any, cursor: Any) -> None:
    """Enter all the tallies of a graph into an empty table."""
    epoch = np.uint64(cursor[EPOCH])
    for tally in range(cursor[COUNT]):
        axis = np.int64(marks[tally, AXIS])
        slot = slot_of(ends[tally, 0], axis, table, epoch)
        table[slot, 0] = ends[tally, 0]
        table[slot, 1] = epoch << HALF | np.uint64(tally) << ONE | np.uint64(axis)


@lean
def mark_wins(ends: Any, count: Any, grass: Any, far: Any) -> None:
    """Set `far` to 0 for the tallies with an end that wins, to -1 for the others."""
    for tally in range(count):
        far[tally] = 0 if wins(ends[tally, 0], grass) or wins(ends[tally, 1], grass) else -1


@lean
def backward(links: Any, count: Any, far: Any, first: Any, before: Any, queue: Any) -> None:
    """From the tallies whose `far` is 0 back over the links: the moves from the nearer end to a win, -1 if lost.

    `first` (count + 2 zeros) and `before` (2·count) hold, for each tally, those that link to it; `queue` holds count.
    """
    for tally in range(count):
        for side in range(2):
            if links[tally, side] >= 0:
                first[links[tally, side] + 1] += 1
    for tally in range(count):
        first[tally + 1] += first[tally]
    first[count + 1] = first[count]
    # Filling each part from its end leaves its mark at its beginning.
    for tally in range(count):
        for side in range(2):
            if links[tally, side] >= 0:
                first[links[tally, side] + 1] -= 1
                before[first[links[tally, side] + 1]] = tally
    head = tail = 0
    for tally in range(count):
        if far[tally] == 0:
            queue[tail] = tally
            tail += 1
    while head < tail:
        tally = queue[head]
        head += 1
        for place in range(first[tally + 1], first[tally + 2]):
            if far[before[place]] < 0:
                far[before[place]] = far[tally] + 1
                queue[tail] = before[place]
                tail += 1


def warm_up() -> None:
    """Run every kernel once, which compiles them: the searches of both widths, and the hunts."""
    from cassetete.games.ricosheep.generators.hunt_arrays import Exhaustion, Ground
    from cassetete.games.ricosheep.model import Level
    from cassetete.games.ricosheep.solvers.state_graph import graph_of

    for pieces in ("S__", "SW_"):
        level = Level(("___", "__G"), (pieces, "___"))
        graph = graph_of(level, level.start)
        graph.advance(1)
        graph.grow()
        graph.distances()
        graph.wins(0)
        graph.tally(level.start, 0)
    ground = Ground(2, 2)
    ground.begin(0, 0, 1, fewest=1, most=2, iterations=2, hot=1)
    ground.anneal(2)
    Exhaustion(1, 2, 0, 1).advance()
