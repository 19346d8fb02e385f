"""Shapes on a board of square cells: cell (row, column) is the unit square whose corner is at x = column, y = row."""

from __future__ import annotations

from typing import TypeAlias

from cassetete.scene.shapes import Disc, Point, Polygon, box
from cassetete.scene.tween import Motion

Cell: TypeAlias = tuple[int, int]


def middle(cell: Cell) -> Point:
    """The middle of a cell.

    >>> middle((2, 0))
    (0.5, 2.5)
    """
    return cell[1] + 0.5, cell[0] + 0.5


def square(cell: Cell, fill: str | None = None) -> Polygon:
    """A cell to click on, in the colours of a chequered board unless `fill` says otherwise.

    >>> square((0, 0)).fill, square((0, 1)).fill, square((0, 1)).target
    ('board', 'board-alt', (0, 1))
    """
    row, column = cell
    return box(column, row, fill=fill or ("board-alt" if (row + column) % 2 else "board"), target=cell)


def frame(cell: Cell, role: str, line: float = 0.08, inset: float = 0.06, round: float = 0.0) -> Polygon:
    """A frame within a cell: a mark, or the cursor."""
    row, column = cell
    side = 1 - 2 * inset
    return box(column + inset, row + inset, side, side, stroke=role, line=line, round=round)


def layer_ring(cell: Cell, depth: int, reach: float) -> Disc:
    """A ring where a piece was when supposition number `depth` was opened (`View.layers`)."""
    depth %= 6
    return Disc(middle(cell), reach - 0.04 * depth, fill=None, stroke=f"layer-{depth}", width=0.04)


def slide(key: str, start: Cell, end: Cell, begin: float = 0.0, until: float = 1.0) -> Motion:
    """The piece `key` slides from one cell to another.

    >>> slide("ball", (0, 0), (0, 2)).way
    ((0, 0), (2, 0))
    """
    return Motion(key, ((0, 0), (end[1] - start[1], end[0] - start[0])), begin, until)
