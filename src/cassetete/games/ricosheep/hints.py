"""Hints: a move that comes nearer to a win, and what makes a state impossible to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cassetete.core.contract import Advice, Advisor, Mark, MarkKind
from cassetete.core.grid import Cell, Direction
from cassetete.core.message import Catalogue
from cassetete.speed import jit

from .model import Level, State
from .solvers.distances import cached_distances
from .solvers.native import KERNEL

_ = Catalogue("ricosheep")

_STATES = 200_000
"""Larger levels are left to a solver: a player would wait for the distances of all their states."""

_DIRECTIONS = {
    Direction.UP: _("up"),
    Direction.DOWN: _("down"),
    Direction.LEFT: _("left"),
    Direction.RIGHT: _("right"),
}


def nearest(level: Level, state: State) -> Advice | None:
    """A move that comes nearer to a win and how many are needed; None while nothing is compiled or known."""
    if not jit.ready(KERNEL):
        return None
    distances = cached_distances(level, _STATES)
    if distances is None or state not in distances:
        return None
    far = distances[state]
    if far is None:
        return Advice(_("From here the grass can no longer be covered: go back."))
    if far == 0:
        return None
    move = distances.best_moves(state)[0]
    text = _.n(
        "Send the herd {direction}: this move wins.",
        "Send the herd {direction}: {n} moves are enough from here.",
        n=far,
        direction=_DIRECTIONS[move],
    )
    return Advice(text, (Mark(move),), (move,))


def warn(level: Level, state: State) -> Advice | None:
    """A sheep that was eaten, or more tufts than there are sheep for them."""
    if state.eaten:
        return Advice(_("A wolf has eaten a sheep."), _mistakes(state.wolves))
    coats = Counter(coat for _row, _column, coat in state.sheep)
    wanted = Counter(coat for _row, _column, coat in level.tinted_grass)
    missing = {coat for coat, count in wanted.items() if coats[coat] < count}
    if missing:
        tufts = [(row, column) for row, column, coat in level.tinted_grass if coat in missing]
        return Advice(_("There are not enough sheep of this colour for the grass."), _mistakes(tufts))
    if len(state.sheep) < len(level.plain_grass) + len(level.tinted_grass):
        return Advice(_("There is more grass than sheep."), _mistakes(level.plain_grass))
    return None


def _mistakes(cells: Iterable[Cell]) -> tuple[Mark, ...]:
    return tuple(Mark(cell, MarkKind.MISTAKE) for cell in sorted(cells))


ADVISORS = (Advisor("analysis", nearest),)
