"""A program that plays in a real window and decides how many seconds pass.

python pausing.py FOLDER_FOR_A_PROFILE
"""

from __future__ import annotations

import sys
import time
import tkinter
from collections.abc import Callable
from pathlib import Path

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import pack
from cassetete.app.services import Services
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.navigation import Navigation
from cassetete.front.window.screens.levels import LevelsScreen
from cassetete.front.window.screens.play import PlayScreen
from processes import PATIENCE


class Clock:
    """A game being played, and its clock."""

    def __init__(self, window: WindowLoop) -> None:
        self.window = window
        self.screen = self.opened()

    def opened(self) -> PlayScreen:
        """Open a level, at its start or where it was left."""
        found = pack("sokoban")
        assert found is not None
        self.screen = PlayScreen(self.window, of_entries([found.entry("round")]))
        self.window.show(self.screen)
        return self.screen

    def after(self, seconds: float) -> float:
        """Let seconds pass; the clock after that."""
        self.window.canvas.root.update()
        self.window.listen()
        self.window.frame(seconds)
        return self.screen.session.seconds

    def key(self, keysym: str) -> None:
        """Press a key in the window."""
        self.window.canvas.tk.event_generate(f"<Key-{keysym}>")
        self.window.canvas.root.update()
        self.window.listen()

    def until(self, true: Callable[[], bool]) -> None:
        """Handle events of the X server until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, "it never came"
            self.window.canvas.root.update()
            self.window.listen()


def in_dialogs(clock: Clock) -> None:
    """The clock runs while playing, and stops while a dialog is open."""
    assert clock.after(5.0) == 5.0
    clock.key("F1")
    assert clock.screen.dialog is not None
    assert clock.after(60.0) == 5.0
    clock.key("Escape")
    assert clock.screen.dialog is None
    assert clock.after(2.0) == 7.0
    print("dialogs")


def without_the_keyboard(clock: Clock) -> None:
    """The clock stops while another window has the keyboard."""
    other = tkinter.Toplevel(clock.window.canvas.root)
    other.update()
    other.focus_force()
    clock.until(lambda: clock.screen.away)
    assert clock.after(60.0) == 7.0
    other.destroy()
    clock.window.canvas.tk.focus_force()
    clock.until(lambda: not clock.screen.away)
    assert clock.after(3.0) == 10.0
    print("focus")


def in_menus(clock: Clock) -> None:
    """The clock stops on other screens, and continues with the game."""
    rules, session = clock.screen.game.rules, clock.screen.session
    clock.screen.play((next(iter(rules.moves(session.level, session.state))),))
    clock.screen.go_back()
    assert isinstance(clock.window.screen, LevelsScreen)
    assert clock.after(60.0) == 10.0
    assert clock.opened().session.seconds == 10.0
    assert clock.after(1.0) == 11.0
    print("menus")


def main(folder: str) -> None:
    """One game, three ways to pause it."""
    with Services(Path(folder), "en") as services:
        clock = Clock(WindowLoop(services, Navigation, (900, 700)))
        clock.window.canvas.tk.focus_force()
        clock.until(lambda: clock.window.canvas.tk.focus_displayof() is not None)
        in_dialogs(clock)
        without_the_keyboard(clock)
        in_menus(clock)
        clock.window.canvas.close()


if __name__ == "__main__":
    main(sys.argv[1])
