"""Hints that cost nothing: once a level is analysed, every state knows how far it is from a win."""

from __future__ import annotations

from cassetete.core.contract import Advice, Advisor, Mark
from cassetete.core.text import Catalogue
from cassetete.speed import jit

from .analysis import remembered
from .model import Level, State
from .native import KERNEL

_ = Catalogue("ricosheep")

_STATES = 200_000
"""Larger levels are left to a solver: their analysis would keep a player waiting."""


def nearest(level: Level, state: State) -> Advice | None:
    """The move that comes nearer to a win and how many are left; None while nothing is compiled or known."""
    if not jit.ready(KERNEL):
        return None
    analysis = remembered(level, _STATES)
    if analysis is None or state not in analysis:
        return None
    far, moves = analysis[state], analysis.best_moves(state)
    if far is None:
        return Advice(_("The grass can no longer be covered from here: go back."))
    text = _("Go {move}: {n} moves are enough from here.", move=moves[0].letter, n=far)
    if far == 1:
        text = _("Go {move}, and it is done.", move=moves[0].letter)
    return Advice(text, (Mark(moves[0]),), (moves[0],))


ADVISORS = (Advisor("analysis", nearest),)
