"""The commands of a game being played: names, labels and keys, once for all front ends."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


class Group(Enum):
    """What commands are about; a front end may have only some groups, or show each in its own menu."""

    PLAY = "play"
    HELP = "help"
    LEVELS = "levels"
    FILES = "files"
    SCREENS = "screens"
    SETTINGS = "settings"
    AUTOPLAY = "autoplay"
    PROGRAM = "program"


class Command(NamedTuple):
    """A command that every game has.

    `keys` are lower-case key names after the words "ctrl" and "shift", where these are held; the first key is shown.
    """

    id: str
    group: Group
    label: Text
    """On a button."""
    keys: tuple[str, ...]
    help: Text
    """In a list of commands."""

    @property
    def key(self) -> str:
        """The key to show on a button."""
        return shown_key(self.keys[0]) if self.keys else ""


_SHOWN = {"escape": "Esc", "question": "?", "space": "␣", "comma": ",", "period": "."}


def shown_key(key: str) -> str:
    """A key as buttons show it.

    >>> shown_key("a"), shown_key("f2"), shown_key("ctrl v"), shown_key("ctrl shift c")
    ('A', 'F2', '^V', '⇧^C')
    """
    *held, name = key.split(" ")
    return ("⇧" if "shift" in held else "") + ("^" if "ctrl" in held else "") + _SHOWN.get(name, name.capitalize())


COMMANDS: dict[str, Command] = {
    command.id: command
    for command in (
        Command("undo", Group.PLAY, _("Undo"), ("a", "u", "ctrl z"), _("undo")),
        Command("redo", Group.PLAY, _("Redo"), ("y", "ctrl y"), _("redo")),
        Command("restart", Group.PLAY, _("Restart"), ("r",), _("start the level again")),
        Command("hint", Group.HELP, _("Hint"), ("h",), _("get a hint; ask again to play it")),
        Command("solve", Group.HELP, _("Solve"), ("s",), _("play the solution")),
        Command("search", Group.SCREENS, _("Search view"), ("v",), _("watch a search step by step")),
        Command("check", Group.HELP, _("Check"), ("c",), _("look for mistakes")),
        Command("explain", Group.HELP, _("Explain"), ("e",), _("the solution, explained step by step")),
        Command(
            "suppose", Group.PLAY, _("Suppose"), ("f2",), _("suppose: the moves that follow can be undone together")
        ),
        Command("accept", Group.PLAY, _("Accept"), ("f3",), _("accept the supposition")),
        Command("reject", Group.PLAY, _("Reject"), ("f4",), _("reject the supposition")),
        Command("turn-left", Group.PLAY, _("Turn left"), ("comma", "prior"), _("turn the board to the left")),
        Command(
            "turn-right", Group.PLAY, _("Turn right"), ("period", "semicolon", "next"), _("turn the board to the right")
        ),
        Command("save", Group.FILES, _("Save as…"), ("f5",), _("save the game in a file")),
        Command("load", Group.FILES, _("Load…"), ("f9",), _("load a game, a level or a solution")),
        Command("print", Group.FILES, _("Export page…"), ("f6",), _("make a page to print")),
        Command("picture", Group.FILES, _("Picture…"), ("f7",), _("save a picture of the board or of a solution")),
        Command("replay", Group.SCREENS, _("Replay"), ("t",), _("replay the game step by step")),
        Command("paste", Group.FILES, _("Paste"), ("ctrl v",), _("play the level or the moves on the clipboard")),
        Command("copy", Group.FILES, _("Copy"), ("ctrl c",), _("copy the level")),
        Command("copy-moves", Group.FILES, _("Copy the moves"), ("ctrl shift c",), _("copy the moves")),
        Command("previous", Group.LEVELS, _("Previous"), ("p",), _("previous level")),
        Command("next", Group.LEVELS, _("Next"), ("n",), _("next level")),
        Command("another", Group.SCREENS, _("Another like this"), ("g",), _("make a random level like the last one")),
        Command("edit", Group.SCREENS, _("Edit this level"), ("d",), _("change this level in the editor")),
        Command("options", Group.SETTINGS, _("Options"), (), _("the options of this game")),
        Command("warnings", Group.SETTINGS, _("Warnings"), (), _("warn when a game can no longer be won, on or off")),
        Command("keys", Group.PROGRAM, _("Keys"), ("f1", "question"), _("the keys")),
        Command("fullscreen", Group.SCREENS, _("Full screen"), ("f11",), _("fill the screen")),
        Command("stop", Group.AUTOPLAY, _("Stop"), (), _("stop what is being searched or shown")),
        Command("pause", Group.AUTOPLAY, _("Pause"), (), _("pause the solution being played")),
        Command("menu", Group.SCREENS, _("Menu"), ("escape",), _("leave the game (it is kept)")),
        Command("quit", Group.PROGRAM, _("Quit"), ("q",), _("quit")),
    )
}

KEYS: dict[str, str] = {key: command.id for command in COMMANDS.values() for key in command.keys}
"""The command of each key."""


def available(game: AnyGame) -> list[Command]:
    """The commands that a game has something for."""
    lacking = {"explain"} if game.coaching.explain is None else set()
    lacking |= {"options"} if not game.controls.options else set()
    lacking |= {"another"} if not game.making.generators else set()
    lacking |= {"edit"} if game.making.editor is None else set()
    lacking |= {"turn-left", "turn-right"} if game.display.turned is None else set()
    return [command for command in COMMANDS.values() if command.id not in lacking]
