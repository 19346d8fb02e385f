"""What a pasted text is: levels of some game, or moves for the level on the board."""

from __future__ import annotations

from typing import Any

from cassetete.app.levels import links, moves
from cassetete.app.levels.library import CLIPBOARD, LoadedLevel, Unreadable, likeness, read_text
from cassetete.app.levels.moves import Followed, follow
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

LONGEST = 4_000_000


class NotUnderstood(CasseteteError):
    """A text that is neither a level nor moves."""


def understood(
    text: str, game: AnyGame | None = None, level: Any = None, source: str = CLIPBOARD
) -> list[LoadedLevel] | Followed:
    """The playable levels of a text, or, on the board of a level, its moves replayed from the start.

    NotUnderstood if it is neither; WrongMoves, with the number of the move, if the rules do not allow them. `game` is
    preferred where a text could be a level of several.
    """
    if not text.strip() or "\0" in text:
        raise NotUnderstood(_("there is no text"))
    if len(text) > LONGEST:
        raise NotUnderstood(_("this text is too long for a level"))
    if links.looks_like(text):
        return _linked(text, game, level)
    no_moves: CasseteteError | None = None
    if game is not None and level is not None and len(text) <= moves.LONGEST:
        start = game.rules.start(level)
        try:
            found = game.notation.read(level, start, text.strip())
        except CasseteteError as error:
            no_moves = error
        else:
            if found:
                return follow(game, level, start, text)
    return _levels(text, game, no_moves, source)


def _linked(text: str, game: AnyGame | None, level: Any) -> list[LoadedLevel] | Followed:
    """The level of a share link, or its solution if that is the level on the board."""
    shared = links.read(text)
    entry = shared.entry
    if shared.moves and game is entry.game and level == entry.level:
        return Followed(shared.moves, replay(game.rules, level, shared.moves), shared.is_solution)
    return [entry]


def _levels(text: str, game: AnyGame | None, no_moves: CasseteteError | None, source: str) -> list[LoadedLevel]:
    found = read_text(text, source)
    if game is not None and all(isinstance(item, Unreadable) for item in found):
        fits = any(likeness(text, game.id, form) > 0 for form in game.formats)
        found = read_text(text, source, game) if fits else found
    entries = [item for item in found if isinstance(item, LoadedLevel) and not item.problems()]
    if entries:
        return entries
    faults = [fault for item in found for fault in ([item] if isinstance(item, Unreadable) else item.problems())]
    fault = faults[0] if faults else None
    what = fault.text if fault is not None else _("there is no level in it")
    if fault is not None and (fault.line, fault.column) not in ((0, 0), (1, 1)):
        what = _("line {line}, column {column}: {what}", line=fault.line, column=fault.column, what=what)
    if no_moves is None:
        raise NotUnderstood(_("this is not a level: {level}", level=what))
    raise NotUnderstood(_("this is neither a level ({level}) nor moves ({moves})", level=what, moves=no_moves.text))
