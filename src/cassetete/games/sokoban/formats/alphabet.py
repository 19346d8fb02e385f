"""The alphabets boards are drawn in, the sheet's and XSB's, and boards read and written in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE, Cell, check_sides
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue, Text

from ..model import Level, State

_ = Catalogue("sokoban")

FILLER = "_"
"""Visible floor: written where a space at the end of a row, or a row of spaces, would be lost."""

# What is on a cell: w a wall, p the player, b a box, t a target. XSB files may use the letters for its signs.
XSB = {"#": "w", "@": "p", "+": "pt", "$": "b", "*": "bt", ".": "t", " ": "", "-": "", "_": ""}
LETTERS = {"p": "p", "P": "pt", "b": "b", "B": "bt", "o": "t"}
SHEET = {"O": "w", "R": "p", ".": "pt", "B": "b", "*": "bt", "S": "t", " ": "", "-": "", "_": ""}


class BoardRow(NamedTuple):
    """A row of a board: its characters, and the line and columns of the file where they are."""

    text: str
    line: int
    columns: Sequence[int]

    def column(self, j: int) -> int:
        """The column of the j-th cell; beyond the end of the row, where it would be."""
        if j < len(self.columns):
            return self.columns[j]
        return (self.columns[-1] if self.columns else 0) + 1 + j - len(self.columns)


def plain_row(text: str, line: int, column: int = 1) -> BoardRow:
    """A row that is in the file character by character; spaces at its end do not count."""
    text = text.rstrip()
    return BoardRow(text, line, range(column, column + len(text)))


class _Places(Mapping[Cell, tuple[int, int]]):
    """Where each cell is in the file, computed when asked."""

    def __init__(self, rows: Sequence[BoardRow], columns: int) -> None:
        self._rows, self._columns = rows, columns

    def __getitem__(self, cell: Cell) -> tuple[int, int]:
        i, j = cell
        if not (0 <= i < len(self._rows) and 0 <= j < self._columns):
            raise KeyError(cell)
        return self._rows[i].line, self._rows[i].column(j)

    def __iter__(self) -> Iterator[Cell]:
        return ((i, j) for i in range(len(self._rows)) for j in range(self._columns))

    def __len__(self) -> int:
        return len(self._rows) * self._columns


def read_board(
    rows: Sequence[BoardRow], alphabet: Mapping[str, str], costs: tuple[int, int], headers: Headers
) -> Parsed[Level]:
    """The level drawn by the rows; BadLevel at a character that means nothing, or at a second player."""
    columns = max(len(row.text) for row in rows)
    check_sides(len(rows), 0, rows[0].line)
    for row in rows:
        if len(row.text) > MAX_SIDE:
            raise BadLevel(_("a row has at most {most} cells", most=MAX_SIDE), row.line, row.column(MAX_SIDE))
    found: dict[str, list[Cell]] = {"w": [], "p": [], "b": [], "t": []}
    for i, row in enumerate(rows):
        for j, character in enumerate(row.text):
            things = alphabet.get(character)
            if things is None:
                raise BadLevel(unexpected(character, alphabet), row.line, row.column(j))
            for thing in things:
                found[thing].append((i, j))
            if "p" in things and len(found["p"]) > 1:
                raise BadLevel(_("a second player: a level has only one"), row.line, row.column(j))
    player = found["p"][0] if found["p"] else None
    walls, targets, boxes = (frozenset(found[thing]) for thing in "wtb")
    level = Level(len(rows), columns, walls, targets, boxes, player, costs, headers)
    return Parsed(level, rows[0].line, _Places(rows, columns))


def unexpected(character: str, alphabet: Mapping[str, str]) -> Text:
    """The message about a character that means nothing."""
    expected = " ".join(sign for sign in alphabet if sign not in " -_")
    return _("unexpected {what} (expected one of {expected}, or a space)", what=repr(character), expected=expected)


def rows_of(level: Level, state: State, alphabet: Mapping[str, str]) -> list[str]:
    """The rows of a position, without the spaces at their ends.

    >>> from .. import rules
    >>> level = read_board([plain_row("#@$. #", 1)], XSB, (1, 1), Headers()).level
    >>> rows_of(level, rules.start(level), SHEET)
    ['ORBS O']
    """
    sign = {things: character for character, things in reversed(list(alphabet.items()))}
    sign[""] = " "
    board = [[" "] * level.columns for _i in range(level.rows)]
    for i, j in level.walls:
        board[i][j] = sign["w"]
    for i, j in level.targets:
        board[i][j] = sign["t"]
    for cell in state.boxes:
        board[cell[0]][cell[1]] = sign["bt" if cell in level.targets else "b"]
    if state.player is not None:
        board[state.player[0]][state.player[1]] = sign["pt" if state.player in level.targets else "p"]
    return ["".join(row).rstrip() for row in board]


def file_rows(level: Level, alphabet: Mapping[str, str]) -> list[str]:
    """The rows as a file keeps them: none is empty, and the longest is as long as the board is wide."""
    rows = [row or FILLER for row in rows_of(level, State(level.player, level.boxes), alphabet)]
    if max(len(row) for row in rows) < level.columns:
        rows[0] = rows[0].ljust(level.columns, FILLER)
    return rows
