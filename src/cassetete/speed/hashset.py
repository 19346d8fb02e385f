"""A set of 64-bit keys for kernels: open addressing in an array that Python owns and grows.

Layout: `table` is a uint64 array whose length is a power of two; an empty slot is 0, a full one holds key + 1 (so the
key 2^64 - 1 is not allowed). Keep it at most half full: `needs_room` says when to call `grown`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.jit import lean

ZERO = np.uint64(0)
ONE = np.uint64(1)
_SHIFT = np.uint64(32)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT_AGAIN = np.uint64(29)


@lean
def mixed(key: Any) -> Any:
    """A 64-bit number whose low bits depend on all of the key's."""
    key = (key ^ (key >> _SHIFT)) * _MIX
    key = (key ^ (key >> _SHIFT_AGAIN)) * _MIX_AGAIN
    return key ^ (key >> _SHIFT)


@lean
def insert(table: Any, key: Any) -> bool:
    """Add the key; True if it was not there."""
    mask = np.uint64(table.shape[0] - 1)
    slot = mixed(key) & mask
    stored = key + ONE
    while table[slot] != ZERO:
        if table[slot] == stored:
            return False
        slot = (slot + ONE) & mask
    table[slot] = stored
    return True


@lean
def contains(table: Any, key: Any) -> bool:
    """Whether the key is there."""
    mask = np.uint64(table.shape[0] - 1)
    slot = mixed(key) & mask
    stored = key + ONE
    while table[slot] != ZERO:
        if table[slot] == stored:
            return True
        slot = (slot + ONE) & mask
    return False


@lean
def _refill(old: Any, new: Any) -> None:
    for index in range(old.shape[0]):
        if old[index] != ZERO:
            insert(new, old[index] - ONE)


def empty(room: int) -> Any:
    """An empty table for at least that many keys."""
    size = 16
    while size < 2 * room:
        size *= 2
    return np.zeros(size, np.uint64)


def needs_room(table: Any, count: int) -> bool:
    """Whether a table with that many keys is half full."""
    return 2 * count >= len(table)


def grown(table: Any) -> Any:
    """A table twice as large with the same keys."""
    larger = np.zeros(2 * len(table), np.uint64)
    _refill(table, larger)
    return larger
