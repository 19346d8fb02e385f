"""The strip below a won board: stars, lengths, and what to do next."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.core.message import Text
from cassetete.front.window.paint.fit import Rect
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.widgets.layout import LARGE, SMALL, Layout, wrapped
from cassetete.session.commands import COMMANDS
from cassetete.session.view_model import Button, EndStrip

_BUTTON = 40
_GAP = 6
_EDGE = 12
_STARS = 104
_LINE = 19


class EndStripWidget:
    """Draws an end strip; in a wide window its buttons are beside the text, else below it."""

    def __init__(self, end: EndStrip, say: Callable[[Text], str], width: float) -> None:
        self.end, self._say, self.width = end, say, width
        self._widths = [self._button_width(button) for button in end.buttons]
        self._row = sum(self._widths) + _GAP * len(self._widths) + 32
        inside = width - 2 * _EDGE
        self._rows = 1 if self._row - 32 <= inside + 24 * len(self._widths) else 2
        self._stars = _STARS if end.stars is not None else 0
        room = width - 2 * _EDGE - self._stars - self._row
        self.beside = room >= 260
        self._room = room if self.beside else width - 2 * _EDGE - self._stars - 34
        self._lines = wrapped("  ·  ".join(say(line) for line in end.lines), SMALL, self._room) if end.lines else []

    def _button_width(self, button: Button) -> float:
        return text_width(self._say(button.label), 14) + text_width(button.key, 11) + 56

    @property
    def height(self) -> float:
        """In units of the window."""
        text = 32 + _LINE * len(self._lines)
        if self.beside:
            return max(text, _BUTTON) + 2 * _EDGE - 4
        return text + self._rows * (_BUTTON + _GAP) - _GAP + 2 * _EDGE + 2

    def compose(self, layout: Layout, rect: Rect) -> None:
        """Draw it; the last thing is the cross that puts it away."""
        x, y, width, height = rect
        layout.card(x, y, width, height)
        left = x + _EDGE
        text_height = 26 + _LINE * len(self._lines)
        top = y + (height - text_height) / 2 if self.beside else y + _EDGE - 2
        if self.end.stars is not None:
            layout.stars(left + 14, top + text_height / 2, self.end.stars, 26)
            left += self._stars
        layout.text(left, top + 12, self._say(self.end.title), LARGE - 3, bold=True, room=self._room)
        for index, line in enumerate(self._lines):
            layout.text(left, top + 35 + _LINE * index, line, SMALL, "muted", room=self._room)
        away = COMMANDS["put-away"]
        layout.tool(
            Rect(x + width - 34, y + 4, 30, 30), "", ("do", away.id), away.icon, tip=f"{self._say(away.help)} (␣)"
        )
        self._buttons(layout, rect)

    def _buttons(self, layout: Layout, rect: Rect) -> None:
        """Beside the text, or below it in one or two rows that fill the strip."""
        if self.beside:
            x = rect.x + rect.width - _EDGE - sum(self._widths) - _GAP * (len(self._widths) - 1) - 30
            self._button_row(layout, x, rect.y + (rect.height - _BUTTON) / 2, range(len(self._widths)), 1.0)
            return
        each = -(-len(self._widths) // self._rows)
        for row in range(self._rows):
            which = range(row * each, min((row + 1) * each, len(self._widths)))
            room = rect.width - 2 * _EDGE - _GAP * (len(which) - 1)
            y = rect.y + rect.height - _EDGE + 2 - (self._rows - row) * (_BUTTON + _GAP) + _GAP
            if self._rows > 1:
                self._widths = [room / len(which)] * len(self._widths)
            share = room / sum(self._widths[index] for index in which)
            self._button_row(layout, rect.x + _EDGE, y, which, share)

    def _button_row(self, layout: Layout, x: float, y: float, which: range, share: float) -> None:
        for index in which:
            button, width = self.end.buttons[index], self._widths[index] * share
            command = COMMANDS.get(button.command)
            glyph, tip = (command.icon, self._say(command.help)) if command is not None else ("", "")
            layout.button(
                x,
                y,
                width,
                _BUTTON,
                self._say(button.label),
                ("do", button.command),
                key=button.key,
                primary=index == 0,
                glyph=glyph,
                tip=tip,
            )
            x += width + _GAP
