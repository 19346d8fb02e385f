"""Solving at machine speed: breadth-first search over tallies, one shortest solution or all of them.

Every move costs 1 and the rules are those of `rules`; what is searched, and why it is enough, stands in `kernel`.
"""

from __future__ import annotations

import sys
import time
from collections import abc
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cassetete.core.answers import (
    EXHAUSTED,
    MEMORY_LIMIT,
    NODE_LIMIT,
    TIME_LIMIT,
    Answer,
    End,
    Limits,
    Verdict,
    Visit,
    Why,
)
from cassetete.core.contract import Search, SolutionStream, Status
from cassetete.core.grid import Direction
from cassetete.speed.budget import resident_memory

from .. import rules
from ..model import Level, State

if TYPE_CHECKING:
    from .state_graph import Graph

KERNEL = "cassetete.games.ricosheep.kernels.narrow"
CHUNK = 16_384
"""How many tallies are expanded between two looks at the limits: a few milliseconds."""


class Budget:
    """What is left of the limits, looked at between two steps of a kernel."""

    def __init__(self, limits: Limits) -> None:
        self._nodes = sys.maxsize if limits.nodes is None else limits.nodes
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._ceiling = None if limits.memory is None else resident_memory() + limits.memory

    def exceeded(self, expanded: int, more_memory: int = 0) -> Why | None:
        """The limit that expanding another two states, or taking that many bytes more, would break."""
        if expanded + 1 > self._nodes:
            return NODE_LIMIT
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return TIME_LIMIT
        if self._ceiling is not None and resident_memory() + more_memory > self._ceiling:
            return MEMORY_LIMIT
        return None

    def tallies(self, expanded: int) -> int:
        """How many tallies the next step may expand."""
        return max(1, min(CHUNK, (self._nodes - expanded) // 2))


def search(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    """A shortest solution, or the proof that there is none."""
    status = rules.status(level, state)
    if status is not Status.OPEN:
        won = status is Status.WON
        return Answer(Verdict.SOLVED, optimal=True) if won else Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)
    from .state_graph import graph_of

    budget = Budget(limits)
    why = budget.exceeded(0)
    if why is not None:
        return Answer(Verdict.UNKNOWN, why=why)
    graph = graph_of(level, state)
    yield Visit(state, 1, graph.count, 0)
    why = yield from explore(graph, budget)
    expanded = 1 + graph.expanded
    if graph.found >= 0:
        return Answer(Verdict.SOLVED, graph.path(graph.found), optimal=True, expanded=expanded)
    if why is not None:
        return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
    return Answer(Verdict.IMPOSSIBLE, expanded=expanded, why=EXHAUSTED)


def explore(graph: Graph, budget: Budget, *, whole: bool = False) -> abc.Generator[Visit[State], None, Why | None]:
    """Expand the graph until a win is found (or all of it, if `whole`); the limit that stopped it, if one did."""
    from ..kernels import narrow as kernel

    while whole or graph.found < 0:
        expanded = 1 + graph.expanded
        why = budget.exceeded(expanded + 1)
        if why is not None:
            return why
        status = graph.advance(budget.tallies(expanded))
        if status == kernel.NEED_GROW:
            why = budget.exceeded(expanded, 2 * graph.bytes)
            if why is not None:
                return why
            graph.grow()
        elif status == kernel.EXHAUSTED:
            return None
        frontier = 2 * (graph.count - graph.expanded // 2)
        yield Visit(graph.state(graph.expanded) if frontier else None, 1 + graph.expanded, frontier, graph.depth)
    return None


def explored(graph: Graph, nodes: int) -> bool:
    """Expand the whole graph; False if it has more than so many states."""
    return drained(explore(graph, Budget(Limits(nodes=nodes)), whole=True)) is None


def solutions(level: Level, state: State, limits: Limits) -> SolutionStream[Direction]:
    """All the shortest solutions, in the order of the moves."""
    if rules.status(level, state) is Status.WON:
        yield Answer(Verdict.SOLVED, optimal=True)
        return End(True)
    if state.eaten:
        return End(True, EXHAUSTED)
    from .state_graph import graph_of

    budget = Budget(limits)
    why = budget.exceeded(0)
    if why is not None:
        return End(False, why)
    graph = graph_of(level, state)
    why = drained(explore(graph, budget))
    if graph.found >= 0:
        # What is as far away as the win need not be expanded, but all of what is nearer.
        length = len(graph.path(graph.found))
        graph.stop_at(length)
        why = drained(explore(graph, budget, whole=True))
    if why is not None:
        return End(False, why)
    if graph.found < 0:
        return End(True, EXHAUSTED)
    for moves in _lines(graph, length):
        yield Answer(Verdict.SOLVED, moves, optimal=True, expanded=1 + graph.expanded)
    return End(True)


def drained(work: abc.Generator[Visit[State], None, Why | None]) -> Why | None:
    """What a search returns, nobody watching."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            why: Why | None = end.value
            return why


def _lines(graph: Graph, length: int) -> Iterator[tuple[Direction, ...]]:
    """The move sequences of that length that win. Such a sequence changes axes at each move."""
    from ..kernels.narrow import AXIS, ORIGIN
    from .state_graph import AXES

    far = graph.distances()
    begins = [tally for tally in range(min(2, graph.count)) if graph.marks[tally, ORIGIN] < 0]
    moves: list[Direction] = []
    # What is left to try: how many moves lead there, and an end.
    waiting = [(1, 2 * tally + side) for tally in reversed(begins) for side in (1, 0)]
    while waiting:
        played, end = waiting.pop()
        tally, side = divmod(end, 2)
        left = length - played
        del moves[played - 1 :]
        moves.append(AXES[int(graph.marks[tally, AXIS])][side])
        following = int(graph.links[tally, side])
        if left == 0:
            if graph.wins(end):
                yield tuple(moves)
        elif following >= 0 and far[following] == left - 1:
            waiting += [(played + 1, 2 * following + 1), (played + 1, 2 * following)]
