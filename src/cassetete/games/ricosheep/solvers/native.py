"""The solver that runs compiled kernels: breadth-first search, one shortest solution or all of them.

Every move costs 1 and the rules are those of `rules`; what is searched, and why it is enough, is in `kernels.graph`.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cassetete.core.answers import EXHAUSTED, Answer, End, Limits, Verdict, Visit, Why
from cassetete.core.contract import Search, SolutionStream, Status
from cassetete.core.drain import drain
from cassetete.core.grid import Direction
from cassetete.speed.budget import Budget

from .. import rules
from ..model import Level, State

if TYPE_CHECKING:
    from .state_graph import StateGraph

KERNEL = "cassetete.games.ricosheep.warm_up"
_STRIDE = 16_384
"""How many nodes are expanded between two checks of the limits: a few milliseconds."""


def search(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    """A shortest solution, or the proof that there is none."""
    status = rules.status(level, state)
    if status is not Status.OPEN:
        won = status is Status.WON
        return Answer(Verdict.SOLVED, optimal=True) if won else Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)
    from .state_graph import StateGraph

    budget = Budget(limits)
    why = budget.exceeded(0)
    if why is not None:
        return Answer(Verdict.UNKNOWN, why=why)
    graph = StateGraph(level, state)
    yield Visit(state, 1, graph.count, 0)
    why = yield from explore(graph, budget)
    expanded = 1 + graph.expanded
    if graph.found >= 0:
        return Answer(Verdict.SOLVED, graph.path(graph.found), optimal=True, expanded=expanded)
    if why is not None:
        return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
    return Answer(Verdict.IMPOSSIBLE, expanded=expanded, why=EXHAUSTED)


def explore(graph: StateGraph, budget: Budget, *, whole: bool = False) -> abc.Generator[Visit[State], None, Why | None]:
    """Expand the graph until a win is found (or all of it, if `whole`); the limit that stopped it, if one did."""
    from cassetete.speed import driver

    while whole or graph.found < 0:
        # The next node has two states, so there must be room for both.
        expanded = 1 + graph.expanded
        why = budget.exceeded(expanded + 1)
        if why is not None:
            return why
        status = graph.advance(max(1, budget.step(expanded, 2 * _STRIDE) // 2))
        if status == driver.NEED_GROW:
            # While they grow, the old arrays and those of twice their size are there.
            why = budget.exceeded(expanded, 3 * graph.bytes)
            if why is not None:
                return why
            graph.grow()
        elif status == driver.EXHAUSTED:
            return None
        frontier = 2 * (graph.count - graph.expanded // 2)
        yield Visit(graph.state(graph.expanded) if frontier else None, 1 + graph.expanded, frontier, graph.depth)
    return None


def explore_all(graph: StateGraph, states: int) -> bool:
    """Expand the whole graph; False if it has more than so many states."""
    return drain(explore(graph, Budget(Limits(nodes=states)), whole=True)) is None


def solutions(level: Level, state: State, limits: Limits) -> SolutionStream[Direction]:
    """All the shortest solutions, in the order of the moves."""
    if rules.status(level, state) is Status.WON:
        yield Answer(Verdict.SOLVED, optimal=True)
        return End(True)
    if state.eaten:
        return End(True, EXHAUSTED)
    from .state_graph import StateGraph

    budget = Budget(limits)
    why = budget.exceeded(0)
    if why is not None:
        return End(False, why)
    graph = StateGraph(level, state)
    why = drain(explore(graph, budget))
    if graph.found >= 0:
        # What is as far away as the win need not be expanded, but all of what is nearer.
        length = len(graph.path(graph.found))
        graph.stop_at(length)
        why = drain(explore(graph, budget, whole=True))
    if why is not None:
        return End(False, why)
    if graph.found < 0:
        return End(True, EXHAUSTED)
    for moves in _lines(graph, length):
        yield Answer(Verdict.SOLVED, moves, optimal=True, expanded=1 + graph.expanded)
    return End(True)


def _lines(graph: StateGraph, length: int) -> Iterator[tuple[Direction, ...]]:
    """The move sequences of that length that win. Such a sequence changes axes at each move."""
    from ..kernels.graph import AXIS, PARENT
    from .state_graph import AXES

    far, nodes, links = graph.distances(), graph.arrays.nodes, graph.arrays.links
    first = [node for node in range(min(2, graph.count)) if nodes[node, PARENT] < 0]
    moves: list[Direction] = []
    # What is left to try: how many moves lead there, and an end.
    stack = [(1, 2 * node + side) for node in reversed(first) for side in (1, 0)]
    while stack:
        played, end = stack.pop()
        node, side = divmod(end, 2)
        left = length - played
        del moves[played - 1 :]
        moves.append(AXES[int(nodes[node, AXIS])][side])
        following = int(links[node, side])
        if left == 0:
            if graph.wins(end):
                yield tuple(moves)
        elif following >= 0 and far[following] == left - 1:
            stack += [(played + 1, 2 * following + 1), (played + 1, 2 * following)]
