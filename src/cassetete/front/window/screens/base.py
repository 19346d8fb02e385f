"""What every screen has: the window, the words, a page to lay out, and dialogs in front of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cassetete.app.services import Services
from cassetete.app.store import Settings
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.navigator import Navigator
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.art import interface_art
from cassetete.front.window.paint.board import Viewport
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.widgets.dialogs import Dialog
from cassetete.front.window.widgets.layout import Layout
from cassetete.scene.shapes import Scene
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")


class BaseScreen:
    """A screen that does nothing yet. Buttons' targets are ("do", name): `do` gives what each does."""

    def __init__(self, window: WindowLoop) -> None:
        self.window = window
        self.hot: Hashable = None
        self.dialog: Dialog | None = None
        self.viewport = Viewport()

    @property
    def services(self) -> Services:
        """Store, settings, workers and translation."""
        return self.window.services

    @property
    def settings(self) -> Settings:
        """What the player chose."""
        return self.services.settings

    @property
    def navigator(self) -> Navigator:
        """Leads to the other screens."""
        return self.window.navigator

    def refresh(self) -> None:
        """Draw the screen again in the next frame."""
        self.window.refresh()

    def say(self, text: Text) -> str:
        """A message in the player's language."""
        return self.services.translate(text)

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons do, by name."""
        return {}

    def compose(self, layout: Layout) -> list[Layer]:
        """Lay the page out; layers to be drawn in front of it, the board in `viewport` first."""
        return []

    def layers(self, width: int, height: int) -> list[Layer]:
        """The layout, what stands on it, and the open dialog."""
        layout, ground = Layout(width, height, self.hot), Layout(width, height)
        ground.ground()
        board, *front = [*self.compose(layout), Layer(Scene(width, height, ()))]
        shown = [Layer(ground.scene()), Layer(layout.scene(), art=interface_art), board, *front]
        if self.viewport.zoom > 1:
            # An enlarged board passes under what is around its viewport.
            layout.shapes[:0] = self.viewport.around(width, height)
            shown[1:3] = [board, Layer(layout.scene(), art=interface_art)]
        if self.dialog is not None:
            over = Layout(width, height, self.hot)
            over.shade()
            self.dialog.compose(over)
            shown.append(Layer(over.scene(), art=interface_art))
        return shown

    def press(self, target: Hashable, button: int) -> None:
        """A button, or whatever else the screen has."""
        if self.dialog is not None:
            self.dialog.press(target)
        elif isinstance(target, tuple) and len(target) == 2 and target[0] == "do":
            self.actions()[target[1]]()
        else:
            self.pressed(target, button)

    def pressed(self, target: Hashable, button: int) -> None:
        """A press on something that is no button."""

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """By default a drag is a press where it began."""
        self.press(start, button)

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """What is being dragged is not shown on the way."""
        return False

    def drawing(self) -> bool:
        """A drag ends on another target than its own."""
        return False

    def hover(self, target: Hashable) -> bool:
        """Buttons light up."""
        if target == self.hot:
            return False
        self.hot = target
        return True

    def key(self, typed: Typed) -> None:
        """Dialogs come first."""
        if self.dialog is not None:
            self.dialog.key(typed)
        else:
            self.typed(typed)

    def typed(self, typed: Typed) -> None:
        """A key of the screen's own."""

    def wheel(self, x: int, y: int, step: int) -> None:
        """The wheel."""

    def pan(self, dx: int, dy: int) -> None:
        """The middle button drags."""

    def heard(self, message: Working | Result) -> None:
        """The analyst."""
        if self.dialog is not None:
            self.dialog.heard(message)

    def tick(self, seconds: float) -> bool:
        """Time passes."""
        return False

    def focus(self, here: bool) -> None:
        """The keyboard comes or goes."""

    def leave(self) -> None:
        """Another screen comes."""

    def open(self, dialog: Dialog) -> None:
        """Put a dialog in front."""
        self.dialog = dialog
        self.window.refresh()

    def close_dialog(self) -> None:
        """Take the dialog away."""
        self.dialog = None
        self.window.refresh()
