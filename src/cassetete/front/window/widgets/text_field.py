"""A line of text to edit: caret, selection, clipboard, undo, and completion by Tab."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from os.path import commonprefix
from typing import Protocol

from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.layout import TEXT, Layout
from cassetete.scene.shapes import box

Completer = Callable[[str], Sequence[str]]
"""The texts that a text may become."""

_INSET = 10


class Clipboard(Protocol):
    """Where texts are copied to and pasted from."""

    def copy(self, text: str) -> None:
        """Put a text there."""

    def paste(self) -> str:
        """The text there; empty if there is none."""


class TextField:
    """The text, the caret, and the other end of the selection (the same place if nothing is selected)."""

    def __init__(
        self,
        value: str = "",
        *,
        name: str = "field",
        longest: int = 400,
        complete: Completer | None = None,
        allowed: Callable[[str], bool] = str.isprintable,
    ) -> None:
        """`allowed` says of a typed or pasted text whether it may enter the field."""
        self.value, self.name, self.longest, self.complete, self.allowed = value, name, longest, complete, allowed
        self.caret = self.anchor = len(value)
        self.choices: list[str] = []
        """What Tab found, if there is more than one."""
        self._past: list[tuple[str, int]] = []
        self._first = 0

    @property
    def selection(self) -> tuple[int, int]:
        """Where the selected text begins and ends."""
        return min(self.caret, self.anchor), max(self.caret, self.anchor)

    @property
    def selected(self) -> str:
        """The selected text."""
        start, end = self.selection
        return self.value[start:end]

    def set(self, value: str) -> None:
        """Another text, the caret at its end."""
        self._past.append((self.value, self.caret))
        self.value = value[: self.longest]
        self.caret = self.anchor = len(self.value)

    def select(self, start: int, end: int) -> None:
        """Select a part; the caret is at its end."""
        self.anchor = max(0, min(start, len(self.value)))
        self.caret = max(0, min(end, len(self.value)))

    def insert(self, text: str) -> None:
        """Type or paste a text over the selection."""
        text = " ".join(text.splitlines()) if len(text) > 1 else text
        start, end = self.selection
        text = text[: max(0, self.longest - len(self.value) + end - start)]
        if (not text and start == end) or not self.allowed(text):
            return
        self._past.append((self.value, self.caret))
        self.value = self.value[:start] + text + self.value[end:]
        self.caret = self.anchor = start + len(text)

    # Keys

    def key(self, typed: Typed, clipboard: Clipboard) -> bool:
        """What a key does to the text; False if it is none of the field's keys."""
        name = typed.keysym.removeprefix("KP_")
        if name != "Tab":
            self.choices = []
        if typed.ctrl and self._control(name.lower(), clipboard):
            return True
        if name in ("Left", "Right", "Home", "End"):
            self._move(self._goal(name, typed.ctrl), typed.shift)
        elif name in ("BackSpace", "Delete"):
            self._erase(self._goal("Left" if name == "BackSpace" else "Right", typed.ctrl, collapse=False))
        elif name == "Tab" and self.complete is not None:
            self._complete()
        elif name == "Insert" and typed.shift:
            self.insert(clipboard.paste())
        elif typed.text and typed.text.isprintable() and not typed.ctrl:
            self.insert(typed.text)
        else:
            return False
        return True

    def _control(self, letter: str, clipboard: Clipboard) -> bool:
        if letter == "a":
            self.select(0, len(self.value))
        elif letter in ("c", "x", "insert"):
            if self.selected:
                clipboard.copy(self.selected)
            if letter == "x" and self.selected:
                self.insert("")
        elif letter == "v":
            self.insert(clipboard.paste())
        elif letter == "z":
            if self._past:
                self.value, self.caret = self._past.pop()
                self.anchor = self.caret
        else:
            return False
        return True

    def _goal(self, name: str, by_word: bool, collapse: bool = True) -> int:
        """Where a key moves the caret to."""
        if name in ("Home", "End"):
            return 0 if name == "Home" else len(self.value)
        step = -1 if name == "Left" else 1
        start, end = self.selection
        if start != end and collapse and not by_word:
            return self.caret + step
        if not by_word:
            return max(0, min(len(self.value), self.caret + step))
        at = self.caret
        while 0 <= at + min(step, 0) < len(self.value) and not self.value[at + min(step, 0)].isalnum():
            at += step
        while 0 <= at + min(step, 0) < len(self.value) and self.value[at + min(step, 0)].isalnum():
            at += step
        return at

    def _move(self, to: int, selecting: bool) -> None:
        start, end = self.selection
        if start != end and not selecting and abs(to - self.caret) == 1:
            to = start if to < self.caret else end
        self.caret = max(0, min(len(self.value), to))
        if not selecting:
            self.anchor = self.caret

    def _erase(self, to: int) -> None:
        if not self.selected:
            self.anchor = to
        if self.selected:
            self.insert("")

    def _complete(self) -> None:
        assert self.complete is not None
        before = self.value[: self.caret]
        found = list(self.complete(before))
        shared = commonprefix(found)  # noqa: RUF071 - of texts, not of whole names
        if len(shared) > len(before):
            self._past.append((self.value, self.caret))
            self.value = shared + self.value[self.caret :]
            self.caret = self.anchor = len(shared)
        self.choices = found if len(found) > 1 else []

    # The mouse

    def press(self, target: Hashable) -> bool:
        """A press on a place of the text; False if the target is another one."""
        at = self._place(target)
        if at is not None:
            self.caret = self.anchor = at
        return at is not None

    def drag(self, start: Hashable, end: Hashable) -> bool:
        """Select from one place to another; False if the drag began elsewhere."""
        first, last = self._place(start), self._place(end)
        if first is not None:
            self.select(first, last if last is not None else first)
        return first is not None

    def _place(self, target: Hashable) -> int | None:
        if isinstance(target, tuple) and len(target) == 3 and target[:2] == ("caret", self.name):
            return int(target[2])
        return None

    # Drawing

    def compose(
        self,
        layout: Layout,
        x: float,
        y: float,
        w: float,
        h: float,
        *,
        focused: bool = True,
        size: int = TEXT,
        inset: float = _INSET,
    ) -> None:
        """The field, scrolled so that the caret is seen; every place of the text can be clicked.

        `inset` is the distance from the frame to the text.
        """
        stroke = "accent" if focused else "grid"
        end = ("caret", self.name, len(self.value))
        line = 1.5 if focused else 1.0
        layout.shapes.append(box(x, y, w, h, fill="paper", stroke=stroke, line=line, round=6, target=end))
        room = w - 2 * inset
        self._first = min(self._first, self.caret)
        while self._first < self.caret and text_width(self.value[self._first : self.caret], size) > room:
            self._first += 1
        while self._first and text_width(self.value[self._first - 1 :], size) < room:
            self._first -= 1
        last = len(self.value)
        while last > self._first and text_width(self.value[self._first : last], size) > room:
            last -= 1
        left, middle = x + inset, y + h / 2
        places = [left + text_width(self.value[self._first : at], size) for at in range(self._first, last + 1)]

        def at(index: int) -> float:
            return places[max(0, min(index, last) - self._first)]

        start, stop = self.selection
        if focused and start != stop:
            high = size * 1.5
            layout.shapes.append(box(at(start), middle - high / 2, at(stop) - at(start), high, fill="accent"))
            parts = [(self._first, start, "ink"), (start, stop, "paper"), (stop, last, "ink")]
        else:
            parts = [(self._first, last, "ink")]
        for begin, until, role in parts:
            begin, until = max(begin, self._first), min(until, last)
            if begin < until:
                layout.text(at(begin), middle, self.value[begin:until], size, role)
        if focused:
            layout.shapes.append(box(at(self.caret) - 0.75, middle - size * 0.7, 1.5, size * 1.4, fill="ink"))
        for index, here in enumerate(places):
            before = places[index - 1] if index else here
            after = places[index + 1] if index + 1 < len(places) else here
            near, far = (before + here) / 2, (here + after) / 2
            target = ("caret", self.name, self._first + index)
            layout.shapes.append(box(near, y, max(1.0, far - near), h, target=target))
