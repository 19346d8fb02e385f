"""Hints that cost nothing: once a level is analysed, every state knows how far it is from a win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cassetete.core.contract import Advice, Advisor, Mark, MarkKind
from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue
from cassetete.speed import jit

from .model import Level, State
from .solvers.distances import remembered
from .solvers.native import KERNEL

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


def warn(level: Level, state: State) -> Advice | None:
    """A sheep that was eaten, or more tufts than there are sheep for them."""
    if state.eaten:
        return Advice(
            _("A wolf has eaten a sheep."), tuple(Mark(wolf, MarkKind.MISTAKE) for wolf in sorted(state.wolves))
        )
    coats = Counter(coat for _row, _column, coat in state.sheep)
    wanted = Counter(coat for _row, _column, coat in level.tinted_grass)
    if any(coats[coat] < count for coat, count in wanted.items()):
        poor = {coat for coat, count in wanted.items() if coats[coat] < count}
        tufts = [(row, column) for row, column, coat in level.tinted_grass if coat in poor]
        return Advice(_("There are not enough sheep of this colour for the grass."), _wrong(tufts))
    if len(state.sheep) < len(level.plain_grass) + len(level.tinted_grass):
        return Advice(_("There is more grass than sheep."), _wrong(level.plain_grass))
    return None


def _wrong(cells: Iterable[Cell]) -> tuple[Mark, ...]:
    return tuple(Mark(cell, MarkKind.MISTAKE) for cell in sorted(cells))


ADVISORS = (Advisor("analysis", nearest),)
