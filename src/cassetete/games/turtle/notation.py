"""Moves as text: the animal's number and the sheet's letter, `0H1B2G3D`."""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove
from cassetete.core.message import Catalogue, Text

from .model import ANIMALS, LETTERS, Level, Move, State
from .names import WHO

_ = Catalogue("turtle")

_DIRECTIONS = {letter: direction for direction, letter in LETTERS.items()}
_NUMBERS = {str(number): number for number in range(len(ANIMALS))}


def write(level: Level, state: State, moves: Sequence[Move]) -> str:  # noqa: ARG001 (the contract's signature)
    """The moves, one after the other."""
    return "".join(f"{animal}{LETTERS[direction]}" for animal, direction in moves)


def read(level: Level, state: State, text: str) -> tuple[Move, ...]:  # noqa: ARG001 (the contract's signature)
    """The moves of a text; spaces between them and small letters are allowed.

    >>> read(Level(1, 1, (0,)), (), "0H 1b")
    (Move(animal=0, direction=Direction.UP), Move(animal=1, direction=Direction.DOWN))
    """
    moves: list[Move] = []
    animal: int | None = None
    for column, character in enumerate(text, 1):
        if animal is None and character.isspace():
            continue
        if animal is None:
            animal = _NUMBERS.get(character)
            if animal is None:
                raise BadMove(_("'{what}' is not an animal (expected 0 to 4)", what=character), column)
            continue
        direction = _DIRECTIONS.get(character.upper())
        if direction is None:
            raise BadMove(_("'{what}' is not a direction (expected H, B, G or D)", what=character), column)
        moves.append(Move(animal, direction))
        animal = None
    if animal is not None:
        raise BadMove(_("a direction is missing (H, B, G or D)"), len(text) + 1)
    return tuple(moves)


def tell(move: Move) -> Text:
    """A move for a person: the numbers are not seen where no keys are used, and the letters are the sheet's.

    >>> str(tell(read(Level(1, 1, (0,)), (), "1G")[0]))
    'the ladybird ←'
    """
    return _("{animal} {arrow}", animal=WHO[move.animal], arrow=move.direction.arrow)


NOTATION = Notation(write, read, tell=tell)
