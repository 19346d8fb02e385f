"""How far every state of a level is from a win: one search forward, one backward, then any question is a look-up.

analysis = analyse(level)
analysis[state]            # the fewest moves that still win, or None: the game is lost
analysis.best_moves(state) # the moves that come one nearer
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from cassetete.core.answers import Limits
from cassetete.core.contract import Status
from cassetete.core.grid import Direction

from .. import rules
from ..model import Level, State

if TYPE_CHECKING:
    from .state_graph import Graph


class Analysis(Mapping[State, "int | None"]):
    """The states that can be reached from a level's start, each with its distance to a win, None if it is lost."""

    def __init__(self, level: Level, graph: Graph) -> None:
        self._level, self._graph = level, graph
        self._far = graph.distances()
        self._over = rules.status(level, level.start) is not Status.OPEN

    def __getitem__(self, state: State) -> int | None:
        if state.eaten:
            return None
        tallies = self._tallies(state)
        if state != self._level.start and (self._over or not any(self._is_end(tally, state) for tally in tallies)):
            raise KeyError(state)
        if rules.status(self._level, state) is Status.WON:
            return 0
        known = [int(self._far[tally]) for tally in tallies if self._far[tally] >= 0]
        return min(known) + 1 if known else None

    def _tallies(self, state: State) -> list[int]:
        try:
            found = [self._graph.tally(state, axis) for axis in range(2)]
        except (KeyError, ValueError):
            return []  # on cells or with coats that the level does not have
        return [tally for tally in found if tally >= 0]

    def _is_end(self, tally: int, state: State) -> bool:
        return state in (self._graph.state(2 * tally), self._graph.state(2 * tally + 1))

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


def analyse(level: Level, limits: Limits = Limits()) -> Analysis | None:
    """The analysis of a level, or None if a limit was reached before its graph was whole.

    >>> level = Level(("G_", "__"), ("__", "_S"))
    >>> analyse(level)[level.start]
    2
    """
    from .native import Budget, drained, explore
    from .state_graph import graph_of

    graph = graph_of(level, level.start)
    return None if drained(explore(graph, Budget(limits), whole=True)) else Analysis(level, graph)


@lru_cache(maxsize=2)
def remembered(level: Level, nodes: int) -> Analysis | None:
    """The analysis of a level, kept for the next question; None if it has more states than `nodes`."""
    return analyse(level, Limits(nodes=nodes))
