"""What the window loop expects of a screen."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.session.jobs import Result, Working


class Screen(Protocol):
    """What a screen shows, and what it does about events; it ignores those it has no method for."""

    fault: str = ""
    """An error of ours to tell the player about."""

    def layers(self, width: int, height: int) -> list[Layer]:
        """What to show in a window of that size."""

    def press(self, target: Hashable, button: int) -> None:
        """A press on a target (None: on nothing)."""

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """A press on one target, released on another."""

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """The pointer moves with a button held that was pressed on `start`; True if the screen must be drawn again."""
        return False

    def drawing(self) -> bool:
        """Whether a release now ends a drag, even on the target where it began."""
        return False

    def hover(self, target: Hashable) -> bool:
        """The pointer is over a target; True if the screen must be drawn again."""

    def key(self, typed: Typed) -> None:
        """A key was pressed."""

    def hold(self, key: str, down: bool) -> bool:
        """A key is held down, or let go; True if the screen must be drawn again."""
        return False

    def wheel(self, x: int, y: int, step: int) -> None:
        """The wheel turned, up (1) or down (-1)."""
        return

    def pan(self, dx: int, dy: int) -> None:
        """The middle button drags the board."""
        return

    def receive(self, message: Working | Result) -> None:
        """A worker process sent a message."""

    def tick(self, seconds: float) -> bool:
        """Time passed; True if the screen must be drawn again."""
        return False

    def resting(self, seconds: float) -> bool:
        """Time passed while the pointer rested; True if the screen must be drawn again."""
        return False

    def focus(self, here: bool) -> None:
        """The window gained or lost the keyboard."""
        return

    def leave(self) -> None:
        """Another screen follows, or the program ends."""
        return
