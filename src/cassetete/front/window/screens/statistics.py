"""The statistics of the player: a table by game, and plots by month."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.app.collections import progress
from cassetete.app.collections.daily import Daily
from cassetete.app.registry import games
from cassetete.app.store.statistics import Statistics, hours, statistics
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.loop.window_loop import WindowLoop
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.screens.base import ScrollScreen
from cassetete.front.window.widgets.layout import LARGE, SMALL, TEXT, Layout, wrapped
from cassetete.scene.shapes import Line, box

_ = Catalogue("cassetete")

_EDGE = 28
_LINE = 30
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
        found = self.statistics.games
        width = layout.width - 2 * _EDGE
        height = 52 + _LINE * (len(found) + 1)
        layout.panel(_EDGE, y, width, height)
        heads = [_("Solved"), _("Stars"), _("Won"), _("Time"), _("Hints"), _("Days in a row")]
        shares = [0.37, 0.48, 0.59, 0.71, 0.82, 0.98]
        chosen: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
        if width < 520:
            chosen, shares = (0, 1, 3, 4), [0.53, 0.66, 0.8, 0.97]
        places = [_EDGE + width * share for share in shares]
        for place, head in zip(places, (heads[index] for index in chosen), strict=True):
            for index, line in enumerate(wrapped(self.say(head), SMALL, width * 0.12)[:2]):
                layout.text(place, y + 17 + 14 * index, line, SMALL, "muted", "end")
        for index, each in enumerate([*found, self.statistics.together]):
            game, middle = each.game, y + 52 + _LINE * index
            streak = self._streaks.get(game)
            days = f"{streak.days} ({streak.best})" if streak is not None else ""
            cells = (
                progress.counted(self.services.store, game, each.solved),
                str(each.stars),
                str(each.wins),
                hours(each.seconds),
                str(each.hints),
                days,
            )
            if game:
                layout.shapes.append(box(_EDGE + 14, middle - 6, 12, 12, fill=self._role(game), round=3))
            name = self._name(game) if game else self.say(_("Together"))
            size = TEXT if width > 700 else SMALL
            layout.text(_EDGE + 34, middle, name, size, bold=not game, room=width * (shares[0] - 0.13) - 34)
            for place, cell in zip(places, (cells[index] for index in chosen), strict=True):
                layout.text(place, middle, cell, size, anchor="end", bold=not game)
        return y + height + 16

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
        for index, month in enumerate(months):
            x, top = left + index * each, foot
            for game in order:
                high = room * values.get((month, game), 0) / most
                if high > 0:
                    layout.shapes.append(box(x + each * 0.15, top - high, each * 0.7, high, fill=self._role(game)))
                top -= high
            if totals[index]:
                layout.text(x + each / 2, top - 9, shown(totals[index]), SMALL - 1, anchor="middle")
            if index % every == 0:
                layout.text(x + each / 2, foot + 14, month, SMALL - 1, "muted", "middle")
        return y + _PLOT + 16

    def typed(self, typed: Typed) -> None:
        """Escape goes back, arrows scroll."""
        if typed.keysym == "Escape":
            self._leave()
        elif typed.keysym in ("Down", "Next", "Up", "Prior"):
            self.wheel(0, 0, -1 if typed.keysym in ("Down", "Next") else 1)
