"""The dialogs in front of a screen: a question with buttons, and a line of text to type."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

from cassetete.app.services import Services
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.layout import GAP, LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.front.window.widgets.text_field import TextField
from cassetete.session.jobs import Result, Working

_ = Catalogue("cassetete")


class Dialog(Protocol):
    """Something in front of the screen that takes all events until it is closed."""

    def compose(self, layout: Layout) -> None:
        """Lay out the dialog."""

    def press(self, target: Hashable) -> None:
        """A press on a target."""

    def key(self, typed: Typed) -> None:
        """A key was pressed."""

    def drag(self, start: Hashable, end: Hashable) -> None:
        """A press on one target, released on another; by default, a press where it began."""
        self.press(start)

    def receive(self, message: Working | Result) -> None:
        """A worker process sent a message; most dialogs ignore it."""
        return

    def wheel(self, step: int) -> None:
        """The wheel turned, up (1) or down (-1)."""
        return


class DialogHost(Protocol):
    """The screen behind a dialog, as far as dialogs need it."""

    window: WindowLoop
    services: Services
    dialog: Dialog | None

    def say(self, text: Text) -> str:
        """A message in the player's language."""

    def open(self, dialog: Dialog) -> None:
        """Put a dialog in front of the screen."""

    def close_dialog(self) -> None:
        """Close the dialog in front."""


class Question(Dialog):
    """A title, a few lines, and buttons: label, key, and what to do."""

    def __init__(
        self,
        title: str,
        lines: Sequence[str],
        answers: Sequence[tuple[str, str, Callable[[], None]]],
        width: int = 460,
    ) -> None:
        self.title, self.lines, self.answers, self.width = title, list(lines), list(answers), width
        self.top = 0.0

    def compose(self, layout: Layout) -> None:
        """A box in the middle of the window."""
        width = min(self.width, layout.width - 40)
        room = width - 48
        lines = [part for line in self.lines for part in wrapped(line, TEXT, room)]
        columns = self._columns(width)
        rows = -(-len(self.answers) // columns)
        above = 76 + len(lines) * 24 if lines else 60
        height = above + rows * 46 + 20
        x, y = (layout.width - width) / 2, max(10.0, (layout.height - height) / 2)
        self.top = y
        layout.card(x, y, width, height)
        layout.title(x + 24, y + 36, self.title, LARGE, room)
        for index, line in enumerate(lines):
            layout.text(x + 24, y + 80 + index * 24, line)
        top = y + above + 8
        each = (room - (columns - 1) * GAP) / columns
        for index, (words, key, _act) in enumerate(self.answers):
            row, column = divmod(index, columns)
            at = x + 24 + column * (each + GAP), top + row * 46
            layout.button(*at, each, 38, words, ("answer", index), key=key, primary=index == 0)

    def _columns(self, width: float) -> int:
        longest = max((text_width(words, 14) + text_width(key, 11) + 40 for words, key, _a in self.answers), default=1)
        most = max(1, min(len(self.answers), int((width - 48) // longest)))
        rows = -(-len(self.answers) // most)
        return -(-len(self.answers) // rows) if rows else 1

    def press(self, target: Hashable) -> None:
        """Do what a button says."""
        if isinstance(target, tuple) and len(target) == 2 and target[0] == "answer":
            self.answers[target[1]][2]()

    def key(self, typed: Typed) -> None:
        """An answer's key; Return is the first answer, Escape the last."""
        for _words, key, act in self.answers:
            if key and key.lower() in (typed.keysym.lower(), typed.text.lower()):
                act()
                return
        if typed.keysym in ("Return", "KP_Enter") and self.answers:
            self.answers[0][2]()
        elif typed.keysym == "Escape" and self.answers:
            self.answers[-1][2]()


class Prompt(Dialog):
    """A line of text to type. `accept` returns what is wrong with it, or None: then the dialog closes."""

    def __init__(
        self,
        screen: DialogHost,
        title: Text,
        value: str,
        accept: Callable[[str], str | None],
        ok: Text = _("OK"),
        cancel: Text = _("Cancel"),
    ) -> None:
        self.title, self.fault = screen.say(title), ""
        self.field = TextField(value)
        self.screen = screen
        self._accept, self._close = accept, screen.close_dialog
        self._ok, self._cancel = screen.say(ok), screen.say(cancel)

    def compose(self, layout: Layout) -> None:
        """A box with a text field."""
        width = min(520.0, layout.width - 40.0)
        fault = wrapped(self.fault, SMALL, width - 48) if self.fault else []
        x, y, width = layout.dialog(width, 198 + 18 * len(fault), self.title)
        self.field.compose(layout, x + 24, y + 66, width - 48, 40)
        for index, line in enumerate(fault):
            layout.text(x + 24, y + 122 + 18 * index, line, SMALL, "bad")
        half = (width - 48 - GAP) / 2
        top = y + 134 + 18 * len(fault)
        layout.button(x + 24, top, half, 40, self._ok, ("answer", "ok"), key="⏎", primary=True)
        layout.button(x + 24 + half + GAP, top, half, 40, self._cancel, ("answer", "no"), key="Esc")

    def press(self, target: Hashable) -> None:
        """OK or cancel, or a place in the text."""
        if target == ("answer", "ok"):
            self._done()
        elif target == ("answer", "no"):
            self._close()
        else:
            self.field.press(target)

    def drag(self, start: Hashable, end: Hashable) -> None:
        """Select a part of the text."""
        if not self.field.drag(start, end):
            self.press(start)

    def key(self, typed: Typed) -> None:
        """Type into the field."""
        if typed.keysym in ("Return", "KP_Enter"):
            self._done()
        elif typed.keysym == "Escape":
            self._close()
        else:
            self.field.key(typed, self.screen.window.canvas)

    def _done(self) -> None:
        self.fault = self._accept(self.field.value) or ""
        if not self.fault and self.screen.dialog is self:
            self._close()
