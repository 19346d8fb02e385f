"""The commands of a game being played: names, groups, places, icons and keys, once for all front ends."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


class Group(Enum):
    """What commands are about. HELP, SHARE and VIEW are the groups of the menu."""

    PLAY = "play"
    LEVELS = "levels"
    HELP = "help"
    SHARE = "share"
    VIEW = "view"
    SETTINGS = "settings"


class Placement(Enum):
    """Where a command is found on the screen of a game."""

    BAR = "bar"
    """At the top, always visible."""
    TOOLS = "tools"
    """At the board, always visible."""
    SLOT = "slot"
    """At the board in the games that name it (`Controls.slot`), else in the menu."""
    MENU = "menu"
    """In the menu, under its group."""
    NOWHERE = "nowhere"
    """Only by key, in the settings or in the terminal."""


class Command(NamedTuple):
    """A command that every game has.

    `keys` are lower-case key names after the words "ctrl" and "shift", where these are held; the first key is shown.
    """

    id: str
    group: Group
    place: Placement
    label: Text
    """On a button."""
    keys: tuple[str, ...]
    help: Text
    """In a list of commands, and when the pointer rests on the button."""
    icon: str = ""
    """A name of `scene.icons`."""
    text: bool = False
    """Whether a terminal has it too."""

    @property
    def key(self) -> str:
        """The key to show on a button."""
        return shown_key(self.keys[0]) if self.keys else ""

    @property
    def all_keys(self) -> str:
        """Every key, as a list of keys shows them."""
        return " ".join(shown_key(key) for key in self.keys)


_SHOWN = {
    "escape": "Esc",
    "question": "?",
    "space": "␣",
    "backspace": "⌫",
    "return": "⏎",
    "comma": ",",
    "period": ".",
    "semicolon": ";",
    "prior": "PgUp",
    "next": "PgDn",
}


def shown_key(key: str) -> str:
    """A key as buttons show it.

    >>> shown_key("a"), shown_key("f2"), shown_key("ctrl v"), shown_key("ctrl shift c")
    ('A', 'F2', '^V', '⇧^C')
    """
    *held, name = key.split(" ")
    return ("⇧" if "shift" in held else "") + ("^" if "ctrl" in held else "") + _SHOWN.get(name, name.capitalize())


_PLAY, _LEVELS, _HELP, _SHARE, _VIEW, _SETTINGS = Group
_BAR, _TOOLS, _SLOT, _MENU, _NOWHERE = Placement

COMMANDS: dict[str, Command] = {
    command.id: command
    for command in (
        Command("back", _LEVELS, _BAR, _("Back"), ("escape",), _("leave the game (it is kept)"), "back"),
        Command("previous", _LEVELS, _BAR, _("Previous"), ("p",), _("previous level"), "previous", text=True),
        Command("next", _LEVELS, _BAR, _("Next"), ("n",), _("next level"), "next", text=True),
        Command("menu", _VIEW, _BAR, _("Menu"), ("f10", "m"), _("all commands"), "menu"),
        Command("undo", _PLAY, _TOOLS, _("Undo"), ("a", "u", "backspace", "ctrl z"), _("undo"), "undo", text=True),
        Command("redo", _PLAY, _TOOLS, _("Redo"), ("y", "ctrl y"), _("redo"), "redo", text=True),
        Command("restart", _PLAY, _TOOLS, _("Restart"), ("r",), _("start the level again"), "restart", text=True),
        Command("hint", _HELP, _TOOLS, _("Hint"), ("h",), _("get a hint; ask again to play it"), "hint", text=True),
        Command(
            "suppose",
            _PLAY,
            _SLOT,
            _("Suppose"),
            ("f2",),
            _("suppose: the moves that follow can be undone together"),
            "suppose",
            text=True,
        ),
        Command(
            "accept", _PLAY, _SLOT, _("Keep"), ("f3",), _("keep what follows from the supposition"), "keep", text=True
        ),
        Command("reject", _PLAY, _SLOT, _("Reject"), ("f4",), _("take the supposition back"), "reject", text=True),
        Command(
            "turn-left",
            _PLAY,
            _SLOT,
            _("Turn left"),
            ("comma", "prior"),
            _("turn the board to the left"),
            "turn-left",
            text=True,
        ),
        Command(
            "turn-right",
            _PLAY,
            _SLOT,
            _("Turn right"),
            ("period", "semicolon", "next"),
            _("turn the board to the right"),
            "turn-right",
            text=True,
        ),
        Command("pause", _PLAY, _NOWHERE, _("Pause"), ("space",), _("pause the solution being played"), "pause"),
        Command("stop", _PLAY, _NOWHERE, _("Stop"), ("escape",), _("stop what is being searched or shown"), "stop"),
        Command("check", _HELP, _MENU, _("Check"), ("c",), _("look for mistakes"), "check", text=True),
        Command(
            "explain",
            _HELP,
            _MENU,
            _("Explain"),
            ("e",),
            _("the solution, explained step by step"),
            "explain",
            text=True,
        ),
        Command("solve", _HELP, _MENU, _("Solve"), ("s",), _("play the solution"), "solve", text=True),
        Command("search", _HELP, _MENU, _("Search view"), ("v",), _("watch a search step by step"), "search"),
        Command("replay", _HELP, _MENU, _("Replay"), ("t",), _("replay the game step by step"), "replay"),
        Command(
            "keys",
            _HELP,
            _MENU,
            _("Keys and rules"),
            ("f1", "question"),
            _("the keys and the rules"),
            "keys",
            text=True,
        ),
        Command("copy", _SHARE, _MENU, _("Copy the level"), ("ctrl c",), _("copy the level as text"), "copy"),
        Command("link", _SHARE, _MENU, _("Copy the link"), ("ctrl l",), _("copy a link to this position"), "share"),
        Command("copy-moves", _SHARE, _MENU, _("Copy the moves"), ("ctrl shift c",), _("copy the moves"), "moves"),
        Command("picture", _SHARE, _MENU, _("Picture…"), ("f7",), _("save a picture"), "picture"),
        Command("print", _SHARE, _MENU, _("PDF to print…"), ("f6",), _("make a page to print"), "print"),
        Command("save", _SHARE, _MENU, _("Save as…"), ("f5",), _("save the game in a file"), "save"),
        Command("load", _SHARE, _MENU, _("Open…"), ("f9",), _("open a game, a level or a solution"), "open"),
        Command(
            "paste", _SHARE, _MENU, _("Paste"), ("ctrl v",), _("play the level or the moves on the clipboard"), "paste"
        ),
        Command("edit", _SHARE, _MENU, _("Edit this level"), ("f8",), _("open this level in the editor"), "edit"),
        Command(
            "another", _SHARE, _MENU, _("Another like this"), ("g",), _("make a random level like the last one"), "next"
        ),
        Command("fullscreen", _VIEW, _MENU, _("Full screen"), ("f11",), _("fill the screen"), "fullscreen"),
        Command("theme", _VIEW, _MENU, _("Theme"), ("f12",), _("the next theme: light, dark, colour-blind"), "theme"),
        Command(
            "text-size", _VIEW, _MENU, _("Text size"), ("ctrl t",), _("the next text size: small to huge"), "text-size"
        ),
        Command("settings", _VIEW, _MENU, _("Settings"), ("ctrl comma",), _("the settings"), "settings"),
        Command("quit", _VIEW, _MENU, _("Quit"), ("q", "ctrl q"), _("quit (the game is kept)"), "quit", text=True),
        Command("options", _SETTINGS, _NOWHERE, _("Options"), (), _("the options of this game"), text=True),
        Command(
            "warnings",
            _SETTINGS,
            _NOWHERE,
            _("Warnings"),
            (),
            _("warn when a game can no longer be won, on or off"),
            text=True,
        ),
        Command("records", _SHARE, _NOWHERE, _("Records"), (), _("the records of this level"), text=True),
        Command("share", _SHARE, _NOWHERE, _("Share"), (), _("copy the result as a text to send"), "share"),
        Command("put-away", _PLAY, _NOWHERE, _("Close"), (), _("put the result away"), "close"),
    )
}

_IN_CONTEXT = {"pause", "stop"}
"""Their keys mean this only while a solution plays itself or something is searched."""

KEYS: dict[str, str] = {
    key: command.id for command in COMMANDS.values() for key in command.keys if command.id not in _IN_CONTEXT
}
"""The command of each key."""

MENU: dict[Group, Text] = {Group.HELP: _("Help"), Group.SHARE: _("Share"), Group.VIEW: _("View")}
"""The groups of the menu, with their titles."""


def available(game: AnyGame) -> list[Command]:
    """The commands that a game has something for."""
    lacking = {"explain"} if game.coaching.explain is None else set()
    lacking |= {"options"} if not game.controls.options else set()
    lacking |= {"another"} if not game.making.generators else set()
    lacking |= {"edit"} if game.making.editor is None else set()
    lacking |= {"turn-left", "turn-right"} if game.display.turned is None else set()
    return [command for command in COMMANDS.values() if command.id not in lacking]


def in_menu(game: AnyGame, group: Group) -> list[Command]:
    """The commands of a group of the menu; those of the slot are under HELP."""
    slot = [command for command in available(game) if command.place is Placement.SLOT and group is Group.HELP]
    return [c for c in available(game) if c.group is group and c.place is Placement.MENU] + slot
