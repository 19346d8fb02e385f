"""The positions around the end, grown from the finished ones along with a search that uses them.

Going back from the end is cheap: there is one position to begin with (or few), no bound is counted, and positions
that cannot be won never come up. How far back it pays to go differs from level to level and cannot be told
beforehand: so the pulls get a fixed share of the work, and go as deep as their layers let them. (Bidirectional search
by turns, after Pohl 1971, "Bi-directional search"; the perimeter is in kernel_perimeter.py.)
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from ..kernels import perimeter as kernel_perimeter
from ..kernels.board import EXHAUSTED, NEED_GROW
from ..kernels.nodes import COUNT, EXPANDED, MEET, PARITY
from ..model import State
from . import kernel_arrays as native

FROM = 2000
"""After how many nodes of the search it begins."""
SHARE = 3
"""Positions expanded backwards for each that is expanded forwards; one costs about a third as much."""
_STRETCH = 1024
_MOST_ENDS = 256


class Perimeter:
    """The nodes, and whether they still grow. By itself it is a search of its own, blind and from the other end."""

    def __init__(self, place: native.Place, state: State) -> None:
        boxes = len(place.boxes(state))
        self.place, self.state = place, state
        self.nodes = native.nodes(boxes, queued=False)
        self.nodes.numbers[PARITY] = _parity(place, state) if boxes == len(place.goals) else -1
        self.growing = 0 < comb(len(place.goals), boxes) <= _MOST_ENDS

    def grow(self, expanded: int) -> bool:
        """Go on if it is its turn, given the nodes that the search has expanded; whether it has grown."""
        if expanded < FROM or not self._due(expanded):
            return False
        board, scratch = self.place.board, self.place.scratch()
        if not self.nodes.numbers[COUNT]:
            self._begin(scratch)
        while self._due(expanded):
            code = kernel_perimeter.retreat(board, scratch, self.nodes, _STRETCH)
            if code == NEED_GROW:
                self.nodes = native.roomier(board, self.nodes)
                break
            self.growing = code != EXHAUSTED
        return True

    def _due(self, expanded: int) -> bool:
        """Whether it has had no more than its share."""
        return self.growing and bool(self.nodes.numbers[EXPANDED] <= SHARE * expanded)

    def _begin(self, scratch: Any) -> None:
        for goals in combinations(sorted(int(goal) for goal in self.place.goals), self.nodes.boxes.shape[1]):
            parts = len(self.place.board.step)
            while self.nodes.numbers[COUNT] + parts >= len(self.nodes.keeper):
                self.nodes = native.roomier(self.place.board, self.nodes, parts)
            kernel_perimeter.finish(self.place.board, scratch, self.nodes, np.array(goals, np.int16))

    def stop(self) -> None:
        """Stay as it is."""
        self.growing = False

    def path(self, nodes: Any) -> list[tuple[int, int]]:
        """The pushes from where a search has met it to the end."""
        node = int(nodes.numbers[MEET])
        pushes: list[tuple[int, int]] = []
        while node >= 0 and self.nodes.pushes[node]:
            node, push = (int(number) for number in self.nodes.came[node])
            pushes.append((push // 4, push % 4))
        return pushes

    def distance(self, state: State) -> int | None:
        """How many pushes a state is from the end; None if it is not inside."""
        house, boxes = self.place.house, self.place.boxes(state)
        walks = house.walks(self.place.keeper(state), house.boxes_of(state))
        lowest = np.int64(next(cell for cell, steps in enumerate(walks) if steps >= 0))
        found = kernel_perimeter.met(self.place.board, self.nodes, boxes, lowest, np.int64(0))
        return int(self.nodes.pushes[found]) if found >= 0 else None


def _parity(place: native.Place, state: State) -> int:
    """1 if every solution has an odd number of pushes: each push takes one box to a square of the other colour."""
    cells = [place.house.cells[int(number)] for number in (*place.goals, *place.boxes(state))]
    return sum(sum(cell) for cell in cells) % 2
