"""The search over sets (`kernel_sets.py`), driven: fewest moves on boards of up to 64 cells."""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.core.answers import EXHAUSTED as NOTHING_LEFT
from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.contract import Search
from cassetete.core.grid import Direction
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING

from ..kernels import ball_sets as kernel
from ..model import Level, State
from ..rules import ORDER
from .limits import STRIDE, watch

# Names of the kernel's, looked up once: a small level is searched in the time of a hundred such look-ups.
_search, _MOST = kernel.search, kernel.MOST
_LAYOUTS, _DEPTH, _EXPANDED = kernel.LAYOUTS, kernel.DEPTH, kernel.EXPANDED

_KEPT = 1 << 25
"""Bytes of arrays that are kept for the next search, at most."""


class Room:
    """The arrays of a search. The kernel writes before it reads: nothing needs to be zero but the count of layouts."""

    def __init__(self, moves: int = 4096) -> None:
        self._heights, self._moves = bytearray(kernel.MOST), bytearray(moves)
        self.heights, self.out = (np.frombuffer(each, np.uint8) for each in (self._heights, self._moves))
        self.ints = np.zeros(kernel.FIELDS, np.int64)
        self.rows, self.table = np.empty(1 << 16, np.uint64), np.empty(1 << 13, np.uint64)
        self.records, self.log = np.empty(1 << 15, np.uint64), np.empty(1 << 15, np.uint64)
        self.bytes = 0
        self._weigh()

    def _weigh(self) -> None:
        self.bytes = sum(each.nbytes for each in (self.rows, self.table, self.records, self.log))

    def search(self, level: Level, state: State, budget: int) -> int:
        """Expand so many balls; where nothing is laid out yet, from the state on."""
        ball, heights = state
        if not self.ints.item(_LAYOUTS):
            try:
                self._heights[: len(heights)] = bytes(heights)
            except ValueError:  # above 255, or below 0: what is too high to matter is a wall
                lowest = min(heights)
                self._heights[: len(heights)] = bytes(min(high - lowest, 255) for high in heights)
        outcome: int = _search(
            self.heights, len(heights), level.columns, ball, level.tall if level.tall < 255 else 255,
            self.ints, self.rows, self.table, self.records, self.log, self.out, budget,
        )  # fmt: skip
        return outcome

    def ways(self, level: Level) -> bytearray:
        """The moves to the exit, as numbers of ways."""
        depth = self.ints.item(_DEPTH)
        if depth > len(self._moves):
            self._moves = bytearray(depth)
            self.out = np.frombuffer(self._moves, np.uint8)
            kernel.retrace(len(level.heights), level.columns, self.ints, self.records, self.log, self.out)
        return self._moves[:depth]

    def clear(self) -> None:
        """Lay out nothing: the next search begins."""
        self.ints[_LAYOUTS] = 0

    def waiting(self) -> int:
        """How many records wait."""
        return self.ints.item(kernel.TAIL) - self.ints.item(kernel.HEAD)

    def grow(self) -> None:
        """Double whichever arrays are full; the table grows fourfold, as filling it again costs more than room."""
        layouts, records, log = (self.ints.item(each) for each in (kernel.LAYOUTS, kernel.TAIL, kernel.LOG))
        if layouts + kernel.MARGIN > len(self.rows) // (self.ints.item(kernel.PLANES) + 3):
            self.rows = _longer(self.rows)
        if records + kernel.MARGIN > len(self.records) // 2:
            self.records = _longer(self.records)
        if log + kernel.MARGIN > len(self.log) // 2:
            self.log = _longer(self.log)
        if 2 * (layouts + kernel.MARGIN) > len(self.table):
            self.table = np.empty(4 * len(self.table), np.uint64)
            self.ints[kernel.SIZE] = len(self.table)
            kernel.refill(self.rows, self.table, self.ints)
        self._weigh()


def _longer(array: Any) -> Any:
    larger = np.empty(2 * len(array), array.dtype)
    larger[: len(array)] = array
    return larger


_FIRST: Visit[State] = Visit(None, 0, 1, 0)
_spare: list[Room] = []


def fits(level: Level) -> bool:
    """Whether the board is one for this search."""
    return len(level.heights) <= _MOST and level.columns < _MOST


def search(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    """A solution of the fewest moves."""
    if state.ball == len(state.heights) - 1:
        return Answer(Verdict.SOLVED, optimal=True)
    guard = watch(limits)
    yield _FIRST
    room = _spare.pop() if _spare else Room()
    why = guard.exceeded(0, room.bytes) if guard is not None else None
    expanded, outcome = 0, RUNNING
    while why is None:
        outcome = room.search(level, state, STRIDE if guard is None else guard.budget(expanded))
        expanded = room.ints.item(_EXPANDED)
        if outcome in (FOUND, EXHAUSTED):
            break
        yield Visit(None, expanded, room.waiting(), room.ints.item(_DEPTH))
        if guard is not None:
            why = guard.exceeded(expanded, room.bytes * (3 if outcome == NEED_GROW else 1))
        if why is None and outcome == NEED_GROW:
            room.grow()
    if outcome == FOUND:
        answer = Answer(Verdict.SOLVED, tuple([ORDER[way] for way in room.ways(level)]), True, expanded)
    elif outcome == EXHAUSTED:
        answer = Answer(Verdict.IMPOSSIBLE, expanded=expanded, why=NOTHING_LEFT)
    else:
        answer = Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
    room.clear()
    if room.bytes <= _KEPT:
        _spare.append(room)
    return answer


def warm_up(level: Level, state: State) -> None:
    """Run every kernel once."""
    for _visit in search(level, state, Limits()):
        pass
    room = Room()
    room.search(level, state, 1 << 20)
    kernel.refill(room.rows, room.table, room.ints)
    kernel.retrace(len(level.heights), level.columns, room.ints, room.records, room.log, room.out)
