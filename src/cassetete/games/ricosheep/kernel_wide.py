"""The graph of herds of any width, with coats and wolves: the twin of `kernel` whose herds are rows of words.

A herd is `layers` times `width` words: a layer for each coat, then one for the wolves if there are any; a bit a free
cell, row by row. A move loses exactly when some run holds sheep and wolves: such a move leads nowhere, and in all
others wolves are pieces that pack like any other. Pieces of a run keep their order, so coats travel with them.

Layout. The board, for each axis a:
  run_of[a, cell]    int32    the run of a cell          offset[a, run], size[a, run]  int32
  line[a, offset+k]  int32    the k-th cell of a run
  frame              int64    WIDTH words a layer, COATS layers of sheep, WOLVES 0 or 1, GOALS 0 if nothing wins
  grass              uint64   WIDTH words that any sheep may cover, then WIDTH for each coat
The graph is that of `kernel`, but for ends[t, s, word] and
  table[slot]        uint64   tag << 32 | tally + 1, 0 if empty
  scratch            int32    3 x runs, all 0 between calls: SHEEP and WOLVES of a run, PLACED so far
  low, high          uint64   the two ends being made
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.games.ricosheep.kernel import (
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
from cassetete.speed.jit import kernel

WIDTH, COATS, WOLVES, GOALS = 0, 1, 2, 3
SHEEP_HERE, WOLVES_HERE, PLACED = 0, 1, 2
_LOW_HALF = np.uint64(0xFFFFFFFF)
_SIX = 6


@kernel
def count_runs(herd: Any, axis: Any, frame: Any, run_of: Any, scratch: Any) -> Any:
    """Count sheep and wolves in each run; False if some run holds both."""
    width, safe = frame[WIDTH], True
    for layer in range(frame[COATS] + frame[WOLVES]):
        kind = SHEEP_HERE if layer < frame[COATS] else WOLVES_HERE
        for word in range(width):
            left = herd[layer * width + word]
            while left != ZERO:
                bit = left & (~left + ONE)
                left ^= bit
                run = run_of[axis, (word << _SIX) + np.int64(bit_count(bit - ONE))]
                scratch[kind, run] += 1
                safe = safe and scratch[SHEEP_HERE, run] * scratch[WOLVES_HERE, run] == 0
    return safe


@kernel
def packed(
    herd: Any, axis: Any, frame: Any, run_of: Any, offset: Any, size: Any, line: Any, scratch: Any, low: Any, high: Any
) -> Any:
    """Write the two herds that moving along an axis gives; False if a wolf eats."""
    width, layers = frame[WIDTH], frame[COATS] + frame[WOLVES]
    safe = count_runs(herd, axis, frame, run_of, scratch)
    for index in range(low.shape[0]):
        low[index] = high[index] = ZERO
    for word in range(width):
        left = ZERO
        for layer in range(layers):
            left |= herd[layer * width + word]
        while left != ZERO:
            bit = left & (~left + ONE)
            left ^= bit
            layer = 0
            while herd[layer * width + word] & bit == ZERO:
                layer += 1
            run = run_of[axis, (word << _SIX) + np.int64(bit_count(bit - ONE))]
            ahead = scratch[PLACED, run]
            scratch[PLACED, run] = ahead + 1
            crowd = scratch[SHEEP_HERE, run] + scratch[WOLVES_HERE, run]
            cell = line[axis, offset[axis, run] + ahead]
            low[layer * width + (cell >> _SIX)] |= ONE << np.uint64(cell & 63)
            cell = line[axis, offset[axis, run] + size[axis, run] - crowd + ahead]
            high[layer * width + (cell >> _SIX)] |= ONE << np.uint64(cell & 63)
    for index in range(layers * width):
        left = herd[index]
        word = index % width
        while left != ZERO:
            bit = left & (~left + ONE)
            left ^= bit
            run = run_of[axis, (word << _SIX) + np.int64(bit_count(bit - ONE))]
            scratch[SHEEP_HERE, run] = scratch[WOLVES_HERE, run] = scratch[PLACED, run] = 0
    return safe


@kernel
def mixed(herd: Any, axis: Any) -> Any:
    """A 64-bit number that depends on all of a tally."""
    key = np.uint64(axis)
    for word in range(herd.shape[0]):
        key = (key ^ herd[word]) * MIX
        key ^= key >> HALF
    return key


@kernel
def slot_of(herd: Any, axis: Any, key: Any, table: Any, ends: Any, marks: Any) -> Any:
    """The slot of a tally, or the empty one where it belongs."""
    mask = np.uint64(table.shape[0] - 1)
    slot = key & mask
    tag = key >> HALF
    while table[slot] != ZERO:
        if table[slot] >> HALF == tag:
            tally = np.int64(table[slot] & _LOW_HALF) - 1
            if marks[tally, AXIS] == axis:
                same = True
                for word in range(herd.shape[0]):
                    same = same and ends[tally, 0, word] == herd[word]
                if same:
                    return slot
        slot = (slot + ONE) & mask
    return slot


@kernel
def find(herd: Any, axis: Any, table: Any, ends: Any, marks: Any) -> Any:
    """The number of a tally, -1 if it was not met; `herd` is its low end."""
    slot = slot_of(herd, axis, mixed(herd, axis), table, ends, marks)
    return np.int64(table[slot] & _LOW_HALF) - 1


@kernel
def wins(herd: Any, frame: Any, grass: Any) -> Any:
    """Whether a herd covers the grass, each coat its own."""
    if frame[GOALS] == 0:
        return False
    width = frame[WIDTH]
    for word in range(width):
        any_coat = ZERO
        for layer in range(frame[COATS]):
            sheep = herd[layer * width + word]
            any_coat |= sheep
            if grass[(layer + 1) * width + word] & ~sheep != ZERO:
                return False
        if grass[word] & ~any_coat != ZERO:
            return False
    return True


@kernel
def enter(
    herd: Any,
    axis: Any,
    origin: Any,
    depth: Any,
    frame: Any,
    run_of: Any,
    offset: Any,
    size: Any,
    line: Any,
    scratch: Any,
    low: Any,
    high: Any,
    table: Any,
    ends: Any,
    links: Any,
    marks: Any,
    cursor: Any,
    grass: Any,
) -> Any:
    """The tally of a herd, entered if it is new; -1 if that move loses."""
    if not packed(herd, axis, frame, run_of, offset, size, line, scratch, low, high):
        return -1
    key = mixed(low, axis)
    slot = slot_of(low, axis, key, table, ends, marks)
    if table[slot] != ZERO:
        return np.int64(table[slot] & _LOW_HALF) - 1
    tally = cursor[COUNT]
    cursor[COUNT] = tally + 1
    table[slot] = (key >> HALF) << HALF | np.uint64(tally + 1)
    for word in range(low.shape[0]):
        ends[tally, 0, word] = low[word]
        ends[tally, 1, word] = high[word]
    links[tally, 0] = links[tally, 1] = -1
    marks[tally, ORIGIN] = origin
    marks[tally, DEPTH] = depth
    marks[tally, AXIS] = axis
    if cursor[FOUND] < 0:
        if wins(low, frame, grass):
            cursor[FOUND] = 2 * tally
        elif wins(high, frame, grass):
            cursor[FOUND] = 2 * tally + 1
    return tally


@kernel
def begin(
    herd: Any,
    frame: Any,
    run_of: Any,
    offset: Any,
    size: Any,
    line: Any,
    scratch: Any,
    low: Any,
    high: Any,
    table: Any,
    ends: Any,
    links: Any,
    marks: Any,
    cursor: Any,
    grass: Any,
    limit: Any,
) -> None:
    """Start a graph in an empty table: the tallies of the herd, one move from it."""
    cursor[NEXT] = cursor[COUNT] = 0
    cursor[FOUND] = -1
    cursor[LIMIT] = limit
    for axis in range(2):
        enter(
            herd, axis, -1, 1, frame, run_of, offset, size, line, scratch,
            low, high, table, ends, links, marks, cursor, grass,
        )  # fmt: skip


@kernel
def step(
    frame: Any,
    run_of: Any,
    offset: Any,
    size: Any,
    line: Any,
    scratch: Any,
    low: Any,
    high: Any,
    table: Any,
    ends: Any,
    links: Any,
    marks: Any,
    cursor: Any,
    grass: Any,
    budget: Any,
) -> Any:
    """Expand at most `budget` tallies, as `kernel.step` does."""
    room = min(ends.shape[0], table.shape[0] >> 1) - 2
    first = cursor[FOUND] < 0
    while budget > 0:
        tally = cursor[NEXT]
        if tally == cursor[COUNT] or marks[tally, DEPTH] >= cursor[LIMIT]:
            return EXHAUSTED
        if cursor[COUNT] > room:
            return NEED_GROW
        across, depth = np.int64(1 - marks[tally, AXIS]), np.int64(marks[tally, DEPTH] + 1)
        for side in range(2):
            herd = ends[tally, side]
            if not wins(herd, frame, grass):
                links[tally, side] = enter(
                    herd, across, 2 * tally + side, depth, frame, run_of, offset, size, line, scratch,
                    low, high, table, ends, links, marks, cursor, grass,
                )  # fmt: skip
        cursor[NEXT] = tally + 1
        budget -= 1
        if first and cursor[FOUND] >= 0:
            return FOUND_ONE
    return RUNNING


@kernel
def refill(table: Any, ends: Any, marks: Any, cursor: Any) -> None:
    """Enter all the tallies of a graph into an empty table."""
    for tally in range(cursor[COUNT]):
        axis = np.int64(marks[tally, AXIS])
        key = mixed(ends[tally, 0], axis)
        slot = slot_of(ends[tally, 0], axis, key, table, ends, marks)
        table[slot] = (key >> HALF) << HALF | np.uint64(tally + 1)


@kernel
def mark_wins(ends: Any, count: Any, frame: Any, grass: Any, far: Any) -> None:
    """Set `far` to 0 for the tallies with an end that wins, to -1 for the others."""
    for tally in range(count):
        far[tally] = 0 if wins(ends[tally, 0], frame, grass) or wins(ends[tally, 1], frame, grass) else -1
