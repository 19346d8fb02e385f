"""The positions around the end, grown backwards from the solved ones along with a search that uses them.

Going back from the end is cheap: there is one position to begin with (or few), no bound is computed, and positions
that cannot be won never come up. How far back it pays to go differs from level to level and is not known in advance,
so the pulls get a fixed share of the work, and go as deep as that takes them. (Bidirectional search by turns, after
Pohl 1971, "Bi-directional search"; the perimeter is in `kernels/perimeter.py`.)
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING

from ..floor_graph import Push
from ..kernels.board import Scratch, match
from ..kernels.nodes import COUNT, EXPANDED, LEFT, MEET, PARITY, Nodes
from ..kernels.perimeter import add_solved, expand_back, find_in_perimeter
from ..model import State
from .level_arrays import LevelArrays
from .node_arrays import new_nodes, with_room

FROM = 2000
"""After how many nodes of the search it begins."""
SHARE = 3
"""Positions expanded backwards for each that is expanded forwards; one costs about a third as much."""
_FEW_PARTS = 4
"""It gets this share once it is as deep as this part of the pushes that are needed at least."""
_STRETCH = 1024
_MOST_ENDS = 256


class Perimeter:
    """The nodes, and whether they still grow."""

    def __init__(self, arrays: LevelArrays, state: State) -> None:
        boxes = len(arrays.boxes(state))
        self.arrays, self.state = arrays, state
        self.nodes = new_nodes(boxes, without=("cost", "bound", "queue"))
        self.nodes.numbers[PARITY] = _parity(arrays, state) if boxes == len(arrays.targets) else -1
        self.growing = 0 < comb(len(arrays.targets), boxes) <= _MOST_ENDS
        self._scratch = arrays.scratch()
        self._pushes = int(match(arrays.board, self._scratch, arrays.boxes(state), arrays.player(state)))

    def due(self, expanded: int) -> bool:
        """Whether it is its turn, given the nodes that the search has expanded."""
        return expanded >= FROM and self._due(expanded)

    def grow(self, expanded: int) -> bool:
        """Do a step's work of its turn; whether there is more to do in it."""
        board, numbers = self.arrays.board, self.nodes.numbers
        if not numbers[COUNT]:
            self._begin(self._scratch)
            numbers = self.nodes.numbers
        if numbers[LEFT] == 0:
            numbers[LEFT] = _STRETCH
        code = expand_back(board, self._scratch, self.nodes)
        if code == RUNNING and numbers[LEFT]:
            return True
        numbers[LEFT] = 0
        if code == NEED_GROW:
            self.nodes = with_room(board, self.nodes)
            return False
        self.growing = code != EXHAUSTED
        return self._due(expanded)

    def _due(self, expanded: int) -> bool:
        """Whether it has had no more than its share: less as long as it is a small part of the way."""
        near = self.depth() * _FEW_PARTS < self._pushes
        return self.growing and bool(self.nodes.numbers[EXPANDED] <= (1 if near else SHARE) * expanded)

    def depth(self) -> int:
        """All positions this far from the end are known, unless there are no others."""
        numbers = self.nodes.numbers
        return int(self.nodes.pushes[min(numbers[EXPANDED], numbers[COUNT] - 1)]) if numbers[COUNT] else 0

    def _begin(self, scratch: Scratch) -> None:
        for targets in combinations(sorted(int(target) for target in self.arrays.targets), self.nodes.boxes.shape[1]):
            parts = len(self.arrays.board.step)
            while self.nodes.numbers[COUNT] + parts >= len(self.nodes.player):
                self.nodes = with_room(self.arrays.board, self.nodes, parts)
            add_solved(self.arrays.board, scratch, self.nodes, np.array(targets, np.int16))

    def stop(self) -> None:
        """Grow no more."""
        self.growing = False

    def path(self, nodes: Nodes) -> list[Push]:
        """The pushes from where a search has met it to the end."""
        node = int(nodes.numbers[MEET])
        pushes: list[Push] = []
        while node >= 0 and self.nodes.pushes[node]:
            node, push = (int(number) for number in self.nodes.came[node])
            pushes.append((push // 4, push % 4))
        return pushes

    def distance(self, state: State) -> int | None:
        """How many pushes a state is from the end; None if it is not inside."""
        graph, boxes = self.arrays.graph, self.arrays.boxes(state)
        walks = graph.walks(self.arrays.player(state), graph.boxes_of(state))
        lowest = np.int64(next(cell for cell, steps in enumerate(walks) if steps >= 0))
        found = find_in_perimeter(self.arrays.board, self.nodes, boxes, lowest, np.int64(0))
        return int(self.nodes.pushes[found]) if found >= 0 else None


def _parity(arrays: LevelArrays, state: State) -> int:
    """1 if every solution has an odd number of pushes: each push takes one box to a square of the other colour."""
    cells = [arrays.graph.cells[int(number)] for number in (*arrays.targets, *arrays.boxes(state))]
    return sum(sum(cell) for cell in cells) % 2
