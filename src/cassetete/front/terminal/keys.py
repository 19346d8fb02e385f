"""What a terminal's keys are called in the house."""

from __future__ import annotations

import curses

from cassetete.core.events import Key

RESERVED = {
    "a": "undo",
    "u": "undo",
    "\x1a": "undo",
    "y": "redo",
    "\x19": "redo",
    "r": "restart",
    "n": "next",
    "p": "prev",
    "h": "hint",
    "s": "solve",
    "c": "check",
    "e": "explain",
    "o": "option",
    "q": "quit",
    "w": "warn",
    "?": "help",
    "\x1b": "help",
    curses.KEY_F1: "help",
    curses.KEY_F2: "suppose",
    curses.KEY_F3: "accept",
    curses.KEY_F4: "reject",
}
"""Keys that mean the same in every game."""

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


def reserved(pressed: str | int) -> str | None:
    """The word for what a key does in every game."""
    return RESERVED.get(pressed.lower() if isinstance(pressed, str) else pressed)


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
