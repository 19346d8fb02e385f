"""Games that are kept: saving the one being played, loading another, going on with one that was left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cassetete.app.levels import level_list as shelf
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.registry import games
from cassetete.app.store import level_key
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.screens.play_line import replay
from cassetete.front.window.widgets import clipboard
from cassetete.front.window.widgets.file_prompt import ask_path, write_atomically
from cassetete.session import saves
from cassetete.session.session import begin

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")


def save_as(screen: PlayScreen) -> None:
    """Ask where, and write the game there."""

    def save(path: Path) -> Text | None:
        return write_atomically(path, saves.dump(screen.session, screen.source))

    ask_path(screen, _("Save the game as…"), f"{screen.game.id}{saves.EXTENSION}", save)


def load(screen: PlayScreen) -> None:
    """Ask which file, and go on with the game or the level in it."""

    def open_file(path: Path) -> Text | None:
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError, ValueError) as error:
            return _("cannot be read: {why}", why=getattr(error, "strerror", None) or type(error).__name__)
        try:
            found = understood(text, screen.game, screen.session.level)
        except CasseteteError as error:
            return error.text
        if isinstance(found, Followed):
            replay(screen, found.moves)
            return None
        entry = found[0]
        session = saves.load(text, games()) if saves.looks_like(text) else begin(entry.game, entry.level)
        screen.levels, screen.pack = shelf.of_entries([entry]), None
        screen.desk.store.forget(level_key(entry.game, entry.level))
        screen.take(0, entry, session)
        return None

    ask_path(screen, _("Load a game, a level or a solution"), "", open_file)


def copy_moves(screen: PlayScreen) -> Text:
    """Put what has been played on the clipboard; what to say of it."""
    return clipboard.copy_moves(screen, screen.game, screen.session.level, screen.session.moves)


def paste(screen: PlayScreen) -> None:
    """A level opens on the board, moves are replayed; a text that is neither changes nothing."""
    text = screen.window.canvas.paste()
    try:
        found = understood(text, screen.game, screen.session.level)
    except CasseteteError as error:
        screen.tell(error.text)
        return
    if isinstance(found, Followed):
        replay(screen, found.moves)
    else:
        clipboard.show_levels(screen, found, text)
