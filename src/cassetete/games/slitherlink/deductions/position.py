"""A level with marks as deductions see it, and what one clue or one vertex forces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Self

from cassetete.core.grid import Cell

from ..model import Clues, Level, State, Vertex, lattice, mask_of, numbers

LINE, CROSS, WRONG = 1, 2, 3
"""What a segment can be marked with; WRONG stands for "neither is possible"."""


class Position:
    """Everything is by number (see `model.Lattice`): `value[e]` is 0 for a blank segment, LINE or CROSS.

    `lines` and `blanks` count the drawn and the blank segments at each vertex, `cell_lines` and `cell_blanks` those
    around each cell that has a clue. Any marks are accepted, even ones that contradict the clues.
    """

    def __init__(self, level: Level, state: State = State()) -> None:
        self.level = level
        self.lattice = lattice(level.rows, level.columns)
        self.clue, self.clued = _clues(level.rows, level.columns, level.clues)
        self.value = [0] * level.edges
        self.lines = [0] * len(self.lattice.at_vertex)
        self.blanks = [len(edges) for edges in self.lattice.at_vertex]
        self.cell_lines = [0] * len(self.clue)
        self.cell_blanks = [4] * len(self.clue)
        self.left = level.edges
        self.missing = sum(clue for clue in self.clue if clue > 0)
        for mask, mark in ((state.drawn, LINE), (state.crossed, CROSS)):
            for edge in numbers(mask):
                self.put(edge, mark)

    def copy(self) -> Self:
        """The same marks; new ones on the copy leave this position as it is."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.__dict__.pop("paths", None)
        copy.value, copy.lines, copy.blanks = self.value.copy(), self.lines.copy(), self.blanks.copy()
        copy.cell_lines, copy.cell_blanks = self.cell_lines.copy(), self.cell_blanks.copy()
        return copy

    def put(self, edge: int, mark: int) -> None:
        """Mark a blank segment."""
        a, b = self.lattice.ends[edge]
        self.value[edge] = mark
        self.left -= 1
        self.blanks[a] -= 1
        self.blanks[b] -= 1
        for cell in self.clued[edge]:
            self.cell_blanks[cell] -= 1
        if mark == LINE:
            self.lines[a] += 1
            self.lines[b] += 1
            for cell in self.clued[edge]:
                self.cell_lines[cell] += 1
                self.missing -= 1

    def forced_by_clue(self, cell: int) -> int:
        """What all blank sides of a cell with a clue must be; 0 if that is open, WRONG if the clue cannot be met."""
        wanted, blanks = self.clue[cell] - self.cell_lines[cell], self.cell_blanks[cell]
        if wanted < 0 or wanted > blanks:
            return WRONG
        if blanks == 0:
            return 0
        return CROSS if wanted == 0 else LINE if wanted == blanks else 0

    def forced_at_vertex(self, vertex: int) -> int:
        """What all blank segments at a vertex must be, where no or two lines meet; 0 if open, WRONG if impossible."""
        lines, blanks = self.lines[vertex], self.blanks[vertex]
        if lines == 2:
            return CROSS if blanks else 0
        if lines == 1:
            return LINE if blanks == 1 else 0 if blanks else WRONG
        if lines == 0:
            return CROSS if blanks == 1 else 0
        return WRONG

    def closes_whole(self, edge: int, paths: int) -> bool:
        """Whether the loop this segment closes might be the solution: it leaves out no path and no clue."""
        return paths == 1 and self.missing == len(self.clued[edge])

    def ways(self, edges: Sequence[int], counts: Sequence[int]) -> Sequence[tuple[int, ...]]:
        """The ways to mark some segments, in their order, that keep the marks made and draw so many lines."""
        return _ways(tuple([self.value[edge] for edge in edges]), counts)

    def line_counts(self, cell: int) -> Sequence[int]:
        """How many lines a cell may have around it."""
        return range(5) if self.clue[cell] < 0 else (self.clue[cell],)

    def blank(self, edges: Iterable[int]) -> list[int]:
        """The blank ones among some segments."""
        return [edge for edge in edges if not self.value[edge]]

    def all_blank(self) -> list[int]:
        """The segments that are still blank."""
        return [edge for edge, value in enumerate(self.value) if not value]

    def state(self) -> State:
        """The marks as a state."""
        return State(*(mask_of(e for e, value in enumerate(self.value) if value == mark) for mark in (LINE, CROSS)))

    def cell(self, number: int) -> Cell:
        """The cell of a number."""
        return divmod(number, self.level.columns)

    def cells_beside(self, edge: int) -> tuple[Cell, ...]:
        """The one or two cells that have a segment as a side."""
        return tuple(map(self.cell, self.lattice.cells_beside[edge]))

    def cells_at(self, vertex: int) -> tuple[Vertex, list[Cell]]:
        """A vertex by its number, and the cells that have it as a corner."""
        i, j = divmod(vertex, self.level.columns + 1)
        rows, columns = range(self.level.rows), range(self.level.columns)
        return (i, j), [(p, q) for p in (i - 1, i) for q in (j - 1, j) if p in rows and q in columns]

    def path(self, edge: int) -> tuple[list[int], int, int]:
        """The drawn segments that are joined to one, and the vertices where they end: the same one for a loop."""
        path, ends = [edge], []
        for start in self.lattice.ends[edge]:
            came, here = edge, start
            while True:
                onward = [e for e in self.lattice.at_vertex[here] if self.value[e] == LINE and e != came]
                if len(onward) != 1:
                    break
                came = onward[0]
                if came == edge:
                    return path, start, start
                path.append(came)
                a, b = self.lattice.ends[came]
                here = b if a == here else a
            ends.append(here)
        return path, ends[0], ends[1]

    @cached_property
    def paths(self) -> list[tuple[int, int]]:
        """The end vertices of each path of drawn segments; a loop has the same vertex twice."""
        at_vertex, ends_of = self.lattice.at_vertex, self.lattice.ends
        left = {edge for edge, value in enumerate(self.value) if value == LINE}
        found = []
        while left:
            edge = left.pop()
            ends = []
            for vertex in ends_of[edge]:
                came, here = edge, vertex
                while True:
                    onward = [e for e in at_vertex[here] if e in left and e != came]
                    if not onward:
                        break
                    came = onward[0]
                    left.discard(came)
                    a, b = ends_of[came]
                    here = b if a == here else a
                ends.append(here)
            found.append((ends[0], ends[1]))
        return found


@lru_cache(maxsize=4096)
def _ways(values: tuple[int, ...], counts: Sequence[int]) -> Sequence[tuple[int, ...]]:
    marks = [(value,) if value else (LINE, CROSS) for value in values]
    return tuple([way for way in product(*marks) if way.count(LINE) in counts])


@lru_cache(maxsize=16)
def _clues(rows: int, columns: int, clues: Clues) -> tuple[list[int], list[list[int]]]:
    """The clue of each cell, -1 for none; and for each segment the cells beside it that have one."""
    clue = [-1 if clue is None else clue for row in clues for clue in row]
    beside = lattice(rows, columns).cells_beside
    return clue, [[cell for cell in cells if clue[cell] >= 0] for cells in beside]
