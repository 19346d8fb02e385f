"""Errors inside a game's own code: which game, and where in its files."""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType

from cassetete.app.missing_package import missing_package
from cassetete.app.registry import GROUP, games
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError, WrongSolution
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

_LONGEST = 300


class GameError(CasseteteError):
    """A game's code raised an error that it should not: a mistake in the game, not in what the user gave."""

    place: str | None = None
    """The level that was worked on."""


def describe(error: Exception, game: AnyGame | None = None) -> Text:
    """One line on an unexpected error: the game whose code raised it and where, or that it is ours.

    `game` is the game that was at work, for a wrong solution, which shows only after the solver has returned.
    """
    missing = missing_package(error)
    if missing is not None:
        return missing
    what = f"{type(error).__name__}: {error}"[:_LONGEST]
    for frame, line in reversed(list(_frames(error))):
        module = str(frame.f_globals.get("__name__"))
        for one in games().values():
            if f"{module}.".startswith(f"{one.package}."):
                return _in_game(one, f"{frame.f_code.co_filename}:{line}", what)
    if game is not None and isinstance(error, WrongSolution):
        return _in_game(game, game.package, what)
    return _("internal error, please report it ({what})", what=what)


def in_game(error: Exception, game: AnyGame) -> GameError:
    """The error as a fault of the game that was at work; if it is not the game's, it is raised again."""
    if isinstance(error, CasseteteError | MemoryError):
        raise error
    text = describe(error, game)
    if ("game", game.id) not in text.args:
        raise error
    return GameError(text)


def _in_game(game: AnyGame, place: str, what: str) -> Text:
    if game.package.startswith(f"{GROUP}."):
        return _(
            "internal error in the game '{game}', please report it ({place}: {what})",
            game=game.id,
            place=place,
            what=what,
        )
    return _("an error in the plugin '{game}' ({place}: {what})", game=game.id, place=place, what=what)


def _frames(error: Exception) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
