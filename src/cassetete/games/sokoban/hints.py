"""Hints: what has gone wrong, or the next push of a solution."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Advice, Advisor, Mark
from cassetete.core.drain import drain
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.speed import jit

from . import rules
from .model import Level, State
from .solvers.deadlocks import warn
from .solvers.push_a_star import fewest
from .solvers.searches import OPTIMAL_KERNEL, metric, optimal

_ = Catalogue("sokoban")

_NATIVE = Limits(nodes=300_000, memory=500_000_000)
_PLAIN = Limits(nodes=20_000)
_NEXT_PUSH = {
    Direction.UP: _("Next, push the box in row {row}, column {column} up."),
    Direction.DOWN: _("Next, push the box in row {row}, column {column} down."),
    Direction.LEFT: _("Next, push the box in row {row}, column {column} to the left."),
    Direction.RIGHT: _("Next, push the box in row {row}, column {column} to the right."),
}


def next_push(level: Level, state: State) -> Advice | None:
    """The next box that a shortest solution pushes, and the moves up to it; None if the search is too long.

    Until the native search is compiled, plain Python searches, less far.
    """
    run, limits = (optimal, _NATIVE) if jit.ready(OPTIMAL_KERNEL) else (fewest, _PLAIN)
    answer = drain(run(level, state, metric(level), limits))
    at = state
    for count, move in enumerate(answer.moves, 1):
        pushing = rules.pushes(level, at, move)
        at = rules.play(level, at, move)
        if pushing and at.player is not None:
            row, column = at.player
            text = _(_NEXT_PUSH[move].msgid, row=row + 1, column=column + 1)
            return Advice(text, (Mark(at.player),), answer.moves[:count])
    return None


ADVISORS: tuple[Advisor[Level, State], ...] = (Advisor("deadlock", warn), Advisor("next-push", next_push))
