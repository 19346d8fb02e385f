"""How hard a level is for a person (`search.difficulty`), and whether the turtle needs its helpers."""

from __future__ import annotations

from itertools import pairwise

from cassetete.core.contract import Grade, Metric
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import Difficulty, difficulty, solved_states
from cassetete.search.space import Space, space

from . import rules
from .model import Level, State
from .solvers.searches import SOLVERS
from .solvers.slides import slide_tables

_ = Catalogue("turtle")

WORDS = (7.0, 14.0, 22.0)
"""The greatest scores of easy, normal and hard."""

HELPED = _("a slide of a helper; the turtle alone does not get home")
HELPFUL = _("a slide of a helper; the turtle alone also gets home")
UNHELPED = _("a slide of the turtle, which needs no helper")


def measured(level: Level) -> tuple[Difficulty, int] | None:
    """How hard the level is, and how many slides of its solution are helpers'; None if no solution is found."""
    start = rules.start(level)
    if not start or level.goal is None:
        return None
    bounds = slide_tables(level).bounds(level.goal)
    way: list[State] = []

    def solution() -> list[State] | None:
        way.extend(solved_states(SOLVERS, level, start, Metric.MOVES, rules.play) or ())
        return way or None

    # Even a small board has millions of states: only those near the solution are looked at.
    found = difficulty(space(rules, level, start), lambda state: bounds[state[0]], solution, most=0)
    if found is None:
        return None
    helped = sum(here[0] == then[0] for here, then in pairwise(way))
    return found, helped


def alone(level: Level) -> int | None:
    """The fewest slides that bring the turtle home while its helpers stay where they are; None if that cannot be."""
    start = rules.start(level)

    def slides(state: State) -> list[tuple[object, State]]:
        return [(move, rules.play(level, state, move)) for move in rules.moves(level, state) if move.animal == 0]

    found = difficulty(Space(start, slides, lambda state: state[0] == level.goal), lambda _state: 0, lambda: None)
    return found.length if found is not None else None


def grade(level: Level) -> Grade | None:
    """The grade of a level, which says whether the turtle needs its helpers; None if no solution is found."""
    found = measured(level)
    if found is None:
        return None
    hard, helped = found
    if not helped:
        return hard.graded(*WORDS, (UNHELPED, hard.length))
    return hard.graded(*WORDS, (HELPFUL if alone(level) is not None else HELPED, helped))
