"""How hard a level is for a person (`search.difficulty`): wrong moves along the way, and grass that is left again."""

from __future__ import annotations

from cassetete.core.contract import Grade, Metric
from cassetete.search.difficulty import Difficulty, difficulty, solved_states
from cassetete.search.space import space

from . import rules
from .hints import warn
from .model import BUSH, EMPTY, Level, State
from .solvers.searches import SOLVERS

WORDS = (3.0, 7.0, 18.0)
"""The greatest scores of easy, normal and hard."""


def measured(level: Level) -> Difficulty | None:
    """How hard the level is; None if no solution is found."""
    start = rules.start(level)
    grass = {(i, j) for i, row in enumerate(level.ground) for j, ground in enumerate(row) if ground not in EMPTY + BUSH}

    def uncovered(state: State) -> int:
        return len(grass) - len(grass & {(i, j) for i, j, _coat in state.sheep})

    def solution() -> list[State] | None:
        return solved_states(SOLVERS, level, start, Metric.MOVES, rules.play)

    return difficulty(space(rules, level, start), uncovered, solution, lambda state: warn(level, state) is not None)


def grade(level: Level) -> Grade | None:
    """The grade of a level; None if no solution is found."""
    found = measured(level)
    return found.graded(*WORDS) if found is not None else None
