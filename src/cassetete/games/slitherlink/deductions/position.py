"""What named deductions look at and what they give: a position, and steps with the segments, cells and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cassetete.core.grid import Cell
from cassetete.core.message import Text

from ..model import Level, State, Vertex, lattice, numbers
from ..solvers.propagation import CROSS, LINE


class Step(NamedTuple):
    """Some segments (numbers) get one mark each, for a reason that lies in some cells, or at a corner."""

    puts: tuple[tuple[int, int], ...]
    cells: tuple[Cell, ...]
    text: Text
    corner: Vertex | None = None


Find = Callable[["Position"], Iterator[Step]]


@dataclass(frozen=True)
class Rule:
    """A named deduction; `difficulty` is its rung on the ladder, and `find` gives its steps, the plainest first."""

    id: str
    title: Text
    difficulty: int
    find: Find


class Path(NamedTuple):
    """A path of drawn segments: its two end vertices (equal for a loop)."""

    start: int
    end: int


class Position:
    """A level with marks, as deductions see it: `value[e]` is 0, LINE or CROSS; cells and vertices by number."""

    def __init__(self, level: Level, state: State) -> None:
        self.level = level
        self.net = lattice(level.rows, level.columns)
        self.clue = [-1 if clue is None else clue for row in level.clues for clue in row]
        self.value = [0] * level.edges
        for mask, mark in ((state.drawn, LINE), (state.crossed, CROSS)):
            for edge in numbers(mask):
                self.value[edge] = mark

    def lines(self, edges: Iterable[int]) -> int:
        """How many of some segments are drawn."""
        return sum(self.value[edge] == LINE for edge in edges)

    def blank(self, edges: Iterable[int]) -> list[int]:
        """The blank ones among some segments."""
        return [edge for edge in edges if not self.value[edge]]

    def cell(self, number: int) -> Cell:
        """The cell of a number."""
        return divmod(number, self.level.columns)

    def around(self, vertex: int) -> tuple[Vertex, list[Cell]]:
        """A vertex by its number, and the cells that have it as a corner."""
        i, j = divmod(vertex, self.level.columns + 1)
        rows, columns = range(self.level.rows), range(self.level.columns)
        return (i, j), [(p, q) for p in (i - 1, i) for q in (j - 1, j) if p in rows and q in columns]

    @cached_property
    def missing(self) -> int:
        """How many sides the clues still ask for."""
        asked = zip(self.clue, self.net.around_cell, strict=True)
        return sum(clue - self.lines(sides) for clue, sides in asked if clue >= 0)

    @cached_property
    def paths(self) -> list[Path]:
        """The paths of drawn segments, loops included."""
        net, value = self.net, self.value
        left = {edge for edge in range(len(value)) if value[edge] == LINE}
        found = []
        while left:
            edge = left.pop()
            ends = []
            for vertex in net.ends[edge]:
                came, here = edge, vertex
                while True:
                    onward = [e for e in net.at_vertex[here] if e in left and e != came]
                    if not onward:
                        break
                    came = onward[0]
                    left.discard(came)
                    a, b = net.ends[came]
                    here = b if a == here else a
                ends.append(here)
            found.append(Path(*ends))
        return found

    @cached_property
    def beside(self) -> list[tuple[int, ...]]:
        """The cells on the two sides of each segment; one at the border."""
        cells: list[list[int]] = [[] for _edge in self.value]
        for cell, sides in enumerate(self.net.around_cell):
            for edge in sides:
                cells[edge].append(cell)
        return [tuple(pair) for pair in cells]

    def whole(self, edge: int) -> bool:
        """Whether the loop this segment would close might be the whole solution."""
        clued = sum(self.clue[cell] >= 0 for cell in self.beside[edge])
        return len(self.paths) == 1 and self.missing == clued


def named(cells: Iterable[Cell]) -> str:
    """Cells as players name them: (row, column), from 1.

    >>> named([(0, 0), (2, 1)])
    '(1, 1) (3, 2)'
    """
    return " ".join(f"({i + 1}, {j + 1})" for i, j in cells)
