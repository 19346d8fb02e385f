"""The statistics of the player: a table by game, and bars by month."""

from __future__ import annotations

from typing import Any

from cassetete.app.collections import progress
from cassetete.app.collections.daily import Daily
from cassetete.app.registry import games
from cassetete.app.store.statistics import hours, statistics
from cassetete.core.message import Catalogue, Text
from cassetete.front.page.screens.base import Navigator, Part, Screen, Typed

_ = Catalogue("cassetete")

MOST_MONTHS = 24
COLOURS = ("accent", "good", "hint", "bad", "muted", "ink")
"""The roles of the games' bars, in order."""


class StatisticsScreen(Screen):
    """Solved levels, stars, time and hints."""

    kind = "statistics"

    def __init__(self, table: Navigator, origin: Screen) -> None:
        super().__init__(table)
        self._origin = origin
        self.statistics = statistics(table.store)
        daily = Daily(table.store)
        self._streaks = {game.id: daily.streak(game) for game in games().values()}

    @property
    def address(self) -> str:
        """Their own address."""
        return self.kind

    def parts(self) -> dict[str, Any]:
        """The table and the bars."""
        say, found = self.say, self.statistics
        heads = (_("Game"), _("Solved"), _("Stars"), _("Won"), _("Time"), _("Hints"), _("Days in a row"))
        months = found.month_names[-MOST_MONTHS:]
        plots = (
            (_("Levels won each month"), {(each.month, each.game): float(each.wins) for each in found.months}),
            (_("Minutes played each month"), {(each.month, each.game): each.seconds / 60 for each in found.months}),
            (_("Hints each month"), {(each.month, each.game): float(each.hints) for each in found.months}),
        )
        return {
            "head": {"title": say(_("Statistics")), "back": True},
            "statistics": {
                "none": "" if found.games else say(_("No level has been solved yet.")),
                "columns": [say(head) for head in heads],
                "rows": [self._row(each) for each in (*found.games, found.together)] if found.games else [],
                "plots": [self._plot(title, months, values) for title, values in plots] if found.games else [],
            },
        }

    def _name(self, game: str) -> str:
        found = games().get(game)
        return self.say(found.title) if found is not None else game

    def _role(self, game: str) -> str:
        order = [*games(), *(each.game for each in self.statistics.games)]
        return COLOURS[order.index(game) % len(COLOURS)]

    def _row(self, each: Any) -> Part:
        streak = self._streaks.get(each.game)
        days = f"{streak.days} ({streak.best})" if streak is not None else ""
        solved = progress.counted(self.table.store, each.game, each.solved)
        cells = [solved, each.stars, each.wins, hours(each.seconds), each.hints, days]
        name = self._name(each.game) if each.game else self.say(_("Together"))
        role = self._role(each.game) if each.game else ""
        return {"name": name, "role": role, "cells": [str(cell) for cell in cells]}

    def _plot(self, title: Text, months: list[str], values: dict[tuple[str, str], float]) -> Part:
        """A bar for each month, made of a piece for each game."""
        order = [each.game for each in self.statistics.games]
        bars: list[Part] = []
        most = 1.0
        for month in months:
            pieces = [(game, values.get((month, game), 0.0)) for game in order]
            total = sum(value for _game, value in pieces)
            most = max(most, total)
            drawn = [
                {
                    "role": self._role(game),
                    "value": value,
                    "name": self.say(_("{name}: {value}", name=self._name(game), value=f"{value:.0f}")),
                }
                for game, value in pieces
                if value > 0
            ]
            bars.append({"month": month, "total": round(total), "pieces": drawn})
        return {"title": self.say(title), "most": most, "bars": bars}

    def key(self, typed: Typed) -> bool:
        """Escape goes back."""
        if typed.command == "escape":
            self.back()
            return True
        return False

    def back(self) -> None:
        """The screen before."""
        self.table.show(self._origin)
