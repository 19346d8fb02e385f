"""Moves as text: a letter for each slide."""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.errors import BadMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .model import Level, State

_ = Catalogue("taquin")


def write(_level: Level, _state: State, moves: Sequence[Direction]) -> str:
    """The letters of the moves."""
    return "".join(move.letter for move in moves)


def read(_level: Level, _state: State, text: str) -> tuple[Direction, ...]:
    """The moves of a text; BadMove where a letter is none."""
    for column, letter in enumerate(text, 1):
        if letter not in "UDLR":
            raise BadMove(_("'{letter}' is not a move", letter=letter), column)
    return tuple(Direction.from_letter(letter) for letter in text)
