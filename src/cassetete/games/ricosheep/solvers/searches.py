"""The solvers: the searches of the house over herds, and what is impossible without searching."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable
from typing import Any

from cassetete.core.answers import Answer, End, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import Space, a_star, all_shortest, breadth_first, depth_first, greedy, ida_star, space, weigh
from cassetete.speed import jit

from .. import rules
from ..model import Level, State
from . import native
from .bitboard import Herd, Meadow, is_plain
from .lower_bound import estimator, too_few_sheep

_ = Catalogue("ricosheep")

Seeker = Callable[[Level, State, Limits], abc.Generator[Visit[Any], None, Answer[Direction]]]


def herd_space(meadow: Meadow, state: State) -> Space:
    """The graph of a plain level's states, its nodes being herds."""
    slide, grass = meadow.slide, meadow.grass

    def successors(herd: Herd) -> Iterable[tuple[Direction, Herd]]:
        slid = [(direction, slide(herd, direction)) for direction in rules.DIRECTIONS]
        return [(direction, after) for direction, after in slid if after != herd]

    return Space(meadow.herd(state), successors, lambda herd: herd & grass == grass)


def alternating(meadow: Meadow, state: State) -> Space:
    """The same graph for breadth-first search only: who came along a line does not move along it again.

    Left then right ends where right alone does, which was found when left was: the move adds nothing. The search
    meets a state first from the state it will remember as the one before, so the way it came is known.
    """
    slide = meadow.slide
    start, _successors, goal = herd_space(meadow, state)
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


def _shown(meadow: Meadow, search: abc.Generator[Visit[Herd], None, Answer[Direction]]) -> Search[State, Direction]:
    """A search over herds, as a search over states for whoever watches."""
    while True:
        try:
            visit = next(search)
        except StopIteration as end:
            answer: Answer[Direction] = end.value
            return answer
        yield Visit(None if visit.state is None else meadow.state(visit.state), *visit[1:])


def _breadth(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    if is_plain(level) and not state.eaten:
        meadow = Meadow(level)
        return (yield from _shown(meadow, breadth_first(*alternating(meadow, state), limits=limits)))
    return (yield from breadth_first(*space(rules, level, state), limits=limits))


def _depth(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    if is_plain(level) and not state.eaten:
        meadow = Meadow(level)
        return (yield from _shown(meadow, depth_first(*herd_space(meadow, state), limits=limits)))
    return (yield from depth_first(*space(rules, level, state), limits=limits))


def _a_star(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    weight, estimate = weigh(rules, level, Metric.MOVES), estimator(level, len(state.sheep))
    return (yield from a_star(*space(rules, level, state), weight, estimate, limits))


def _ida_star(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    weight, estimate = weigh(rules, level, Metric.MOVES), estimator(level, len(state.sheep))
    return (yield from ida_star(*space(rules, level, state), weight, estimate, limits))


def _greedy(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    return (yield from greedy(*space(rules, level, state), estimator(level, len(state.sheep)), limits))


def _solver(id: str, title: Any, seek: Seeker, optimal: bool, kernel: str = "") -> Solver[Level, State, Direction]:
    """A solver that first looks for too few sheep. Every move costs 1 and none is a push: one least for all metrics."""

    def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:  # noqa: ARG001
        why = too_few_sheep(level, state)
        if why is not None:
            return Answer(Verdict.IMPOSSIBLE, why=why)
        return (yield from seek(level, state, limits))

    return Solver(id, title, run, frozenset(Metric) if optimal else frozenset(), kernel=kernel)


SOLVERS = (
    _solver("native", _("compiled search: a shortest solution, soonest"), native.search, True, native.KERNEL),
    _solver("bfs", _("breadth-first: a shortest solution"), _breadth, optimal=True),
    _solver("astar", _("A*: a shortest solution, guided by an estimate"), _a_star, optimal=True),
    _solver("ida", _("IDA*: a shortest solution in growing rounds"), _ida_star, optimal=True),
    _solver("dfs", _("depth-first, as on the sheet"), _depth, optimal=False),
    _solver("greedy", _("greedy: what looks nearest first"), _greedy, optimal=False),
)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Direction]:
    """All the shortest solutions, in the order of the moves."""
    if too_few_sheep(level, state) is not None:
        return End(True, too_few_sheep(level, state))
    if jit.ready(native.KERNEL):
        return (yield from native.solutions(level, state, limits))
    plain = is_plain(level) and not state.eaten
    graph = herd_space(Meadow(level), state) if plain else space(rules, level, state)
    return (yield from all_shortest(*graph, weigh(rules, level, metric), limits))
