"""Levels and moves as texts to copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


def level_to_copy(game: AnyGame, level: Any, before: str) -> tuple[str, Text]:
    """A level as text, and what to say of it; where the text before was the same level, in the game's next format."""
    texts = []
    for form in game.formats:
        try:
            texts.append((form.dump([level]), form.title))
        except (CasseteteError, ValueError):
            continue  # a format that cannot hold this level
    found = next((index for index, (text, _title) in enumerate(texts) if text == before), -1)
    text, title = texts[(found + 1) % len(texts)]
    if len(texts) == 1:
        return text, _("level copied to the clipboard")
    return text, _("level copied as {format} (copy again for another format)", format=title)


def moves_to_copy(game: AnyGame, level: Any, moves: Sequence[Any]) -> tuple[str, Text]:
    """Moves from the start of a level as text, and a note about it; an empty text if there are none."""
    if not moves:
        return "", _("nothing has been played yet")
    said = _.n("{n} move copied to the clipboard", "{n} moves copied to the clipboard", n=len(moves))
    return game.notation.write(level, game.rules.start(level), moves), said
