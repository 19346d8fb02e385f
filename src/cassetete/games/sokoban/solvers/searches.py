"""The solvers: searches over pushes for shortest solutions, and over single steps as on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from cassetete.core.answers import Limits
from cassetete.core.contract import Improvement, Metric, Search, SolutionStream, Solver
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import (
    all_shortest,
    breadth_first,
    depth_first,
    greedy,
    ida_star,
    plain_solver,
    space,
    uniform_cost,
    weigh,
)
from cassetete.search.best_first import DEAD_END

from .. import rules
from ..floor_graph import floor_graph
from ..kernels.matching import FAR
from ..model import Level, State
from .push_a_star import fewest, weights

_ = Catalogue("sokoban")


def metric(level: Level) -> Metric:
    """What "shortest" means for a level: its cost where it sets one, else pushes."""
    return Metric.PUSHES if level.costs == (1, 1) else Metric.COST


def optimal(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric, by the native search; its kernels are loaded now, not at start-up."""
    from .two_bounds import fewest

    return fewest(level, state, metric, limits)


def portfolio(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Some solution of hard levels, natively; likewise loaded now."""
    from .portfolio import any_solution

    return any_solution(level, state, metric, limits)


def improve(
    level: Level, state: State, moves: tuple[Direction, ...], metric: Metric, limits: Limits
) -> Generator[Improvement[Direction], None, tuple[Direction, ...]]:
    """A solution made shorter, natively; likewise loaded now."""
    from .improve import improve

    return improve(level, state, moves, metric, limits)


def _weight(level: Level, _state: State, metric: Metric) -> Callable[[State, Direction], int]:
    return weigh(rules, level, metric, rules.pushes)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Direction]:
    """Every shortest solution."""
    return all_shortest(*space(rules, level, state), _weight(level, state, metric), limits)


def _pushes_left(level: Level, _state: State, _metric: Metric) -> Callable[[State], int]:
    return _estimate(level, 1)


def _weight_left(level: Level, _state: State, metric: Metric) -> Callable[[State], int]:
    return _estimate(level, weights(level, metric)[1])


def _estimate(level: Level, push: int) -> Callable[[State], int]:
    """The weight of the pushes that are needed at least; DEAD_END where boxes can no longer come to the targets."""
    graph = floor_graph(level)

    def left(state: State) -> int:
        if any(box not in graph.number and box not in level.targets for box in state.boxes):
            return DEAD_END
        pushes = graph.bound(graph.boxes_of(state))
        return DEAD_END if pushes >= FAR else pushes * push

    return left


_EVERY = frozenset(Metric)
OPTIMAL_KERNEL = "cassetete.games.sokoban.warm_up"
PORTFOLIO_KERNEL = "cassetete.games.sokoban.warm_up_portfolio"

_plain = partial(plain_solver, graph=partial(space, rules))

SOLVERS: tuple[Solver[Level, State, Direction], ...] = (
    Solver(
        "portfolio",
        _("any solution, for hard levels"),
        portfolio,
        complete=False,
        kernel=PORTFOLIO_KERNEL,
        slice=2_000_000,
    ),
    Solver("optimal", _("fewest pushes (fast)"), optimal, _EVERY, kernel=OPTIMAL_KERNEL, slice=300_000),
    Solver("astar", _("fewest pushes (A* over pushes)"), fewest, _EVERY),
    _plain("bfs", _("breadth-first"), breadth_first, optimal=frozenset({Metric.MOVES})),
    _plain("ucs", _("uniform cost"), uniform_cost, _weight, optimal=_EVERY),
    _plain("idastar", _("iterative deepening A*"), ida_star, _weight, _weight_left, optimal=_EVERY),
    _plain("greedy", _("greedy"), greedy, _pushes_left),
    _plain("dfs", _("depth-first"), depth_first),
)
