"""Copy and paste of levels, in any format of their game, and of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.app.collections.my_levels import Kind, MyLevels
from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.widgets.dialogs import DialogHost, Question
from cassetete.session.copying import level_to_copy, moves_to_copy

_ = Catalogue("cassetete")


def copy_level(screen: DialogHost, game: AnyGame, level: Any) -> Text:
    """Copy a level; again, in the game's next format. The answer is a note for the player."""
    canvas = screen.window.canvas
    text, said = level_to_copy(game, level, canvas.paste())
    canvas.copy(text)
    return said


def copy_moves(screen: DialogHost, game: AnyGame, level: Any, moves: Sequence[Any]) -> Text:
    """Copy moves from the start of a level; the answer is a note for the player."""
    text, said = moves_to_copy(game, level, moves)
    if text:
        screen.window.canvas.copy(text)
    return said


def paste_level(screen: DialogHost, game: AnyGame | None = None, back: Screen | None = None) -> None:
    """Play the level on the clipboard, of any game; if there is none, say what is wrong. It is kept in My levels."""
    text = screen.window.canvas.paste()
    try:
        found = understood(text, game)
    except CasseteteError as error:
        answers = [(screen.say(_("Back")), "Esc", screen.close_dialog)]
        screen.open(Question(screen.say(_("Nothing to paste")), [screen.say(error.text)], answers, width=560))
        return
    assert not isinstance(found, Followed)
    keep_pasted(screen, found)
    screen.window.navigator.play(of_entries(found), back=back)


def keep_pasted(screen: DialogHost, entries: Sequence[LoadedLevel]) -> None:
    """Keep pasted levels in My levels."""
    mine = MyLevels(screen.services.store)
    for game in {entry.game.id: entry.game for entry in entries}.values():
        mine.add(game, [entry.level for entry in entries if entry.game is game], Kind.PASTED)
