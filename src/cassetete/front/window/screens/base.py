"""What every screen has: the window, translation, a layout, and a dialog in front."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.art import interface_art
from cassetete.front.window.paint.board import Viewport
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fit import Rect
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.widgets.dialogs import Dialog, Question
from cassetete.front.window.widgets.layout import TITLE, Layout
from cassetete.scene.shapes import Scene, box
from cassetete.session.jobs import Result, Working
from cassetete.session.playback import Playback

_ = Catalogue("cassetete")

_TIP_SECONDS = 0.6
"""How long the pointer rests on a button before its tip is shown."""
_SCROLL_BAR = "scroll bar"
_DIALOG_SCALES = (1.0, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5)
_SLICE_SECONDS = 0.009
"""The part of a frame that something may take which plays as fast as possible."""


class ActionButton(NamedTuple):
    """A button of a screen: the name of what it does in `actions`, its label and its key."""

    name: str
    label: Text
    key: str = ""
    enabled: bool = True
    primary: bool = False


class BaseScreen(Screen):
    """An empty screen. The target of a button is ("do", name), and `actions` says what each name does."""

    def __init__(self, window: WindowLoop) -> None:
        self.window = window
        self.services = window.services
        self.settings = window.services.settings
        self.navigator = window.navigator
        self.hot: Hashable = None
        self.dialog: Dialog | None = None
        self.viewport = Viewport()
        self._rested = 0.0
        self._tips: frozenset[Hashable] = frozenset()

    def say(self, text: Text) -> str:
        """A message in the player's language."""
        return self.services.translate(text)

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons do, by name."""
        return {}

    def compose(self, layout: Layout) -> list[Layer]:
        """Lay out the screen; the answer is the layers in front of the layout, the board in `viewport` first."""
        return []

    def button_rows(
        self, layout: Layout, x: float, y: float, width: float, rows: Sequence[Sequence[ActionButton]], step: float = 40
    ) -> None:
        """Rows of buttons, `step` pixels apart; the buttons of a row share its width."""
        for row in rows:
            each = (width - 6 * (len(row) - 1)) / len(row)
            for index, (name, label, key, enabled, primary) in enumerate(row):
                left, shown = x + index * (each + 6), self.say(label)
                layout.button(
                    left, y, each, min(34, step - 5), shown, ("do", name), key=key, enabled=enabled, primary=primary
                )
            y += step

    def layers(self, width: int, height: int) -> list[Layer]:
        """The background, the layout, the board and the open dialog."""
        self.viewport.ratio = self.window.canvas.scale
        layout, background = Layout(width, height, self.hot), Layout(width, height)
        background.fill()
        board, *front = [*self.compose(layout), Layer(Scene(width, height, ()))]
        if self.viewport.zoom > 1:
            layout.shapes[:0] = self.viewport.around(width, height)
        # The line over the ball of Push it down, say, ends under a note.
        shown = [Layer(background.scene()), board, Layer(layout.scene(), art=interface_art), *front]
        scale = 1.0
        if self.dialog is not None:
            layout, scale = self._dialog_layout(self.dialog, width, height)
            shown.append(Layer(layout.scene(), scale, art=interface_art))
        if self.fault:
            over = Layout(width, height)
            over.note(8, height - 8.0, width - 16.0, self.fault, 4, "bad")
            shown.append(Layer(over.scene()))
        if self._rested >= _TIP_SECONDS and self.hot in layout.tips:
            over = Layout(layout.width, layout.height, tips=layout.tips)
            over.tip(self.hot)
            shown.append(Layer(over.scene(), scale))
        self._tips = frozenset(layout.tips)
        return shown

    def _dialog_layout(self, dialog: Dialog, width: int, height: int) -> tuple[Layout, float]:
        """A dialog, laid out; where the window is too small for all of it, in smaller letters: by how much."""
        for scale in _DIALOG_SCALES:
            over = Layout(round(width / scale), round(height / scale), self.hot)
            over.shade()
            dialog.compose(over)
            if over.fits():
                break
        return over, scale

    def resting(self, seconds: float) -> bool:
        """The pointer rests where it is; True when something is to be said of what lies under it."""
        if self.hot not in self._tips or self._rested >= _TIP_SECONDS:
            return False
        self._rested += seconds
        return self._rested >= _TIP_SECONDS

    def press(self, target: Hashable, button: int) -> None:
        """Pass a press to the dialog, a button's action, or `pressed`."""
        if self.dialog is not None:
            self.dialog.press(target)
        elif isinstance(target, tuple) and len(target) == 2 and target[0] == "do":
            self._rested = -3600.0
            act = self.actions().get(target[1])
            if act is not None:  # a press on a button that is gone by now
                act()
        else:
            self.pressed(target, button)

    def pressed(self, target: Hashable, button: int) -> None:
        """A press on something that is not a button."""

    def drag(self, start: Hashable, end: Hashable, button: int) -> None:
        """Pass a drag to the dialog; by default, it is a press where it began."""
        if self.dialog is not None:
            self.dialog.drag(start, end)
        else:
            self.press(start, button)

    def hover(self, target: Hashable) -> bool:
        """Highlight the button under the pointer."""
        if target == self.hot:
            return False
        self.hot, self._rested = target, 0.0
        return True

    def key(self, typed: Typed) -> None:
        """Pass a key to the dialog, else to `typed`."""
        if self.dialog is not None:
            self.dialog.key(typed)
        else:
            self.typed(typed)

    def typed(self, typed: Typed) -> None:
        """A key while no dialog is open."""

    def receive(self, message: Working | Result) -> None:
        """Pass a worker's message to the dialog."""
        if self.dialog is not None:
            self.dialog.receive(message)

    def open(self, dialog: Dialog) -> None:
        """Put a dialog in front."""
        self.dialog = dialog
        self.window.refresh()

    def asks_before_quitting(self) -> bool:
        """Ask whether to quit, as a key may be hit by mistake; False where the key quits at once, as a sheet wants."""
        if os.environ.get("CASSETETE_QUIT_AT_ONCE"):
            return False
        answers = [
            (self.say(_("Quit")), "Q", self.window.quit),
            (self.say(_("Cancel")), "Esc", self.close_dialog),
        ]
        self.open(Question(self.say(_("Quit?")), [self.say(_("Your game is kept. Ctrl-Q quits at once."))], answers))
        return True

    def close_dialog(self) -> None:
        """Close the dialog in front."""
        self.dialog = None
        self.window.refresh()


class ScrollScreen(BaseScreen):
    """A screen that scrolls, below a bar with its title and the way back."""

    def __init__(self, window: WindowLoop) -> None:
        super().__init__(window)
        self.scroll = 0.0
        self._most = 0.0
        self._track = (0.0, 1.0)

    def layers(self, width: int, height: int) -> list[Layer]:
        """What is scrolled too far is scrolled back: the window may be larger than before, or there is less to see."""
        shown = super().layers(width, height)
        if self.scroll > self._most + 0.5:
            self.scroll = self._most
            shown = super().layers(width, height)
        return shown

    def bar(self, layout: Layout, height: float, title: str, end: float) -> None:
        """Draw the bar over what is scrolled, whose lower end is at `end`."""
        self._most = max(0.0, end + self.scroll - layout.height + 20)
        layout.shapes.append(box(0, 0, layout.width, height, fill="paper", target="bar"))
        layout.button(28, 26, 92, 36, self.say(_("Menu")), ("do", "back"), key="Esc")
        layout.title(140, 44, title, TITLE, layout.width - 170)
        self.scroll_bar(layout, height)

    def scroll_bar(self, layout: Layout, top: float) -> None:
        """How far it is scrolled, at the right edge; it can be pressed and dragged. `top` is the upper end of what
        scrolls."""
        self._track = top, max(1.0, layout.height - top - 8)
        if self._most <= 0:
            return
        start, length = self._track
        view = layout.height - top
        size = max(30.0, length * view / (view + self._most))
        at = start + (length - size) * self.scroll / self._most
        layout.shapes.append(box(layout.width - 18, start, 18, length, target=_SCROLL_BAR))
        role = "accent" if self.hot == _SCROLL_BAR else "muted"
        layout.shapes.append(box(layout.width - 12, at, 6, size, fill=role, round=3, target=_SCROLL_BAR))

    def dragging(self, start: Hashable, x: int, y: int, button: int) -> bool:
        """The scroll bar goes where the pointer is."""
        if start != _SCROLL_BAR or self.dialog is not None:
            return False
        top, length = self._track
        self.scroll_to((y - top) / length * self._most)
        return True

    def scroll_to(self, place: float) -> None:
        """Scroll as near to a place as possible."""
        self.scroll = min(self._most, max(0.0, place))

    def wheel(self, x: int, y: int, step: int) -> None:
        """Scroll."""
        self.scroll_to(self.scroll - 80 * step)

    def scroll_key(self, name: str) -> None:
        """Scroll by a key: a little, a page, or to an end."""
        page = max(80.0, self._track[1] - 60)
        steps = {"Up": -80.0, "Down": 80.0, "Prior": -page, "Next": page, "Home": -inf, "End": inf}
        self.scroll_to(self.scroll + steps.get(name, 0.0))


class BoardScreen(BaseScreen):
    """A screen with a board that can be zoomed and panned, and a panel to its right."""

    def panel(self, layout: Layout, side: int, foot: int = 0) -> tuple[float, float]:
        """Draw the empty panel, `side` pixels wide with its margin; the board gets the rest but `foot` pixels.

        The answer is the left edge and the width of the panel's contents.
        """
        self.viewport.width, self.viewport.height = float(layout.width - side), float(layout.height - foot)
        layout.panel(layout.width - side, 12, side - 12, layout.height - 24)
        return layout.width - side + 10, side - 32

    def panel_below(self, layout: Layout, height: float) -> Rect:
        """Draw the empty panel below the board, for a window that is about as high as wide; where its contents go."""
        top = layout.height - height
        self.viewport.width, self.viewport.height = float(layout.width), top
        layout.panel(8, top, layout.width - 16, height - 8)
        return Rect(20, top + 10, layout.width - 40, height - 28)

    def wheel(self, x: int, y: int, step: int) -> None:
        """Zoom the board in or out."""
        self.viewport.zoom_by(step, x, y)

    def pan(self, dx: int, dy: int) -> None:
        """Pan the zoomed board."""
        self.viewport.move(dx, dy)


PLAYBACK_KEYS = {
    "space": "pause",
    "Right": "step",
    "Left": "back-step",
    "Home": "start",
    "End": "end",
    "plus": "faster",
    "KP_Add": "faster",
    "equal": "faster",
    "minus": "slower",
    "KP_Subtract": "slower",
    "Escape": "back",
}


class PlaybackScreen(BoardScreen):
    """A board screen on which something plays step by step."""

    keys: Mapping[str, str] = PLAYBACK_KEYS
    """The action of each key."""

    def __init__(self, window: WindowLoop, back: Screen, player: Playback) -> None:
        """`back` is the screen before."""
        super().__init__(window)
        self.back, self.player = back, player

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the buttons and keys of all playback screens do."""
        player = self.player
        return {
            "pause": player.pause,
            "step": lambda: player.step(1),
            "back-step": lambda: player.step(-1),
            "start": lambda: player.rewind(False),
            "end": lambda: player.rewind(True),
            "slower": lambda: player.faster(-1),
            "faster": lambda: player.faster(1),
            "back": lambda: self.window.show(self.back),
        }

    def speed_buttons(self) -> list[ActionButton]:
        """The buttons that change the speed."""
        speed, most = self.player.speed, len(self.player.speeds) - 1
        return [
            ActionButton("slower", _("Slower"), "−", speed > 0),
            ActionButton("faster", _("Faster"), "+", speed < most),
        ]

    def typed(self, typed: Typed) -> None:
        """The keys of the actions."""
        name = self.keys.get(typed.keysym if len(typed.keysym) > 1 else typed.keysym.lower())
        if name in self.actions() and not typed.ctrl:
            self.actions()[name]()

    def tick(self, seconds: float) -> bool:
        """Let it play on, for as long as a frame has time."""
        deadline = time.perf_counter() + _SLICE_SECONDS
        return self.player.advance(seconds, lambda: time.perf_counter() < deadline)
