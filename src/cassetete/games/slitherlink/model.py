"""A Slitherlink level, its state, and how the sides of the cells are named and numbered.

A vertex (i, j) is the corner in row i and column j of the corners, from 0; a segment is the couple of its two
vertices, the smaller first: ((1, 2), (1, 3)). Segments are also numbered, as the bits of the masks of a state.
On a grid of m rows and n columns:

* the horizontal segments come first, row by row: ((i, j), (i, j + 1)) is number i*n + j, for 0 <= i <= m;
* then the vertical ones: ((i, j), (i + 1, j)) is number (m + 1)*n + i*(n + 1) + j, for 0 <= j <= n.

A cell is named by its diagonal, from its upper left vertex to its lower right one: that is where its shade is put.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from cassetete.core.grid import Cell
from cassetete.core.headers import Headers

Vertex: TypeAlias = tuple[int, int]
Segment: TypeAlias = tuple[Vertex, Vertex]
Clues: TypeAlias = tuple[tuple[int | None, ...], ...]

DRAWN, CROSSED, BLANK = "+", "x", "."
INSIDE, OUTSIDE = "i", "o"


class State(NamedTuple):
    """The marks on the grid: bit e of `drawn` (`crossed`) is set when segment number e is drawn (crossed).

    Bit i*columns + j of `inside` (`outside`) is set when the player shaded cell (i, j) so: a note without effect.
    """

    drawn: int = 0
    crossed: int = 0
    inside: int = 0
    outside: int = 0

    def mark(self, edge: int) -> str:
        """The mark on a segment: "+", "x" or "." for none."""
        if self.drawn >> edge & 1:
            return DRAWN
        return CROSSED if self.crossed >> edge & 1 else BLANK

    def with_mark(self, edge: int, mark: str) -> State:
        """The same marks except for this one.

        >>> State(drawn=0b1).with_mark(0, "x") == State(crossed=0b1)
        True
        """
        bit = 1 << edge
        drawn, crossed = self.drawn & ~bit, self.crossed & ~bit
        return self._replace(
            drawn=drawn | bit if mark == DRAWN else drawn, crossed=crossed | bit if mark == CROSSED else crossed
        )

    def shade(self, cell: int) -> str:
        """How a cell is shaded: "i" inside, "o" outside or "." not at all."""
        if self.inside >> cell & 1:
            return INSIDE
        return OUTSIDE if self.outside >> cell & 1 else BLANK

    def with_shade(self, cell: int, shade: str) -> State:
        """The same marks with another shade on one cell."""
        bit = 1 << cell
        inside, outside = self.inside & ~bit, self.outside & ~bit
        return self._replace(
            inside=inside | bit if shade == INSIDE else inside, outside=outside | bit if shade == OUTSIDE else outside
        )


class Put(NamedTuple):
    """A move: put a mark on a segment ("+" draws it, "x" crosses it out, "." erases its mark).

    On a cell, named by its diagonal, "i" and "o" note that it is inside or outside, "." erases the note.
    """

    segment: Segment
    mark: str


@dataclass(frozen=True)
class Level:
    """A grid of clues (None: the cell says nothing) and the marks that are on it at the start."""

    rows: int
    columns: int
    clues: Clues
    marks: State = State()
    headers: Headers = Headers()

    @property
    def edges(self) -> int:
        """The number of segments.

        >>> Level(1, 2, ((None, 3),)).edges
        7
        """
        return (self.rows + 1) * self.columns + self.rows * (self.columns + 1)


def ordered(segment: Segment) -> Segment:
    """The segment with its smaller vertex first.

    >>> ordered(((1, 3), (1, 2)))
    ((1, 2), (1, 3))
    """
    a, b = segment
    return (a, b) if a <= b else (b, a)


def edge_number(rows: int, columns: int, segment: Hashable) -> int | None:
    """The number of a segment, whichever end comes first; None for anything that is no segment of the grid.

    >>> edge_number(2, 2, ((0, 1), (1, 1))), edge_number(2, 2, ((1, 1), (0, 1)))
    (7, 7)
    >>> edge_number(2, 2, ((0, 0), (1, 1))) is None
    True
    """
    match segment:
        case ((int(), int()), (int(), int())):
            (i, j), (p, q) = ordered(segment)  # type: ignore[arg-type]  # the pattern has just said so
        case _:
            return None
    if not (0 <= i <= rows and 0 <= j <= columns and p <= rows and q <= columns):
        return None
    if (p, q) == (i, j + 1):
        return i * columns + j
    if (p, q) == (i + 1, j):
        return (rows + 1) * columns + i * (columns + 1) + j
    return None


def cell_number(rows: int, columns: int, place: Hashable) -> int | None:
    """The number of the cell with this diagonal, whichever end comes first; None for anything else.

    >>> cell_number(2, 3, ((1, 0), (2, 1))), cell_number(2, 3, ((0, 1), (1, 0)))
    (3, None)
    """
    match place:
        case ((int(), int()), (int(), int())):
            (i, j), (p, q) = ordered(place)  # type: ignore[arg-type]  # the pattern has just said so
        case _:
            return None
    return i * columns + j if 0 <= i < rows and 0 <= j < columns and (p, q) == (i + 1, j + 1) else None


def diagonal_of(columns: int, cell: int) -> Segment:
    """The diagonal that names a cell.

    >>> diagonal_of(3, 3)
    ((1, 0), (2, 1))
    """
    i, j = divmod(cell, columns)
    return (i, j), (i + 1, j + 1)


def segment_of(rows: int, columns: int, edge: int) -> Segment:
    """The segment of a number.

    >>> segment_of(2, 2, 7)
    ((0, 1), (1, 1))
    """
    vertical = edge - (rows + 1) * columns
    if vertical < 0:
        i, j = divmod(edge, columns)
        return (i, j), (i, j + 1)
    i, j = divmod(vertical, columns + 1)
    return (i, j), (i + 1, j)


def edges_at(rows: int, columns: int, vertex: Vertex) -> list[int]:
    """The numbers of the segments that meet in a vertex: left, right, up, down.

    >>> edges_at(2, 2, (0, 1))
    [0, 1, 7]
    """
    i, j = vertex
    first_vertical = (rows + 1) * columns
    edges = []
    if j > 0:
        edges.append(i * columns + j - 1)
    if j < columns:
        edges.append(i * columns + j)
    if i > 0:
        edges.append(first_vertical + (i - 1) * (columns + 1) + j)
    if i < rows:
        edges.append(first_vertical + i * (columns + 1) + j)
    return edges


def sides(rows: int, columns: int, cell: Cell) -> tuple[int, int, int, int]:
    """The numbers of the segments around a cell: top, bottom, left, right.

    >>> sides(2, 2, (0, 1))
    (1, 3, 7, 8)
    """
    i, j = cell
    top, left = i * columns + j, (rows + 1) * columns + i * (columns + 1) + j
    return top, top + columns, left, left + 1


def flags(mask: int, count: int) -> str:
    """A mask as a text of `count` characters, "1" at each number that is in it: quick to look into.

    >>> flags(0b101, 4)
    '1010'
    """
    return bin(mask)[:1:-1].ljust(count, "0")


def numbers(mask: int) -> list[int]:
    """The numbers in a mask, in rising order.

    >>> numbers(0b101)
    [0, 2]
    """
    return [edge for edge, flag in enumerate(bin(mask)[:1:-1]) if flag == "1"]


def mask_of(edges: Iterable[int]) -> int:
    """The mask of some numbers.

    >>> bin(mask_of([0, 2]))
    '0b101'
    """
    known = list(edges)
    if not known:
        return 0
    digits = bytearray(b"0") * (max(known) + 1)
    for edge in known:
        digits[-1 - edge] = 49  # "1"
    return int(digits, 2)


def marks_of(level: Level, state: State) -> list[Put]:
    """The moves that put the marks of a state on an empty grid: segments by number, then cells.

    >>> marks_of(Level(1, 1, ((None,),)), State(drawn=0b10, crossed=0b1))
    [Put(segment=((0, 0), (0, 1)), mark='x'), Put(segment=((1, 0), (1, 1)), mark='+')]
    """
    marks = [(edge, mark) for mask, mark in ((state.drawn, DRAWN), (state.crossed, CROSSED)) for edge in numbers(mask)]
    shades = [
        (cell, mark) for mask, mark in ((state.inside, INSIDE), (state.outside, OUTSIDE)) for cell in numbers(mask)
    ]
    found = [Put(segment_of(level.rows, level.columns, edge), mark) for edge, mark in sorted(marks)]
    return found + [Put(diagonal_of(level.columns, cell), mark) for cell, mark in sorted(shades)]


class Lattice:
    """What touches what on a grid of a size, by numbers: vertex (i, j) is i*(columns + 1) + j, cell i*columns + j.

    All that is outside the grid is one more cell, number `outside`.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.segments = [segment_of(rows, columns, edge) for edge in range((rows + 1) * columns + rows * (columns + 1))]
        self.draws = [Put(segment, DRAWN) for segment in self.segments]
        self.drawn_by = {put: edge for edge, put in enumerate(self.draws)}
        wide = columns + 1
        self.ends = [(i * wide + j, p * wide + q) for (i, j), (p, q) in self.segments]
        self.at_vertex = [edges_at(rows, columns, divmod(v, wide)) for v in range((rows + 1) * wide)]
        self.around_cell = [sides(rows, columns, divmod(c, columns)) for c in range(rows * columns)]
        self.between = {ends: edge for edge, ends in enumerate(self.ends)}
        self.between |= {(b, a): edge for (a, b), edge in self.between.items()}
        self.outside = rows * columns
        self.cells_beside: list[list[int]] = [[] for _edge in self.segments]
        for cell, around in enumerate(self.around_cell):
            for edge in around:
                self.cells_beside[edge].append(cell)
        self.around_grid = [edge for edge, cells in enumerate(self.cells_beside) if len(cells) == 1]

    def across(self, cell: int, edge: int) -> int:
        """The cell on the other side of a segment.

        >>> [lattice(2, 2).across(0, edge) for edge in lattice(2, 2).around_cell[0]]
        [4, 2, 4, 1]
        """
        cells = self.cells_beside[edge]
        if len(cells) == 1:
            return cells[0] if cell == self.outside else self.outside
        return cells[1] if cells[0] == cell else cells[0]

    @cached_property
    def both_sides(self) -> list[tuple[int, int]]:
        """The cells on both sides of each segment, the one outside included; that comes second."""
        return [(cells[0], self.across(cells[0], edge)) for edge, cells in enumerate(self.cells_beside)]

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """The cells beside each cell, the one outside included."""
        around = [*self.around_cell, self.around_grid]
        return [[self.across(cell, edge) for edge in edges] for cell, edges in enumerate(around)]


@lru_cache(maxsize=64)
def lattice(rows: int, columns: int) -> Lattice:
    """The lattice of a size, made once."""
    return Lattice(rows, columns)
