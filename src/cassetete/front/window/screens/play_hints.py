"""Help in a game being played: hints that are played when asked for again, checks for mistakes, the whole explained."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cassetete.core.contract import Advice, Play, Status
from cassetete.core.message import Catalogue
from cassetete.session.follow import followed
from cassetete.session.jobs import Judgement, ToJudge
from cassetete.session.session import Advised, advance, hinted

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")


def ask(screen: PlayScreen) -> None:
    """The hint; asked again, what more it has to say, and then its moves."""
    asked = hinted(screen.session)
    if isinstance(asked, Play):
        asked = followed(screen.session, asked, screen.desk.options(screen.game))
    screen.command(asked)
    if isinstance(asked, Advised):
        told(screen, asked.advice)


def told(screen: PlayScreen, advice: Advice) -> None:
    """Say a hint, and what asking again will do."""
    if advice.further is not None:
        screen.tell(_("{hint} (H: show it)", hint=advice.text))
    elif advice.moves:
        screen.tell(_("{hint} (H: do it)", hint=advice.text))
    else:
        screen.tell(advice.text)


def check(screen: PlayScreen) -> None:
    """Are there mistakes? The answer comes as a hint does."""
    session = screen.session
    if session.status is Status.OPEN:
        question = ToJudge(screen.game, session.level, session.state, tag=session.ticket)
        screen.thinking = screen.desk.analyst.ask(question)
        screen.tell(_("thinking… (Esc stops)"))


def checked(screen: PlayScreen, message: Judgement) -> None:
    """What the check found, if nothing was played meanwhile."""
    if message.job.tag != screen.session.ticket:
        return
    found = {
        True: Advice(_("no mistake so far: this can still be won")),
        False: message.reason or Advice(_("this cannot be won any more: undo, or restart")),
        None: Advice(_("nobody knows whether this can still be won")),
    }[message.winnable]
    screen.session, _effects = advance(screen.session, Advised(message.job.tag, found))
    screen.tell(found.text)


def explain(screen: PlayScreen) -> None:
    """The whole solution, step by step; such a game enters no record."""
    if screen.game.coaching.explain is not None:
        screen.session = replace(screen.session, solved_for=True)
        screen.navigator.explain(screen.game, screen.session.level, screen)
