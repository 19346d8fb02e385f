"""Moves as text, played by the rules: a solution from a file, from the clipboard, from the records."""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import AnyGame, Status
from cassetete.core.errors import BadMove, CasseteteError
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")


LONGEST = 1_000_000
MOST_MOVES = 100_000
"""The longest text of moves that is read, and the most moves that are played: the longest known solutions have a fifth
of that."""


class WrongMoves(CasseteteError):
    """A text that is not a line of play from where it should start; says which move, or where in the text."""


class Followed(NamedTuple):
    """Moves that the rules allow, and where they lead."""

    moves: tuple[Any, ...]
    state: Any
    won: bool


def follow(game: AnyGame, level: Any, state: Any, text: str) -> Followed:
    """The moves a text writes and the state they lead to; WrongMoves where that fails.

    >>> from cassetete.app.levels.library import pack
    >>> entry = pack("sokoban").entry("first")
    >>> follow(entry.game, entry.level, entry.state, "rl2u")
    Traceback (most recent call last):
    ...
    cassetete.app.levels.moves.WrongMoves: move 3 is not allowed: there is a wall
    """
    if len(text) > LONGEST:
        raise WrongMoves(_("this text is too long for moves (more than {most} characters)", most=LONGEST))
    try:
        moves = game.notation.read(level, state, text.strip())
    except BadMove as error:
        raise WrongMoves(_("column {column}: {what}", column=error.column, what=error.text)) from None
    except CasseteteError as error:
        raise WrongMoves(error.text) from None
    if len(moves) > MOST_MOVES:
        raise WrongMoves(_("these are too many moves (more than {most})", most=MOST_MOVES))
    for number, move in enumerate(moves, 1):
        checkpoint()
        try:
            state = game.rules.play(level, state, move)
        except CasseteteError as error:
            what = _("move {number} is not allowed: {why}", number=number, why=error.text)
            raise WrongMoves(what) from None
    return Followed(moves, state, game.rules.status(level, state) is Status.WON)
