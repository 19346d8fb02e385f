"""The levels of the day: one a game, made from the date, the same for everyone; and the streak."""

from __future__ import annotations

from datetime import date

from cassetete.app.collections.daily import Daily, attempts
from cassetete.app.levels.generate import generator_of
from cassetete.app.levels.level_list import of_entries
from cassetete.app.registry import games
from cassetete.app.solving import kernels
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Screen, Sheet, button
from cassetete.session.jobs import Made, Result, Working

_ = Catalogue("cassetete")


def has_daily(game: AnyGame) -> bool:
    """Whether a game's level of the day can be made here."""
    return bool(game.making.generators) and kernels.usable(generator_of(game).kernel)


def daily_cards(table: Navigator) -> list[Part]:
    """A card for each game that has a level of the day: whether it is solved, and the days in a row."""
    daily, say = Daily(table.store), table.say
    cards: list[Part] = []
    for game in games().values():
        if not has_daily(game):
            continue
        streak = daily.streak(game)
        days = _.n("{n} day in a row", "{n} days in a row", n=streak.days)
        label = days if streak.days else _("solved today") if streak.today else _("not solved yet")
        cards.append({"id": game.id, "title": say(game.title), "label": say(label), "done": streak.today})
    return cards


def open_daily(table: Navigator, game: AnyGame, back: Screen) -> None:
    """Play a game's level of the day; it is made the first time."""
    daily = Daily(table.store)
    found = daily.level(game, daily.today())
    if found is not None:
        table.play(of_entries([found]), 0, back)
    else:
        table.open(DailySheet(table, game, back))


class DailySheet(Sheet):
    """Stays while the level of the day is made; Escape cancels that."""

    def __init__(self, table: Navigator, game: AnyGame, back: Screen) -> None:
        self.table, self.game, self._back = table, game, back
        self._daily = Daily(table.store)
        self.day: date = self._daily.today()
        self._jobs = attempts(game, self.day)
        self._share = -1.0
        self._fault = ""
        self.ticket: int | None = table.thinker.ask(self._jobs.pop(0))

    def model(self) -> Part:
        """How far it is."""
        say = self.table.say
        model: Part = {
            "title": say(_("Level of the day")),
            "lines": [f"{say(self.game.title)}, {self.day.isoformat()}"],
            "buttons": [button("close", say(_("Cancel")), key="Esc")],
        }
        return {**model, "fault": self._fault} if self._fault else {**model, "progress": self._share}

    def do(self, command: str, arguments: Arguments) -> None:
        """There is only the way back."""

    def answered(self, message: Working | Result) -> None:
        """Progress; the level; or, if there is none, the next attempt."""
        if message.ticket != self.ticket:
            return
        if isinstance(message, Working):
            self._share = message.done / message.total if message.total else -1.0
        elif isinstance(message, Made) and message.level is not None:
            self.ticket = None
            title = self.table.say(_("Level of the day {day}", day=self.day.isoformat()))
            entry = self._daily.keep(self.game, self.day, message.level, title)
            self.table.open(None)
            self.table.play(of_entries([entry]), 0, self._back)
        elif self._jobs:
            self.ticket = self.table.thinker.ask(self._jobs.pop(0))
        else:
            self.ticket, self._fault = None, self.table.say(_("no level was found for today"))

    def close(self) -> None:
        """Stop the generator."""
        if self.ticket is not None:
            self.table.thinker.cancel(self.ticket)
            self.ticket = None
