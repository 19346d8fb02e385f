"""A level on the boards of the kernels: cells renumbered for 16 or 32 a row, and the tables of `kernels/board.py`."""

from __future__ import annotations

from typing import NamedTuple

from cassetete.speed.arrays import np

from ..kernels import board as kernel
from ..kernels.walls import widen
from ..model import Level


class Renumbering(NamedTuple):
    """The cells of a level, numbered for a board of `side` cells a row.

    >>> Renumbering(5, 16).wide(7), Renumbering(5, 16).narrow(18)
    (18, 7)
    """

    columns: int
    side: int

    def wide(self, cell: int) -> int:
        """The kernel's number of a cell."""
        row, column = divmod(cell, self.columns)
        return self.side * row + column

    def narrow(self, cell: int) -> int:
        """The level's number of a cell."""
        return cell // self.side * self.columns + cell % self.side


class BoardTables:
    """The tables of a board of at most 16 by 16, as `kernels/board.py` describes them."""

    def __init__(self, level: Level) -> None:
        self.cells = Renumbering(level.columns, kernel.SIDE)
        self.codes = np.empty(kernel.CELLS, np.int64)
        widen(np.array(level.walls, np.int64), level.rows, level.columns, kernel.SIDE, self.codes)
        self.stop = np.empty((4, kernel.CELLS), np.int64)
        self.ray = np.empty((4, kernel.CELLS, 4), np.uint64)
        self.enter = np.empty((4, 4), np.uint64)
        kernel.fill_tables(self.codes, kernel.BIT, kernel.STEP, self.stop, self.ray, self.enter)
        self.ends = np.empty((kernel.CELLS, kernel.CELLS + 3, 4), np.uint8)
        kernel.fill_ends(self.stop, kernel.STEP, self.ends)
