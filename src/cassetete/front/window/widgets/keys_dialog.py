"""The page behind F1: the keys as a table of two columns, and the rules of the game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from cassetete.app.levels.rules_text import Section
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.dialogs import Dialog
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.scene.shapes import box

_STEP = 22
_HEAD = 56
_WIDE = 1100
"""Units from which the rules are beside the keys."""
_BETWEEN = 44
_STEPS = {"Up": -44.0, "Down": 44.0, "Prior": -360.0, "Next": 360.0, "space": 360.0, "Home": -1e9, "End": 1e9}

_Line = tuple[Callable[[Layout, float, float], None], float]
"""How to draw a line, and how high it is."""


class KeysDialog(Dialog):
    """Lines of (keys, what they do), then the rules; scrolled by arrows and wheel."""

    def __init__(
        self,
        title: str,
        back: str,
        rows: Sequence[tuple[str, str]],
        rules: Sequence[Section],
        close: Callable[[], None],
    ) -> None:
        self._title, self._back, self._rows, self._rules, self._close = title, back, rows, rules, close
        self.scroll = 0.0
        self._most = 0.0

    def compose(self, layout: Layout) -> None:
        """A card as large as the window allows, its text scrolled below the title; the rules are beside the keys where
        there is room, else below them."""
        beside = layout.width >= _WIDE and bool(self._rules)
        width, height = min(1240.0 if beside else 860.0, layout.width - 24), layout.height - 24.0
        x, y = (layout.width - width) / 2, 12.0
        each = (width - 48 - _BETWEEN) / 2 if beside else width - 48
        keys, rules = self._key_lines(each), self._rule_lines(each, beside)
        columns = [keys, rules] if beside else [[*keys, *rules]]
        whole = max(sum(step for _draw, step in lines) for lines in columns)
        room = height - _HEAD - 16
        self._most = max(0.0, whole - room)
        self.scroll = min(self.scroll, self._most)
        layout.card(x, y, width, height)
        for column, lines in enumerate(columns):
            at = y + _HEAD - self.scroll
            for draw, step in lines:
                if y + _HEAD - 6 <= at and at + step <= y + height - 8:
                    draw(layout, x + 24 + column * (each + _BETWEEN), at + step / 2)
                at += step
        layout.text(x + 24, y + 28, self._title, LARGE, bold=True, room=width - 200)
        layout.button(x + width - 176, y + 10, 160, 34, self._back, ("answer", 0), key="Esc")
        if self._most:
            share = room / whole
            top = y + _HEAD + self.scroll / whole * room
            layout.shapes.append(box(x + width - 12, top, 5, room * share, fill="muted", round=2))

    def _key_lines(self, width: float) -> list[_Line]:
        """A line for each key, or more where it does not fit."""
        found: list[_Line] = []
        first = min(width * 0.4, max(text_width(keys, TEXT, bold=True) for keys, _what in self._rows) + 24)
        for keys, what in self._rows:
            names = wrapped(keys, TEXT, first - 16, bold=True)
            lines = wrapped(what, TEXT, width - first)
            for index in range(max(len(names), len(lines))):
                name = names[index] if index < len(names) else ""
                line = lines[index] if index < len(lines) else ""
                found.append((_row(name, line, first), _STEP))
        return found

    def _rule_lines(self, width: float, at_top: bool) -> list[_Line]:
        """The headings and paragraphs of the rules; the first heading is as high as a key if it is `at_top`."""
        found: list[_Line] = []
        for heading, paragraphs in self._rules:
            above = _STEP if at_top and not found else 44 if heading else 26
            found.append((_text(heading, LARGE - 3, bold=True), above))
            for paragraph in paragraphs:
                found += [(_text(line, TEXT), _STEP) for line in wrapped(paragraph, TEXT, width)]
                found.append((_text("", SMALL), 6))
        return found

    def press(self, target: Hashable) -> None:
        """Close."""
        if target == ("answer", 0):
            self._close()

    def wheel(self, step: int) -> None:
        """Scroll."""
        self._move(-66.0 * step)

    def key(self, typed: Typed) -> None:
        """Scroll, or close."""
        if typed.keysym in _STEPS:
            self._move(_STEPS[typed.keysym])
        elif typed.keysym in ("Escape", "Return", "KP_Enter", "F1", "question"):
            self._close()

    def _move(self, by: float) -> None:
        self.scroll = min(self._most, max(0.0, self.scroll + by))


def _row(keys: str, what: str, first: float) -> Callable[[Layout, float, float], None]:
    def draw(layout: Layout, x: float, y: float) -> None:
        layout.text(x, y, keys, TEXT, "accent", bold=True)
        layout.text(x + first, y, what, TEXT)

    return draw


def _text(words: str, size: int, bold: bool = False) -> Callable[[Layout, float, float], None]:
    return lambda layout, x, y: layout.text(x, y, words, size, bold=bold) if words else None
