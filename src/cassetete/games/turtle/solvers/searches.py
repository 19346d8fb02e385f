"""The solvers: the native one, and the plain searches of the sheet with a lower bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.message import Catalogue, Text
from cassetete.search import Space, a_star, all_shortest, breadth_first, depth_first, ida_star, plain_solver
from cassetete.search.plain_solver import Guide

from .. import rules
from ..model import LARGEST, Level, Move, State
from .slides import Slide, distinct, interchangeable, named, no_solution, slide_tables

_ = Catalogue("turtle")

KERNEL = "cassetete.games.turtle.warm_up"

_STEP = 64


def _home(level: Level) -> Callable[[State], bool]:
    return lambda at: at[:1] == (level.goal,)


def _each_animal(level: Level, state: State) -> Space:
    """The sheet's tree: the animals keep their numbers."""
    return Space(state, distinct(level), _home(level))


def _like_helpers(level: Level, state: State) -> Space:
    """Helpers are interchangeable: only where they stand counts."""
    return Space((state[0], *sorted(state[1:])), interchangeable(level), _home(level))


def _one(_level: Level, _state: State, _metric: Metric) -> Callable[[State, Slide], int]:
    return lambda _at, _slide: 1


def _slides_left(level: Level, _state: State, _metric: Metric) -> Callable[[State], int]:
    """The slides of a turtle that is alone on the board and free to stop anywhere."""
    left = slide_tables(level).bounds(level.goal)
    return lambda at: left[at[0]]


def _plain(
    id: str, title: Text, algorithm: Callable[..., Search[State, Slide]], *guides: Guide[Level, State]
) -> Solver[Level, State, Move]:
    """A search over interchangeable helpers; its answer as moves of the animals."""
    solver = plain_solver(
        id, title, algorithm, *guides, graph=_like_helpers, optimal=frozenset(Metric), impossible=no_solution
    )

    def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Move]:
        answer = yield from solver.run(level, state, metric, limits)
        return answer._replace(moves=named(level, state, answer.moves))

    return replace(solver, run=run, optimal=_SHORTEST)


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

    return all_shortest(*_each_animal(level, state), weight, limits)


def _distinct_cells(level: Level) -> bool:
    return max(level.rows, level.columns) <= LARGEST and len(set(level.animals)) == len(level.animals)


_SHORTEST = frozenset({Metric.MOVES, Metric.COST})

SOLVERS = (
    Solver("native", _("compiled"), native, _SHORTEST, fits=_distinct_cells, kernel=KERNEL),
    _plain("astar", _("A* with a lower bound"), a_star, _one, _slides_left),
    _plain("idastar", _("iterative deepening with a lower bound"), ida_star, _one, _slides_left),
    _plain("bfs", _("breadth-first"), breadth_first),
    plain_solver("dfs", _("depth-first"), depth_first, graph=_each_animal, impossible=no_solution),
)
