"""The tables of what groups of boxes need (`kernels/box_groups.py`), made for a search by what it has come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, RUNNING

from ..kernels.box_groups import LEFT, LOST, MOST, BoxGroups, price_value, raise_prices, spread_back
from .level_arrays import LevelArrays
from .node_arrays import size as bytes_of

MANY_BOXES = 12
"""With fewer, tables are begun later: a node then takes less time."""
_AGAIN = 4
"""When the search has so many times the nodes, prices are set again, and all tables with them. Those before are kept,
and asked second: with other prices other groups add something."""
ROWS_A_NODE = 16
"""With many boxes a node costs about as much as so many rows of a table, which is made when so many nodes were expanded
that it costs no more than they did."""
_MOST_ROWS, _MOST_STARTS, _MOST_BOXES = 4_000_000, 100_000, 60
_SAMPLES, _SCALE, _ROUNDS = 100, 64, 240
"""Positions that prices are set by; in which part of a push, and in how many rounds."""
_FAR_ENOUGH = 10_000
"""For prices: as far as a target is that cannot be reached."""
_STATES = 4096
"""States expanded in one step of the work."""
_KEPT = 1 << 12
"""Groups of one position that are looked at, those that add something."""
_NAMES = {2: "pairs", 3: "threes", 4: "fours", 5: "fives"}

Sample = tuple[Any, int]
"""The boxes and the player's cell of a position."""


def no_groups(boxes: int = 0, targets: int = 0) -> BoxGroups:
    """Nothing known of groups."""
    none = np.zeros((0, 0), np.int16)
    return BoxGroups(
        live=np.zeros(0, np.int32),
        cells=np.zeros(0, np.int32),
        rank=np.zeros((MOST, 0), np.int64),
        pairs=none,
        threes=none,
        fours=none,
        fives=none,
        prices=np.zeros(targets, np.int64),
        asked=np.zeros((3, MOST + 1), np.int64),
        less=np.zeros(MOST + 1, np.int64),
        sides=np.zeros(boxes, np.int32),
        alone=np.zeros(boxes, np.int32),
        two=np.zeros((boxes, boxes), np.int32),
        extra=np.zeros(_KEPT if boxes else 0, np.int32),
        score=np.zeros(_KEPT if boxes else 0, np.int32),
        members=np.zeros(_KEPT if boxes else 0, np.int64),
        first=np.zeros(boxes, np.int32),
        following=np.zeros(_KEPT if boxes else 0, np.int32),
        share=np.zeros(boxes, np.int64),
        chosen=np.zeros(boxes + 1, np.int32),
        left=np.zeros(boxes + 1, np.int64),
    )


class GroupTables:
    """Tables that are made one size after the other, a step's work at a time, from so many nodes of a search on."""

    def __init__(self, arrays: LevelArrays, boxes: int, begin: int) -> None:
        self._arrays, self._boxes = arrays, boxes
        self.groups = self.older = no_groups()
        self._size = MOST
        few = max(1.0, MANY_BOXES / max(1, boxes))
        self._rows_a_node = ROWS_A_NODE / few**2
        self._next_prices = int(begin * few**3) if 2 <= boxes == len(arrays.targets) <= _MOST_BOXES else None
        self._work: Iterator[None] | None = None

    @property
    def bytes(self) -> int:
        """The memory of the tables."""
        return bytes_of(self.groups) + bytes_of(self.older)

    @property
    def making(self) -> bool:
        """Whether a table is begun and not ready."""
        return self._work is not None

    def due(self, expanded: int, afforded: Callable[[int], bool], samples: Callable[[int], list[Sample]]) -> bool:
        """Whether there is something to do, given the nodes that the search has expanded, what memory it may still
        take, and a way to get some of its positions."""
        if self.making:
            return True
        if self._next_prices is not None and expanded >= self._next_prices:
            self._next_prices = _AGAIN * expanded
            self.older = self.groups
            self._set_prices(samples(_SAMPLES))
            self._size = 1
        size = self._size + 1
        if size > min(MOST, self._boxes) or self._rows(size) > self._rows_a_node * expanded:
            return False
        if self._too_large(size) or not afforded((4 * size + 16) * 2 * self._rows(size)):
            self._size = MOST
            return False
        self._work = self._fill(size)
        return True

    def work(self) -> None:
        """Do a step's work of the table that is due."""
        assert self._work is not None
        if next(self._work, "end") == "end":
            self._work = None

    def make(self, samples: list[Sample], most: int) -> BoxGroups:
        """All tables up to a size at once, with prices by these positions."""
        self._set_prices(samples)
        for size in range(2, min(most, self._boxes) + 1):
            for _step in self._fill(size):
                pass
        return self.groups

    def _rows(self, size: int) -> int:
        return comb(len(self.groups.cells), size)

    def _too_large(self, size: int) -> bool:
        return comb(len(self._arrays.targets), size) > _MOST_STARTS or self._rows(size) > _MOST_ROWS

    def _set_prices(self, samples: list[Sample]) -> None:
        """Set the prices by some positions; there are no tables then."""
        n = self._arrays.graph.wall
        cells = [cell for cell, dead in enumerate(self._arrays.board.dead.tolist()[:n]) if not dead]
        live, rank = np.full(n + 1, -1, np.int32), np.zeros((MOST, n + 1), np.int64)
        for number, cell in enumerate(cells):
            live[cell] = number
            for size in range(MOST):
                rank[size, cell] = comb(number, size + 1)
        prices = self._best_prices(samples)
        groups = no_groups(self._boxes, len(prices))
        groups.less[0] = sum(prices)
        for target, price in enumerate(prices):
            groups.prices[target] = price
        self.groups = groups._replace(live=live, cells=np.array(cells, np.int32), rank=rank)

    def _best_prices(self, samples: list[Sample]) -> list[int]:
        board, width = self._arrays.board, len(self._arrays.targets)
        distances = np.zeros((len(samples), self._boxes, width), np.int32)
        for i, (boxes, player) in enumerate(samples):
            for j in range(self._boxes):
                box = int(boxes[j])
                line = board.distance[box, board.side[box, player]].tolist()
                for g in range(width):
                    distances[i, j, g] = min(line[g], _FAR_ENOUGH)
        prices, best = np.zeros(width, np.int64), np.zeros(width, np.int64)
        raise_prices(distances, prices, best, np.zeros(width, np.int64), _ROUNDS, _SCALE)
        return self._rounded(distances, best.tolist())

    def _rounded(self, distances: Any, scaled: list[int]) -> list[int]:
        """Whole prices, odd on one colour of squares and even on the other: a box's distances less prices are then all
        odd or all even, and nothing is lost by the parity of pushes."""
        cells = self._arrays.graph.cells
        colours = [sum(cells[int(target)]) % 2 for target in self._arrays.targets]
        found = []
        for odd in range(2):
            prices = [
                2 * round((price / _SCALE - (colour ^ odd)) / 2) + (colour ^ odd)
                for price, colour in zip(scaled, colours, strict=True)
            ]
            found.append((int(price_value(distances, np.array(prices, np.int64))), prices))
        return max(found)[1]

    def _fill(self, size: int) -> Iterator[None]:
        """Make the table of groups of a size, a step at a time."""
        board, n = self._arrays.board, self._arrays.graph.wall
        price = {int(target): int(self.groups.prices[g]) for g, target in enumerate(self._arrays.targets)}
        worth = sorted((-sum(price[cell] for cell in group), group) for group in combinations(sorted(price), size))
        least = worth[0][0]
        starts = np.array([cell for _value, group in worth for cell in group], np.int32).reshape(len(worth), size)
        start_values = np.array([value - least for value, _group in worth], np.int64)
        rows = self._rows(size)
        values, done = np.full((rows, 4 * size + 1), LOST, np.int16), np.zeros(rows, np.int32)
        queue = np.zeros(rows + 16 * size * (1 + len(worth)), np.int64)
        numbers, at, after = np.zeros(8, np.int64), np.zeros(MOST, np.int32), np.zeros(MOST, np.int32)
        seen, floor = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int32)
        code = RUNNING
        while code == RUNNING:
            numbers[LEFT] = _STATES
            code = spread_back(
                board, self.groups, values, done, queue, numbers, starts, start_values, at, after, seen, floor, size
            )
            yield
        self._size = size
        if code == EXHAUSTED:
            self.groups.less[size] = -least
            self.groups = self.groups._replace(**{_NAMES[size]: values})
