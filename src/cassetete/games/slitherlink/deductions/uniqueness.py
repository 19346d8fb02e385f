"""Deductions that hold only because the puzzle has one solution: off unless the player asks for them.

A cell without a clue (or with a 2), between cells without clues, can be flipped: lines become gaps and gaps lines. No
clue notices that. Where the flipped lines still were one loop there would be a second solution, so that cannot be:

* two sides that meet become the other two, if the loop keeps away from the corner between those;
* one side becomes the other three, if the loop keeps away from their two corners; and three sides become one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cassetete.core.message import Catalogue

from ..model import lattice
from .deduction import Deduction, Technique, named
from .position import LINE, Position

_ = Catalogue("slitherlink")

MOST_BLANK = 9
"""Around cells where more segments than this are unknown, nothing follows anyway."""


class _Surroundings(NamedTuple):
    """A cell's four sides, and its corners: for each, which two sides meet there and the segments that leave it."""

    sides: tuple[int, ...]
    corners: tuple[tuple[tuple[int, int], tuple[int, ...]], ...]

    @property
    def edges(self) -> tuple[int, ...]:
        """All these segments, once each."""
        return tuple(dict.fromkeys((*self.sides, *(edge for _pair, leaving in self.corners for edge in leaving))))


@lru_cache(maxsize=16)
def _surroundings(rows: int, columns: int) -> tuple[_Surroundings, ...]:
    net = lattice(rows, columns)
    found = []
    for sides in net.around_cell:
        corners = []
        for vertex in sorted({end for edge in sides for end in net.ends[edge]}):
            here = [place for place, edge in enumerate(sides) if vertex in net.ends[edge]]
            corners.append(((here[0], here[1]), tuple(edge for edge in net.at_vertex[vertex] if edge not in sides)))
        found.append(_Surroundings(sides, tuple(corners)))
    return tuple(found)


def flipped(position: Position) -> Iterator[Deduction]:
    """What the ways to draw around a cell have in common, once those are left out that could be flipped."""
    level = position.level
    clued = {cell for cell, clue in enumerate(position.clue) if clue >= 0}
    for number, around in enumerate(_surroundings(level.rows, level.columns)):
        # What is outside the grid is a neighbour too, and has no clue.
        if position.clue[number] not in (-1, 2) or not clued.isdisjoint(position.lattice.neighbours[number]):
            continue
        blank = position.blank(around.edges)
        if not blank or len(blank) > MOST_BLANK or not _lines_elsewhere(position, number):
            continue
        ways = [way for way in _ways(position, number, around) if not _can_flip(around, way)]
        marks = tuple((edge, ways[0][edge]) for edge in blank if ways and len({way[edge] for way in ways}) == 1)
        if marks:
            cell = position.cell(number)
            text = _(
                "if lines and gaps around {cell} could change places, no clue would notice: that would be a second "
                "solution",
                cell=named([cell]),
            )
            yield Deduction(marks, (cell,), text)


def _lines_elsewhere(position: Position, cell: int) -> bool:
    """Whether a clue asks for lines that the loop around this one cell has not."""
    return any(clue > 0 and other != cell for other, clue in enumerate(position.clue))


def _ways(position: Position, cell: int, around: _Surroundings) -> Iterator[dict[int, int]]:
    """The ways to draw what is blank around a cell: no or two lines at each corner, as many as the clue says."""
    edges = around.edges
    for marks in position.ways(edges, range(len(edges) + 1)):
        way = dict(zip(edges, marks, strict=True))
        lines = [way[edge] == LINE for edge in around.sides]
        if sum(lines) == 4 or sum(lines) not in position.line_counts(cell):
            continue
        ends = [lines[a] + lines[b] + sum(way[edge] == LINE for edge in out) for (a, b), out in around.corners]
        if all(end in (0, 2) for end in ends):
            yield way


def _can_flip(around: _Surroundings, way: dict[int, int]) -> bool:
    """Whether the cell's lines and gaps can change places and still be part of one loop: every corner that the lines
    would newly come to is free, and those that they leave had nothing else."""
    lines = [way[edge] == LINE for edge in around.sides]
    if sum(lines) not in (1, 2, 3):
        return False
    for (a, b), leaving in around.corners:
        out = sum(way[edge] == LINE for edge in leaving)
        before, after = lines[a] + lines[b], 2 - lines[a] - lines[b]
        if before != after and out:
            return False
    # Two opposite sides belong to two stretches of the loop: flipped, they may make two loops of it.
    return not (sum(lines) == 2 and lines[0] == lines[1])


UNIQUE = Technique("unique", _("only one solution"), 4, flipped)
