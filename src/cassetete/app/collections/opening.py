"""Opening a file or a folder: levels to browse or to play, a saved game, or moves for the level on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cassetete.app.collections.sources import FileLevels
from cassetete.app.levels.library import Unreadable
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

_FIRST_SECONDS = 0.25
_LONGEST_MOVES = 1_000_000


def opened(path: Path, game: AnyGame | None = None, level: Any = None) -> FileLevels | Followed | Text:
    """What is there: levels, perhaps not all read yet; on the board of a level, its moves; or what is wrong.

    `game` is preferred where a file could be of several.
    """
    if game is not None and level is not None:
        found = _moves(path, game, level)
        if found is not None:
            return found
    fault: Unreadable | None = None
    for wanted in (None, game) if game is not None else (None,):
        try:
            levels = FileLevels(path, wanted)
        except Unreadable as error:
            fault = error
            continue
        more = levels.more(_FIRST_SECONDS)
        first = next((place for place in range(len(levels)) if levels.facts(place, "en").fault is None), None)
        if first is not None or more:
            return levels
        fault = levels.fault(0)
    assert fault is not None
    if fault.line == 0 or (fault.line, fault.column) == (1, 1):  # the whole file
        return fault.text
    return _("line {line}, column {column}: {what}", line=fault.line, column=fault.column, what=fault.text)


def _moves(path: Path, game: AnyGame, level: Any) -> Followed | Text | None:
    """The moves in a file; None if it has none."""
    try:
        if not path.is_file() or path.stat().st_size > _LONGEST_MOVES:
            return None
        text = path.read_text("utf-8")
        if not game.notation.read(level, game.rules.start(level), text.strip()):
            return None
    except (OSError, ValueError, CasseteteError):
        return None
    try:
        found = understood(text, game, level)
    except CasseteteError as error:
        return error.text
    return found if isinstance(found, Followed) else None
