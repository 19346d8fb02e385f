"""Annealing of boards of one size. Importing this loads NumPy and the kernels."""

from __future__ import annotations

import json

from cassetete.speed.arrays import np
from cassetete.speed.driver import RUNNING
from cassetete.speed.random_kernel import seeded

from ..kernels import annealing as kernel
from ..kernels.graph import DEPTH, Graph
from ..kernels.single_word import empty_board

ROOM = 1 << 15
"""The most nodes of a graph: larger ones take long and are seldom deep for it."""


class Annealing:
    """Boards of one size, searched and annealed."""

    def __init__(self, rows: int, columns: int) -> None:
        self._rows, self._columns = rows, columns
        self._board = empty_board(rows, columns)
        self._graph = Graph(
            np.zeros((2 * ROOM, 2), np.uint64),
            np.empty((2 * ROOM + 4, 1), np.uint64),
            np.empty((ROOM + 2, 2), np.int32),
            np.empty((ROOM + 2, 3), np.int32),
            np.zeros(5, np.int64),
        )

    def length(self, bushes: int, herd: int) -> int:
        """How far the farthest state is; 0 if the herd cannot move or has too many states."""
        work = (np.uint64(bushes), np.uint64(herd), self._rows, self._columns, self._board, self._graph)
        end = int(kernel.search(*work))
        return 0 if end < 0 else int(self._graph.nodes[end >> 1, DEPTH])

    def begin(
        self, seed: int, bushes: int, herd: int, *, fewest: int, most: int,
        iterations: int, hot: int, enough: int = 1 << 30,
    ) -> None:  # fmt: skip
        """Get ready to anneal from a board, with so many sheep, until the best one is `enough` moves long."""
        numbers = [self._rows, self._columns, fewest, most, self.length(bushes, herd), 0, 0, iterations, hot, enough]
        words = np.array([bushes, herd, bushes, herd, herd], np.uint64)
        self._run = kernel.Run(seeded(seed), words, np.array(numbers, np.int64))

    def advance(self, iterations: int) -> bool:
        """Go on for some iterations; False when they are done or the best is long enough."""
        return int(kernel.anneal(self._run, self._board, self._graph, iterations)) == RUNNING

    @property
    def kept(self) -> str:
        """All of the run, as a line of text."""
        return json.dumps([part.tolist() for part in self._run])

    def go_on(self, kept: str) -> None:
        """Get ready to go on where a run was kept."""
        random, words, numbers = json.loads(kept)
        self._run = kernel.Run(np.array(random, np.uint64), np.array(words, np.uint64), np.array(numbers, np.int64))

    def want(self, enough: int) -> None:
        """Change what is long enough."""
        self._run.numbers[kernel.ENOUGH] = enough

    @property
    def done(self) -> int:
        """The iterations so far."""
        return int(self._run.numbers[kernel.DONE])

    @property
    def best(self) -> int:
        """The length of the best board so far."""
        return int(self._run.numbers[kernel.BEST])

    @property
    def best_board(self) -> tuple[int, int, int]:
        """Bushes, herd and farthest state of the best board so far."""
        bushes, herd, end = map(int, self._run.words[kernel.BEST_BUSHES :])
        return bushes, herd, end
