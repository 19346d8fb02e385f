"""Levels into the kernels' arrays, and the arrays' growth and limits: what every native search of the game shares."""

from __future__ import annotations

import sys
import time
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cassetete.core.answers import MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT, Limits, Why
from cassetete.core.grid import Direction
from cassetete.speed.budget import resident_memory
from cassetete.speed.random import Random

from ..kernels import board as kernel
from ..kernels import pairs as kernel_pairs
from ..kernels.board import FAR, NO_SIDE, Board, Scratch
from ..kernels.nodes import COUNT, MEET, QUEUED, Nodes, refill
from ..kernels.pairs import Pairs
from ..model import Level, State
from .search_board import DIRECTIONS, NOWHERE, OPPOSITE, Warehouse, bits, ground, on_ground
from .tunnels import gliding

MOST_MEMORY = 3_000_000_000
"""What a search may hold where the caller sets no limit."""

_LOOK_EVERY = 16
_ROOM = 1 << 10
_BUCKETS = 1 << 16
_MOST_PARTS = 1 << 24


class Place(NamedTuple):
    """A level made ready, without boxes: its cells' numbers, its board, and its goals' cells in the order of `far`."""

    level: Level
    house: Warehouse
    board: Board
    goals: Any

    def keeper(self, state: State) -> int:
        """The keeper's number."""
        assert state.player is not None
        return self.house.number[state.player]

    def boxes(self, state: State) -> Any:
        """The boxes he may ever touch, sorted."""
        return np.array(bits(self.house.boxes_of(state)), np.int16)

    def scratch(self) -> Scratch:
        """Room for one search."""
        n, g = self.board.step.shape[0], max(1, len(self.goals))
        box = np.zeros(n, np.uint8)
        box[n - 1] = 1
        return Scratch(
            box,
            np.zeros(n, np.int64),
            np.zeros(1, np.int64),
            np.zeros(n, np.int32),
            np.zeros(n, np.int32),
            np.zeros(n, np.uint8),
            np.zeros(n, np.int32),
            np.zeros(n, np.uint8),
            np.zeros(n, np.uint8),
            np.zeros(n, np.uint8),
            np.zeros((g, g), np.int32),
            np.zeros((2, 2, g + 1), np.int64),
            np.zeros((2, g + 1), np.int32),
            np.zeros(g + 1, np.int64),
            np.zeros(g + 1, np.int32),
            np.zeros(g + 1, np.uint8),
            np.zeros((g, g), np.int32),
            np.zeros(g, np.int32),
            np.zeros(g, np.uint8),
            np.zeros(n, np.int64),
            np.zeros(1, np.int64),
            np.zeros(n, np.int32),
            np.zeros(1, np.int64),
            np.zeros(g, np.int16),
            np.zeros((g, 4), np.int32),
            np.zeros((2, 8), np.int64),
            np.zeros((2, 8), np.int64),
            np.zeros((3, 64), np.int64),
            np.zeros(1, np.int64),
        )

    def walked(self, state: State, pushes: list[tuple[int, int]]) -> tuple[Direction, ...]:
        """All the moves of a line of pushes (box's cell, direction), the keeper walking the shortest way between."""
        boxes, player = self.house.boxes_of(state), self.keeper(state)
        moves: list[Direction] = []
        for box, d in pushes:
            moves += self.house.way(player, self.house.step[OPPOSITE[d]][box], boxes) or []
            moves.append(DIRECTIONS[d])
            boxes ^= (1 << box) | (1 << self.house.step[d][box])
            player = box
        return tuple(moves)


def place(level: Level) -> Place:
    """The level's arrays, made once for all its positions."""
    return _place(ground(level))


@lru_cache(maxsize=8)
def _place(level: Level) -> Place:
    house = on_ground(level)
    n = len(house.cells)
    step = np.full((n + 1, 4), n, np.int32)
    for d in range(4):
        for c in range(n):
            if house.step[d][c] != NOWHERE:
                step[c, d] = house.step[d][c]
    goals = np.array(bits(house.goals), np.int32)
    goal = np.zeros(n + 1, np.uint8)
    goal[goals] = 1
    side = np.full((n + 1, n + 1), NO_SIDE, np.uint8)
    far = np.full((n, 4, max(1, len(goals))), FAR, np.int32)
    kernel.survey(step, goals, side, far, np.zeros(n + 1, np.int32))
    dead = np.ones(n + 1, np.uint8)
    dead[:n] = far.min(axis=(1, 2)) >= FAR
    random = Random(n)
    keys = np.array([[random.bits() for _c in range(n + 1)] for _kind in range(2)], np.uint64)
    return Place(
        level,
        house,
        Board(
            step,
            goal,
            dead,
            side,
            far,
            far.min(axis=2),
            keys,
            _around(step),
            np.zeros(1, np.uint8),
            gliding(step, goal, dead),
        ),
        goals,
    )


def _around(step: Any) -> Any:
    """The eight cells around each; those across a corner by whichever way round is open."""
    around = np.full((len(step), 8), len(step) - 1, np.int32)
    clockwise = (0, 3, 1, 2)
    for i, d in enumerate(clockwise):
        turned = clockwise[(i + 1) % 4]
        around[:, 2 * i] = step[:, d]
        one, two = step[step[:, d], turned], step[step[:, turned], d]
        around[:, 2 * i + 1] = np.where(one == len(step) - 1, two, one)
    return around


def no_pairs() -> Pairs:
    """Nothing known of pairs of boxes."""
    return Pairs(np.zeros((0, 0), np.int32), np.zeros((0, 0), np.uint8), np.zeros((0, kernel_pairs.PARTS), np.int32))


def pairs(level: Level) -> Pairs:
    """What every two boxes cost each other, made once; nothing where there are too many of them to know."""
    return _pairs(ground(level))


@lru_cache(maxsize=8)
def _pairs(level: Level) -> Pairs:
    board, goals = _place(level).board, _place(level).goals
    n = board.step.shape[0] - 1
    live = int(np.count_nonzero(board.dead == 0))
    count = live * (live - 1) // 2
    if count * (n + 1) > _MOST_PARTS or len(goals) < 2:
        return no_pairs()
    number = np.full((n + 1, n + 1), -1, np.int32)
    part = np.full((count, n + 1), kernel_pairs.NO_PART, np.uint8)
    first = np.full((count, kernel_pairs.PARTS), -1, np.int32)
    kernel_pairs.label_pairs(board.step, board.dead, number, part, first)
    toll = np.full((count, kernel_pairs.PARTS), FAR, np.int32)
    kernel_pairs.weigh_pairs(board, goals, number, part, first, toll)
    return Pairs(number, part, toll)


class Meter:
    """The limits of a native search: asked after each stretch of it; the clock and the memory of its arrays count."""

    def __init__(self, limits: Limits) -> None:
        self.nodes = sys.maxsize if limits.nodes is None else limits.nodes
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._memory = MOST_MEMORY if limits.memory is None else limits.memory
        self._ceiling = resident_memory() + self._memory
        self._asked = 0

    def exceeded(self, expanded: int) -> Why | None:
        """The limit that is reached, if any."""
        if expanded >= self.nodes:
            return NODE_LIMIT
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return TIME_LIMIT
        self._asked += 1
        if self._asked % _LOOK_EVERY == 1 and resident_memory() > self._ceiling:
            return MEMORY_LIMIT
        return None

    def seconds(self) -> float | None:
        """The time that is left."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def affords(self, size: int) -> bool:
        """Whether arrays of that many bytes in all are within the limit."""
        return size <= self._memory


def grown(array: Any, length: int) -> Any:
    """The array with room for more rows."""
    larger = np.zeros((length, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def nodes(boxes: int, queued: bool = True) -> Nodes:
    """Room for a search's first positions, of so many boxes; what orders them is left out where they are not queued."""
    room = max(_ROOM, 16 * boxes)
    ranked = room if queued else 0
    made = Nodes(
        np.zeros((room, boxes), np.int16),
        np.zeros(room, np.int16),
        np.zeros(ranked, np.int64),
        np.zeros(room, np.int32),
        np.zeros(ranked, np.int32),
        np.zeros((room, 2), np.int32),
        np.zeros(room, np.uint8),
        np.zeros(4 * room, np.uint64),
        np.zeros((2 * ranked, 2), np.int64),
        np.full(_BUCKETS if queued else 0, -1, np.int32),
        np.zeros(16, np.int64),
    )
    made.numbers[MEET] = -1
    return made


def roomier(board: Board, nodes: Nodes, more: int = 0) -> Nodes:
    """The same nodes with twice the room, where there is none for so many more, or for a node's children."""
    children = max(more, 4 * nodes.boxes.shape[1])
    if len(nodes.queue) and nodes.numbers[QUEUED] + children >= len(nodes.queue):
        nodes = nodes._replace(queue=grown(nodes.queue, 2 * len(nodes.queue)))
    if nodes.numbers[COUNT] + children >= len(nodes.keeper):
        room = 2 * len(nodes.keeper)
        names = ("boxes", "keeper", "cost", "pushes", "bound", "came", "closed")
        held = {name: getattr(nodes, name) for name in names}
        nodes = nodes._replace(**{name: grown(array, room) for name, array in held.items() if len(array)})
        nodes = nodes._replace(table=grown(nodes.table[:0], 4 * room))
        refill(board, nodes)
    return nodes


def size(nodes: Nodes) -> int:
    """The bytes of its arrays."""
    return sum(array.nbytes for array in nodes)
