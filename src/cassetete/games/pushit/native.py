"""The native searches: the kernels driven in steps, with arrays that grow and limits that are kept."""

from __future__ import annotations

import time
from collections import abc
from dataclasses import dataclass
from typing import Any

import numpy as np

from cassetete.core.answers import EXHAUSTED, MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction
from cassetete.search.meter import resident_memory
from cassetete.speed import jit

from . import kernel, kernel_graph, rules
from .model import Level, State

_FIRST_ROOM = 256


def stride() -> int:
    """How many states one step expands: a few milliseconds' worth."""
    return 4096 if jit.compiled() else 64


class Ground:
    """What does not change during a search: the shape of the board and the kernel's scratch arrays."""

    def __init__(self, level: Level, state: State, with_ball: bool = True) -> None:
        rows, columns, cells = level.rows, level.columns, len(level.heights)
        lowest = min(state.heights)
        tall = min(level.tall, max(state.heights) - lowest)
        highest = state.heights[state.ball] - lowest + tall
        lg = 5 if highest < 3 else 4 if highest < 15 else 3
        key = (cells + (0 if with_ball else -1) >> lg) + 1
        self.shape = np.array([cells, lg, key, (cells + 63) // 64, tall, level.exit, columns + 2], np.int64)
        self.beside = np.array([_around(rows, columns, cell) for cell in range(cells)], np.int64)
        self.place = np.array([(i // columns + 1) * (columns + 2) + i % columns + 1 for i in range(cells)], np.int64)
        self.board = np.full((rows + 2) * (columns + 2), (1 << (64 >> lg)) - 1, np.int64)
        self.reach = np.zeros(self.board.size, np.int64)
        self.stack = np.zeros(cells + 4, np.int64)
        self.words = np.zeros(key, np.uint64)
        self.heights = np.array([height - lowest for height in state.heights], np.int64)
        self.at = np.zeros(kernel.AT, np.int64)

    @property
    def scratch(self) -> tuple[Any, ...]:
        """What the kernels need to bring a layout into its normal form."""
        return self.words, self.board, self.reach, self.stack


def _around(rows: int, columns: int, cell: int) -> list[int]:
    """The cells below, right, above and left; -1 beyond the edge."""
    found = {way.direction: way.next for way in rules.ways(rows, columns, cell)}
    return [found.get(direction, -1) for direction in rules.ORDER]


class Run:
    """One search under way: by moves in one queue, or by two weights in two."""

    def __init__(self, level: Level, state: State, weights: tuple[tuple[int, int], tuple[int, int]] | None) -> None:
        self.level, self.state = level, state
        self.ground = Ground(level, state)
        self.queues = 1 if weights is None else 2
        self.weights = np.array(weights or ((0, 0), (0, 0)), np.int64)
        width = int(self.ground.shape[kernel.KEY] + (1 if weights is None else 3) * self.ground.shape[kernel.MARKS])
        self.rows = np.zeros((_FIRST_ROOM, width), np.uint64)
        self.table = np.zeros(4 * _FIRST_ROOM, np.uint64)
        self.where = np.zeros((self.queues, 4 * _FIRST_ROOM), np.uint64)
        self.parent = np.zeros((self.queues, 4 * _FIRST_ROOM), np.int32)
        self.first = np.zeros((2, 4 * _FIRST_ROOM if weights else 1), np.int64)
        self.second = np.zeros((2, 4 * _FIRST_ROOM if weights else 1), np.int64)

    def begin(self) -> bool:
        """Queue the first state; False if no win is left."""
        ground = self.ground
        return bool(
            kernel.begin(
                ground.heights, self.state.ball, ground.shape, ground.place, self.rows, self.table, ground.at,
                *ground.scratch, self.where[0], self.parent[0],
            )
        )  # fmt: skip

    def step(self, budget: int) -> int:
        """Expand so many states."""
        ground = self.ground
        shape = ground.shape, ground.beside, ground.place, self.rows, self.table
        if self.queues == 1:
            queue = self.where[0], self.parent[0], ground.at
            return int(kernel.step(*shape, *queue, *ground.scratch, budget))
        both = self.where, self.parent, ground.at
        weighed = budget, self.first, self.second, self.weights
        return int(kernel.step_two(*shape, *both, *ground.scratch, *weighed))

    def bytes(self) -> int:
        """What the arrays take."""
        return sum(array.nbytes for array in (self.rows, self.table, self.where, self.parent, self.first, self.second))

    def grow(self) -> None:
        """Double whichever arrays are full."""
        at = self.ground.at
        self.rows, self.table = grown(self.rows, self.table, int(at[kernel.LAYOUTS]), self.ground)
        if max(at[kernel.TAIL], at[kernel.TAIL_2]) > self.where.shape[1] - 4:
            self.where, self.parent = _wider(self.where), _wider(self.parent)
            if self.queues == 2:
                self.first, self.second = _wider(self.first), _wider(self.second)

    def moves(self) -> tuple[Direction, ...]:
        """The moves that led to the exit."""
        cells = [cell for cell, _entry in self._way(int(self.ground.at[kernel.GOAL]))]
        cells.reverse()
        steps = zip(cells, cells[1:], strict=False)
        return tuple(rules.ORDER[self.ground.beside[one].tolist().index(other)] for one, other in steps)

    def depth(self) -> int:
        """The number of moves to the state that is expanded next."""
        at = self.ground.at
        if at[kernel.HEAD] >= at[kernel.TAIL]:
            return 0
        entry = int(at[kernel.HEAD]) << (self.queues - 1)
        return sum(1 for _step in self._way(entry)) - 1

    def _way(self, entry: int) -> abc.Iterator[tuple[int, int]]:
        """The ball's cells from an entry back to the first, each with its entry."""
        while entry >= 0:
            queue, index = (entry & 1, entry >> 1) if self.queues == 2 else (0, entry)
            yield int(self.where[queue, index] & np.uint64(0xFFFF)), entry
            entry = int(self.parent[queue, index])

    @property
    def frontier(self) -> int:
        """How many entries wait."""
        at = self.ground.at
        return int(at[kernel.TAIL] - at[kernel.HEAD] + at[kernel.TAIL_2] - at[kernel.HEAD_2])


def grown(rows: Any, table: Any, layouts: int, ground: Ground) -> tuple[Any, Any]:
    """The layouts and the table that finds them, doubled where they are full."""
    if layouts > len(rows) - 4:
        rows = np.concatenate([rows, np.zeros_like(rows)])
    if layouts > len(table) // 2 - 4:
        table = np.zeros(2 * len(table), np.uint64)
        kernel.rehash(rows, layouts, int(ground.shape[kernel.KEY]), table)
    return rows, table


def _wider(array: Any) -> Any:
    return np.concatenate([array, np.zeros_like(array)], axis=1)


class Watch:
    """Limits on a native search, looked at between its steps."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._before = resident_memory()

    def exceeded(self, expanded: int, held: int) -> Why | None:
        """The limit that is reached after so many states, with arrays of so many bytes."""
        limits = self._limits
        if limits.nodes is not None and expanded >= limits.nodes:
            return NODE_LIMIT
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return TIME_LIMIT
        if limits.memory is not None and max(held, resident_memory() - self._before) > limits.memory:
            return MEMORY_LIMIT
        return None

    def budget(self, expanded: int) -> int:
        """How many states the next step may expand."""
        return stride() if self._limits.nodes is None else min(stride(), self._limits.nodes - expanded)


def weights_of(level: Level, metric: Metric) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """What a roll and a push add to (metric, moves); None where only moves count."""
    roll, push = level.cost if metric is Metric.COST else (0, 1)
    return None if metric is Metric.MOVES or roll == push else ((roll, 1), (push, 1))


def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A best solution by the metric, ties by moves."""
    if state.ball == level.exit:
        return Answer(Verdict.SOLVED, optimal=True)
    return (yield from search(Run(level, state, weights_of(level, metric)), limits))


def search(run: Run, limits: Limits) -> Search[State, Direction]:
    """Step a search to its end, or to a limit."""
    watch = Watch(limits)
    at = run.ground.at
    outcome = kernel.RUNNING if run.begin() else kernel.EXHAUSTED
    while outcome != kernel.EXHAUSTED:
        expanded = int(at[kernel.EXPANDED])
        yield Visit(None, expanded, run.frontier, run.depth())
        held = run.bytes() * (2 if outcome == kernel.NEED_GROW else 1)
        why = watch.exceeded(expanded, held)
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
        if outcome == kernel.NEED_GROW:
            run.grow()
        outcome = run.step(watch.budget(expanded))
        if outcome == kernel.FOUND:
            return Answer(Verdict.SOLVED, run.moves(), optimal=True, expanded=int(at[kernel.EXPANDED]))
    return Answer(Verdict.IMPOSSIBLE, expanded=int(at[kernel.EXPANDED]), why=EXHAUSTED)


@dataclass(frozen=True, slots=True)
class Graph:
    """All that can happen from a state: how many states can be reached, how many of them are lost, and the fewest moves
    to the exit (None if it cannot be reached)."""

    states: int
    lost: int
    shortest: int | None

    @property
    def share(self) -> int:
        """How many of a hundred states are lost."""
        return 100 * self.lost // self.states


def graph(level: Level, state: State, most: int) -> Graph | None:
    """The whole graph of a state under the rules; None if it has more than `most` states.

    >>> graph(Level(3, (3, 3, 0, 0, 2, 2, 0, 0, 1)), State(0, (3, 3, 0, 0, 2, 2, 0, 0, 1)), 100)
    Graph(states=9, lost=4, shortest=4)
    """
    ground = Ground(level, state, with_ball=False)
    at, key = ground.at, int(ground.shape[kernel.KEY])
    rows, table = np.zeros((_FIRST_ROOM, key), np.uint64), np.zeros(4 * _FIRST_ROOM, np.uint64)
    ids = np.zeros((_FIRST_ROOM, len(level.heights)), np.int32)
    where, onward = np.zeros(4 * _FIRST_ROOM, np.uint64), np.zeros((4 * _FIRST_ROOM, 4), np.int32)
    kernel_graph.begin_graph(ground.heights, state.ball, ground.shape, rows, table, at, ground.words, ids, where)
    outcome = kernel.RUNNING
    while outcome != kernel.EXHAUSTED:
        if at[kernel.TAIL] > most:
            return None
        if outcome == kernel.NEED_GROW:
            rows, table = grown(rows, table, int(at[kernel.LAYOUTS]), ground)
            if len(ids) < len(rows):
                ids = np.concatenate([ids, np.zeros_like(ids)])
            if at[kernel.TAIL] > len(where) - 4:
                where, onward = (np.concatenate([array, np.zeros_like(array)]) for array in (where, onward))
        outcome = kernel_graph.step_graph(
            ground.shape, ground.beside, rows, table, where, onward, ids, at, ground.words, stride()
        )
    states = int(at[kernel.TAIL])
    distance = np.zeros(states, np.int32)
    winning = kernel_graph.distances(
        onward, where, states, level.exit, np.zeros(states + 1, np.int64), np.zeros(4 * states, np.int32),
        np.zeros(states, np.int64), distance,
    )  # fmt: skip
    shortest = int(distance[0])
    return Graph(states, states - int(winning), shortest if shortest >= 0 else None)
