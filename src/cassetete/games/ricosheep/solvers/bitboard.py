"""The herd as one whole number, one bit per cell: faster rules for boards without wolves or colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from cassetete.core.grid import Cell, Direction

from ..model import BUSH, SHEEP, Level, State
from ..rules import DIRECTIONS

Herd: TypeAlias = int

Run: TypeAlias = tuple[int, tuple[int, ...]]
"""A line of free cells between two obstacles: its cells, and for each number of sheep in it, where they end up."""


def is_plain(level: Level) -> bool:
    """Whether a level has neither wolves nor colours."""
    return not level.start.wolves and not level.tinted_grass and all(sheep[2] == SHEEP for sheep in level.start.sheep)


class Bitboard:
    """A plain level, whose herds are whole numbers.

    >>> board = Bitboard(Level(("____",), ("S__S",)))
    >>> bin(board.slide(0b1001, Direction.RIGHT))
    '0b1100'
    """

    def __init__(self, level: Level) -> None:
        self.width = level.columns
        self.grass = self.mask(level.plain_grass)
        self._runs = {direction: _runs(level, direction) for direction in DIRECTIONS}
        # A sheep in a run of one cell never moves.
        cells = (1 << level.columns * level.rows) - 1
        self._fixed = {d: cells & ~sum(run for run, _packed in self._runs[d]) for d in DIRECTIONS}

    def mask(self, cells: Iterable[Cell]) -> Herd:
        """The number whose bits are these cells."""
        return sum(1 << row * self.width + column for row, column in cells)

    def herd(self, state: State) -> Herd:
        """The sheep of a state."""
        return self.mask((row, column) for row, column, _coat in state.sheep)

    def state(self, herd: Herd) -> State:
        """The state with this herd."""
        cells = (divmod(bit, self.width) for bit in range(herd.bit_length()) if herd >> bit & 1)
        return State(frozenset((row, column, SHEEP) for row, column in cells))

    def slide(self, herd: Herd, direction: Direction) -> Herd:
        """The herd after a move: in each run, as many sheep as before, packed at its far end."""
        after = herd & self._fixed[direction]
        for run, packed in self._runs[direction]:
            here = herd & run
            if here:
                after |= packed[here.bit_count()]
        return after


def _runs(level: Level, direction: Direction) -> list[Run]:
    """The runs of two cells or more along a direction."""
    lines: dict[Cell, list[Cell]] = {}
    for cell, wall in level.walls[direction].items():
        if level.ground[cell[0]][cell[1]] != BUSH:
            lines.setdefault(wall, []).append(cell)
    runs = []
    for wall, cells in lines.items():
        if len(cells) < 2:
            continue
        # Nearest to the wall first, so that the k first cells are where k sheep end up.
        nearest = sorted(cells, key=lambda cell: abs(cell[0] - wall[0]) + abs(cell[1] - wall[1]))
        bits = [1 << row * level.columns + column for row, column in nearest]
        runs.append((sum(bits), tuple(sum(bits[:count]) for count in range(len(bits) + 1))))
    return runs
