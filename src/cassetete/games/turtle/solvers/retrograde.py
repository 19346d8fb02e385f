"""Every position of a board and a goal with its distance (`kernels/retrograde.py`): layers of exact length."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from cassetete.core.drain import relay
from cassetete.speed.arrays import np

from ..kernels import board
from ..kernels import retrograde as kernel
from ..kernels import turtle_sets as sets
from ..model import Level, State
from .board_tables import BoardTables
from .turtle_sets import first_and_last

_SLICE = 4


class Analysis:
    """The layers so far of a board with a goal and a number of helpers, at most 16 by 16 and three.

    `counts[n]` positions are n moves from home, helpers interchangeable. Three helpers on 16 by 16 cells take 265 MB;
    with `keep`, another 88 MB for each bit of the greatest distance, `distance` answers for every position at the end.
    """

    def __init__(self, level: Level, helpers: int, keep: bool = False) -> None:
        assert level.goal is not None
        self.level, self.helpers = level, helpers
        tables = BoardTables(level)
        self.ray, self.enter, self.ends = tables.ray, tables.enter, tables.ends
        self.cell, self.level_cell = tables.cells.wide, tables.cells.narrow
        # An animal on a cell with four walls can neither move nor help: the block in the middle of real boards.
        free = [at for at in range(len(level.walls)) if level.closed[at] != 15 or at == level.goal]
        self.spots = np.array([self.cell(at) for at in free], np.int64)
        self.nobody, self.least, self.rows = first_and_last(helpers, int(self.spots[-1]) + 1)
        self.seen, self.new, self.more = (np.zeros((self.rows, 4), np.uint64) for _array in range(3))
        self.planes: list[Any] = []
        self.keep = keep
        home = self.cell(level.goal)
        start = kernel.begin(
            sets.PAIRS, sets.TRIPLES, self.least, helpers, self.spots, home, self.seen, self.new
        )  # fmt: skip
        self.counts = [int(start)]

    def next_layer(self) -> Generator[None, None, int]:
        """Find the positions one move further away: how many there are. Yields now and then."""
        room = (np.empty(board.CELLS, np.uint64), np.zeros(4 * board.CELLS, np.uint64), np.zeros(16, np.uint64))
        higher, lower = self._staying()
        for y in higher:
            kernel.pull(
                self.ends.reshape(-1), self.ray.reshape(-1), board.STEP, sets.PAIRS, sets.TRIPLES, self.least, y,
                lower, self.spots, self.new.reshape(-1), self.more.reshape(-1), *room,
            )  # fmt: skip
            yield
        count = 0
        outer = len(self.spots) if self.helpers == 3 else 1
        for first in range(0, outer, _SLICE):
            found = kernel.settle(
                self.enter, sets.PAIRS, sets.TRIPLES, self.least, self.helpers, self.spots,
                first, min(outer, first + _SLICE), self.seen, self.new, self.more,
            )  # fmt: skip
            count += int(found)
            yield
        if count:
            self.counts.append(count)
            self._record(len(self.counts) - 1)
        return count

    def _staying(self) -> tuple[list[int], Any]:
        """The two helpers that stay while the third moves: the higher ones, and the lower ones."""
        if self.helpers == 0:
            return [], self.spots
        if self.helpers == 1:
            return [board.NOBODY + 1], np.array([board.NOBODY], np.int64)
        return ([board.NOBODY] if self.helpers == 2 else [int(cell) for cell in self.spots]), self.spots

    def _record(self, distance: int) -> None:
        if not self.keep:
            return
        for i in range(distance.bit_length()):
            if i == len(self.planes):
                self.planes.append(np.zeros((self.rows, 4), np.uint64))
            if distance >> i & 1:
                kernel.add_to_plane(self.new, self.planes[i])

    def pick(self, number: int) -> State:
        """The position of that number in the last layer, turtle first, helpers in the order of their cells."""
        out = np.full(2, -1, np.int64)
        kernel.pick(self.new, number, out)
        if out[0] < 0:
            raise LookupError(f"the last layer has no position {number}")
        rest, turtle = int(out[0]) + self.least, int(out[1])
        cells = []
        for order in (sets.TRIPLES, sets.PAIRS):
            cells.append(int(np.searchsorted(order, rest, "right")) - 1)
            rest -= int(order[cells[-1]])
        return tuple(self.level_cell(cell) for cell in (turtle, *[rest, *reversed(cells)][: self.helpers]))

    def distance(self, state: State) -> int | None:
        """How many moves from home a position is; None if it cannot get there. Only with `keep`, at the end."""
        turtle, *helpers = (self.cell(cell) for cell in state)
        a, b, c = [*sorted(helpers), *self.nobody]
        row = int(a + sets.PAIRS[b] + sets.TRIPLES[c]) - self.least
        if not set(helpers) <= {int(cell) for cell in self.spots}:
            raise LookupError("an animal stands on a cell that is walled in: analyse the board without it")
        word, place = turtle >> 6, turtle & 63
        if not int(self.seen[row, word]) >> place & 1:
            return None
        return sum((int(plane[row, word]) >> place & 1) << i for i, plane in enumerate(self.planes))


def analyse(level: Level, helpers: int | None = None, keep: bool = False) -> Generator[Analysis, None, Analysis]:
    """All the layers, one by one; the analysis is yielded now and then, and whenever a layer is complete."""
    analysis = Analysis(level, len(level.animals) - 1 if helpers is None else helpers, keep)
    while True:
        if not (yield from relay(analysis.next_layer(), lambda _step: analysis)):
            return analysis
        yield analysis
