"""Won and lost: what is said when a game ends, or can only end badly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cassetete.app.solving.hints import reason
from cassetete.app.store import Placing
from cassetete.core.contract import Status
from cassetete.core.message import Catalogue
from cassetete.front.window.paint.canvas import Typed
from cassetete.front.window.screens.play_line import all_lengths, replay
from cassetete.front.window.screens.play_panel import counted, further
from cassetete.front.window.widgets.dialogs import Question
from cassetete.front.window.widgets.layout import Layout
from cassetete.session.session import Record, Restart, Undo
from cassetete.session.stars import perfect

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")


class WonDialog(Question):
    """Congratulations, with the stars above the words."""

    stars = 0

    def compose(self, layout: Layout) -> None:
        """The card, and the stars at its head."""
        super().compose(layout)
        if self.stars:
            card = next(shape for shape in layout.shapes[1:] if shape.target == "shade")
            top = card.points[0][1] if hasattr(card, "points") else 0.0
            layout.stars(layout.width / 2 - 38, top - 4, self.stars, 30)

    def key(self, typed: Typed) -> None:
        """Undo still works."""
        super().key(typed)


def won_question(screen: PlayScreen, record: Record, placing: Placing) -> WonDialog:
    """What the win was worth, and what next."""
    say, headers = screen.say, screen.session.level.headers
    score = screen.session.length
    lines = []
    if record.solved_for:
        lines.append(say(_("The machine solved this one: it enters no record.")))
    else:
        minutes, seconds = divmod(int(record.seconds), 60)
        parts = [f"{say(name)}: {value}" for name, value in counted(screen)]
        lines.append(" · ".join([*parts, f"{minutes}:{seconds:02}"]))
        extra = [f"{say(name)}:\u00a0{value}" for name, value in further(screen)]
        if extra:
            lines.append(" · ".join(extra))
        if perfect(headers, score):
            lines.append(say(_("Perfect: nobody can do better.")))
        elif headers.optimum is not None:
            lines.append(say(_("The best possible is {n}.", n=headers.optimum)))
        if placing.record and placing.best is not None:
            lines.append(say(_("A new record! It was {n}.", n=placing.best.score)))
        elif placing.best is None:
            lines.append(say(_("The first record of this level.")))
        beaten = [say(length.title) for length in all_lengths(screen) if length.id in placing.bests]
        if beaten:
            lines.append(say(_("Never so few before: {lengths}.", lengths=", ".join(beaten))))
    answers = [
        (say(_("Next level")), "N", lambda: screen.go(1)),
        (say(_("Play again")), "R", lambda: _again(screen)),
        (say(_("Undo")), "A", lambda: _undo(screen)),
        (say(_("Replay")), "T", lambda: replay(screen, screen.session.moves)),
        (say(_("Quit")), "Q", screen.window.quit),
        (say(_("Menu")), "Esc", screen.menu),
    ]
    if screen.index + 1 >= len(screen.levels):
        answers = answers[1:]
    dialog = WonDialog(say(_("Well done!")), lines, answers, width=560)
    dialog.stars = placing.stars
    return dialog


def _again(screen: PlayScreen) -> None:
    screen.close_dialog()
    screen.command(Restart())


def _undo(screen: PlayScreen) -> None:
    screen.close_dialog()
    screen.command(Undo())


def lost_question(screen: PlayScreen) -> str:
    """A word on a game that cannot be won any more: unobtrusive, since undo still works."""
    session = screen.session
    if session.status is Status.LOST:
        why = reason(session.game, session.level, session.state)
        lost = screen.say(_("Lost! A undoes the move, R starts again."))
        return f"{screen.say(why.text)} {lost}" if why is not None else lost
    if session.winnable is False and session.reason is not None:
        return screen.say(_("{why} A undoes.", why=session.reason.text))
    if session.winnable is False:
        return screen.say(_("This can no longer be won: A undoes."))
    return ""
