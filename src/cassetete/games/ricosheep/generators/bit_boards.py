"""Boards whose bushes, sheep and grass are sets of bits, as exhaustive search and annealing try them."""

from __future__ import annotations

from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue, Text

from ..model import BUSH, EMPTY, GRASS, SHEEP, Level

_ = Catalogue("ricosheep")

MOST_CELLS = 64
HOT = 800
"""The first chance, out of 1024, that annealing accepts a board that is one move worse."""


def level_of(rows: int, columns: int, bushes: int, herd: int, grass: int, headers: Headers = Headers()) -> Level:
    """A level from sets of cells, one bit per cell.

    >>> level_of(1, 3, 0b100, 0b001, 0b010).ground
    ('_GB',)
    """
    cells = range(rows * columns)
    ground = "".join(BUSH if bushes >> bit & 1 else GRASS if grass >> bit & 1 else EMPTY for bit in cells)
    pieces = "".join(SHEEP if herd >> bit & 1 else EMPTY for bit in cells)
    return Level(_in_rows(ground, columns), _in_rows(pieces, columns), False, headers)


def _in_rows(cells: str, columns: int) -> tuple[str, ...]:
    return tuple(cells[start : start + columns] for start in range(0, len(cells), columns))


def longest_so_far(length: int) -> Text:
    """What is shown while boards are tried."""
    return _.n("the longest so far: {n} move", "the longest so far: {n} moves", n=length)
