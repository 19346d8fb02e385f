"""Moves that wait in cells of a feature space: the cells take turns."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Generic, TypeVar

T = TypeVar("T")
Cell = tuple[int, ...]


class CellQueue(Generic[T]):
    """In each cell the lightest move comes first, then the one of the least score, then the oldest."""

    def __init__(self) -> None:
        self.pushed = 0
        self._heaps: dict[Cell, list[tuple[int, tuple[int, ...], int, T]]] = {}
        self._cells: list[Cell] = []
        self._turn = 0

    def open(self, cell: Cell) -> None:
        """A new cell has the next turn."""
        if cell not in self._heaps:
            self._heaps[cell] = []
            self._turn = len(self._cells)
            self._cells.append(cell)

    def push(self, cell: Cell, weight: int, score: tuple[int, ...], move: T) -> None:
        """Let a move wait in a cell that is open."""
        self.pushed += 1
        heappush(self._heaps[cell], (weight, score, self.pushed, move))

    def pop(self, cell: Cell | None) -> tuple[int, T] | None:
        """The first move of a cell and its weight, or of the next in turn; None if none waits anywhere."""
        heap = self._heaps[cell] if cell is not None else []
        for _ in range(len(self._cells)):
            if heap:
                break
            heap = self._heaps[self._cells[self._turn]]
            self._turn = (self._turn + 1) % len(self._cells)
        if not heap:
            return None
        weight, _score, _number, move = heappop(heap)
        return weight, move
