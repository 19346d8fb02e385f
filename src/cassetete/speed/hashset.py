"""A set of 64-bit keys for kernels: open addressing in an array that Python owns and grows.

Layout: `table` is a uint64 array whose length is a power of two; an empty slot is 0, a full one holds key + 1 (so the
key 2^64 - 1 is not allowed). Keep it at most half full: a kernel returns NEED_GROW before it is fuller, and
its driver calls `doubled`.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.bits import ONE, ZERO, mixed
from cassetete.speed.jit import lean


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


def doubled(table: Any) -> Any:
    """A table twice as large with the same keys."""
    larger = np.zeros(2 * len(table), np.uint64)
    _refill(table, larger)
    return larger
