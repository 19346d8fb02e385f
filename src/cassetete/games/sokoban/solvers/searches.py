"""The solvers: over pushes for the least, over the keeper's steps as the sheet has them."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import all_shortest, breadth_first, depth_first, greedy, ida_star, space, uniform_cost, weigh
from cassetete.search.best_first import DEAD_END

from .. import rules
from ..model import Level, State
from . import optimal
from . import portfolio as strong
from . import push_a_star as pushes
from .push_a_star import weights
from .search_board import FAR, warehouse

_ = Catalogue("sokoban")


def metric(level: Level) -> Metric:
    """What "shortest" means for a level: its cost where it sets one, else pushes."""
    return Metric.PUSHES if level.costs == (1, 1) else Metric.COST


def breadth(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The sheet's search: every position in the order of the fewest steps that reach it."""
    answer = yield from breadth_first(*space(rules, level, state), limits=limits)
    # It counts moves: of the fewest pushes or the least cost it proves nothing.
    return answer._replace(optimal=answer.optimal and metric is Metric.MOVES)


def depth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """As far as it goes one way, then back."""
    return depth_first(*space(rules, level, state), limits=limits)


def cheapest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Uniform cost over the keeper's steps."""
    return uniform_cost(*space(rules, level, state), weigh(rules, level, metric, rules.pushes), limits)


def nearest(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Whatever has its boxes nearest to the goals first."""
    return greedy(*space(rules, level, state), _estimate(level, 1), limits)


def deepening(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Iterative deepening over the keeper's steps: little memory, many rounds."""
    weight = weigh(rules, level, metric, rules.pushes)
    estimate = _estimate(level, weights(level, metric)[1])
    return ida_star(*space(rules, level, state), weight, estimate, limits)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Direction]:
    """Every shortest solution."""
    return all_shortest(*space(rules, level, state), weigh(rules, level, metric, rules.pushes), limits)


def _estimate(level: Level, push: int) -> Callable[[State], int]:
    """The weight of the pushes that are needed at least; DEAD_END where boxes can no longer reach the goals."""
    house = warehouse(level)

    def left(state: State) -> int:
        if any(box not in house.number and box not in level.goals for box in state.boxes):
            return DEAD_END
        pushes = house.bound(house.boxes_of(state))
        return DEAD_END if pushes >= FAR else pushes * push

    return left


EVERY = frozenset(Metric)
KERNELS = "cassetete.games.sokoban.kernels"

SOLVERS: tuple[Solver[Level, State, Direction], ...] = (
    Solver(
        "strong",
        _("any solution of hard levels"),
        strong.any_solution,
        complete=False,
        kernel=f"{KERNELS}.feature_search",
        slice=200_000,
    ),
    Solver("optimal", _("fewest pushes, natively"), optimal.fewest, EVERY, kernel=f"{KERNELS}.a_star", slice=300_000),
    Solver("astar", _("fewest pushes (A* over pushes)"), pushes.fewest, EVERY),
    Solver("bfs", _("breadth-first"), breadth, frozenset({Metric.MOVES})),
    Solver("ucs", _("uniform cost"), cheapest, EVERY),
    Solver("idastar", _("iterative deepening A*"), deepening, EVERY),
    Solver("greedy", _("greedy"), nearest),
    Solver("dfs", _("depth-first"), depth),
)
