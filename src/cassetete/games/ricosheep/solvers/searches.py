"""The solvers: the general searches over herds, after a proof without search that there are too few sheep."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable
from typing import Any

from cassetete.core.answers import Answer, End, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.drain import relay
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import Space, a_star, all_shortest, breadth_first, depth_first, greedy, ida_star, space, weigh
from cassetete.speed import jit

from .. import rules
from ..model import Level, State
from . import native
from .bitboard import Bitboard, Herd, is_plain
from .lower_bound import lower_bound, too_few_sheep

_ = Catalogue("ricosheep")

SearchFunction = Callable[[Level, State, Limits], abc.Generator[Visit[Any], None, Answer[Direction]]]


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


def _as_states(
    board: Bitboard, search: abc.Generator[Visit[Herd], None, Answer[Direction]]
) -> Search[State, Direction]:
    """A search over herds as a search over states, for display."""
    return relay(search, lambda visit: Visit(None if visit.state is None else board.state(visit.state), *visit[1:]))


def _breadth(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    if is_plain(level) and not state.eaten:
        board = Bitboard(level)
        return (yield from _as_states(board, breadth_first(*alternating_space(board, state), limits=limits)))
    return (yield from breadth_first(*space(rules, level, state), limits=limits))


def _depth(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    if is_plain(level) and not state.eaten:
        board = Bitboard(level)
        return (yield from _as_states(board, depth_first(*herd_space(board, state), limits=limits)))
    return (yield from depth_first(*space(rules, level, state), limits=limits))


def _a_star(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    weight, estimate = weigh(rules, level, Metric.MOVES), lower_bound(level, len(state.sheep))
    return (yield from a_star(*space(rules, level, state), weight, estimate, limits))


def _ida_star(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    weight, estimate = weigh(rules, level, Metric.MOVES), lower_bound(level, len(state.sheep))
    return (yield from ida_star(*space(rules, level, state), weight, estimate, limits))


def _greedy(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    return (yield from greedy(*space(rules, level, state), lower_bound(level, len(state.sheep)), limits))


def _solver(
    id: str, title: Any, search: SearchFunction, optimal: bool, kernel: str = ""
) -> Solver[Level, State, Direction]:
    """A solver that first checks for too few sheep. Every move costs 1 and none is a push: all metrics agree."""

    def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:  # noqa: ARG001
        why = too_few_sheep(level, state)
        if why is not None:
            return Answer(Verdict.IMPOSSIBLE, why=why)
        return (yield from search(level, state, limits))

    return Solver(id, title, run, frozenset(Metric) if optimal else frozenset(), kernel=kernel)


SOLVERS = (
    _solver("native", _("compiled search: a shortest solution, the fastest"), native.search, True, native.KERNEL),
    _solver("bfs", _("breadth-first: a shortest solution"), _breadth, optimal=True),
    _solver("astar", _("A*: a shortest solution, guided by a lower bound"), _a_star, optimal=True),
    _solver("ida", _("IDA*: a shortest solution with little memory"), _ida_star, optimal=True),
    _solver("dfs", _("depth-first, as on the sheet"), _depth, optimal=False),
    _solver("greedy", _("greedy: the state that looks nearest to a win first"), _greedy, optimal=False),
)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Direction]:
    """All the shortest solutions, in the order of the moves."""
    if too_few_sheep(level, state) is not None:
        return End(True, too_few_sheep(level, state))
    if jit.ready(native.KERNEL):
        return (yield from native.solutions(level, state, limits))
    plain = is_plain(level) and not state.eaten
    graph = herd_space(Bitboard(level), state) if plain else space(rules, level, state)
    return (yield from all_shortest(*graph, weigh(rules, level, metric), limits))
