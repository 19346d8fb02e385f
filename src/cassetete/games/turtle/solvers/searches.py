"""The solvers: the native one, and the plain searches of the sheet with a lower bound."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.message import Catalogue
from cassetete.search import a_star, all_shortest, breadth_first, depth_first, ida_star

from .. import rules
from ..model import LARGEST, Level, Move, State
from .slides import Slide, distinct, interchangeable, named, no_solution, slide_tables

_ = Catalogue("turtle")

KERNEL = "cassetete.games.turtle.warm_up"

_STEP = 64


def _run(level: Level, state: State, search: Callable[[State], Search[State, Slide]]) -> Search[State, Move]:
    """The search over interchangeable helpers; its answer as moves of the animals."""
    why = no_solution(level, state)
    if why is not None:
        return Answer(Verdict.IMPOSSIBLE, why=why)
    answer = yield from search((state[0], *sorted(state[1:])))
    moves = named(level, state, answer.moves)
    return Answer(answer.verdict, moves, answer.optimal, answer.expanded, why=answer.why)


def _bounded(
    search: Callable[..., Search[State, Slide]], level: Level, state: State, limits: Limits
) -> Search[State, Move]:
    """A search cut where the turtle, alone on the board and free to stop anywhere, is too far from its home."""
    left = slide_tables(level).bounds(level.goal)
    return _run(
        level,
        state,
        lambda start: search(
            start,
            interchangeable(level),
            lambda at: at[0] == level.goal,
            lambda _state, _slide: 1,
            lambda at: left[at[0]],
            limits,
        ),
    )


def deepening(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """Depth-first within a growing number of moves, cut where the turtle is too far for what is left."""
    return _bounded(ida_star, level, state, limits)


def guided(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """A* with the same bound: each state once, at the price of memory."""
    return _bounded(a_star, level, state, limits)


def breadth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """The sheet's search: every situation, nearest first."""
    return _run(
        level,
        state,
        lambda start: breadth_first(start, interchangeable(level), lambda at: at[0] == level.goal, limits),
    )


def depth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """Depth-first, for comparison: its ways are long. The animals keep their numbers, as in the sheet's tree."""
    why = no_solution(level, state)
    if why is not None:
        return Answer(Verdict.IMPOSSIBLE, why=why)
    return (yield from depth_first(state, distinct(level), lambda at: at[0] == level.goal, limits))


def native(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Move]:
    """Compiled: deepening first, then breadth-first search over sets of turtles."""
    from .native import run

    return (yield from run(level, state, metric, limits))


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Move]:
    """All shortest solutions, by compiled code where it is ready; which helper moves makes a difference."""
    from cassetete.speed import jit

    small = max(level.rows, level.columns) <= 16 and len(state) <= 4 and _distinct_cells(level)
    if small and no_solution(level, state) is None and jit.ready(KERNEL):
        from . import native as compiled

        return (yield from compiled.solutions(level, state, limits))
    return (yield from one_by_one(level, state, metric, limits))


def one_by_one(level: Level, state: State, _metric: Metric, limits: Limits) -> SolutionStream[Move]:
    """All shortest solutions by plain search.

    A move weighs 1 + bound after − bound before: the sum over any solution differs from its length by the same
    constant, so the shortest stay the shortest, and the search is guided by the bound. A small weight is added to each
    move so that none is free.
    """
    left = slide_tables(level).bounds(level.goal)

    def weight(at: State, move: Move) -> int:
        gain = 0 if move.animal else left[rules.slide(level, at, at[0], move.direction)] - left[at[0]]
        return _STEP * (1 + gain) + 1

    return all_shortest(state, distinct(level), lambda at: at[:1] == (level.goal,), weight, limits)


def _distinct_cells(level: Level) -> bool:
    return max(level.rows, level.columns) <= LARGEST and len(set(level.animals)) == len(level.animals)


_SHORTEST = frozenset({Metric.MOVES, Metric.COST})

SOLVERS = (
    Solver("native", _("compiled"), native, _SHORTEST, fits=_distinct_cells, kernel=KERNEL),
    Solver("astar", _("A* with a lower bound"), guided, _SHORTEST),
    Solver("idastar", _("iterative deepening with a lower bound"), deepening, _SHORTEST),
    Solver("bfs", _("breadth-first"), breadth, _SHORTEST),
    Solver("dfs", _("depth-first"), depth),
)
