"""The solver that runs compiled kernels: breadth-first search, one shortest solution or all of them.

Every move costs 1 and the rules are those of `rules`; what is searched, and why it is enough, is in `kernels.graph`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from cassetete.core.answers import EXHAUSTED, Answer, End, Limits, Verdict
from cassetete.core.contract import Metric, Search, SolutionStream, Status
from cassetete.core.drain import drain
from cassetete.core.grid import Direction
from cassetete.speed.budget import Budget

from .. import rules
from ..model import Level, State

if TYPE_CHECKING:
    from .state_graph import StateGraph

KERNEL = "cassetete.games.ricosheep.warm_up"


def run(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A shortest solution, or the proof that there is none."""
    status = rules.status(level, state)
    if status is not Status.OPEN:
        won = status is Status.WON
        return Answer(Verdict.SOLVED, optimal=True) if won else Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)
    from cassetete.speed.driver import STRIDE, solve

    from .state_graph import StateGraph

    return (yield from solve(StateGraph(level, state), _budget(limits), 2 * STRIDE))


def explore_all(graph: StateGraph, limits: Limits) -> bool:
    """Expand the whole graph; False if a limit was reached before."""
    from cassetete.speed.driver import STRIDE, run

    return drain(run(graph, _budget(limits), 2 * STRIDE, whole=True)) is EXHAUSTED


def solutions(level: Level, state: State, limits: Limits) -> SolutionStream[Direction]:
    """All the shortest solutions, in the order of the moves."""
    if rules.status(level, state) is Status.WON:
        yield Answer(Verdict.SOLVED, optimal=True)
        return End(True)
    if state.eaten:
        return End(True, EXHAUSTED)
    from cassetete.speed.driver import STRIDE, run

    from .state_graph import StateGraph

    graph, budget = StateGraph(level, state), _budget(limits)
    why = drain(run(graph, budget, 2 * STRIDE))
    if why is not None:
        return End(why is EXHAUSTED, why)
    # What is as far away as the win need not be expanded, but all of what is nearer.
    length = len(graph.moves())
    graph.stop_at(length)
    why = drain(run(graph, budget, 2 * STRIDE, whole=True))
    if why is not EXHAUSTED:
        return End(False, why)
    for moves in _lines(graph, length):
        yield Answer(Verdict.SOLVED, moves, optimal=True, expanded=graph.expanded)
    return End(True)


def _budget(limits: Limits) -> Budget:
    """Limits on states: the start is one, and each node has two."""
    return Budget(limits if limits.nodes is None else replace(limits, nodes=(limits.nodes - 1) | 1))


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
