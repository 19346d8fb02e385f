"""A program that plays in a real window while handlers and frames fail.

python failing.py FOLDER_FOR_A_PROFILE
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from cassetete.app.levels.level_list import of_entries
from cassetete.app.levels.library import pack
from cassetete.app.services import Services
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.navigation import Navigation
from cassetete.front.window.paint.canvas import Mouse, Typed
from cassetete.front.window.screens.home import HomeScreen
from cassetete.front.window.screens.play import PlayScreen


class Failing:
    """A window whose loop is turned by hand; what it would call later is kept in `alarms`, with the milliseconds."""

    def __init__(self, window: WindowLoop) -> None:
        self.window = window
        self.alarms: list[int] = []
        window.canvas.later = self._later  # type: ignore[method-assign, assignment]
        window.canvas.cancel = lambda alarm: None  # type: ignore[method-assign]
        found = pack("sokoban")
        assert found is not None
        self.screen = PlayScreen(window, of_entries([found.entry("round")]))
        window.show(self.screen)
        self.turn()

    def _later(self, milliseconds: int, _act: Callable[[], None]) -> str:
        self.alarms.append(milliseconds)
        return "alarm"

    def turn(self) -> None:
        """One turn of the loop; another must follow."""
        count = len(self.alarms)
        self.window.canvas.root.update()
        self.window._tick()
        assert len(self.alarms) > count, "the loop has ended"

    def event(self, *events: Any) -> None:
        """Events that came together, and the frame after them."""
        usual = self.window.canvas.events
        self.window.canvas.events = lambda: iter(events)  # type: ignore[method-assign]
        self.turn()
        self.window.canvas.events = usual  # type: ignore[method-assign]


def handlers(player: Failing) -> None:
    """A handler that fails: the player is told, the next key is played."""
    screen = player.screen

    def fail(*_arguments: object) -> None:
        raise ValueError("on purpose")

    bind = screen.controller.event

    def fail_once(*_arguments: object) -> None:
        screen.controller.event = bind  # type: ignore[method-assign]
        fail()

    screen.controller.event = fail_once  # type: ignore[method-assign, assignment]
    player.event(Typed("Right"), Typed("Up"))  # the key after it still counts
    assert "on purpose" in screen.fault
    assert len(screen.session.moves) == 1
    tick, screen.tick = screen.tick, fail  # type: ignore[method-assign, assignment]
    player.turn()
    screen.tick = tick  # type: ignore[method-assign]
    player.event(Typed("Right"))
    assert len(screen.session.moves) == 2


def telling(player: Failing) -> None:
    """What fails beside the frames, and telling of it: the loop turns on, and the next key is played."""
    window, screen = player.window, player.screen

    class Gone:
        """The terminal that the window was started from, closed since."""

        def write(self, _text: str) -> None:
            raise OSError(5, "Input/output error")

        flush = None

    def fail(*_arguments: object) -> None:
        raise ValueError("on purpose")

    tick, screen.tick = screen.tick, fail  # type: ignore[method-assign, assignment]
    with contextlib.redirect_stderr(cast(Any, Gone())):
        player.turn()
        player.turn()
    screen.tick = tick  # type: ignore[method-assign]
    assert "on purpose" in screen.fault
    prepare, window._prepare = window._prepare, fail  # type: ignore[method-assign, assignment]
    player.turn()
    report, window._report = window._report, fail  # type: ignore[method-assign, assignment]
    player.turn()
    window._prepare, window._report = prepare, report  # type: ignore[method-assign]
    count = len(screen.session.moves)
    player.event(Typed("Left"))
    assert len(screen.session.moves) == count + 1


def stale_presses(player: Failing) -> None:
    """What was pressed on a screen or dialog that is gone presses nothing on the next one."""
    window, screen = player.window, player.screen
    place = next(rect for target, (rect, _tip) in _tips(screen).items() if target == ("do", "menu"))
    x, y = int(place.x + place.width / 2), int(place.y + place.height / 2)
    click = (Mouse("press", x, y, 1), Mouse("release", x, y, 1))
    player.event(*click, *click)  # a double click
    assert type(screen.dialog).__name__ == "MenuDialog"
    player.event(Typed("Escape"))
    assert screen.dialog is None
    window.navigator.home()
    for event in click:  # before home is drawn
        window._dispatch(event)
    player.turn()
    assert isinstance(window.screen, HomeScreen)
    window.screen.press(("do", "restart"), 1)  # a button of another screen
    window.show(screen)
    player.turn()


def _tips(screen: PlayScreen) -> dict[Any, Any]:
    from cassetete.front.window.widgets.layout import Layout

    layout = Layout(screen.window.canvas.width, screen.window.canvas.height)
    screen.compose(layout)
    return layout.tips


def frames(player: Failing) -> None:
    """A screen that cannot be drawn leads home, and the window lives."""

    def fail(*_arguments: object) -> list[Any]:
        raise RuntimeError("cannot be drawn")

    player.screen.layers = fail  # type: ignore[method-assign, assignment]
    for _turn in range(8):
        player.window.refresh()
        player.turn()
    assert isinstance(player.window.screen, HomeScreen)


def rest(player: Failing) -> None:
    """When nothing happens the loop rests, and an event wakes it."""
    player.window._quiet = 60.0
    player.window._dirty = False
    while player.alarms[-1] < 100:
        player.turn()
    player.window._wake()
    assert player.alarms[-1] == 1


def main(folder: Path) -> None:
    """All of it, in one window."""
    with Services(folder) as services:
        window = WindowLoop(services, Navigation, (900, 700))
        player = Failing(window)
        handlers(player)
        telling(player)
        stale_presses(player)
        rest(player)
        frames(player)
        window.canvas.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
