"""Opens a file or a folder of levels from a screen: one level is played, several are browsed."""

from __future__ import annotations

from pathlib import Path

from cassetete.app.collections.opening import opened
from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.moves import Followed
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.widgets.dialogs import DialogHost
from cassetete.front.window.widgets.file_prompt import ask_open

_ = Catalogue("cassetete")


def open_levels(host: DialogHost, path: Path, game: AnyGame | None, back: Screen) -> Text | None:
    """Show what is there; the answer is what went wrong, if anything did."""
    found = opened(path, game)
    if isinstance(found, Text):
        return found
    assert not isinstance(found, Followed)
    host.close_dialog()
    if len(found) == 1 and not found.more(0):
        host.window.navigator.play(of_entries(found.playable()), back=back)
    else:
        host.window.navigator.collection(found, back=back)
    return None


def ask_levels(host: DialogHost, game: AnyGame | None, back: Screen) -> None:
    """Ask for a file or a folder, and show it; Escape then leads back to `back`."""
    ask_open(host, _("Open levels"), lambda path: open_levels(host, path, game, back))
