"""A deduction (marks and the reason for them), and a technique: a named way to find some."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from ..model import Vertex
from .position import LINE, Position

_ = Catalogue("slitherlink")

CORNERS = (_("top left"), _("top right"), _("bottom left"), _("bottom right"))

SHOWN = 12
"""How many cells a sentence names at most; the board shows them all."""


class Subject(Enum):
    """What a player looks at to find a deduction."""

    CELLS = auto()
    """Its cells, or its corner."""
    LINE = auto()
    """A line, given by its segments."""
    TRIAL = auto()
    """What follows once a mark is supposed."""
    CROSSINGS = auto()
    """The lines that a way along its cells crosses."""
    SIDES = auto()
    """What is inside and outside."""
    DEAD_ENDS = auto()
    """The same, with 3s that lead nowhere."""
    PAIRS = auto()
    """Segments of which one excludes or needs the other; the segments of the line that they would close to a loop."""


class Deduction(NamedTuple):
    """Some segments (numbers) get one mark each, for a reason that lies in some cells, or at a corner."""

    marks: tuple[tuple[int, int], ...]
    cells: tuple[Cell, ...]
    text: Text
    corner: Vertex | None = None
    segments: tuple[int, ...] = ()
    """Segments that the reason goes through."""
    title: Text | None = None
    """The name of the pattern, if it has one of its own."""
    supposed: int | None = None
    """The segment that is tried both ways."""
    hidden: int = 0
    """How many steps of the reason are left out of the text."""
    inferred: int = 0
    """How many steps follow from a mark that is supposed before something goes wrong; 0 if the reason supposes nothing,
    or says at once what is wrong with the mark."""
    subject: Subject = Subject.CELLS


@dataclass(frozen=True)
class Technique:
    """A way to find deductions; `difficulty` is 1 for the easiest, and `find` gives the plainest deductions first."""

    id: str
    title: Text
    difficulty: int
    find: Callable[[Position], Iterator[Deduction]]


def named(cells: Iterable[Cell]) -> str:
    """Cells as players name them: (row, column), from 1.

    >>> named([(0, 0), (2, 1)])
    '(1, 1) (3, 2)'
    """
    return " ".join(f"({i + 1}, {j + 1})" for i, j in cells)


def corner_name(position: Position, vertex: int) -> Text:
    """A vertex as a corner of the cell above and to its left, or the nearest there is."""
    (i, j), cells = position.cells_at(vertex)
    p, q = cells[0]
    return _("the {corner} corner of {cell}", corner=CORNERS[2 * (i > p) + (j > q)], cell=named([(p, q)]))


_SIDES = (_("above {cell}"), _("below {cell}"), _("left of {cell}"), _("right of {cell}"))


def where(position: Position, edge: int) -> Text:
    """Where a segment is: between two cells, or on the outer side of one."""
    cells = position.cells_beside(edge)
    if len(cells) == 2:
        return _("between {one} and {other}", one=named(cells[:1]), other=named(cells[1:]))
    sides = position.lattice.around_cell[position.lattice.cells_beside[edge][0]]
    return _(_SIDES[sides.index(edge)].msgid, cell=named(cells))


def sides_left(clue: int, cell: Cell, n: int) -> Text:
    """A clue that needs all its sides that have no mark."""
    return _.n(
        "the {clue} at {cell} needs the side that is left",
        "the {clue} at {cell} needs the {n} sides that are left",
        n=n,
        clue=clue,
        cell=named([cell]),
    )


def who(position: Position, cell: int) -> Text | str:
    """A cell with its clue, if it has one."""
    place, clue = named([position.cell(cell)]), position.clue[cell]
    return place if clue < 0 else _("the {clue} at {cell}", clue=clue, cell=place)


def all_of(position: Position, edges: Sequence[int]) -> Text:
    """Where some segments are."""
    text = where(position, edges[-1])
    for number, edge in enumerate(reversed(edges[:-1])):
        link = _("{first} and {then}") if not number else _("{first}, {then}")
        text = _(link.msgid, first=where(position, edge), then=text)
    return text


def one_of(position: Position, edges: Sequence[int]) -> Text:
    """Where one of some segments is."""
    text = where(position, edges[-1])
    for number, edge in enumerate(reversed(edges[:-1])):
        link = _("{first} or {then}") if not number else _("{first}, {then}")
        text = _(link.msgid, first=where(position, edge), then=text)
    return text


def marks_in_words(position: Position, marks: Sequence[tuple[int, int]]) -> Text:
    """Where lines, or no lines, follow."""
    places = all_of(position, [edge for edge, _mark in marks])
    if len(marks) > 1:
        return _("lines {places}", places=places) if marks[0][1] == LINE else _("no lines {places}", places=places)
    return _("a line {where}", where=places) if marks[0][1] == LINE else _("no line {where}", where=places)


def joined(steps: Sequence[Text]) -> Text:
    """Steps, each after the one before."""
    text = steps[-1]
    for step in reversed(steps[:-1]):
        text = _("{first} → {then}", first=step, then=text)
    return text
