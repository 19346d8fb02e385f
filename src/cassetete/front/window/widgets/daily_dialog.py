"""Opens the level of the day: made by a worker the first time, with its progress, then kept."""

from __future__ import annotations

from datetime import date

from cassetete.app.collections.daily import Daily, attempts
from cassetete.app.levels.level_list import of_entries
from cassetete.core.contract import AnyGame
from cassetete.core.message import Catalogue
from cassetete.front.window.loop.screen import Screen
from cassetete.front.window.widgets.dialogs import DialogHost, Question
from cassetete.front.window.widgets.layout import Layout
from cassetete.session.jobs import Made, Result, Working

_ = Catalogue("cassetete")


def open_daily(screen: DialogHost, game: AnyGame, back: Screen) -> None:
    """Play the level of the day."""
    daily = Daily(screen.services.store)
    found = daily.level(game, daily.today())
    if found is not None:
        screen.window.navigator.play(of_entries([found]), back=back)
    else:
        screen.open(DailyDialog(screen, game, daily, back))


class DailyDialog(Question):
    """A card that stays while the level of the day is made; Escape cancels that."""

    def __init__(self, screen: DialogHost, game: AnyGame, daily: Daily, back: Screen) -> None:
        super().__init__(
            screen.say(_("Level of the day")),
            [screen.say(_("making the level…"))],
            [(screen.say(_("Cancel")), "Esc", self._cancel)],
        )
        self.screen, self.game, self.daily, self._back = screen, game, daily, back
        self.day: date = daily.today()
        self._jobs = attempts(game, self.day)
        self._share = 0.0
        self._ticket = screen.services.workers.ask(self._jobs.pop(0))

    def compose(self, layout: Layout) -> None:
        """The card, with a bar."""
        super().compose(layout)
        width = min(self.width, layout.width - 40)
        layout.bar((layout.width - width) / 2 + 24, self.top + 96, width - 48, self._share)

    def _cancel(self) -> None:
        self.screen.services.workers.cancel(self._ticket)
        self.screen.close_dialog()

    def receive(self, message: Working | Result) -> None:
        """Progress; the level; or, if there is none, the next attempt."""
        if message.ticket != self._ticket:
            return
        if isinstance(message, Working):
            self._share = message.done / message.total if message.total else 0.5
        elif isinstance(message, Made) and message.level is not None:
            title = self.screen.say(_("Level of the day {day}", day=self.day.isoformat()))
            entry = self.daily.keep(self.game, self.day, message.level, title)
            self.screen.close_dialog()
            self.screen.window.navigator.play(of_entries([entry]), back=self._back)
        elif self._jobs:
            self._ticket = self.screen.services.workers.ask(self._jobs.pop(0))
        else:
            self.lines = [self.screen.say(_("no level was found for today"))]
        self.screen.window.refresh()
