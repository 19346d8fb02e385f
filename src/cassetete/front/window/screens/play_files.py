"""Games that are kept: saving the one being played, loading another, going on with one that was left."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cassetete.app.levels import level_list as shelf
from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.levels.moves import Followed
from cassetete.app.levels.paste import understood
from cassetete.app.registry import games
from cassetete.app.store import Running, level_key
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.screens.play_line import replay
from cassetete.front.window.widgets.file_prompt import ask_path, write_atomically
from cassetete.session import saves
from cassetete.session.session import begin

if TYPE_CHECKING:
    from cassetete.front.window.loop.shell import Shell
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


def resume(shell: Shell, left: Running) -> PlayScreen:
    """The screen of a game that was left, among the levels of its pack if it is one of them."""
    from cassetete.front.window.screens.play import PlayScreen

    session = saves.load(left.save, games())
    found = pack(session.game.id)
    if found is not None and left.source.startswith(f"{session.game.id}:"):
        name = left.source.partition(":")[2]
        if name in found.names():
            return PlayScreen(shell, shelf.of_pack(found), found.names().index(name), found)
    entry = LoadedLevel(session.game, session.level, session.game.rules.start(session.level), left.source)
    return PlayScreen(shell, shelf.of_entries([entry]), 0, None)
