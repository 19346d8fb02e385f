"""Exhaustive search over the boards of a size. Importing this loads NumPy and the kernels."""

from __future__ import annotations

from cassetete.speed.arrays import np

from ..kernels import exhaustive as kernel
from ..kernels.single_word import empty_board


class ExhaustiveSearch:
    """All the boards of a size, or one part of them."""

    def __init__(self, rows: int, columns: int, part: int, parts: int) -> None:
        cells = rows * columns
        most = 2 << cells
        self.layouts = 1 << cells
        self._counters = np.zeros(3, np.int64)
        self._records = kernel.RecordTables(np.zeros(cells + 1, np.int64), np.zeros((cells + 1, 3), np.int64))
        nodes = kernel.GraphArrays(
            np.zeros((2, 1 << cells), np.int32),
            np.zeros((most, 2), np.int64),
            np.zeros((most, 2), np.int32),
            np.zeros(most, np.int8),
            np.zeros(most, np.int32),
        )
        search = kernel.Search(np.zeros(most, np.int64), np.zeros(most, np.int32), np.zeros(most, np.int32))
        symmetries = np.array(images(rows, columns), np.int64)
        board = empty_board(rows, columns)
        self._work = (part, parts, self._counters, rows, columns, symmetries, board, nodes, search, self._records)

    def advance(self, layouts: int = 50) -> bool:
        """Try some more layouts; False when none is left."""
        work = (*self._work, layouts)
        return bool(kernel.exhaust(*work))

    @property
    def layout(self) -> int:
        """The next layout."""
        return int(self._counters[kernel.LAYOUT])

    @property
    def tried(self) -> int:
        """The boards tried: layouts, once for all their images, with all herds."""
        return int(self._counters[kernel.HERDS])

    @property
    def longest(self) -> tuple[int, ...]:
        """The record for each number of sheep from 0 on."""
        return tuple(map(int, self._records.best))

    def hardest(self, sheep: int) -> tuple[int, int, int, int]:
        """Length, bushes, herd and farthest state of the hardest board with at most so many sheep."""
        number = int(np.argmax(self._records.best[: sheep + 1]))
        bushes, herd, end = map(int, self._records.hardest[number])
        return int(self._records.best[number]), bushes, herd, end


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
