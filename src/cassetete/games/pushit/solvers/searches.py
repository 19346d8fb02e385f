"""The solvers: the native one, and the plain searches, cut where the ball has fallen below the exit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cassetete.core.answers import Limits, Verdict, Why
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import (
    Space,
    a_star,
    all_shortest,
    breadth_first,
    depth_first,
    greedy,
    ida_star,
    plain_solver,
    space,
    uniform_cost,
    unless_proven,
    weigh,
)

from .. import rules
from ..model import Level, State

_ = Catalogue("pushit")

BELOW = Why("below-exit", _("the ball is below the exit, and it never rises"))
NO_WALK = Why("no-walk", _("no way without a push; with pushes there may be one"))


def below_exit(state: State) -> bool:
    """Whether the ball is lower than the exit: it cannot win any more.

    The ball never rises, and the exit never falls: a block leaves a cell only if the cell behind is on the board, and
    behind this corner is only the edge.
    """
    return state.heights[state.ball] < state.heights[-1]


def reachable(level: Level, state: State, *, walking: bool = False) -> Space:
    """The states worth searching, in the order of the sheet's directions; `walking` leaves the pushes out."""

    def successors(at: State) -> list[tuple[Direction, State]]:
        found = []
        for way in rules.ways_from(level, at):
            blocks = rules.pushed(level, at, way)
            if blocks is None or (blocks and walking):
                continue
            following = rules.after(at, way, blocks)
            if not below_exit(following):
                found.append((way.direction, following))
        return found

    # Searches stop at a goal, so `successors` need not ask whether the game is over.
    return Space(state, successors, lambda at: at.ball == level.exit)


def _lost(_level: Level, state: State) -> Why | None:
    return BELOW if below_exit(state) else None


def _weight(level: Level, _state: State, metric: Metric) -> Callable[[State, Direction], int]:
    return weigh(rules, level, metric, rules.pushes)


def _estimate(level: Level, _state: State, metric: Metric) -> Callable[[State], int]:
    """At least so many steps are left, each of at least the cheapest weight: the distance in rows and columns."""
    cheapest = (min(level.cost) << 32) + 1 if metric is Metric.COST else 1

    def estimate(state: State) -> int:
        row, column = level.cell(state.ball)
        return (level.rows - 1 - row + level.columns - 1 - column) * cheapest

    return estimate


def _moves_left(level: Level, state: State, _metric: Metric) -> Callable[[State], int]:
    return _estimate(level, state, Metric.MOVES)


def run_walk(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Breadth-first without pushes: what it finds has the fewest pushes; it proves nothing else."""
    answer = yield from breadth_first(*reachable(level, state, walking=True), limits=limits)
    if answer.verdict is Verdict.IMPOSSIBLE:
        return answer._replace(verdict=Verdict.UNKNOWN, why=NO_WALK)
    return answer._replace(optimal=answer.optimal and metric is Metric.PUSHES)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Direction]:
    """Every best solution."""
    return all_shortest(*reachable(level, state), _weight(level, state, metric), limits)


def run_native(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The compiled search, for any metric."""
    from . import native

    return (yield from native.run(level, state, metric, limits))


def fits_native(level: Level) -> bool:
    """Whether heights fit into bytes, cells into 16 bits and costs into sums of 64 bits.

    >>> fits_native(Level(2, (9, 8, 0, 0))), fits_native(Level(2, (900, 8, 0, 0)))
    (True, False)
    """
    lowest, highest = min(level.heights), max(level.heights)
    ball = rules.start(level).ball
    tall = min(level.tall, highest - lowest)
    return len(level.heights) <= 1024 and level.heights[ball] - lowest + tall < 255 and max(level.cost) < 1 << 30


KERNEL = "cassetete.games.pushit.warm_up"
_EVERY = frozenset(Metric)

_plain = partial(plain_solver, graph=reachable, impossible=_lost)

BREADTH_FIRST = _plain("bfs", _("breadth-first"), breadth_first, optimal=frozenset({Metric.MOVES}))
A_STAR = _plain("astar", _("A*, by the distance to the exit"), a_star, _weight, _estimate, optimal=_EVERY)

SOLVERS: tuple[Solver[Level, State, Direction], ...] = (
    Solver("native", _("compiled search"), unless_proven(_lost, run_native), _EVERY, fits=fits_native, kernel=KERNEL),
    BREADTH_FIRST,
    A_STAR,
    _plain("ucs", _("uniform cost"), uniform_cost, _weight, optimal=_EVERY),
    _plain("idastar", _("IDA*, by the distance to the exit"), ida_star, _weight, _estimate, optimal=_EVERY),
    _plain("greedy", _("greedy, by the distance to the exit"), greedy, _moves_left),
    _plain("dfs", _("depth-first, never below the exit"), depth_first),
    plain_solver("backtracking", _("backtracking, as on the sheet"), depth_first, graph=partial(space, rules)),
    Solver("walk", _("breadth-first without pushes"), run_walk, complete=False),
)
