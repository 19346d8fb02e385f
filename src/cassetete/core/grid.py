"""Cells, directions, and reading a rectangular grid of characters with good errors."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TypeAlias, TypeGuard, TypeVar

from cassetete.core.errors import BadLevel
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

Cell: TypeAlias = tuple[int, int]
T = TypeVar("T")

MAX_SIDE = 100
"""No board is longer or wider: a larger one is refused before it takes time or memory."""


class Direction(Enum):
    """Up, down, left, right: the letter of the notation and the step in rows and columns.

    >>> Direction.from_letter("L").step
    (0, -1)
    """

    UP = "U", (-1, 0)
    DOWN = "D", (1, 0)
    LEFT = "L", (0, -1)
    RIGHT = "R", (0, 1)

    def __init__(self, letter: str, step: Cell) -> None:
        self.letter = letter
        self.step = step

    def __repr__(self) -> str:
        return f"Direction.{self.name}"

    @property
    def opposite(self) -> Direction:
        """The opposite direction."""
        return _OPPOSITE[self]

    def turned(self, quarters: int) -> Direction:
        """The direction after so many quarter turns clockwise.

        >>> Direction.UP.turned(1), Direction.LEFT.turned(-1)
        (Direction.RIGHT, Direction.DOWN)
        """
        return _CLOCKWISE[(_CLOCKWISE.index(self) + quarters) % 4]

    @property
    def arrow(self) -> str:
        """The direction as an arrow."""
        return "↑→↓←"[_CLOCKWISE.index(self)]

    @classmethod
    def from_letter(cls, letter: str) -> Direction:
        """The direction of a letter U, D, L or R in either case; KeyError for any other."""
        return _BY_LETTER[letter.upper()]

    @classmethod
    def from_key(cls, name: str) -> Direction | None:
        """The direction of an arrow key's name.

        >>> Direction.from_key("Left")
        Direction.LEFT
        """
        return _BY_KEY.get(name)

    @classmethod
    def between(cls, start: Cell, end: Cell) -> Direction | None:
        """The main direction of a swipe from one cell to another; None if it goes nowhere.

        >>> Direction.between((0, 0), (1, 4))
        Direction.RIGHT
        """
        rows, columns = end[0] - start[0], end[1] - start[1]
        if rows == columns == 0:
            return None
        if abs(rows) > abs(columns):
            return cls.DOWN if rows > 0 else cls.UP
        return cls.RIGHT if columns > 0 else cls.LEFT


_BY_LETTER = {d.letter: d for d in Direction}
_BY_KEY = {d.name.capitalize(): d for d in Direction}
_CLOCKWISE = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
_OPPOSITE = {
    Direction.UP: Direction.DOWN,
    Direction.DOWN: Direction.UP,
    Direction.LEFT: Direction.RIGHT,
    Direction.RIGHT: Direction.LEFT,
}


def on_board(target: object, rows: int, columns: int) -> TypeGuard[Cell]:
    """Whether a target is a cell (row, column) of a board.

    >>> on_board((1, 0), 2, 2), on_board((2, 0), 2, 2), on_board("x", 2, 2)
    (True, False, False)
    """
    match target:
        case (int(row), int(column)):
            return 0 <= row < rows and 0 <= column < columns
    return False


def resized(grid: Sequence[Sequence[T]], rows: int, columns: int, empty: T) -> list[tuple[T, ...]]:
    """The grid cut off, or continued with empty cells.

    >>> resized([(1, 2), (3, 4)], 1, 3, 0)
    [(1, 2, 0)]
    """
    lines = [(*line[:columns], *[empty] * (columns - len(line))) for line in grid[:rows]]
    return lines + [(empty,) * columns] * (rows - len(lines))


def check_sides(rows: int, columns: int, line: int) -> None:
    """BadLevel if a board is longer than MAX_SIDE."""
    if rows > MAX_SIDE:
        raise BadLevel(_("a board has at most {most} rows", most=MAX_SIDE), line + MAX_SIDE, 1)
    if columns > MAX_SIDE:
        raise BadLevel(_("a row has at most {most} cells", most=MAX_SIDE), line, MAX_SIDE + 1)


def rectangle(rows: Sequence[str], alphabet: str, line: int) -> None:
    """BadLevel unless the rows, the first of them at `line`, have one length and only characters of `alphabet`.

    >>> rectangle(["_B", "_x"], "_BGS", 1)
    Traceback (most recent call last):
    ...
    cassetete.core.errors.BadLevel: 2:2: unexpected 'x' (expected one of _ B G S)
    """
    if not rows:
        raise BadLevel(_("there is no grid here"), line, 1)
    check_sides(len(rows), max(len(row) for row in rows), line)
    known = set(alphabet)
    for number, row in enumerate(rows, line):
        for column, character in enumerate(row if not known.issuperset(row) else "", 1):
            if character not in known:
                expected = " ".join(alphabet)
                raise BadLevel(
                    _("unexpected {what} (expected one of {expected})", what=repr(character), expected=expected),
                    number,
                    column,
                )
        if len(row) != len(rows[0]):
            raise BadLevel(
                _.n(
                    "this row has {n} cell, the first has {first}",
                    "this row has {n} cells, the first has {first}",
                    n=len(row),
                    first=len(rows[0]),
                ),
                number,
                min(len(row), len(rows[0])) + 1,
            )


def cell_name(cell: Cell) -> str:
    """The name of a cell in hints: a letter for the column and the number of the row, from the top left corner.

    >>> cell_name((4, 2)), cell_name((0, 26))
    ('c5', 'aa1')
    """
    row, column = cell
    letters = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        letters = chr(ord("a") + letter) + letters
        column -= 1
    return f"{letters}{row + 1}"
