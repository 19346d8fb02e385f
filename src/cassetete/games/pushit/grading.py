"""How hard a level is for a person (`search.difficulty`): wrong moves along the way, and detours of the ball."""

from __future__ import annotations

from cassetete.core.contract import Grade, Metric
from cassetete.search.difficulty import Difficulty, difficulty, solved_states
from cassetete.search.space import space

from . import rules
from .model import Level, State
from .solvers.searches import SOLVERS

WORDS = (9.0, 18.0, 34.0)
"""The greatest scores of easy, normal and hard."""


def measured(level: Level) -> Difficulty | None:
    """How hard the level is; None if no solution is found."""
    start = rules.start(level)
    row, column = level.cell(level.exit)

    def far(state: State) -> int:
        i, j = level.cell(state.ball)
        return abs(row - i) + abs(column - j)

    def solution() -> list[State] | None:
        return solved_states(SOLVERS, level, start, Metric.MOVES, rules.play)

    return difficulty(space(rules, level, start), far, solution)


def grade(level: Level) -> Grade | None:
    """The grade of a level; None if no solution is found."""
    found = measured(level)
    return found.graded(*WORDS) if found is not None else None
