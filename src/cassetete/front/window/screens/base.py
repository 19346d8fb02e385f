"""What every screen has: the window, translation, a layout, and a dialog in front."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from cassetete.app.services import Services
from cassetete.app.store import Settings
from cassetete.core.message import Text
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


class BaseScreen:
    """An empty screen. The target of a button is ("do", name), and `actions` says what each name does."""

    def __init__(self, window: WindowLoop) -> None:
        self.window = window
        self.hot: Hashable = None
        self.dialog: Dialog | None = None
        self.viewport = Viewport()

    @property
    def services(self) -> Services:
        """The services of the program."""
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
        """Lay out the screen; the answer is the layers in front of the layout, the board in `viewport` first."""
        return []

    def layers(self, width: int, height: int) -> list[Layer]:
        """The background, the layout, the board and the open dialog."""
        layout, background = Layout(width, height, self.hot), Layout(width, height)
        background.fill()
        board, *front = [*self.compose(layout), Layer(Scene(width, height, ()))]
        shown = [Layer(background.scene()), Layer(layout.scene(), art=interface_art), board, *front]
        if self.viewport.zoom > 1:
            # A zoomed board is drawn below what surrounds its viewport.
            layout.shapes[:0] = self.viewport.around(width, height)
            shown[1:3] = [board, Layer(layout.scene(), art=interface_art)]
        if self.dialog is not None:
            over = Layout(width, height, self.hot)
            over.shade()
            self.dialog.compose(over)
            shown.append(Layer(over.scene(), art=interface_art))
        return shown

    def press(self, target: Hashable, button: int) -> None:
        """Pass a press to the dialog, a button's action, or `pressed`."""
        if self.dialog is not None:
            self.dialog.press(target)
        elif isinstance(target, tuple) and len(target) == 2 and target[0] == "do":
            self.actions()[target[1]]()
        else:
            self.pressed(target, button)

    def pressed(self, target: Hashable, button: int) -> None:
        """A press on something that is not a button."""

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """By default, a drag is a press where it began."""
        self.press(start, button)

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """By default, nothing is shown during a drag."""
        return False

    def drawing(self) -> bool:
        """By default, a drag ends on another target than it began."""
        return False

    def hover(self, target: Hashable) -> bool:
        """Highlight the button under the pointer."""
        if target == self.hot:
            return False
        self.hot = target
        return True

    def key(self, typed: Typed) -> None:
        """Pass a key to the dialog, else to `typed`."""
        if self.dialog is not None:
            self.dialog.key(typed)
        else:
            self.typed(typed)

    def typed(self, typed: Typed) -> None:
        """A key while no dialog is open."""

    def wheel(self, x: int, y: int, step: int) -> None:
        """The wheel turned."""

    def pan(self, dx: int, dy: int) -> None:
        """The middle button drags."""

    def receive(self, message: Working | Result) -> None:
        """Pass a worker's message to the dialog."""
        if self.dialog is not None:
            self.dialog.receive(message)

    def tick(self, seconds: float) -> bool:
        """Time passed."""
        return False

    def focus(self, here: bool) -> None:
        """The window gained or lost the keyboard."""

    def leave(self) -> None:
        """Another screen follows."""

    def open(self, dialog: Dialog) -> None:
        """Put a dialog in front."""
        self.dialog = dialog
        self.refresh()

    def close_dialog(self) -> None:
        """Close the dialog in front."""
        self.dialog = None
        self.refresh()


class BoardScreen(BaseScreen):
    """A screen with a board that can be zoomed and panned, and a panel to its right."""

    def panel(self, layout: Layout, side: int, foot: int = 0) -> tuple[float, float]:
        """Draw the empty panel, `side` pixels wide with its margin; the board gets the rest but `foot` pixels.

        The answer is the left edge and the width of the panel's contents.
        """
        self.viewport.width, self.viewport.height = float(layout.width - side), float(layout.height - foot)
        layout.panel(layout.width - side, 12, side - 12, layout.height - 24)
        return layout.width - side + 10, side - 32

    def wheel(self, x: int, y: int, step: int) -> None:
        """Zoom the board in or out."""
        self.viewport.zoom_by(step, x, y)

    def pan(self, dx: int, dy: int) -> None:
        """Pan the zoomed board."""
        self.viewport.move(dx, dy)


def stepped(value: int, step: int, count: int) -> int:
    """An index of a list of `count` speeds, moved by a step within its bounds."""
    return min(count - 1, max(0, value + step))
