"""Pages to print: the dialogs that ask which levels and which file, and show the progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.pages import page_form
from cassetete.app.levels.saving import prepare_target
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.dialogs import DialogHost, Question
from cassetete.front.window.widgets.file_prompt import ask_target
from cassetete.front.window.widgets.layout import Layout
from cassetete.session.jobs import Printed, Result, ToPrint, Working

_ = Catalogue("cassetete")

PAGEFUL = 6


def ask(screen: DialogHost, game: AnyGame, here: int, count: int, begin: Callable[[range, Path], None]) -> None:
    """Ask which levels (this one, a pageful from here on, or all of them) and which file; then begin."""
    choices = [(_("This level"), "1", range(here, here + 1))]
    if count > 1:
        some = range(here, min(count, here + PAGEFUL))
        choices.append((_("One page, from this level on ({n})", n=len(some)), "2", some))
        choices.append((_("All levels ({n})", n=count), "3", range(count)))
    answers = [(screen.say(label), key, partial(_ask_path, screen, game, some, begin)) for label, key, some in choices]
    cancel = (screen.say(_("Cancel")), "Esc", screen.close_dialog)
    lines = [screen.say(_("A PDF file: the puzzles, then their solutions on separate pages."))]
    screen.open(Question(screen.say(_("PDF to print")), lines, [*answers, cancel], width=520))


def _ask_path(screen: DialogHost, game: AnyGame, which: range, begin: Callable[[range, Path], None]) -> None:
    def use(path: Path, _joined: str | None) -> Text | None:
        try:
            page_form(path)
            prepare_target(path)
        except CasseteteError as error:
            return error.text
        screen.close_dialog()
        begin(which, path)
        return None

    ask_target(screen, _("PDF to print"), f"{game.id}.pdf", use)


class PrintDialog(Question):
    """A card that stays while a worker makes the pages; Escape cancels that."""

    def __init__(
        self,
        screen: DialogHost,
        game: AnyGame,
        entries: Sequence[LoadedLevel],
        path: Path,
        cancel: Callable[[], None],
    ) -> None:
        """`cancel` is called when the player does not want the pages any more."""
        answers = [(screen.say(_("Cancel")), "Esc", self._stopped)]
        super().__init__(screen.say(_("PDF to print")), [], answers)
        self.screen, self._cancel = screen, cancel
        self._solved, self._count = 0, len(entries)
        self._result: Text | None = None
        levels = tuple(entry.level for entry in entries)
        job = ToPrint(game, levels, str(path), screen.services.settings.language)
        self._ticket = screen.services.workers.ask(job)

    def done(self) -> Text | None:
        """What to tell the player at the end; None before."""
        return self._result

    def stop(self) -> None:
        """Cancel the work if it goes on."""
        if self._result is None:
            self.screen.services.workers.cancel(self._ticket)

    def compose(self, layout: Layout) -> None:
        """The card, with how far the work is."""
        progress = _("solving the levels: {done} of {count}…", done=self._solved, count=self._count)
        self.lines = [self.screen.say(progress)]
        super().compose(layout)

    def key(self, typed: Typed) -> None:
        """Only Escape cancels."""
        if typed.keysym == "Escape":
            self._stopped()

    def _stopped(self) -> None:
        self._cancel()
        self.screen.close_dialog()

    def receive(self, message: Working | Result) -> None:
        """Progress, or the end."""
        if message.ticket != self._ticket:
            return
        if isinstance(message, Working):
            self._solved = message.done
        elif isinstance(message, Printed):
            files = ", ".join(message.files)
            self._result = message.why.text if message.why is not None else _("written: {path}", path=files)
        self.screen.window.refresh()
