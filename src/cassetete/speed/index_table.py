"""Finds rows of a game's own arrays by hash: for states that do not fit into 64 bits (`hashset` holds those that do).

Layout: `table` is a uint64 array whose length is a power of two, at most half full. An empty slot is 0; a full one is
`tag << 32 | index + 1`, where the tag is the upper half of the key (a 64-bit hash of the row) and the index the row's
number. The slot where a search for a key begins is its lower bits: `key & last`, where `last` is the number of the
last slot in use, `np.uint64(len(table) - 1)` unless the game uses only a part of its table.

The game compares rows in full, since only it knows its arrays:

    slot = first_slot(table, key, last)
    while table[slot] != ZERO and not same(row_in(table, slot)):
        slot = next_slot(table, key, slot, last)
    if table[slot] == ZERO:  # a new row: `slot` is where it belongs
        table[slot] = entry(key, row)

These functions are small: LLVM inlines them, and they cost nothing over the same lines written out.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO
from cassetete.speed.jit import lean

_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@lean
def first_slot(table: Any, key: Any, last: Any) -> Any:
    """The first slot that may hold the key's row: one with its tag, or the empty one where it belongs."""
    slot = key & last
    while table[slot] != ZERO and table[slot] >> _HALF != key >> _HALF:
        slot = (slot + ONE) & last
    return slot


@lean
def next_slot(table: Any, key: Any, slot: Any, last: Any) -> Any:
    """The next such slot after this one."""
    slot = (slot + ONE) & last
    while table[slot] != ZERO and table[slot] >> _HALF != key >> _HALF:
        slot = (slot + ONE) & last
    return slot


@lean
def row_in(table: Any, slot: Any) -> Any:
    """The index in a slot; -1 in an empty one."""
    return np.int64(table[slot] & _LOW_HALF) - 1


@lean
def entry(key: Any, index: Any) -> Any:
    """What a slot holds for a key and an index."""
    return ((key >> _HALF) << _HALF) | np.uint64(index + 1)


@lean
def put(table: Any, key: Any, index: Any, last: Any) -> None:
    """Enter a row that is not there yet, without comparing: to fill a new table with all the rows."""
    slot = key & last
    while table[slot] != ZERO:
        slot = (slot + ONE) & last
    table[slot] = entry(key, index)
