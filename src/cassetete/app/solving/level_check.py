"""What a solver's answer says of a level that is being drawn: in words, and the length and stars it now has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassetete.core.answers import Answer, Verdict
from cassetete.core.contract import AnyGame
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")


def said(game: AnyGame, level: Any, answer: Answer[Any]) -> Text:
    """Whether the level can be solved, in how many moves or ways, or why not as far as the solver knows."""
    if answer.verdict is Verdict.IMPOSSIBLE:
        return impossible(answer.why.text) if answer.why is not None else _("Proven impossible.")
    if not answer.solved:
        return _("Unknown: {why}", why=answer.why.text if answer.why is not None else "")
    if not game.coaching.judged_live:  # such games have one solution or several, not a short one
        return _("Solvable, with one solution only.") if answer.optimal else _("Solvable, in more than one way.")
    moves = totals(game, level, game.rules.start(level), answer.moves).moves
    if not answer.optimal:
        return _.n("Solvable: a solution has {n} move.", "Solvable: a solution has {n} moves.", n=moves)
    return _.n(
        "Solvable: the shortest solution has {n} move.", "Solvable: the shortest solution has {n} moves.", n=moves
    )


def impossible(why: Text) -> Text:
    """The level is proven to be impossible, and the reason is known."""
    return _("Proven impossible: {why}", why=why)


def with_optimum(game: AnyGame, level: Any, answer: Answer[Any]) -> Any:
    """The level with the length of its shortest solution, if that is now known: its stars follow from it."""
    if not answer.solved or not answer.optimal or not game.coaching.judged_live:
        return level
    used = totals(game, level, game.rules.start(level), answer.moves)
    headers = replace(level.headers, optimum=used.by(game.lengths.metric(level)), stars=None)
    return level if headers == level.headers else replace(level, headers=headers)
