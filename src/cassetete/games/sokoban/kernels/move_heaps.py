"""The moves that wait in the cells of a feature-space search: a skew heap for each cell (Sleator and Tarjan 1986)."""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.jit import lean


class MoveHeaps(NamedTuple):
    """The moves that wait, a heap for each cell."""

    rank: Any  # int64[room]
    best: Any  # int64[room]: the best features of a node and those before it
    left: Any  # int32[room]
    right: Any  # int32[room]
    roots: Any  # int32[cells]: -1: none waits; -2: never used
    active: Any  # int32[cells]


@lean
def _before(rank: Any, a: Any, b: Any) -> bool:
    """Whether a move comes before another; of equal ones, the older."""
    return bool(rank[a] < rank[b] or (rank[a] == rank[b] and a < b))


@lean
def merge(heaps: Any, a: Any, b: Any) -> Any:
    """Two skew heaps as one."""
    if a < 0:
        return b
    if b < 0:
        return a
    if _before(heaps.rank, b, a):
        a, b = b, a
    top = a
    while True:
        right = heaps.right[a]
        heaps.right[a] = heaps.left[a]
        if right < 0:
            heaps.left[a] = b
            break
        if not _before(heaps.rank, b, right):
            heaps.left[a] = right
            a = right
        else:
            heaps.left[a] = b
            a, b = b, right
    return top
