"""A turtle level, its state and its moves: walls as the sheet codes them, animals by number, cells by index."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers

State: TypeAlias = tuple[int, ...]
"""The cell of each animal; animal 0 is the turtle."""

BITS = {Direction.UP: 1, Direction.RIGHT: 2, Direction.DOWN: 4, Direction.LEFT: 8}
"""The sheet's codes: a wall on that side of a cell, or a slide that way."""

LETTERS = {Direction.UP: "H", Direction.DOWN: "B", Direction.LEFT: "G", Direction.RIGHT: "D"}
"""Haut, Bas, Gauche, Droite: the sheet's letters, in the order of its tree."""

ANIMALS = ("turtle", "ladybird", "rabbit", "snail", "hedgehog")
"""By number: the sheet's four, and one helper more."""

LARGEST = 32
"""The longest side of a playable board."""

SHEET_SIDE = 16
SHEET_ANIMALS = 4


class Move(NamedTuple):
    """An animal slides."""

    animal: int
    direction: Direction


@dataclass(frozen=True)
class Level:
    """A board: a wall code per cell as the file says, the animals' cells and the hideout.

    Without a turtle or a hideout it is half drawn: readable, not playable.
    """

    rows: int
    columns: int
    walls: tuple[int, ...]
    animals: State = ()
    goal: int | None = None
    headers: Headers = Headers()

    @cached_property
    def closed(self) -> tuple[int, ...]:
        """The codes with each wall seen from both of its sides, and the outer edge.

        >>> Level(1, 2, (2, 0)).closed
        (15, 15)
        """
        columns, last = self.columns, len(self.walls) - self.columns
        up, right, down, left = BITS.values()
        codes = list(self.walls)
        for cell, code in enumerate(self.walls):
            if code & up and cell >= columns:
                codes[cell - columns] |= down
            if code & down and cell < last:
                codes[cell + columns] |= up
            if code & left and cell % columns:
                codes[cell - 1] |= right
            if code & right and (cell + 1) % columns:
                codes[cell + 1] |= left
        for cell in range(columns):
            codes[cell] |= up
            codes[last + cell] |= down
        for cell in range(0, len(codes), columns):
            codes[cell] |= left
            codes[cell + columns - 1] |= right
        return tuple(codes)

    def beyond(self, cell: int, direction: Direction) -> int | None:
        """The cell next to this one, ignoring walls; None beyond the edge."""
        row, column = divmod(cell, self.columns)
        row, column = row + direction.step[0], column + direction.step[1]
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None

    def place(self, cell: int) -> Cell:
        """The row and column of a cell: the sheet's `lignecolonne`.

        >>> Level(16, 16, (0,) * 256).place(37)
        (2, 5)
        """
        return divmod(cell, self.columns)

    def index(self, place: Cell) -> int:
        """The cell at a row and column."""
        return place[0] * self.columns + place[1]


def situation(state: State) -> int:
    """Four cells of a 16 by 16 board as the sheet's one number, the turtle in the lowest byte.

    >>> situation((9, 82, 193, 35))
    599872009
    """
    return sum(cell << 8 * animal for animal, cell in enumerate(state))
