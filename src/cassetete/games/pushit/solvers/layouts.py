"""The search ball by ball (`kernels/layouts.py`): its arrays, for any board and metric."""

from __future__ import annotations

import itertools
from collections import abc
from functools import lru_cache
from typing import Any

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget
from cassetete.speed.driver import EXHAUSTED, grown, solve

from .. import rules
from ..kernels import layouts as kernel
from ..model import Level, State

FIRST_LAYOUTS = 1024
FIRST_QUEUE = 8192
_CACHED = 1 << 17

Weights = tuple[tuple[int, int], tuple[int, int]]


@lru_cache(maxsize=64)
def _neighbours_and_places(rows: int, columns: int) -> tuple[int, ...]:
    """The part of `ints` that only the size of the board decides."""
    around: list[int] = []
    for cell in range(rows * columns):
        found = {way.direction: way.next for way in rules.ways(rows, columns, cell)}
        around += [found.get(direction, -1) for direction in rules.ORDER]
    places = [(i // columns + 1) * (columns + 2) + i % columns + 1 for i in range(rows * columns)]
    return (*around, *places)


def numbers(level: Level, state: State, with_ball: bool = True) -> Any:
    """The kernels' `ints` for a search from the state."""
    rows, columns, cells = level.rows, level.columns, len(level.heights)
    lowest = min(state.heights)
    tall = min(level.tall, max(state.heights) - lowest)
    highest = state.heights[state.ball] - lowest + tall
    lg = 5 if highest < 3 else 4 if highest < 15 else 3
    key = ((cells if with_ball else cells - 1) >> lg) + 1
    bordered = (rows + 2) * (columns + 2)
    fixed = _neighbours_and_places(rows, columns)
    ints = np.zeros(kernel.FIELDS + len(fixed) + 2 * bordered + cells + 4, np.int64)
    ints[:7] = cells, lg, key, (cells + 63) // 64, tall, level.exit, columns + 2
    board = kernel.FIELDS + len(fixed)
    ints[kernel.FIELDS : board] = fixed
    ints[board : board + bordered] = (1 << (64 >> lg)) - 1
    return ints


def lowered(state: State) -> Any:
    """The heights, counted from the lowest cell."""
    heights = np.array(state.heights, np.int64)
    return heights - heights.min()


def with_room(rows: Any, table: Any, ints: Any) -> tuple[Any, Any]:
    """The layouts and the table that finds them, longer where they are full.

    They double; but once the table is too long for the processor's cache, filling it again costs more than room, and
    it becomes four times as long.
    """
    if ints[kernel.LAYOUTS] > len(rows) - 5:
        rows = grown(rows)
    if ints[kernel.LAYOUTS] > len(table) // 2 - 5:
        table = np.zeros((2 if len(table) < _CACHED else 4) * len(table), np.uint64)
        kernel.rehash(rows, table, ints)
    return rows, table


class LayoutSearch:
    """One search under way: by moves in one queue, or by two weights in two."""

    def __init__(self, level: Level, state: State, weights: Weights | None) -> None:
        self._queues = 1 if weights is None else 2
        self.ints = numbers(level, state)
        sets = 1 if weights is None else 3
        # The kernels write before they read: nothing needs to be zero.
        self._rows = np.empty((FIRST_LAYOUTS, self.ints[kernel.KEY] + sets * self.ints[kernel.MARKS]), np.uint64)
        self._table = np.empty(2 * FIRST_LAYOUTS, np.uint64)
        self._where = np.empty((self._queues, FIRST_QUEUE), np.uint64)
        self._parent = np.empty((self._queues, FIRST_QUEUE), np.int32)
        self._weighed = [np.zeros((2, FIRST_QUEUE), np.int64) for _ in range(2)] if weights else []
        self._weights = np.array(weights, np.int64) if weights else None
        self._lost = not kernel.begin(lowered(state), state.ball, *self._arrays())

    def _arrays(self) -> tuple[Any, ...]:
        return self._rows, self._table, self._where, self._parent, self.ints

    @property
    def expanded(self) -> int:
        """How many states were expanded."""
        return int(self.ints[kernel.EXPANDED])

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""
        return sum(each.nbytes for each in (self._rows, self._table, self._where, self._parent, *self._weighed))

    def step(self, budget: int) -> int:
        """Expand so many states."""
        if self._lost:
            return EXHAUSTED
        if self._weights is None:
            work = (*self._arrays(), budget)
            return int(kernel.step(*work))
        weighed = (*self._arrays(), budget, *self._weighed, self._weights)
        return int(kernel.step_two(*weighed))

    def grow(self) -> None:
        """Double the arrays that are full."""
        self._rows, self._table = with_room(self._rows, self._table, self.ints)
        if max(self.ints[kernel.TAIL], self.ints[kernel.TAIL_2]) > self._where.shape[1] - 4:
            self._where, self._parent = grown(self._where, axis=1), grown(self._parent, axis=1)
            self._weighed = [grown(each, axis=1) for each in self._weighed]

    def visit(self) -> Visit[State]:
        """How far the search is; the depth is that of the next entry of the first queue."""
        head, tail, head_2, tail_2 = self.ints[kernel.HEAD : kernel.TAIL_2 + 1].tolist()
        depth = sum(1 for _cell in self._way(head << (self._queues - 1))) - 1 if head < tail else 0
        return Visit(None, self.expanded, tail - head + tail_2 - head_2, depth)

    def moves(self) -> tuple[Direction, ...]:
        """The moves that led to the exit."""
        cells = list(self._way(int(self.ints[kernel.GOAL])))[::-1]
        around = self.ints[kernel.FIELDS :].tolist()
        return tuple(
            rules.ORDER[around[4 * one : 4 * one + 4].index(other)] for one, other in itertools.pairwise(cells)
        )

    def _way(self, entry: int) -> abc.Iterator[int]:
        """The ball's cells from an entry back to the first."""
        while entry >= 0:
            queue, index = (entry & 1, entry >> 1) if self._queues == 2 else (0, entry)
            yield int(self._where[queue, index] & kernel.CELL_MASK)
            entry = int(self._parent[queue, index])


def weights_of(level: Level, metric: Metric) -> Weights | None:
    """What a roll and a push add to (metric, moves); None where only moves count."""
    if metric is Metric.MOVES:
        return None
    roll, push = level.cost if metric is Metric.COST else (0, 1)
    return None if roll == push else ((roll, 1), (push, 1))


def search(level: Level, state: State, weights: Weights | None, limits: Limits) -> Search[State, Direction]:
    """A solution of the least (first, second) weight, of the fewest moves where there are no weights."""
    if state.ball == level.exit:
        return Answer(Verdict.SOLVED, optimal=True)
    return (yield from solve(LayoutSearch(level, state, weights), Budget(limits)))
