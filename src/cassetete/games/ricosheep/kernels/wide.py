"""The graph of herds of any width, with coats and wolves: the twin of `kernel` whose herds are rows of words.

A herd is `layers` times `width` words: a layer for each coat, then one for the wolves if there are any; a bit a free
cell, row by row. A move loses exactly when some run holds sheep and wolves: such a move leads nowhere, and in all
others wolves are pieces that pack like any other. Pieces of a run keep their order, so coats travel with them.

Layout. The board, for each axis a, all uint64 so that no index needs a check of its sign:
  run_of[a, cell]    the run of a cell           first[a, run], stop[a, run]  its part of `line`
  line[a, place]     the cells of all runs, run by run from the low side on
  crowd[run]         how many pieces of a run were placed, all 0 between calls; kind[run]: 1 if they are wolves
  frame              int64    WIDTH words a layer, COATS layers of sheep, WOLVES 0 or 1, GOALS 0 if nothing wins
  grass              uint64   WIDTH words that any sheep may cover, then WIDTH for each coat
The graph is that of `kernel`, but for
  ends[2t+s, word]   uint64   the herds; a tally is made where the next one belongs, and stays there if it is new
  table[slot]        uint64   tag << 32 | tally + 1, 0 if empty
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.games.ricosheep.kernels.narrow import (
    AXIS,
    COUNT,
    DEPTH,
    EXHAUSTED,
    FOUND,
    FOUND_ONE,
    HALF,
    LIMIT,
    MIX,
    NEED_GROW,
    NEXT,
    ONE,
    ORIGIN,
    RUNNING,
    ZERO,
    bit_count,
)
from cassetete.speed.jit import lean

WIDTH, COATS, WOLVES, GOALS = 0, 1, 2, 3
_LOW_HALF = np.uint64(0xFFFFFFFF)
_SIX, _PLACE = np.uint64(6), np.uint64(63)


@lean
def packed(
    ends: Any, end: Any, out: Any, axis: Any, frame: Any,
    run_of: Any, first: Any, stop: Any, line: Any, crowd: Any, kind: Any,
) -> Any:  # fmt: skip
    """Write the two herds that moving an end along an axis gives to `out` and the row after; False if a wolf eats."""
    width, coats, layers = frame[WIDTH], frame[COATS], frame[COATS] + frame[WOLVES]
    for word in range(layers * width):
        ends[out, word] = ends[out + 1, word] = ZERO
    safe = True
    # Going up, the pieces of each run are counted and packed to its low side; again, and they are counted down.
    for side in range(2):
        for word in range(width):
            left = ends[end, word]
            for layer in range(1, layers):
                left |= ends[end, layer * width + word]
            while left != ZERO:
                bit = left & (~left + ONE)
                left ^= bit
                run = run_of[axis, (np.uint64(word) << _SIX) + bit_count(bit - ONE)]
                layer = 0
                while layer + 1 < layers and ends[end, layer * width + word] & bit == ZERO:
                    layer += 1
                if side == 0:
                    wolf = ONE if layer == coats else ZERO
                    if crowd[run] == ZERO:
                        kind[run] = wolf
                    safe = safe and kind[run] == wolf
                    cell = line[axis, first[axis, run] + crowd[run]]
                    crowd[run] += ONE
                else:
                    cell = line[axis, stop[axis, run] - crowd[run]]
                    crowd[run] -= ONE
                ends[out + side, np.uint64(layer * width) + (cell >> _SIX)] |= ONE << (cell & _PLACE)
    return safe


@lean
def packed_plain(
    ends: Any, end: Any, out: Any, axis: Any, frame: Any,
    run_of: Any, first: Any, stop: Any, line: Any, crowd: Any,
) -> None:  # fmt: skip
    """`packed` for one coat and no wolves: half the time."""
    here, low, high, along = np.uint64(end), np.uint64(out), np.uint64(out + 1), np.uint64(axis)
    for word in range(frame[WIDTH]):
        ends[low, word] = ends[high, word] = ZERO
    for word in range(frame[WIDTH]):
        left, base = ends[here, word], np.uint64(word) << _SIX
        while left != ZERO:
            run = run_of[along, base + bit_count((left & (~left + ONE)) - ONE)]
            left &= left - ONE
            cell = line[along, first[along, run] + crowd[run]]
            crowd[run] += ONE
            ends[low, cell >> _SIX] |= ONE << (cell & _PLACE)
    for word in range(frame[WIDTH]):
        left, base = ends[here, word], np.uint64(word) << _SIX
        while left != ZERO:
            run = run_of[along, base + bit_count((left & (~left + ONE)) - ONE)]
            left &= left - ONE
            cell = line[along, stop[along, run] - crowd[run]]
            crowd[run] -= ONE
            ends[high, cell >> _SIX] |= ONE << (cell & _PLACE)


@lean
def mixed(ends: Any, end: Any, axis: Any) -> Any:
    """A 64-bit number that depends on all of a tally."""
    key = np.uint64(axis)
    for word in range(ends.shape[1]):
        key = (key ^ ends[end, word]) * MIX
        key ^= key >> HALF
    return key


@lean
def slot_of(ends: Any, end: Any, axis: Any, key: Any, table: Any, marks: Any) -> Any:
    """The slot of the tally with this low end, or the empty one where it belongs."""
    mask = np.uint64(table.shape[0] - 1)
    slot = key & mask
    tag = key >> HALF
    while table[slot] != ZERO:
        if table[slot] >> HALF == tag:
            tally = np.int64(table[slot] & _LOW_HALF) - 1
            if marks[tally, AXIS] == axis:
                same = True
                for word in range(ends.shape[1]):
                    same = same and ends[2 * tally, word] == ends[end, word]
                if same:
                    return slot
        slot = (slot + ONE) & mask
    return slot


@lean
def find(ends: Any, end: Any, axis: Any, table: Any, marks: Any) -> Any:
    """The number of the tally with this low end, -1 if it was not met."""
    slot = slot_of(ends, end, axis, mixed(ends, end, axis), table, marks)
    return np.int64(table[slot] & _LOW_HALF) - 1


@lean
def wins(ends: Any, end: Any, frame: Any, grass: Any) -> Any:
    """Whether a herd covers the grass, each coat its own."""
    if frame[GOALS] == 0:
        return False
    width = frame[WIDTH]
    for word in range(width):
        any_coat = ZERO
        for layer in range(frame[COATS]):
            sheep = ends[end, layer * width + word]
            any_coat |= sheep
            if grass[(layer + 1) * width + word] & ~sheep != ZERO:
                return False
        if grass[word] & ~any_coat != ZERO:
            return False
    return True


@lean
def step(
    frame: Any, run_of: Any, first: Any, stop: Any, line: Any, crowd: Any, kind: Any,
    table: Any, ends: Any, links: Any, marks: Any, cursor: Any, grass: Any, budget: Any,
) -> Any:  # fmt: skip
    """Expand at most `budget` tallies, as `kernel.step` does; the first herd stands in the last row of `ends`.

    One long function: handing so many arrays to another costs more than what it would do.
    """
    room, plain = min(marks.shape[0] - 2, table.shape[0] >> 1) - 2, frame[COATS] + frame[WOLVES] == 1
    unfound = cursor[FOUND] < 0
    while budget > 0:
        now = cursor[NEXT]
        if now == cursor[COUNT] or (now >= 0 and marks[now, DEPTH] >= cursor[LIMIT]):
            return EXHAUSTED
        if cursor[COUNT] > room:
            return NEED_GROW
        for side in range(2):
            if now < 0:
                end, origin, axis, depth = ends.shape[0] - 1, -1, np.int64(side), np.int64(1)
            else:
                end, axis, depth = 2 * now + side, np.int64(1 - marks[now, AXIS]), np.int64(marks[now, DEPTH] + 1)
                origin = end
                if wins(ends, end, frame, grass):
                    continue
            tally = cursor[COUNT]
            if plain:
                packed_plain(ends, end, 2 * tally, axis, frame, run_of, first, stop, line, crowd)
            elif not packed(ends, end, 2 * tally, axis, frame, run_of, first, stop, line, crowd, kind):
                continue
            key = mixed(ends, 2 * tally, axis)
            slot = slot_of(ends, 2 * tally, axis, key, table, marks)
            if table[slot] != ZERO:
                tally = np.int64(table[slot] & _LOW_HALF) - 1
            else:
                cursor[COUNT] = tally + 1
                table[slot] = (key >> HALF) << HALF | np.uint64(tally + 1)
                links[tally, 0] = links[tally, 1] = -1
                marks[tally, ORIGIN] = origin
                marks[tally, DEPTH] = depth
                marks[tally, AXIS] = axis
                if cursor[FOUND] < 0:
                    if wins(ends, 2 * tally, frame, grass):
                        cursor[FOUND] = 2 * tally
                    elif wins(ends, 2 * tally + 1, frame, grass):
                        cursor[FOUND] = 2 * tally + 1
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
    for tally in range(cursor[COUNT]):
        axis = np.int64(marks[tally, AXIS])
        key = mixed(ends, 2 * tally, axis)
        slot = slot_of(ends, 2 * tally, axis, key, table, marks)
        table[slot] = (key >> HALF) << HALF | np.uint64(tally + 1)


@lean
def mark_wins(ends: Any, count: Any, frame: Any, grass: Any, far: Any) -> None:
    """Set `far` to 0 for the tallies with an end that wins, to -1 for the others."""
    for tally in range(count):
        won = wins(ends, 2 * tally, frame, grass) or wins(ends, 2 * tally + 1, frame, grass)
        far[tally] = 0 if won else -1
