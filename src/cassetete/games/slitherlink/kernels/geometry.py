"""Where things are on the compiled grid: segments of nodes, nodes at corners (see `kernel_board` for the numbering)."""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean

from .layout import HEAD, RECORD, VAL, WIDE


@lean
def pair_at(number: int, field: int) -> Any:
    """Where the word of a node or a segment is: records have two of each."""
    return HEAD + RECORD * (number >> 1) + field + (number & 1)


@lean
def at(number: int, field: int) -> Any:
    """Where the word of a cell or a vertex is."""
    return HEAD + RECORD * number + field


@lean
def value_of(w: Any, edge: int) -> Any:
    """A segment's mark."""
    return w[pair_at(edge, VAL)]


@lean
def edge_between(w: Any, a: int, b: int) -> Any:
    """The segment between two vertices, -1 if they are not neighbours."""
    low, high = min(a, b), max(a, b)
    if high == low + 1:
        return 2 * low
    return 2 * low + 1 if high == low + w[WIDE] else -1


@lean
def edge_of(w: Any, node: int, k: int) -> Any:
    """The segment in place k of a node's pattern."""
    here, wide = node >> 1, w[WIDE]
    if node & 1:
        if k == 0:
            return 2 * (here - wide) + 1
        if k == 1:
            return 2 * here
        return 2 * here + 1 if k == 2 else 2 * here - 2
    if k == 0:
        return 2 * here
    if k == 1:
        return 2 * here + 3
    return 2 * (here + wide) if k == 2 else 2 * here + 1


@lean
def at_corner(w: Any, node: int, k: int) -> Any:
    """The node that shares the segments k and k + 1: a cell's corner, or the cell in a vertex' quadrant."""
    here, wide = node >> 1, w[WIDE]
    if node & 1:
        if k == 0:
            return 2 * (here - wide)
        if k == 1:
            return 2 * here
        return 2 * (here - 1) if k == 2 else 2 * (here - wide - 1)
    if k == 0:
        return 2 * (here + 1) + 1
    if k == 1:
        return 2 * (here + wide + 1) + 1
    return 2 * (here + wide) + 1 if k == 2 else 2 * here + 1
