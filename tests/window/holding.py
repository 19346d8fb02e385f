"""A program that holds keys in a real window whose X server repeats them.

python holding.py FOLDER_FOR_A_PROFILE
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import pack
from cassetete.app.services import Services
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.navigation import Navigation
from cassetete.front.window.paint.canvas import Raw, Typed
from cassetete.front.window.screens.play import PlayScreen
from processes import PATIENCE

ENOUGH = 4


class Held:
    """A window that is turned by hand, and the keys it was sent."""

    def __init__(self, window: WindowLoop) -> None:
        self.window = window
        self.typed: list[Typed] = []
        usual = window._dispatch

        def dispatch(event: Raw) -> None:
            if isinstance(event, Typed):
                self.typed.append(event)
            usual(event)

        window._dispatch = dispatch  # type: ignore[method-assign]
        found = pack("ricosheep")
        assert found is not None
        window.show(PlayScreen(window, of_entries([found.entry(name) for name in found.names()[:3]])))
        window.canvas.tk.focus_force()
        self.until(lambda: window.canvas.tk.focus_displayof() is not None)

    def until(self, true: Callable[[], bool]) -> None:
        """Turn the loop until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, f"it never came; {self.dialog}, {self.typed[-5:]}"
            self.window.canvas.root.update()
            self.window.listen()
            self.window.frame(0.02)

    @property
    def dialog(self) -> str:
        """The dialog in front."""
        return type(getattr(self.window.screen, "dialog", None)).__name__

    def repeats(self) -> None:
        """Wait until a held key was typed some more times."""
        count = len(self.typed)
        self.until(lambda: len(self.typed) >= count + ENOUGH)
        assert all(typed.repeated for typed in self.typed[count + 1 :])

    def tap(self, key: str, dialog: str) -> None:
        """Type a key, and wait for what it opens or closes."""
        send("key", key)
        self.until(lambda: self.dialog == dialog)
        assert not self.typed[-1].repeated


def send(*words: str) -> None:
    """Send key events."""
    subprocess.run(["xdotool", *words], check=True, timeout=PATIENCE)


def a_dialog_that_its_own_key_closes(held: Held) -> None:
    """F1 opens the keys, and closes them if it is pressed again; while it is held, they stay."""
    send("keydown", "F1")
    held.until(lambda: held.dialog == "KeysDialog")
    assert not held.typed[0].repeated
    held.repeats()
    assert held.dialog == "KeysDialog"
    send("keyup", "F1")
    held.tap("F1", "NoneType")
    held.tap("F1", "KeysDialog")
    held.tap("Escape", "NoneType")


def a_question_that_its_own_key_answers(held: Held) -> None:
    """Q asks, and Q answers; while it is held, the question stands."""
    send("keydown", "q")
    held.until(lambda: held.dialog == "Question")
    held.repeats()
    assert held.dialog == "Question" and held.window._running
    send("keyup", "q")
    held.tap("Escape", "NoneType")


def another_level(held: Held) -> None:
    """G makes one level, however long it is held."""
    before = held.window.screen
    send("keydown", "g")
    held.until(lambda: held.window.screen is not before)
    made = held.window.screen
    held.repeats()
    assert held.window.screen is made and held.dialog == "NoneType"
    send("keyup", "g")


def next_levels(held: Held) -> None:
    """N goes on from level to level while it is held: that is one screen."""
    found = pack("ricosheep")
    assert found is not None
    screen = PlayScreen(held.window, of_entries([found.entry(name) for name in found.names()]))
    held.window.show(screen)
    first = screen.session.level
    send("keydown", "n")
    held.until(lambda: screen.session.level not in (first, found.entry(found.names()[1]).level))
    send("keyup", "n")


def main(folder: Path) -> None:
    """All of it, in one window."""
    with Services(folder, "en") as services:
        held = Held(WindowLoop(services, Navigation, (900, 700)))
        a_dialog_that_its_own_key_closes(held)
        a_question_that_its_own_key_answers(held)
        another_level(held)
        next_levels(held)
        held.window.canvas.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
