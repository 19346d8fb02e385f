"""Pictures to share: the dialogs that ask what to draw and which file, and show the progress."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cassetete.app.collections.folders import remember_folder
from cassetete.app.levels.pictures import MOVING, STILL, form_of
from cassetete.app.levels.saving import file_name, prepare_target
from cassetete.core.contract import AnyGame
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue, Text
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.widgets.dialogs import DialogHost, Question
from cassetete.front.window.widgets.file_prompt import ask_target
from cassetete.front.window.widgets.layout import Layout
from cassetete.session.jobs import Printed, Result, Solution, ToDraw, ToSolve, Working

_ = Catalogue("cassetete")


def ask_picture(
    screen: DialogHost,
    game: AnyGame,
    level: Any,
    state: Any,
    played: tuple[Any, ...],
    title: str,
    said: Callable[[Text], None],
) -> None:
    """Ask what to draw: the position, the moves played so far, or a solution; `said` gets the note for the player."""
    here = game.position(level, state)

    def draw(form: str, what: Any, moves: tuple[Any, ...] | None) -> Callable[[], None]:
        return lambda: _ask_path(screen, game, what, moves, file_name(title, game.id, form), said)

    answers = [
        (screen.say(_("This position, PNG")), "1", draw(".png", here, ())),
        (screen.say(_("This position, SVG")), "2", draw(".svg", here, ())),
    ]
    if played:
        answers += [
            (screen.say(_("What was played, GIF")), "3", draw(".gif", level, played)),
            (screen.say(_("What was played, moving SVG")), "4", draw(".svg", level, played)),
        ]
    answers += [
        (screen.say(_("A solution, GIF")), "5", draw(".gif", level, None)),
        (screen.say(_("A solution, moving SVG")), "6", draw(".svg", level, None)),
        (screen.say(_("Cancel")), "Esc", screen.close_dialog),
    ]
    screen.open(Question(screen.say(_("Picture")), [], answers, width=560))


def _ask_path(
    screen: DialogHost,
    game: AnyGame,
    level: Any,
    moves: tuple[Any, ...] | None,
    name: str,
    said: Callable[[Text], None],
) -> None:
    forms = STILL if moves == () else MOVING

    def use(path: Path, _joined: str | None) -> Text | None:
        try:
            form_of(path, forms)
            prepare_target(path)
        except CasseteteError as error:
            return error.text
        remember_folder(screen.services.store, path)
        screen.open(PictureDialog(screen, game, level, moves, path, said))
        return None

    ask_target(screen, _("Save the picture as…"), name, use)


class PictureDialog(Question):
    """A card that stays while a worker draws, after it has solved the level if need be; Escape cancels that."""

    def __init__(
        self,
        screen: DialogHost,
        game: AnyGame,
        level: Any,
        moves: tuple[Any, ...] | None,
        path: Path,
        said: Callable[[Text], None],
    ) -> None:
        """`moves` to draw; None: those of a solution."""
        super().__init__(
            screen.say(_("Picture")), [screen.say(_("drawing…"))], [(screen.say(_("Cancel")), "Esc", self._cancel)]
        )
        self.screen, self.game, self.level, self._path, self._said = screen, game, level, path, said
        self._share = 0.0
        if moves is None:
            self._ticket = screen.services.workers.ask(ToSolve(game, level, game.rules.start(level)))
        else:
            self._draw(moves)

    def _draw(self, moves: tuple[Any, ...]) -> None:
        theme = self.screen.services.settings.theme
        self._ticket = self.screen.services.workers.ask(ToDraw(self.game, self.level, str(self._path), theme, moves))

    def compose(self, layout: Layout) -> None:
        """The card, with a bar."""
        super().compose(layout)
        width = min(self.width, layout.width - 40)
        layout.bar((layout.width - width) / 2 + 24, self.top + 96, width - 48, self._share)

    def key(self, typed: Typed) -> None:
        """Only Escape cancels."""
        if typed.keysym == "Escape":
            self._cancel()

    def _cancel(self) -> None:
        self.screen.services.workers.cancel(self._ticket)
        self.screen.close_dialog()

    def _tell(self, text: Text) -> None:
        if self.screen.dialog is self:
            self.screen.close_dialog()
        self._said(text)

    def receive(self, message: Working | Result) -> None:
        """Progress, the solution to draw, or the end."""
        if message.ticket != self._ticket:
            return
        if isinstance(message, Working):
            self._share = message.done / message.total if message.total else 0.0
        elif isinstance(message, Solution):
            if message.answer.solved and message.answer.moves:
                self._draw(message.answer.moves)
            else:
                self._tell(_("no solution found"))
        elif isinstance(message, Printed):
            self._tell(message.why.text if message.why is not None else _("saved: {path}", path=self._path))
        self.screen.window.refresh()
