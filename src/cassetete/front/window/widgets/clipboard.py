"""Copy and paste of levels, in any format of their game, and of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.widgets.dialogs import DialogHost, Question

_ = Catalogue("cassetete")


def copy_level(screen: DialogHost, game: AnyGame, level: Any) -> Text:
    """Copy a level; again for the same level, in the game's next format. The answer is a note for the player."""
    texts = []
    for form in game.formats:
        try:
            texts.append((form.dump([level]), form.title))
        except (CasseteteError, ValueError):
            continue  # a format that cannot hold this level
    present = screen.window.canvas.paste()
    found = next((index for index, (text, _title) in enumerate(texts) if text == present), -1)
    text, title = texts[(found + 1) % len(texts)]
    screen.window.canvas.copy(text)
    if len(texts) == 1:
        return _("level copied to the clipboard")
    return _("level copied as {format} (copy again for another format)", format=title)


def copy_moves(screen: DialogHost, game: AnyGame, level: Any, moves: Sequence[Any]) -> Text:
    """Copy the moves from the level's start. The answer is a note for the player."""
    if not moves:
        return _("nothing has been played yet")
    screen.window.canvas.copy(game.notation.write(level, game.rules.start(level), moves))
    return _.n("{n} move copied to the clipboard", "{n} moves copied to the clipboard", n=len(moves))


def paste_level(screen: DialogHost, game: AnyGame | None = None) -> None:
    """Play the level on the clipboard, of any game; if there is none, say what is wrong."""
    text = screen.window.canvas.paste()
    try:
        found = understood(text, game)
    except CasseteteError as error:
        answers = [(screen.say(_("Back")), "Esc", screen.close_dialog)]
        screen.open(Question(screen.say(_("Nothing to paste")), [screen.say(error.text)], answers, width=560))
        return
    assert not isinstance(found, Followed)
    screen.window.navigator.play(of_entries(found))
