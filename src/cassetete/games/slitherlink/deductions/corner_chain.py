"""What cells and vertices pass on to each other at corners, without anything that a mark can do without."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .position import Position
from .reasoner import Link

Pass = tuple[int, int, bool]
"""A cell and the vertex at one of its corners agree; True if the cell tells the vertex."""


class CornerChain(NamedTuple):
    """The links that lead to a mark, each right before the one that rests on it, and all marks that follow then."""

    links: tuple[Link, ...]
    marks: tuple[tuple[int, int], ...]


def corner_chain(position: Position, links: Sequence[Link], wanted: tuple[int, int]) -> CornerChain | None:
    """The fewest of some links that lead to a mark; None if they do not lead to it in this position."""
    kept = [(link.cell, link.vertex, link.outward) for link in links]
    if not _follow(position, kept, wanted).marks:
        return None
    for one in kept.copy():
        fewer = [other for other in kept if other is not one]
        if _follow(position, fewer, wanted).marks:
            kept = fewer
    return _follow(position, kept, wanted)


def _follow(position: Position, passes: Sequence[Pass], wanted: tuple[int, int]) -> CornerChain:
    """Pass on what is known, in this order; no marks if the wanted one does not follow."""
    ways: dict[int, Sequence[tuple[int, ...]]] = {}
    found: list[Link] = []
    for cell, vertex, outward in passes:
        here, there = (cell, ~vertex) if outward else (~vertex, cell)
        for place in (here, there):
            if place not in ways:
                ways[place] = _ways(position, place)
        both = [edge for edge in position.lattice.around_cell[cell] if edge in position.lattice.at_vertex[vertex]]
        (a, b), (p, q) = ([_edges(position, place).index(edge) for edge in both] for place in (here, there))
        pairs = frozenset((way[a], way[b]) for way in ways[here])
        ways[there] = [way for way in ways[there] if (way[p], way[q]) in pairs]
        found.append(Link(cell, vertex, pairs, outward))
    for place in _around(position, wanted[0]):
        marks = _forced(position, place, ways.get(place, []))
        if wanted in marks:
            same = tuple(mark for mark in marks if mark[1] == wanted[1])
            return CornerChain(_in_order(found, place), same)
    return CornerChain((), ())


def _around(position: Position, edge: int) -> list[int]:
    """The cells and vertices that have a segment, the vertices by numbers below 0."""
    return [*position.lattice.cells_beside[edge], *(~vertex for vertex in position.lattice.ends[edge])]


def _edges(position: Position, place: int) -> Sequence[int]:
    return position.lattice.around_cell[place] if place >= 0 else position.lattice.at_vertex[~place]


def _ways(position: Position, place: int) -> Sequence[tuple[int, ...]]:
    return position.ways(_edges(position, place), position.line_counts(place) if place >= 0 else (0, 2))


def _forced(position: Position, place: int, ways: Sequence[tuple[int, ...]]) -> list[tuple[int, int]]:
    """The marks that all ways have in common."""
    marks = zip(_edges(position, place), map(set, zip(*ways, strict=True)), strict=False)
    return [(edge, its.pop()) for edge, its in marks if len(its) == 1 and not position.value[edge]]


def _in_order(links: Sequence[Link], last: int) -> tuple[Link, ...]:
    """The links that lead to a place, each after those it rests on and as near to them as can be."""
    told: dict[int, Link] = {}

    def tell(place: int, before: int) -> None:
        for number, link in enumerate(links[:before]):
            here, there = (link.cell, ~link.vertex) if link.outward else (~link.vertex, link.cell)
            if there == place and number not in told:
                tell(here, number)
                told[number] = link

    tell(last, len(links))
    return tuple(told.values())
