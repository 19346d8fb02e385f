"""LURD, the common notation: u d l r for steps, capitals for pushes; `3r` and `2(rU)` are read too."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove, IllegalMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text

from . import rules
from .formats.run_lengths import expand, packed
from .model import Level, State

_ = Catalogue("sokoban")

MOST_MOVES = 100_000
_NO_MOVE = re.compile(r"[^udlrUDLR0-9()\s]")


def write(level: Level, state: State, moves: Sequence[Direction]) -> str:
    """The moves from a state, capitals where a box is pushed."""
    letters = []
    for move in moves:
        letters.append(move.letter if rules.pushes(level, state, move) else move.letter.lower())
        try:
            state = rules.play(level, state, move)
        except IllegalMove:
            letters[-1] = move.letter.lower()
    return "".join(letters)


def short(level: Level, state: State, moves: Sequence[Direction]) -> str:
    """The same with run lengths: `rrrU` is `3rU`."""
    return packed(write(level, state, moves))


def read(_level: Level, _state: State, text: str) -> tuple[Direction, ...]:
    """The moves of a text; capitals do not matter, the rules know what is a push. BadMove at what is not a move."""
    wrong = _NO_MOVE.search(text)
    if wrong:
        raise BadMove(_("'{letter}' is not a move (expected u d l r)", letter=wrong[0]), wrong.start() + 1)
    letters, _indices = expand(text, MOST_MOVES, _fail)
    return tuple(Direction.from_letter(letter) for letter in letters if not letter.isspace())


def _fail(message: Text, index: int) -> BadMove:
    return BadMove(message, index + 1)


NOTATION: Notation[Level, State, Direction] = Notation(write, read, short)
