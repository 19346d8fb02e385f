"""The native solver: deepening with a small budget, then breadth-first search over sets, or over plain states.

Imported only when a search begins: it brings NumPy and compiled code.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from cassetete.core.answers import EXHAUSTED, MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search
from cassetete.speed import driver, hashset
from cassetete.speed.budget import resident_memory

from ..kernels import deepening as deep
from ..kernels import states
from ..model import LETTERS, Level, Move, State
from .searches import UNFINISHED, WALLED_OFF, Slide, named

T = TypeVar("T")

DIRECTIONS = tuple(LETTERS)

NODES = 600_000
"""The states that deepening may visit before breadth-first search takes over: about 20 ms. Sets would be sooner from a
third of that on, but not in a new process, which takes 0.4 s for their rows."""

ROOMY = 1 << 28
"""The least memory limit that the search over sets takes on; below, the plain search grows as it needs."""

MOST = 3 << 30
"""The memory that a search takes at most when no limit is given."""

_NOBODY = (deep.ABSENT,) * 5
_TABLE = 1 << 16
_STEP = 4096


class Purse:
    """What a search may still spend. `empty` says which limit is reached, with so many states expanded."""

    def __init__(self, limits: Limits) -> None:
        self.nodes = limits.nodes
        self.memory = MOST if limits.memory is None else limits.memory
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._ceiling = None if limits.memory is None else resident_memory() + limits.memory

    def empty(self, expanded: int, held: int = 0) -> Why | None:
        """The limit that is reached; `held` are the bytes of the search's own arrays."""
        if self.nodes is not None and expanded >= self.nodes:
            return NODE_LIMIT
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return TIME_LIMIT
        if held > self.memory or (self._ceiling is not None and resident_memory() > self._ceiling):
            return MEMORY_LIMIT
        return None


class Board:
    """A level's tables for a goal, of cells 32 a row, and the arrays that deepening needs."""

    def __init__(self, level: Level, goal: int) -> None:
        self.level = level
        self.goal = self.cell(goal)
        self.tables = np.empty((deep.LINES, deep.ABSENT + 1), np.int16)
        walls = np.frombuffer(bytes(level.walls), np.uint8)
        deep.survey(walls, level.rows, level.columns, deep.STEP, self.goal, self.tables)

    def cell(self, cell: int) -> int:
        """A cell of the level, 32 a row."""
        row, column = divmod(cell, self.level.columns)
        return deep.SIDE * row + column

    def back(self, cell: int) -> int:
        """The cell as the level numbers it."""
        return cell // deep.SIDE * self.level.columns + cell % deep.SIDE

    def placed(self, state: State) -> tuple[int, int, int, int, int]:
        """The cells of the animals, five of them."""
        turtle, one, two, three, four = (*map(self.cell, state), *_NOBODY[len(state) :])
        return turtle, one, two, three, four

    def walled_off(self, state: State) -> bool:
        """Whether no turtle could ever get from here to the goal, even if it could stop where it likes."""
        turtle = self.cell(state[0])
        far = self.tables.item(deep.OPEN, turtle) == deep.FAR == self.tables.item(deep.SHUT, turtle)
        return far and turtle != self.goal


class _Desk:
    """Arrays that searches share one after the other: a table whose entries carry the stamp of their search."""

    def __init__(self) -> None:
        self.table = np.zeros(_TABLE, np.uint64)
        self.stamp = 0
        self.stacks = np.zeros((deep.STACKS, deep.DEEPEST + 8), np.int64)

    def next_stamp(self) -> Any:
        self.stamp = self.stamp % 255 + 1
        if self.stamp == 1:
            self.table.fill(0)
        return np.uint64(self.stamp)


_desks: list[_Desk] = []
_MOVES = tuple(Move(animal, direction) for animal in range(5) for direction in DIRECTIONS)


def deepen(board: Board, state: State, budget: int) -> tuple[tuple[Move, ...] | None, int]:
    """A shortest solution, or None when the budget is spent, and the number of states visited."""
    desk = _desks.pop() if _desks else _Desk()
    length = deep.deepen(
        board.tables, deep.STEP, board.goal, len(state), *board.placed(state),
        desk.table, desk.next_stamp(), budget, desk.stacks,
    )  # fmt: skip
    moves = desk.stacks[deep.PATH, : max(0, length)].tolist()
    visited: int = desk.stacks.item(deep.COUNT, 0)
    _desks[:] = [desk]
    if length < 0:
        return None, visited
    return tuple([_MOVES[move] for move in moves]), visited


def run(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """A shortest solution by whichever way suits the level."""
    if not state or level.goal is None:
        return Answer(Verdict.IMPOSSIBLE, why=UNFINISHED)
    board = Board(level, level.goal)
    if board.walled_off(state):
        return Answer(Verdict.IMPOSSIBLE, why=WALLED_OFF)
    purse = Purse(limits)
    yield Visit(state, 0, 1, 0)
    why = purse.empty(0)
    if why is not None:
        return Answer(Verdict.UNKNOWN, why=why)
    if state[0] == level.goal:
        return Answer(Verdict.SOLVED, optimal=True)
    moves, visited = deepen(board, state, NODES if limits.nodes is None else min(NODES, limits.nodes))
    if moves is not None:
        return Answer(Verdict.SOLVED, moves, optimal=True, expanded=visited)
    from . import native_sets  # only now: a short search need not load it

    if native_sets.fits(level, state) and purse.memory >= ROOMY:
        return (yield from native_sets.run(level, state, purse, visited))
    return (yield from plain(level, state, purse, visited))


def plain(level: Level, state: State, purse: Purse, expanded: int = 0) -> Search[State, Move]:
    """Breadth-first search over states, for any board and number of animals."""
    assert level.goal is not None
    board = Board(level, level.goal)
    at = np.array(board.placed(state), np.int64)
    room = 1 << 12
    queue, parent = np.empty(room, np.uint64), np.empty(room, np.int64)
    table, marks = hashset.empty(room), np.array([0, 1, 0], np.int64)
    queue[0] = deep.packed(at[0], at[1], at[2], at[3], at[4])
    parent[0] = -1
    hashset.insert(table, queue[0])
    while True:
        result = states.step(board.tables, board.goal, len(state), at, queue, parent, table, marks, _STEP)
        seen = expanded + int(marks[0])
        if result == driver.FOUND:
            slides = _walk(board, queue, parent, int(marks[2]), len(state))
            return Answer(Verdict.SOLVED, named(level, state, slides), optimal=True, expanded=seen)
        if result == driver.EXHAUSTED:
            return Answer(Verdict.IMPOSSIBLE, expanded=seen, why=EXHAUSTED)
        held = queue.nbytes + parent.nbytes + table.nbytes
        why = purse.empty(seen, 2 * held if result == driver.NEED_GROW else held)
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=seen, why=why)
        if result == driver.NEED_GROW:
            queue, parent = np.resize(queue, 2 * len(queue)), np.resize(parent, 2 * len(parent))
            table = hashset.doubled(table)
        yield Visit(None, seen, int(marks[1] - marks[0]), 0)


def _walk(board: Board, queue: Any, parent: Any, place: int, count: int) -> list[Slide]:
    """The slides that lead from the first state of the queue to the one at a place."""
    chain: list[State] = []
    while place >= 0:
        key = int(queue[place])
        chain.append(tuple(board.back(key >> 10 * animal & 1023) for animal in range(count)))
        place = int(parent[place])
    chain.reverse()
    return [slide_between(board.level, before, after) for before, after in pairwise(chain)]


def slide_between(level: Level, before: State, after: State) -> Slide:
    """The slide that leads from one state to the next, whatever the order of the helpers."""
    (left,) = set(before) - set(after) if before[0] == after[0] else {before[0]}
    (reached,) = set(after) - set(before) if before[0] == after[0] else {after[0]}
    from_row, from_column = level.place(left)
    row, column = level.place(reached)
    if row != from_row:
        return Slide(left, DIRECTIONS[0 if row < from_row else 1])
    return Slide(left, DIRECTIONS[2 if column < from_column else 3])


def drained(work: Generator[Any, None, T]) -> T:
    """What a piece of work returns in the end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            value: T = end.value
            return value
