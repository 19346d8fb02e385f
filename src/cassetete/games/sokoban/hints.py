"""Hints: what has gone wrong, or the next push of a solution."""

from __future__ import annotations

from cassetete.core.answers import Answer, Limits
from cassetete.core.contract import Advice, Advisor, Mark, Search
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.speed import jit

from . import rules
from .model import Level, State
from .solvers import optimal
from .solvers import push_a_star as pushes
from .solvers.deadlocks import warn
from .solvers.searches import KERNELS, metric

_ = Catalogue("sokoban")

_NATIVE = Limits(nodes=300_000, memory=500_000_000)
_PLAIN = Limits(nodes=20_000)
_WHERE = {
    Direction.UP: _("Next, push the crate in row {row}, column {column} up."),
    Direction.DOWN: _("Next, push the crate in row {row}, column {column} down."),
    Direction.LEFT: _("Next, push the crate in row {row}, column {column} to the left."),
    Direction.RIGHT: _("Next, push the crate in row {row}, column {column} to the right."),
}


def next_push(level: Level, state: State) -> Advice | None:
    """The next crate that a shortest solution pushes, and the moves up to it; None if the search is too long.

    While the native search has yet to be compiled, plain Python looks less far.
    """
    native = jit.ready(f"{KERNELS}.a_star")
    run, limits = (optimal.fewest, _NATIVE) if native else (pushes.fewest, _PLAIN)
    answer = _drained(run(level, state, metric(level), limits))
    at = state
    for count, move in enumerate(answer.moves, 1):
        pushing = rules.pushes(level, at, move)
        at = rules.play(level, at, move)
        if pushing and at.player is not None:
            row, column = at.player
            return Advice(
                _(_WHERE[move].msgid, row=row + 1, column=column + 1), (Mark(at.player),), answer.moves[:count]
            )
    return None


def _drained(search: Search[State, Direction]) -> Answer[Direction]:
    while True:
        try:
            next(search)
        except StopIteration as end:
            answer: Answer[Direction] = end.value
            return answer


ADVISORS: tuple[Advisor[Level, State], ...] = (Advisor("deadlock", warn), Advisor("next-push", next_push))
