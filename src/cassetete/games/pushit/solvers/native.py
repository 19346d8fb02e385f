"""The native searches: the kernels driven in steps, with arrays that grow and limits that are kept."""

from __future__ import annotations

import itertools
from collections import abc
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction
from cassetete.speed import driver

from .. import rules
from ..kernels import graph as kernel_graph
from ..kernels import layouts as kernel
from ..model import Level, State
from . import native_sets
from .limits import STRIDE, Watch

_ROOM = 1024
_QUEUE = 8192
_CACHED = 1 << 17


@lru_cache(maxsize=64)
def _plan(rows: int, columns: int) -> tuple[int, ...]:
    """The part of `ints` that only the size of the board decides: neighbours and places."""
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
    plan = _plan(rows, columns)
    ints = np.zeros(kernel.FIELDS + len(plan) + 2 * bordered + cells + 4, np.int64)
    ints[:7] = cells, lg, key, (cells + 63) // 64, tall, level.exit, columns + 2
    board = kernel.FIELDS + len(plan)
    ints[kernel.FIELDS : board] = plan
    ints[board : board + bordered] = (1 << (64 >> lg)) - 1
    return ints


def lowered(state: State) -> Any:
    """The heights, counted from the lowest cell."""
    heights = np.array(state.heights, np.int64)
    return heights - heights.min()


def longer(array: Any, axis: int = 0) -> Any:
    """An array twice as long; what follows its old end is undefined."""
    shape = list(array.shape)
    shape[axis] *= 2
    larger = np.empty(shape, array.dtype)
    larger[tuple(map(slice, array.shape))] = array
    return larger


def grown(rows: Any, table: Any, ints: Any) -> tuple[Any, Any]:
    """The layouts and the table that finds them, longer where they are full.

    They double; but once the table is too long for the processor's cache, filling it again costs more than room, and
    it becomes four times as long.
    """
    if ints[kernel.LAYOUTS] > len(rows) - 5:
        rows = longer(rows)
    if ints[kernel.LAYOUTS] > len(table) // 2 - 5:
        table = np.zeros((2 if len(table) < _CACHED else 4) * len(table), np.uint64)
        kernel.rehash(rows, table, ints)
    return rows, table


Weights = tuple[tuple[int, int], tuple[int, int]]


class Run:
    """One search under way: by moves in one queue, or by two weights in two."""

    def __init__(self, level: Level, state: State, weights: Weights | None) -> None:
        self._state = state
        self._queues = 1 if weights is None else 2
        self.ints = numbers(level, state)
        sets = 1 if weights is None else 3
        # The kernels write before they read: nothing needs to be zero.
        self._rows = np.empty((_ROOM, self.ints[kernel.KEY] + sets * self.ints[kernel.MARKS]), np.uint64)
        self._table = np.empty(2 * _ROOM, np.uint64)
        self._where = np.empty((self._queues, _QUEUE), np.uint64)
        self._parent = np.empty((self._queues, _QUEUE), np.int32)
        self._weighed = [np.zeros((2, _QUEUE), np.int64) for _ in range(2)] if weights else []
        self._weights = np.array(weights, np.int64) if weights else None

    def begin(self) -> bool:
        """Queue the first state; False if no win is left."""
        arrays = self._rows, self._table, self._where, self._parent, self.ints
        return bool(kernel.begin(lowered(self._state), self._state.ball, *arrays))

    def step(self, budget: int) -> int:
        """Expand so many states."""
        arrays = self._rows, self._table, self._where, self._parent, self.ints
        if self._weights is None:
            return int(kernel.step(*arrays, budget))
        first, second = self._weighed
        return int(kernel.step_two(*arrays, budget, first, second, self._weights))

    def bytes(self) -> int:
        """What the arrays take."""
        return sum(each.nbytes for each in (self._rows, self._table, self._where, self._parent, *self._weighed))

    def grow(self) -> None:
        """Double whichever arrays are full."""
        self._rows, self._table = grown(self._rows, self._table, self.ints)
        if max(self.ints[kernel.TAIL], self.ints[kernel.TAIL_2]) > self._where.shape[1] - 4:
            self._where, self._parent = longer(self._where, 1), longer(self._parent, 1)
            self._weighed = [longer(each, 1) for each in self._weighed]

    def moves(self) -> tuple[Direction, ...]:
        """The moves that led to the exit."""
        cells = list(self._way(int(self.ints[kernel.GOAL])))[::-1]
        around = self.ints[kernel.FIELDS :].tolist()
        return tuple(
            rules.ORDER[around[4 * one : 4 * one + 4].index(other)] for one, other in itertools.pairwise(cells)
        )

    def depth(self) -> int:
        """The number of moves to the next entry of the first queue."""
        head = int(self.ints[kernel.HEAD])
        waiting = head < self.ints[kernel.TAIL]
        return sum(1 for _cell in self._way(head << (self._queues - 1))) - 1 if waiting else 0

    def frontier(self) -> int:
        """How many entries wait."""
        ints = self.ints
        return int(ints[kernel.TAIL] - ints[kernel.HEAD] + ints[kernel.TAIL_2] - ints[kernel.HEAD_2])

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


def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A best solution by the metric, ties by moves."""
    weights = None if metric is Metric.MOVES else weights_of(level, metric)
    if weights is None and native_sets.fits(level):
        return native_sets.search(level, state, limits)
    return search(level, state, weights, limits)


def search(level: Level, state: State, weights: Weights | None, limits: Limits) -> Search[State, Direction]:
    """A solution of the least (first, second) weight, of the fewest moves where there are no weights."""
    if state.ball == level.exit:
        return Answer(Verdict.SOLVED, optimal=True)
    guard = Watch(limits)
    run = Run(level, state, weights)
    expanded = 0
    outcome = driver.RUNNING if run.begin() else driver.EXHAUSTED
    while outcome != driver.EXHAUSTED:
        yield Visit(None, expanded, run.frontier(), run.depth())
        why = guard.exceeded(expanded, run.bytes() * (3 if outcome == driver.NEED_GROW else 1))
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
        if outcome == driver.NEED_GROW:
            run.grow()
        outcome = run.step(guard.budget(expanded))
        expanded = int(run.ints[kernel.EXPANDED])
        if outcome == driver.FOUND:
            return Answer(Verdict.SOLVED, run.moves(), optimal=True, expanded=expanded)
    return Answer(Verdict.IMPOSSIBLE, expanded=expanded, why=EXHAUSTED)


class Graph(NamedTuple):
    """All that can happen from a state: how many states can be reached, how many of them are lost, and the fewest moves
    to the exit (None if it cannot be reached)."""

    states: int
    lost: int
    shortest: int | None

    @property
    def share(self) -> int:
        """How many in a hundred of the states are lost."""
        return 100 * self.lost // self.states


def graph(level: Level, state: State, most: int) -> Graph | None:
    """The whole graph of a state under the rules; None if it has more than `most` states.

    >>> graph(Level(3, (3, 3, 0, 0, 2, 2, 0, 0, 1)), State(0, (3, 3, 0, 0, 2, 2, 0, 0, 1)), 100)
    Graph(states=9, lost=4, shortest=4)
    """
    ints = numbers(level, state, with_ball=False)
    rows, table = np.zeros((_ROOM, ints[kernel.KEY]), np.uint64), np.zeros(2 * _ROOM, np.uint64)
    ids = np.zeros((_ROOM, len(level.heights)), np.int32)
    where, onward = np.zeros(_QUEUE, np.uint64), np.zeros((_QUEUE, 4), np.int32)
    kernel_graph.begin_graph(lowered(state), state.ball, rows, table, where, ids, ints)
    outcome = driver.RUNNING
    while outcome != driver.EXHAUSTED:
        if ints[kernel.TAIL] > most:
            return None
        if outcome == driver.NEED_GROW:
            rows, table = grown(rows, table, ints)
            if len(ids) < len(rows):
                ids = longer(ids)
            if ints[kernel.TAIL] > len(where) - 4:
                where, onward = longer(where), longer(onward)
        outcome = kernel_graph.step_graph(rows, table, where, onward, ids, ints, STRIDE)
    states = int(ints[kernel.TAIL])
    offsets, before = np.zeros(states + 1, np.int32), np.zeros(4 * states, np.int32)
    queue, distance = np.zeros(states, np.int32), np.zeros(states, np.int32)
    winning = kernel_graph.distances(onward, where, level.exit, offsets, before, queue, distance)
    shortest = int(distance[0])
    return Graph(states, states - int(winning), shortest if shortest >= 0 else None)
