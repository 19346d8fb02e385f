"""What the analyst is asked by a game being played, and what it says: judgements, hints and solutions, unless they
come too late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cassetete.core.answers import Limits
from cassetete.core.message import Catalogue
from cassetete.front.window.screens import play_hints
from cassetete.session.jobs import JUDGE, Hint, Judgement, Result, Solution, ToAdvise, ToJudge, ToSolve, Working
from cassetete.session.session import Advise, Advised, Judge, Judged, advance

if TYPE_CHECKING:
    from cassetete.front.window.screens.play import PlayScreen

_ = Catalogue("cassetete")


def ask(screen: PlayScreen, effect: Judge | Advise) -> None:
    """Whether the game can still be won, if the player wants to know; a hint; a solution."""
    session, desk = screen.session, screen.desk
    here, tag = (screen.game, session.level, effect.state), effect.ticket
    if isinstance(effect, Judge):
        warned = desk.warns(screen.game)
        if warned or (desk.wish("outlook") and screen.game.coaching.lower_bound is not None):
            desk.analyst.ask(ToJudge(*here, JUDGE if warned else Limits(nodes=0, seconds=0), tag))
    else:
        advise = ToAdvise(*here, tag=tag, options=desk.options(screen.game))
        screen.thinking = desk.analyst.ask(ToSolve(*here, tag=tag) if effect.whole else advise)
        screen.tell(_("thinking… (Esc stops)"))


def stop(screen: PlayScreen) -> None:
    """Nobody waits for an answer any more, and nothing plays itself."""
    if screen.thinking is not None:
        screen.desk.analyst.cancel(screen.thinking)
        screen.thinking = None
        screen.note = ""
    screen.autoplay.clear()


def heard(screen: PlayScreen, message: Working | Result) -> None:
    """Take it in, and show it."""
    if isinstance(message, Working):
        _working(screen, message)
        return
    asked_for = message.ticket == screen.thinking
    if asked_for:
        screen.thinking = None
        screen.note = ""
    tag = message.job.tag
    if isinstance(message, Judgement) and asked_for:
        play_hints.checked(screen, message)
    elif isinstance(message, Judgement):
        if screen.desk.warns(screen.game):
            screen.session, _effects = advance(screen.session, Judged(tag, message.winnable, message.reason))
    elif isinstance(message, Hint) and tag == screen.session.ticket:
        screen.session, _effects = advance(screen.session, Advised(tag, message.advice))
        play_hints.told(screen, message.advice)
    elif isinstance(message, Solution) and tag == screen.session.ticket:
        _solved(screen, message)
    screen.window.refresh()


def _working(screen: PlayScreen, message: Working) -> None:
    """How far a search is; a judge first says what is sure from here on."""
    if isinstance(message.job, ToJudge):
        if message.job.tag == screen.session.ticket and message.text is not None:
            screen.outlook = message.text
            screen.window.refresh()
    elif message.ticket == screen.thinking:
        screen.tell(_("thinking: {n} states (Esc stops)", n=message.done))
        screen.window.refresh()


def _solved(screen: PlayScreen, message: Solution) -> None:
    answer = message.answer
    if answer.solved:
        screen.play_itself(answer.moves)
        screen.tell(_("a solution of {n} moves: Space pauses, T steps through it, S stops", n=answer.length))
    elif answer.verdict.value == "impossible":
        screen.tell(_("proven: there is no solution from here"))
        screen.session, _effects = advance(screen.session, Judged(screen.session.ticket, False))
    else:
        screen.tell(_("unknown: {why}", why=answer.why.text if answer.why is not None else ""))
