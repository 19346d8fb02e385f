"""What the keys of a terminal are called in the rest of the program."""

from __future__ import annotations

import curses

from cassetete.core.events import Key
from cassetete.session.commands import KEYS, Command

_COMMANDS = {
    "\x1a": "ctrl z",
    "\x19": "ctrl y",
    "?": "question",
    ",": "comma",
    ".": "period",
    ";": "semicolon",
    "\x1b": "f1",
    "\x7f": "backspace",
    curses.KEY_BACKSPACE: "backspace",
    curses.KEY_F1: "f1",
    curses.KEY_F2: "f2",
    curses.KEY_F3: "f3",
    curses.KEY_F4: "f4",
}
_OWN = {"b": "records", "o": "options", "w": "warnings"}
"""Keys of the terminal alone: a window has switches and a screen for these."""

_NAMES = {
    curses.KEY_UP: Key("Up"),
    curses.KEY_DOWN: Key("Down"),
    curses.KEY_LEFT: Key("Left"),
    curses.KEY_RIGHT: Key("Right"),
    curses.KEY_ENTER: Key("Return"),
    curses.KEY_BACKSPACE: Key("BackSpace"),
    curses.KEY_DC: Key("Delete"),
    curses.KEY_BTAB: Key("ISO_Left_Tab"),
}
_CHARACTERS = {
    " ": "space",
    "\t": "Tab",
    "\n": "Return",
    "\r": "Return",
    "\x7f": "BackSpace",
    # The unshifted digit row of a French keyboard, by the names that windows give it.
    "à": "agrave",
    "&": "ampersand",
    "é": "eacute",
    '"': "quotedbl",
    "'": "apostrophe",
    "(": "parenleft",
    "-": "minus",
    "+": "plus",
}
_WITH_CONTROL = {b"kUP5": "Up", b"kDN5": "Down", b"kLFT5": "Left", b"kRIT5": "Right"}


def command_of(pressed: str | int) -> str | None:
    """The command of a key; None if it is the game's own key."""
    name = _COMMANDS.get(pressed)
    if name is None and isinstance(pressed, str):
        name = pressed.lower()
    return None if name is None else _OWN.get(name) or KEYS.get(name)


def shown(command: Command) -> str:
    """The keys of a command as a list of keys shows them.

    >>> from cassetete.session.commands import COMMANDS
    >>> shown(COMMANDS["undo"]), shown(COMMANDS["keys"]), shown(COMMANDS["options"])
    ('A U Backspace Ctrl-Z', 'F1 ?', 'O')
    """
    named = {"question": "?", "backspace": "Backspace", "comma": ",", "period": ".", "semicolon": ";"}
    # Terminals keep some keys for themselves, and these names for others.
    known = [key for key in command.keys if key not in ("ctrl q", "prior", "next")]
    names = [named.get(key) or key.upper().replace("CTRL ", "Ctrl-") for key in known]
    return " ".join(names or [key.upper() for key, own in _OWN.items() if own == command.id])


def key(pressed: str | int) -> Key | None:
    """The key as games know it; None for one that has no name."""
    if isinstance(pressed, str):
        if pressed in _CHARACTERS:
            return Key(_CHARACTERS[pressed])
        return Key(pressed) if pressed.isprintable() else None
    if pressed in _NAMES:
        return _NAMES[pressed]
    try:
        name = curses.keyname(pressed)
    except (curses.error, ValueError):
        return None
    return Key(_WITH_CONTROL[name], ctrl=True) if name in _WITH_CONTROL else None
