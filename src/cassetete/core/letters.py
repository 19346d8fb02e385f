"""Moves as the letters U, D, L and R: the notation of games whose moves are directions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")


def write(_level: object, _state: object, moves: Sequence[Direction]) -> str:
    """One letter a move."""
    return "".join(move.letter for move in moves)


def read(_level: object, _state: object, text: str) -> tuple[Direction, ...]:
    """The moves of a text; letters of either case, with or without spaces.

    >>> read(None, None, "dR U")
    (Direction.DOWN, Direction.RIGHT, Direction.UP)
    """
    found = []
    for column, letter in enumerate(text, 1):
        if letter.isspace():
            continue
        try:
            found.append(Direction.from_letter(letter))
        except KeyError:
            raise BadMove(_("'{letter}' is not a move (expected U, D, L or R)", letter=letter), column) from None
    return tuple(found)


LETTERS: Notation[Any, Any, Direction] = Notation(write, read)
