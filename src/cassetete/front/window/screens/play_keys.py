"""The keys of the house, and how a typed key reaches a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cassetete.core.events import Key
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.dialogs import Question

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")

COMMANDS: dict[str, str] = {
    "r": "restart",
    "n": "next",
    "p": "previous",
    "a": "undo",
    "u": "undo",
    "ctrl z": "undo",
    "y": "redo",
    "ctrl y": "redo",
    "h": "hint",
    "s": "solve",
    "v": "search",
    "c": "check",
    "e": "explain",
    "f6": "print",
    "q": "quit",
    "escape": "menu",
    "f1": "keys",
    "question": "keys",
    "f2": "suppose",
    "f3": "accept",
    "f4": "reject",
    "f5": "save",
    "f9": "load",
    "f11": "fullscreen",
    "t": "replay",
    "ctrl v": "paste",
    "ctrl c": "copy",
    "ctrl shift c": "copy-moves",
}
"""The command of each key, by its keysym in small letters."""

LABELS: dict[str, tuple[Text, str]] = {
    "undo": (_("Undo"), "A"),
    "redo": (_("Redo"), "Y"),
    "restart": (_("Restart"), "R"),
    "hint": (_("Hint"), "H"),
    "solve": (_("Solve"), "S"),
    "search": (_("Search view"), "V"),
    "check": (_("Check"), "C"),
    "explain": (_("Explain"), "E"),
    "suppose": (_("Suppose"), "F2"),
    "accept": (_("Accept"), "F3"),
    "reject": (_("Reject"), "F4"),
    "save": (_("Save as…"), "F5"),
    "load": (_("Load…"), "F9"),
    "print": (_("Export page…"), "F6"),
    "replay": (_("Replay"), "T"),
    "paste": (_("Paste"), "^V"),
    "copy": (_("Copy"), "^C"),
    "copy-moves": (_("Copy the moves"), "⇧^C"),
    "previous": (_("Previous"), "P"),
    "next": (_("Next"), "N"),
    "keys": (_("Keys"), "F1"),
    "fullscreen": (_("Full screen"), "F11"),
    "menu": (_("Menu"), "Esc"),
    "quit": (_("Quit"), "Q"),
}
"""The words and the key on each command's button."""


def event_key(typed: Typed) -> Key:
    """A typed key as games know it: letters in small, keypad arrows as arrows."""
    name = typed.keysym.removeprefix("KP_")
    if len(name) == 1:
        name = name.lower()
    return Key(name, typed.ctrl)


def keys_dialog(screen: PlayScreen) -> Question:
    """The list of keys: the game's own, then the house's."""
    say = screen.say
    own = [(say(h.keys) if isinstance(h.keys, Text) else h.keys, say(h.text)) for h in screen.game.controls.keys]
    lacking = {"explain"} if screen.game.coaching.explain is None else set()
    house = [(key, say(words)) for command, (words, key) in LABELS.items() if command not in lacking]
    lines = [f"{keys} — {words}" for keys, words in own]
    lines.append("")
    lines.extend(" · ".join(f"{key} {words}" for key, words in house[at : at + 4]) for at in range(0, len(house), 4))
    return Question(say(_("Keys")), lines, [(say(_("Back to the game")), "Esc", screen.close_dialog)], width=640)
