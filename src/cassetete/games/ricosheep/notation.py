"""Moves as text: L, R, U, D."""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.errors import BadMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .model import Level, State

_ = Catalogue("ricosheep")


def write(level: Level, state: State, moves: Sequence[Direction]) -> str:  # noqa: ARG001
    """One letter a move."""
    return "".join(move.letter for move in moves)


def read(level: Level, state: State, text: str) -> tuple[Direction, ...]:  # noqa: ARG001
    """The moves of a text, in capitals or not; spaces and line ends between them mean nothing."""
    moves = []
    for column, letter in enumerate(text, 1):
        if letter.isspace():
            continue
        if letter not in "UDLRudlr":
            raise BadMove(_("{what} is not a move (expected U, D, L or R)", what=repr(letter)), column)
        moves.append(Direction.from_letter(letter))
    return tuple(moves)
