"""Moves as text: the letters U, D, L, R."""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .model import Level, State

_ = Catalogue("pushit")


def write(_level: Level, _state: State, moves: Sequence[Direction]) -> str:
    """One letter a move."""
    return "".join(move.letter for move in moves)


def read(_level: Level, _state: State, text: str) -> tuple[Direction, ...]:
    """The moves of a text; letters of either case, with or without spaces.

    >>> read(Level(1, (0,)), State(0, (0,)), "dR U")
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


NOTATION = Notation(write, read)
