"""The solvers: the general searches over herds, after a proof without search that there are too few sheep."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from cassetete.core.answers import End, Limits, Visit
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.drain import relay
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text
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
    unless_proven,
    weigh,
)
from cassetete.search.plain_solver import Run
from cassetete.speed import jit

from .. import rules
from ..model import Level, State
from . import native
from .bitboard import Bitboard, Herd, is_plain
from .lower_bound import lower_bound, too_few_sheep

_ = Catalogue("ricosheep")


def herd_space(board: Bitboard, state: State) -> Space:
    """The graph of a plain level's states, its nodes being herds."""
    slide, grass = board.slide, board.grass

    def successors(herd: Herd) -> Iterable[tuple[Direction, Herd]]:
        slid = [(direction, slide(herd, direction)) for direction in rules.DIRECTIONS]
        return [(direction, after) for direction, after in slid if after != herd]

    return Space(board.herd(state), successors, lambda herd: herd & grass == grass)


def alternating_space(board: Bitboard, state: State) -> Space:
    """The same graph for breadth-first search only: a herd that came along an axis does not move along it again.

    Left then right ends where right alone does, which was found when left was: the move adds nothing. The search
    meets a state first from the state it will remember as the one before, so the way it came is known.
    """
    slide = board.slide
    start, _successors, goal = herd_space(board, state)
    across, along = rules.DIRECTIONS[:2], rules.DIRECTIONS[2:]
    untried: dict[Herd, tuple[Direction, ...]] = {start: rules.DIRECTIONS}

    def successors(herd: Herd) -> Iterable[tuple[Direction, Herd]]:
        found = []
        for direction in untried[herd]:
            after = slide(herd, direction)
            if after != herd:
                untried.setdefault(after, along if direction in across else across)
                found.append((direction, after))
        return found

    return Space(start, successors, goal)


def _over_herds(
    algorithm: Callable[..., Search[Any, Direction]], graph: Callable[[Bitboard, State], Space]
) -> Run[Level, State, Direction]:
    """An algorithm on the graph of herds, shown as states; on that of states where there are wolves or colours."""

    def run(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
        if not _is_plain(level, state):
            return algorithm(*space(rules, level, state), limits)
        board = Bitboard(level)

        def shown(visit: Visit[Herd]) -> Visit[State]:
            return Visit(None if visit.state is None else board.state(visit.state), *visit[1:])

        return relay(algorithm(*graph(board, state), limits), shown)

    return run


def _is_plain(level: Level, state: State) -> bool:
    return is_plain(level) and not state.eaten


def _one(_level: Level, _state: State, _metric: Metric) -> Callable[[State, Direction], int]:
    return lambda _at, _move: 1


def _estimate(level: Level, state: State, _metric: Metric) -> Callable[[State], int]:
    return lower_bound(level, len(state.sheep))


def _solver(
    id: str, title: Text, run: Run[Level, State, Direction], optimal: bool, kernel: str = ""
) -> Solver[Level, State, Direction]:
    return Solver(id, title, unless_proven(too_few_sheep, run), _EVERY if optimal else frozenset(), kernel=kernel)


_EVERY = frozenset(Metric)
"""Every move costs 1 and none is a push: all metrics agree."""

_plain = partial(plain_solver, graph=partial(space, rules), impossible=too_few_sheep)

SOLVERS = (
    _solver("native", _("compiled search: a shortest solution, the fastest"), native.run, True, native.KERNEL),
    _solver("bfs", _("breadth-first: a shortest solution"), _over_herds(breadth_first, alternating_space), True),
    _plain("astar", _("A*: a shortest solution, guided by a lower bound"), a_star, _one, _estimate, optimal=_EVERY),
    _plain("ida", _("IDA*: a shortest solution with little memory"), ida_star, _one, _estimate, optimal=_EVERY),
    _solver("dfs", _("depth-first, as on the sheet"), _over_herds(depth_first, herd_space), optimal=False),
    _plain("greedy", _("greedy: the state that looks nearest to a win first"), greedy, _estimate),
)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Direction]:
    """All the shortest solutions, in the order of the moves."""
    if too_few_sheep(level, state) is not None:
        return End(True, too_few_sheep(level, state))
    if jit.ready(native.KERNEL):
        return (yield from native.solutions(level, state, limits))
    graph = herd_space(Bitboard(level), state) if _is_plain(level, state) else space(rules, level, state)
    return (yield from all_shortest(*graph, weigh(rules, level, metric), limits))
