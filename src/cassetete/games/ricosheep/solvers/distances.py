"""Every state's distance to a win: one search forward, one backward, then every question is a lookup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cassetete.core.answers import Limits
from cassetete.core.contract import Status
from cassetete.core.grid import Direction

from .. import rules
from ..model import Level, State
from .native import explore_all

if TYPE_CHECKING:
    from .state_graph import StateGraph


class Distances(Mapping[State, "int | None"]):
    """The states that can be reached from a level's start, each with its distance to a win, None if it is lost."""

    def __init__(self, level: Level, graph: StateGraph) -> None:
        self._level, self._graph = level, graph
        self._far = graph.distances()
        self._over = rules.status(level, level.start) is not Status.OPEN

    def __getitem__(self, state: State) -> int | None:
        if state.eaten:
            return None
        nodes = self._nodes(state)
        if state != self._level.start and (self._over or not any(self._is_end(node, state) for node in nodes)):
            raise KeyError(state)
        if rules.status(self._level, state) is Status.WON:
            return 0
        known = [int(self._far[node]) for node in nodes if self._far[node] >= 0]
        return min(known) + 1 if known else None

    def _nodes(self, state: State) -> list[int]:
        try:
            found = [self._graph.node(state, axis) for axis in range(2)]
        except (KeyError, ValueError):
            return []  # on cells or with coats that the level does not have
        return [node for node in found if node >= 0]

    def _is_end(self, node: int, state: State) -> bool:
        return state in (self._graph.state(2 * node), self._graph.state(2 * node + 1))

    def __iter__(self) -> Iterator[State]:
        seen = {self._level.start}
        yield self._level.start
        for end in range(0 if self._over else 2 * self._graph.count):
            state = self._graph.state(end)
            if state not in seen:
                seen.add(state)
                yield state

    def __len__(self) -> int:
        return sum(1 for _state in self)

    def best_moves(self, state: State) -> list[Direction]:
        """The moves after which a win is nearer; none if the state is won or lost."""
        far = self[state]
        if not far:
            return []
        level = self._level
        return [move for move in rules.moves(level, state) if self[rules.play(level, state, move)] == far - 1]


def distances(level: Level, limits: Limits = Limits()) -> Distances | None:
    """The distances of a level's states, or None if a limit was reached before its graph was whole.

    >>> level = Level(("G_", "__"), ("__", "_S"))
    >>> distances(level)[level.start]
    2
    """
    from .state_graph import StateGraph

    graph = StateGraph(level, level.start)
    return Distances(level, graph) if explore_all(graph, limits) else None
