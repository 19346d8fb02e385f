"""Pages to print: which levels, the progress while their solutions are found, and the browser's own printing."""

from __future__ import annotations

from cassetete.app.levels.level_list import LevelList
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.front.page.screens.base import Arguments, Navigator, Part, Sheet, button
from cassetete.session.jobs import Printed, Result, ToPrint, Working

_ = Catalogue("cassetete")

PAGEFUL = 6
MOST = 120
"""How many levels a page can print at once: their pages are kept in memory."""


class PrintSheet(Sheet):
    """Asks which levels; the thinker draws the pages, the puzzles first, then their solutions."""

    def __init__(self, table: Navigator, game: AnyGame, levels: LevelList, here: int) -> None:
        self.table, self.game, self.levels, self.here = table, game, levels, here
        self.ticket: int | None = None
        self._count, self._done, self._fault = 0, 0, ""

    @property
    def choices(self) -> list[range]:
        """This level, a page from here on, all of them."""
        count, here = len(self.levels), self.here
        found = [range(here, here + 1)]
        if count > 1:
            found += [range(here, min(count, here + PAGEFUL)), range(min(count, MOST))]
        return found

    def model(self) -> Part:
        """A button for each choice; then the progress."""
        say = self.table.say
        model: Part = {
            "title": say(_("Print")),
            "lines": [say(_("The puzzles, then their solutions on pages of their own; as a PDF too, if you like."))],
        }
        cancel = button("close", say(_("Cancel")), key="Esc")
        if self.ticket is not None:
            said = _("solving the levels: {done} of {count}…", done=self._done, count=self._count)
            return {**model, "lines": [say(said)], "progress": self._done / self._count, "buttons": [cancel]}
        sizes = [len(some) for some in self.choices]
        labels = [_("This level")]
        if len(sizes) > 1:
            labels += [_("One page, from this level on ({n})", n=sizes[1]), _("All levels ({n})", n=sizes[2])]
        buttons = [button("go", say(label), which=at, primary=at == 0) for at, label in enumerate(labels)]
        return {**model, "fault": self._fault, "column": True, "buttons": [*buttons, cancel]}

    def do(self, command: str, arguments: Arguments) -> None:
        """Begin."""
        which = int(arguments.get("which", -1))
        if command != "go" or self.ticket is not None or not 0 <= which < len(self.choices):
            return
        levels = []
        for at in self.choices[which]:
            try:
                levels.append(self.levels.entry(at).level)
            except CasseteteError:
                continue  # a level that cannot be read is not printed
        self._count, self._done, self._fault = len(levels), 0, ""
        language = self.table.settings.language
        self.ticket = self.table.thinker.ask(ToPrint(self.game, tuple(levels), "/tmp/print.svg", language))

    def answered(self, message: Working | Result) -> None:
        """Progress, or the pages."""
        if message.ticket != self.ticket:
            return
        if isinstance(message, Working):
            self._done = message.done
        elif isinstance(message, Printed):
            self.ticket = None
            if message.why is not None:
                self._fault = self.table.say(message.why.text)
                return
            self.table.open(None)
            self.table.effect(print=self.table.thinker.take_files())

    def close(self) -> None:
        """Stop the work."""
        if self.ticket is not None:
            self.table.thinker.cancel(self.ticket)
            self.ticket = None
