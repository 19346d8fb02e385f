"""The whole graph of a state (`kernels/graph.py`): how many states can be reached, and how many of them are lost."""

from __future__ import annotations

from typing import NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING, STRIDE, grown

from ..kernels import graph as kernel
from ..kernels.layouts import KEY, TAIL
from ..model import Level, State
from .layouts import FIRST_LAYOUTS, FIRST_QUEUE, lowered, numbers, with_room


class GraphCounts(NamedTuple):
    """The states that can be reached, how many of them are lost, and the fewest moves to the exit (None: no way)."""

    states: int
    lost: int
    shortest: int | None

    @property
    def share(self) -> int:
        """How many in a hundred of the states are lost."""
        return 100 * self.lost // self.states


def graph(level: Level, state: State, most: int) -> GraphCounts | None:
    """The whole graph of a state under the rules; None if it has more than `most` states.

    >>> graph(Level(3, (3, 3, 0, 0, 2, 2, 0, 0, 1)), State(0, (3, 3, 0, 0, 2, 2, 0, 0, 1)), 100)
    GraphCounts(states=9, lost=4, shortest=4)
    """
    ints = numbers(level, state, with_ball=False)
    rows, table = np.zeros((FIRST_LAYOUTS, ints[KEY]), np.uint64), np.zeros(2 * FIRST_LAYOUTS, np.uint64)
    ids = np.zeros((FIRST_LAYOUTS, len(level.heights)), np.int32)
    where, onward = np.zeros(FIRST_QUEUE, np.uint64), np.zeros((FIRST_QUEUE, 4), np.int32)
    kernel.begin(lowered(state), state.ball, rows, table, where, ids, ints)
    status = RUNNING
    while status != EXHAUSTED:
        if ints[TAIL] > most:
            return None
        if status == NEED_GROW:
            rows, table = with_room(rows, table, ints)
            if len(ids) < len(rows):
                ids = grown(ids)
            if ints[TAIL] > len(where) - 4:
                where, onward = grown(where), grown(onward)
        status = kernel.step(rows, table, where, onward, ids, ints, STRIDE)
    states = int(ints[TAIL])
    offsets, before = np.zeros(states + 1, np.int32), np.zeros(4 * states, np.int32)
    queue, distance = np.zeros(states, np.int32), np.zeros(states, np.int32)
    winning = kernel.distances(onward, where, level.exit, offsets, before, queue, distance)
    shortest = int(distance[0])
    return GraphCounts(states, states - int(winning), shortest if shortest >= 0 else None)
