"""Solves many levels of one size one after another, for the generator and the hunt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cassetete.speed.arrays import np

from ..kernels import batch
from ..kernels import layouts as kernel
from ..model import Level, State
from ..solvers.layouts import numbers

NONE, UNKNOWN = batch.NONE, batch.UNKNOWN


class BatchSolver:
    """Arrays for levels of one size, used again and again; the ball starts on the first cell, heights are at most 13.

    >>> BatchSolver(3).length((1, 2, 0, 3, 3, 1, 3, 3, 1))
    (4, 5)
    """

    def __init__(self, size: int, most: int = 100_000) -> None:
        cells = size * size
        level = Level(size, (13, *(0 for _ in range(cells - 1))))
        self._ints = numbers(level, State(0, level.heights))
        self._ints[kernel.TALL] = 1
        self._most = most
        # A kernel that is called with the same arrays again and again is told only once where they are.
        self._one, self._found = np.zeros((1, cells), np.int64), np.zeros((1, 2), np.int64)
        self._allocate(256)

    def _allocate(self, layouts: int) -> None:
        self._rows = np.zeros((layouts, self._ints[kernel.KEY] + self._ints[kernel.MARKS]), np.uint64)
        self._table = np.zeros(2 * layouts, np.uint64)
        self._where = np.zeros((1, 4 * layouts), np.uint64)
        self._parent = np.zeros((1, 4 * layouts), np.int32)

    def lengths(self, levels: Any) -> Any:
        """For each row of heights: its fewest moves (NONE, UNKNOWN) and the states expanded."""
        found = np.zeros((len(levels), 2), np.int64)
        self._solve(levels, found)
        return found

    def _solve(self, levels: Any, found: Any) -> None:
        arrays = self._rows, self._table, self._where, self._parent, self._ints
        batch.lengths(levels, 0, *arrays, self._most, found)

    def length(self, heights: Sequence[int]) -> tuple[int, int]:
        """The fewest moves of one level (NONE, or UNKNOWN if it has too many states) and the states expanded."""
        self._one[0] = heights
        while True:
            self._solve(self._one, self._found)
            length, expanded = self._found[0].tolist()
            if length != UNKNOWN or expanded >= self._most:
                return length, expanded
            self._allocate(4 * len(self._rows))
