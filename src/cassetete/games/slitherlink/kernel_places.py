"""Where things are on the compiled grid: segments of nodes, nodes at corners (see `kernel_board` for the numbering)."""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import kernel

from .kernel_tables import WIDE, Q


@kernel
def edge_between(w: Any, a: int, b: int) -> Any:
    """The segment between two vertices, -1 if they are not neighbours."""
    low, high = min(a, b), max(a, b)
    if high == low + 1:
        return 2 * low
    return 2 * low + 1 if high == low + w[WIDE] else -1


@kernel
def edge_of(w: Any, node: int, k: int) -> Any:
    """The segment in place k of a node's pattern."""
    wide, q = w[WIDE], w[Q]
    if node < q:
        if k == 0:
            return 2 * node
        if k == 1:
            return 2 * node + 3
        return 2 * (node + wide) if k == 2 else 2 * node + 1
    vertex = node - q
    if k == 0:
        return 2 * (vertex - wide) + 1
    if k == 1:
        return 2 * vertex
    return 2 * vertex + 1 if k == 2 else 2 * vertex - 2


@kernel
def at_corner(w: Any, node: int, k: int) -> Any:
    """The node that shares the segments k and k + 1: a cell's corner, or the cell in a vertex' quadrant."""
    wide, q = w[WIDE], w[Q]
    if node < q:
        if k == 0:
            return q + node + 1
        if k == 1:
            return q + node + wide + 1
        return q + node + wide if k == 2 else q + node
    cell = node - q
    if k == 0:
        return cell - wide
    if k == 1:
        return cell
    return cell - 1 if k == 2 else cell - wide - 1
