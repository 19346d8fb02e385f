"""The statistics of the player: a table by game, and plots by month."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.app.collections import progress
from cassetete.app.collections.daily import Daily
from cassetete.app.registry import games
from cassetete.app.store.statistics import GameStatistics, Statistics, hours, statistics
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ScrollScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.scene.shapes import Line, box

_ = Catalogue("cassetete")

_EDGE = 28
_LINE = 30
_NAME = 34
"""Where the names of the games begin in the table."""
_PLOT = 210
_MOST_MONTHS = 24
_COLOURS = ("accent", "good", "hint", "bad", "muted", "ink")
"""The roles of the games' bars, in order."""


class StatisticsScreen(ScrollScreen):
    """Solved levels, stars, time and hints. `back` is the screen before; without it, home."""

    def __init__(self, window: WindowLoop, back: Screen | None = None) -> None:
        super().__init__(window)
        self._back = back
        self.statistics: Statistics = statistics(self.services.store)
        daily = Daily(self.services.store)
        self._streaks = {game.id: daily.streak(game) for game in games().values()}

    def actions(self) -> dict[str, Callable[[], None]]:
        """The way back."""
        return {"back": self._leave}

    def _leave(self) -> None:
        if self._back is not None:
            self.window.show(self._back)
        else:
            self.navigator.home()

    def compose(self, layout: Layout) -> list[Layer]:
        """The table and the plots, below the title."""
        y = 100 - self.scroll
        if not self.statistics.games:
            layout.text(_EDGE, y + 24, self.say(_("No level has been solved yet.")), LARGE, "muted")
        else:
            y = self._table(layout, y)
            months = self.statistics.month_names[-_MOST_MONTHS:]
            wins = {(each.month, each.game): float(each.wins) for each in self.statistics.months}
            y = self._plot(layout, y, _("Levels won each month"), months, wins, lambda value: f"{value:.0f}")
            hours = {(each.month, each.game): each.seconds / 60 for each in self.statistics.months}
            y = self._plot(layout, y, _("Minutes played each month"), months, hours, lambda value: f"{value:.0f}")
            hints = {(each.month, each.game): float(each.hints) for each in self.statistics.months}
            y = self._plot(layout, y, _("Hints each month"), months, hints, lambda value: f"{value:.0f}")
        self.bar(layout, 84, self.say(_("Statistics")), y)
        return []

    def _name(self, game: str) -> str:
        found = games().get(game)
        return self.say(found.title) if found is not None else game

    def _role(self, game: str) -> str:
        order = [*games(), *(each.game for each in self.statistics.games)]
        return _COLOURS[order.index(game) % len(_COLOURS)]

    def _table(self, layout: Layout, y: float) -> float:
        found = [*self.statistics.games, self.statistics.together]
        width = layout.width - 2 * _EDGE
        height = 52 + _LINE * len(found)
        layout.panel(_EDGE, y, width, height)
        size = TEXT if width > 700 else SMALL
        names = [self._name(each.game) if each.game else self.say(_("Together")) for each in found]
        columns, places = self._columns(found, max(text_width(name, size, bold=True) for name in names), width, size)
        for (head, _cells), place in zip(columns, places, strict=True):
            for index, line in enumerate(head):
                layout.text(_EDGE + place, y + 17 + 14 * index, line, SMALL, "muted", "end")
        for index, (each, name) in enumerate(zip(found, names, strict=True)):
            middle, bold = y + 52 + _LINE * index, not each.game
            if each.game:
                layout.shapes.append(box(_EDGE + 14, middle - 6, 12, 12, fill=self._role(each.game), round=3))
            layout.text(_EDGE + _NAME, middle, name, size, bold=bold, room=places[0] - _NAME - 40)
            for (_head, cells), place in zip(columns, places, strict=True):
                layout.text(_EDGE + place, middle, cells[index], size, anchor="end", bold=bold)
        return y + height + 16

    def _columns(
        self, found: list[GameStatistics], named: float, width: float, size: int
    ) -> tuple[list[tuple[list[str], list[str]]], list[float]]:
        """The columns of the table, each with the lines of its head and its cells, and where they end: those that there
        is room for, equally far apart."""

        def days(game: str) -> str:
            streak = self._streaks.get(game)
            if streak is None:
                return ""
            return f"{streak.days} ({streak.best})" if streak.best else "0"

        solved = [progress.counted(self.services.store, each.game, each.solved) for each in found]
        every: list[tuple[Text, list[str]]] = [
            (_("Solved"), solved),
            (_("Stars"), [str(each.stars) for each in found]),
            (_("Won"), [str(each.wins) for each in found]),
            (_("Time"), [hours(each.seconds) for each in found]),
            (_("Hints"), [str(each.hints) for each in found]),
            (_("Days in a row"), [days(each.game) for each in found]),
        ]
        for left_out in ((), (2,), (2, 5)):
            chosen = [each for index, each in enumerate(every) if index not in left_out]
            columns = [(wrapped(self.say(head), SMALL, 90)[:2], cells) for head, cells in chosen]
            wide = [
                max(*(text_width(line, SMALL) for line in head), *(text_width(cell, size, bold=True) for cell in cells))
                for head, cells in columns
            ]
            gap = (width - _NAME - named - sum(wide) - 18) / len(wide)
            if gap >= 12:
                break
        return columns, [_NAME + named + gap * (n + 1) + sum(wide[: n + 1]) for n in range(len(wide))]

    def _plot(
        self,
        layout: Layout,
        y: float,
        title: Text,
        months: list[str],
        values: dict[tuple[str, str], float],
        shown: Callable[[float], str],
    ) -> float:
        """Bars, one for each month, in the colours of the games."""
        width = layout.width - 2 * _EDGE
        layout.panel(_EDGE, y, width, _PLOT)
        layout.text(_EDGE + 16, y + 22, self.say(title), TEXT, bold=True, room=width - 32)
        order = [each.game for each in self.statistics.games]
        totals = [sum(values.get((month, game), 0) for game in order) for month in months]
        most = max((*totals, 1.0))
        left, right, foot, room = _EDGE + 56, _EDGE + width - 16, y + _PLOT - 30, _PLOT - 80
        for share in (0.0, 0.5, 1.0) if most >= 2 else (0.0, 1.0):
            at = foot - room * share
            layout.shapes.append(Line(((left, at), (right, at)), "grid", 1))
            layout.text(left - 8, at, shown(most * share), SMALL - 1, "muted", "end")
        each = min(90.0, (right - left) / max(1, len(months)))
        every = max(1, -(-len(months) * 58 // int(right - left)))
        counted = max((text_width(shown(total), SMALL - 1) for total in totals), default=0.0) + 2 <= each
        for index, month in enumerate(months):
            x, top = left + index * each, foot
            for game in order:
                high = room * values.get((month, game), 0) / most
                if high > 0:
                    layout.shapes.append(box(x + each * 0.15, top - high, each * 0.7, high, fill=self._role(game)))
                top -= high
            if totals[index] and counted:
                layout.text(x + each / 2, top - 9, shown(totals[index]), SMALL - 1, anchor="middle")
            if index % every == 0:
                layout.text(x + each / 2, foot + 14, month, SMALL - 1, "muted", "middle")
        return y + _PLOT + 16

    def typed(self, typed: Typed) -> None:
        """Escape goes back, arrows and page keys scroll."""
        if typed.keysym == "Escape":
            self._leave()
        else:
            self.scroll_key(typed.keysym.removeprefix("KP_"))
