"""The sheet's cavalier perspective, in board units: half the width of a block's top is 1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cassetete.core.grid import Cell
from cassetete.scene.shapes import Point

from .model import Level

HEADROOM = 0.9
"""Above the highest block that can be: room for the ball."""
FOOTROOM = 0.6
"""Below the board: room for the arrows."""
BALL_RADIUS = 1 / 3


@dataclass(frozen=True)
class Perspective:
    """Where things are: `block` is a block's height, and (x, y) the top corner of the ground of cell (0, 0).

    Rows and columns are those of the picture; where the board is turned, `seen` says which cell of it a cell of the
    board is.
    """

    rows: int
    columns: int
    block: float
    x: float
    y: float
    turn: int = 0
    """Quarter turns clockwise."""

    def seen(self, cell: Cell) -> Cell:
        """Where a cell of the board is in the picture.

        >>> perspective(Level(3, (0,) * 6), 1).seen((0, 2))
        (2, 1)
        """
        row, column = cell
        return (
            (row, column),
            (column, self.columns - 1 - row),
            (self.rows - 1 - row, self.columns - 1 - column),
            (self.rows - 1 - column, row),
        )[self.turn]

    @property
    def size(self) -> Point:
        """Width and height of the whole picture."""
        return self.rows + self.columns, self.y + (self.rows + self.columns) / 2 + FOOTROOM

    def point(self, row: float, column: float, height: float) -> Point:
        """The point of the picture at the top corner of cell (row, column), at a height in blocks."""
        return self.x + column - row, self.y + (row + column) / 2 - height * self.block

    def centre(self, cell: Cell, height: float) -> Point:
        """The middle of a cell at a height."""
        return self.point(cell[0] + 0.5, cell[1] + 0.5, height)

    def ball(self, cell: Cell, height: float) -> Point:
        """The middle of a ball that lies on the cell (the sheet's `affiche_bille`)."""
        x, y = self.centre(cell, height)
        return x, y - 1 / 6

    def top(self, cell: Cell, height: float) -> tuple[Point, ...]:
        """The top face of a column: back, right, front and left corner."""
        i, j = cell
        return tuple(self.point(i + a, j + b, height) for a, b in ((0, 0), (0, 1), (1, 1), (1, 0)))

    def left(self, cell: Cell, low: float, high: float) -> tuple[Point, ...]:
        """The face towards the lower left of blocks from one height to another."""
        i, j = cell
        corners = ((0, high), (1, high), (1, low), (0, low))
        return tuple(self.point(i + 1, j + b, height) for b, height in corners)

    def right(self, cell: Cell, low: float, high: float) -> tuple[Point, ...]:
        """The face towards the lower right of blocks from one height to another."""
        i, j = cell
        corners = ((0, high), (1, high), (1, low), (0, low))
        return tuple(self.point(i + a, j + 1, height) for a, height in corners)


@lru_cache(maxsize=64)
def perspective(level: Level, turn: int = 0) -> Perspective:
    """The sheet's proportions: lb = 280/n and hb = min(1.5 lb, 230/(highest + 1)), in units of lb.

    The highest of the level is the highest of the whole game: a pushed block never ends higher than it was.
    """
    size, highest = max(level.rows, level.columns), max(level.heights)
    block = min(1.5, 230 * size / (280 * (highest + 1)))
    rows, columns = (level.columns, level.rows) if turn % 2 else (level.rows, level.columns)
    return Perspective(rows, columns, block, rows, HEADROOM + highest * block, turn % 4)
