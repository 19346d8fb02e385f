"""The arrays of a hunt: Python owns them, kernels fill them. Importing this loads NumPy and the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.speed.random_kernel import seeded

from ..kernels import exhaustive as kernel_all
from ..kernels import hunt as kernel_hunt
from ..kernels import narrow as kernel

ROOM = 1 << 15
"""The most tallies of a board that annealing looks at: larger graphs take long and are seldom deep for it."""


class Ground:
    """Boards of one size, searched and annealed."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self._runs = _runs(rows, columns)
        self._graph = (
            np.zeros((2 * ROOM, 2), np.uint64),
            np.empty((ROOM, 2), np.uint64),
            np.empty((ROOM, 2), np.int32),
            np.empty((ROOM, 3), np.int32),
            np.zeros(5, np.int64),
        )

    def length(self, bushes: int, herd: int) -> int:
        """How far the farthest state is; 0 if the herd cannot move or has too many states."""
        args = (np.uint64(bushes), np.uint64(herd), self.rows, self.columns, *self._runs, *self._graph)
        end = int(kernel_hunt.searched(*args))
        return 0 if end < 0 else int(self._graph[3][end >> 1, kernel.DEPTH])

    def begin(
        self,
        seed: int,
        bushes: int,
        herd: int,
        *,
        fewest: int,
        most: int,
        iterations: int,
        hot: int,
        enough: int = 1 << 30,
    ) -> None:
        """Get ready to anneal from a board, until it is `enough`."""
        score = self.length(bushes, herd)
        self._random = seeded(seed)
        self._board = np.array([bushes, herd, bushes, herd, herd], np.uint64)
        self._tale = np.array([self.rows, self.columns, fewest, most, score, 0, 0, iterations, hot, enough], np.int64)

    def anneal(self, budget: int) -> bool:
        """Go on for some iterations; False when they are done or the best is long enough."""
        args = (self._random, self._board, self._tale, *self._runs, *self._graph, budget)
        return int(kernel_hunt.anneal(*args)) == kernel.RUNNING

    def want(self, enough: int) -> None:
        """Change what is long enough."""
        self._tale[kernel_hunt.ENOUGH] = enough

    @property
    def done(self) -> int:
        """The iterations so far."""
        return int(self._tale[kernel_hunt.DONE])

    @property
    def best(self) -> int:
        """The length of the best board so far."""
        return int(self._tale[kernel_hunt.BEST])

    @property
    def best_board(self) -> tuple[int, int, int]:
        """Bushes, herd and farthest state of the best board so far."""
        bushes, herd, end = (int(word) for word in self._board[kernel_hunt.BEST_BUSHES :])
        return bushes, herd, end


class Exhaustion:
    """All the boards of a size, or one part of them."""

    def __init__(self, rows: int, columns: int, part: int, parts: int) -> None:
        cells = rows * columns
        self.layouts = 1 << cells
        self._place = np.zeros(3, np.int64)
        self._best, self._hardest = np.zeros(cells + 1, np.int64), np.zeros((cells + 1, 3), np.int64)
        most = 2 << cells
        self._args = (
            part,
            parts,
            self._place,
            rows,
            columns,
            np.array(images(rows, columns), np.int64),
            *_runs(rows, columns),
            np.zeros((2, 1 << cells), np.int32),
            np.zeros((most, 2), np.int64),
            np.zeros((most, 2), np.int32),
            np.zeros(most, np.int8),
            np.zeros(most, np.int32),
            np.zeros(most, np.int64),
            np.zeros(most, np.int32),
            np.zeros(most, np.int32),
            self._best,
            self._hardest,
        )

    def advance(self, layouts: int = 50) -> bool:
        """Look at some more layouts; False when none is left."""
        args = (*self._args, layouts)
        return bool(kernel_all.exhaust(*args))

    @property
    def layout(self) -> int:
        """The next layout."""
        return int(self._place[0])

    @property
    def tried(self) -> int:
        """The boards looked at: layouts, once for all their images, with all herds."""
        return int(self._place[2])

    @property
    def longest(self) -> tuple[int, ...]:
        """The record for each number of sheep from 0 on."""
        return tuple(map(int, self._best))

    def hardest(self, sheep: int) -> tuple[int, int, int, int]:
        """Length, bushes, herd and farthest state of the hardest board with at most so many sheep."""
        number = int(np.argmax(self._best[: sheep + 1]))
        bushes, herd, end = map(int, self._hardest[number])
        return int(self._best[number]), bushes, herd, end


def _runs(rows: int, columns: int) -> tuple[Any, ...]:
    most = max(1, rows * columns // 2)
    packs = np.zeros((4, most, max(rows, columns) + 1), np.uint64)
    return np.zeros(2, np.int64), np.zeros((2, most), np.uint64), packs, np.zeros(2, np.uint64)


def images(rows: int, columns: int) -> list[list[int]]:
    """Where each mirror image and turn of a board puts each of its cells.

    >>> images(1, 2)
    [[0, 1], [1, 0], [0, 1], [1, 0]]
    """
    found = []
    for upside_down in (False, True):
        for mirrored in (False, True):
            cells = [
                (rows - 1 - i if upside_down else i, columns - 1 - j if mirrored else j)
                for i in range(rows)
                for j in range(columns)
            ]
            found.append([i * columns + j for i, j in cells])
            if rows == columns:
                found.append([j * columns + i for i, j in cells])
    return found
