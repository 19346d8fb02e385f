"""The search over sets of balls (`kernels/ball_sets.py`): fewest moves on boards of up to 64 cells."""

from __future__ import annotations

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.contract import Search
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget
from cassetete.speed.driver import grown, solve

from ..kernels import ball_sets as kernel
from ..model import Level, State
from ..rules import ORDER

# The kernel's names, looked up once: a small level is searched in the time of a hundred such lookups.
_search, _MOST_CELLS = kernel.search, kernel.MOST_CELLS
_LAYOUTS, _HEAD, _TAIL, _DEPTH, _EXPANDED = kernel.LAYOUTS, kernel.HEAD, kernel.TAIL, kernel.DEPTH, kernel.EXPANDED

_FIRST: Visit[State] = Visit(None, 0, 1, 0)
_KEPT = 1 << 25
"""Bytes of arrays that are kept for the next search, at most."""


class BallSetSearch:
    """The arrays of a search, used again for the next one.

    The kernel writes before it reads: where there are no layouts, it begins.
    """

    def __init__(self, moves: int = 4096) -> None:
        self._heights, self._moves = bytearray(kernel.MOST_CELLS), bytearray(moves)
        self.heights, self.out = (np.frombuffer(each, np.uint8) for each in (self._heights, self._moves))
        self.ints = np.zeros(kernel.FIELDS, np.int64)
        self.rows, self.table = np.empty(1 << 16, np.uint64), np.empty(1 << 13, np.uint64)
        self.records, self.log = np.empty(1 << 15, np.uint64), np.empty(1 << 15, np.uint64)
        self.bytes = self._bytes()

    def _bytes(self) -> int:
        return sum(each.nbytes for each in (self.rows, self.table, self.records, self.log))

    def begin(self, level: Level, state: State) -> None:
        """Forget the last search: the next step begins at the state."""
        self._level = level
        self._ball, heights = state
        self.ints[_LAYOUTS] = self.ints[_EXPANDED] = 0
        try:
            self._heights[: len(heights)] = bytes(heights)
        except ValueError:  # above 255, or below 0: what is too high to matter is a wall
            lowest = min(heights)
            self._heights[: len(heights)] = bytes(min(high - lowest, 255) for high in heights)

    @property
    def expanded(self) -> int:
        """How many balls were expanded."""
        return self.ints.item(_EXPANDED)

    def step(self, budget: int) -> int:
        """Expand so many balls."""
        level = self._level
        status: int = _search(
            self.heights, len(level.heights), level.columns, self._ball, level.tall if level.tall < 255 else 255,
            self.ints, self.rows, self.table, self.records, self.log, self.out, budget,
        )  # fmt: skip
        return status

    def visit(self) -> Visit[State]:
        """How far the search is; the frontier counts sets."""
        item = self.ints.item
        if not item(_LAYOUTS):
            return _FIRST
        return Visit(None, item(_EXPANDED), item(_TAIL) - item(_HEAD), item(_DEPTH))

    def ways(self) -> bytearray:
        """The moves to the exit, as numbers of ways."""
        depth = self.ints.item(_DEPTH)
        if depth > len(self._moves):
            self._moves = bytearray(depth)
            self.out = np.frombuffer(self._moves, np.uint8)
            level = self._level
            kernel.retrace(len(level.heights), level.columns, self.ints, self.records, self.log, self.out)
        return self._moves[:depth]

    def moves(self) -> tuple[Direction, ...]:
        """The moves to the exit."""
        return tuple([ORDER[way] for way in self.ways()])

    def grow(self) -> None:
        """Double the arrays that are full; the table grows fourfold, as filling it again costs more than room."""
        layouts, records, log = (self.ints.item(each) for each in (kernel.LAYOUTS, kernel.TAIL, kernel.LOG))
        if layouts + kernel.MARGIN > len(self.rows) // (self.ints.item(kernel.PLANES) + 3):
            self.rows = grown(self.rows)
        if records + kernel.MARGIN > len(self.records) // 2:
            self.records = grown(self.records)
        if log + kernel.MARGIN > len(self.log) // 2:
            self.log = grown(self.log)
        if 2 * (layouts + kernel.MARGIN) > len(self.table):
            self.table = np.empty(4 * len(self.table), np.uint64)
            self.ints[kernel.SIZE] = len(self.table)
            kernel.rehash(self.rows, self.table, self.ints)
        self.bytes = self._bytes()


_spare: list[BallSetSearch] = []


def fits(level: Level) -> bool:
    """Whether the board is one for this search."""
    return len(level.heights) <= _MOST_CELLS and level.columns < _MOST_CELLS


def search(level: Level, state: State, limits: Limits) -> Search[State, Direction]:
    """A solution of the fewest moves."""
    if state.ball == len(state.heights) - 1:
        return Answer(Verdict.SOLVED, optimal=True)
    arrays = _spare.pop() if _spare else BallSetSearch()
    arrays.begin(level, state)
    answer = yield from solve(arrays, Budget(limits))
    if arrays.bytes <= _KEPT:
        _spare.append(arrays)
    return answer
