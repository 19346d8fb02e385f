"""Copy and paste, in every game: levels in any format that it reads, and moves."""

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
    """Put the level on the clipboard; asked again for the same one, in the game's next format. What to say of it."""
    texts = []
    for form in game.formats:
        try:
            texts.append((form.dump([level]), form.title))
        except (CasseteteError, ValueError):
            continue  # a format that cannot hold this level
    there = screen.window.canvas.paste()
    found = next((index for index, (text, _title) in enumerate(texts) if text == there), -1)
    text, title = texts[(found + 1) % len(texts)]
    screen.window.canvas.copy(text)
    if len(texts) == 1:
        return _("the level is copied to the clipboard")
    return _("level copied: {format} (again: another format)", format=title)


def copy_moves(screen: DialogHost, game: AnyGame, level: Any, moves: Sequence[Any]) -> Text:
    """Put the moves from the level's start on the clipboard; what to say of it."""
    if not moves:
        return _("nothing has been played yet")
    screen.window.canvas.copy(game.notation.write(level, game.rules.start(level), moves))
    return _("moves copied to the clipboard: {n}", n=len(moves))


def paste_level(screen: DialogHost, game: AnyGame | None = None) -> None:
    """A level of whichever game opens on its board; a text that is none is explained."""
    text = screen.window.canvas.paste()
    try:
        found = understood(text, game)
    except CasseteteError as error:
        answers = [(screen.say(_("Back")), "Esc", screen.close_dialog)]
        screen.open(Question(screen.say(_("Nothing to paste")), [screen.say(error.text)], answers, width=560))
        return
    assert not isinstance(found, Followed)
    screen.window.navigator.play(of_entries(found))
