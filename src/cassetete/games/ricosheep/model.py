"""A ricosheep level (ground and pieces) and its state (the herd, the wolves)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers

EMPTY, BUSH, GRASS, SHEEP, WOLF = "_", "B", "G", "S", "W"
TINTED_GRASS = "abcdef"
TINTED_SHEEP = "ABCDEF"
COATS = SHEEP + TINTED_SHEEP
GROUNDS = EMPTY + BUSH + GRASS + TINTED_GRASS
PIECES = EMPTY + SHEEP + WOLF + TINTED_SHEEP

Sheep: TypeAlias = tuple[int, int, str]
"""Row, column and coat: S for a plain sheep, A to F for a coloured one. Two sheep of one coat are interchangeable."""


class State(NamedTuple):
    """The herd and the wolves. After a wolf has eaten, `eaten` is true and the sheep are those that are left."""

    sheep: frozenset[Sheep]
    wolves: frozenset[Cell] = frozenset()
    eaten: bool = False


@dataclass(frozen=True)
class Level:
    """A board as two grids of the same size: what grows and what stands on it; `eaten` if the level is already lost.

    >>> level = Level(("_G", "B_"), ("S_", "__"))
    >>> level.rows, level.columns, level.plain_grass
    (2, 2, frozenset({(0, 1)}))
    """

    ground: tuple[str, ...]
    pieces: tuple[str, ...]
    eaten: bool = False
    headers: Headers = Headers()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.ground)

    @property
    def columns(self) -> int:
        """The number of cells in a row."""
        return len(self.ground[0])

    @cached_property
    def plain_grass(self) -> frozenset[Cell]:
        """The grass that any sheep may cover."""
        return frozenset(cells_of(self.ground, GRASS))

    @cached_property
    def tinted_grass(self) -> frozenset[Sheep]:
        """The coloured grass, each tuft as the sheep it needs."""
        cells = {coat: cells_of(self.ground, tint) for tint, coat in zip(TINTED_GRASS, TINTED_SHEEP, strict=True)}
        return frozenset((row, column, coat) for coat, found in cells.items() for row, column in found)

    @cached_property
    def start(self) -> State:
        """Where the pieces stand."""
        sheep = ((row, column, coat) for coat in COATS for row, column in cells_of(self.pieces, coat))
        return State(frozenset(sheep), frozenset(cells_of(self.pieces, WOLF)), self.eaten)

    @cached_property
    def walls(self) -> dict[Direction, dict[Cell, Cell]]:
        """For each direction and cell, the last free cell that way: where a sheep alone in its line stops."""
        return {direction: self._walls(direction) for direction in Direction}

    def _walls(self, direction: Direction) -> dict[Cell, Cell]:
        down, right = direction.step
        last: dict[Cell, Cell] = {}
        # From the wall back: a cell's answer is that of the cell ahead of it, if there is one and it is free.
        rows = range(self.rows) if down <= 0 else range(self.rows - 1, -1, -1)
        columns = range(self.columns) if right <= 0 else range(self.columns - 1, -1, -1)
        for row in rows:
            for column in columns:
                ahead = (row + down, column + right)
                blocked = self.ground[row][column] == BUSH or ahead not in last or self._is_bush(ahead)
                last[row, column] = (row, column) if blocked else last[ahead]
        return last

    def _is_bush(self, cell: Cell) -> bool:
        return self.ground[cell[0]][cell[1]] == BUSH


def cells_of(grid: tuple[str, ...], letter: str) -> list[Cell]:
    """The cells that hold a letter, row by row.

    >>> cells_of(("_S", "S_"), "S")
    [(0, 1), (1, 0)]
    """
    return [(i, j) for i, row in enumerate(grid) if letter in row for j, cell in enumerate(row) if cell == letter]
