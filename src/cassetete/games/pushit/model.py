"""A Push it down level and its state: heights of blocks, and a ball on one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from cassetete.core.grid import Cell, on_board
from cassetete.core.headers import Headers


class State(NamedTuple):
    """The cell the ball is on, counted row by row, and the heights of all cells in the same order."""

    ball: int
    heights: tuple[int, ...]


@dataclass(frozen=True)
class Level:
    """A board row by row. `tall` is the most blocks a push may move at once; `cost` that of a move and of a push."""

    columns: int
    heights: tuple[int, ...]
    start: Cell = (0, 0)
    tall: int = 1
    cost: tuple[int, int] = (1, 1)
    headers: Headers = Headers()

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.heights) // self.columns

    @property
    def exit(self) -> int:
        """The exit: the last cell of the last row."""
        return len(self.heights) - 1

    def cell(self, index: int) -> Cell:
        """The row and column of a cell.

        >>> Level(2, (1, 0, 0, 0)).cell(2)
        (1, 0)
        """
        return divmod(index, self.columns)

    def holds(self, cell: object) -> TypeGuard[Cell]:
        """Whether this is the row and column of a cell on the board."""
        return on_board(cell, self.rows, self.columns)
