"""The parts of a view model by what they are for: the buttons at the board, the menu, the end of a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from cassetete.core.message import Catalogue

_ = Catalogue("cassetete")

_TOOLS = ("undo", "redo", "restart", "hint")
_HELP = ("check", "explain", "solve", "search", "replay", "suppose", "accept", "reject", "keys")
_FILES = ("copy-moves", "save", "load", "paste")


def end_of(view: Any) -> Any:
    """What is shown when the game is won."""
    return view.end if hasattr(view, "end") else view.dialog


def tools_of(view: Any) -> Any:
    """The commands at the board."""
    return view.tools if hasattr(view, "tools") else [one for one in view.commands if one.command.id in _TOOLS]


def menu_of(view: Any) -> Any:
    """The groups of the menu."""
    if hasattr(view, "menu"):
        return view.menu
    groups = ((_("Help"), _HELP), (_("Files"), _FILES))
    return [
        SimpleNamespace(title=title, commands=[one for one in view.commands if one.command.id in ids])
        for title, ids in groups
    ]


def icon_of(command: Any) -> str:
    """The icon of a command."""
    return str(getattr(command, "icon", command.id))
