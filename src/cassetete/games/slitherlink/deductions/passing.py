"""The ways the loop can pass a cell or a small block of cells: what all of them have in common is marked.

A way must suit the cells and vertices around, with all that is known of their corners; cells known to be on the same
side of the loop, or on opposite sides, stay so; and it closes no loop too early.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue

from ..model import lattice
from . import reasoner as reason
from .deduction import Deduction, named
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")

MOST_STEPS = 4000
"""A block with more ways than this is left alone: nobody would go through them."""

Relation = tuple[int, int]
"""A set of related cells by its root, and whether a cell is opposite to the root."""


def around_cells(position: Position) -> Iterator[Deduction]:
    """What all ways to pass one cell have in common: its four sides, and the segments that leave its corners."""
    return _found(position, _cells(position.level.rows, position.level.columns))


def around_blocks(position: Position) -> Iterator[Deduction]:
    """What all ways to draw the sides of a block of cells have in common: two by two, then two by three."""
    return _found(position, _blocks(position.level.rows, position.level.columns))


@lru_cache(maxsize=8)
def _cells(rows: int, columns: int) -> tuple[tuple[tuple[Cell, ...], tuple[int, ...]], ...]:
    net = lattice(rows, columns)
    found = []
    for number, sides in enumerate(net.around_cell):
        corners = sorted({vertex for edge in sides for vertex in net.ends[edge]})
        legs = [edge for vertex in corners for edge in net.at_vertex[vertex]]
        found.append(((divmod(number, columns),), tuple(dict.fromkeys((*sides, *legs)))))
    return tuple(found)


@lru_cache(maxsize=8)
def _blocks(rows: int, columns: int) -> tuple[tuple[tuple[Cell, ...], tuple[int, ...]], ...]:
    net = lattice(rows, columns)
    found = []
    for height, width in ((2, 2), (2, 3), (3, 2)):
        for i in range(rows - height + 1):
            for j in range(columns - width + 1):
                cells = tuple((p, q) for p in range(i, i + height) for q in range(j, j + width))
                edges = [edge for p, q in cells for edge in net.around_cell[p * columns + q]]
                found.append((cells, tuple(dict.fromkeys(edges))))
    return tuple(found)


def _found(position: Position, places: Iterable[tuple[tuple[Cell, ...], tuple[int, ...]]]) -> Iterator[Deduction]:
    try:
        known = reason.Reasoner.of(position, reason.EVERYTHING)
    except reason.Wrong:
        return
    far = {a: b for ends in position.paths for a, b in (ends, ends[::-1])}
    for cells, edges in places:
        checkpoint()
        blank = position.blank(edges)
        if not blank:
            continue
        asked = _fingerprint(position, known, blank, far)
        if asked in _nothing:
            continue
        marks = _Ways(position, known, blank, far).common()
        if not marks:
            _remember(asked)
        for mark in (LINE, CROSS):
            these = tuple((edge, its) for edge, its in marks.items() if its == mark)
            if these:
                text = (
                    _("however the loop passes {cells}, it comes along here")
                    if mark == LINE
                    else _("however the loop passes {cells}, it does not come along here")
                )
                yield Deduction(these, cells, _(text.msgid, cells=named(cells)))


_nothing: set[int] = set()
"""Fingerprints of places whose ways have nothing in common: from one step to the next, most places stay as they are."""
_MOST_REMEMBERED = 100_000


def _remember(asked: int) -> None:
    if len(_nothing) >= _MOST_REMEMBERED:
        _nothing.clear()
    _nothing.add(asked)


def _fingerprint(position: Position, known: reason.Reasoner, edges: list[int], far: dict[int, int]) -> int:
    """A hash of all that the ways to mark some segments depend on."""
    net = position.lattice
    ways = tuple([tuple(domain.ways) for domain in known.domains_of(edges)])
    first: dict[int, tuple[int, int]] = {}
    sides = []
    for edge in edges:
        cell = net.cells_beside[edge][0]
        for side in (cell, net.across(cell, edge)):
            root, odd = known.relation(side)
            number, turn = first.setdefault(root, (len(first), odd))  # which cell is the root does not matter
            sides.append((number, odd ^ turn))
    ends = tuple([far.get(vertex, -1) for edge in edges for vertex in net.ends[edge]])
    clues = tuple([len(position.clued[edge]) for edge in edges])
    return hash((tuple(edges), ways, tuple(sides), ends, clues, min(position.missing, sum(clues) + 1)))


class _Ways:
    """Goes through all ways to mark some blank segments."""

    def __init__(self, position: Position, known: reason.Reasoner, edges: list[int], far: dict[int, int]) -> None:
        self.position = position
        self.edges = edges
        self.far = far
        self.seen: list[set[int]] = [set() for _edge in edges]
        self.way = [0] * len(edges)
        self.steps = 0
        self.checks = self._checks(known)
        net = position.lattice
        beside = [net.cells_beside[edge][0] for edge in edges]
        self.sides = [
            (known.relation(cell), known.relation(net.across(cell, edge)))
            for cell, edge in zip(beside, edges, strict=True)
        ]

    def common(self) -> dict[int, int]:
        """The marks that all ways have in common; none if there are too many ways."""
        if self._go_on(0, {}, self.far):
            return {}
        marks = zip(self.edges, self.seen, strict=True)
        return {edge: next(iter(seen)) for edge, seen in marks if len(seen) == 1}

    def _checks(self, known: reason.Reasoner) -> list[list[tuple[list[int], set[tuple[int, ...]]]]]:
        """For each segment: the segments up to it around one cell or vertex, and what these may be together."""
        place = {edge: number for number, edge in enumerate(self.edges)}
        checks: list[list[tuple[list[int], set[tuple[int, ...]]]]] = [[] for _edge in self.edges]
        for domain in known.domains_of(self.edges):
            here = sorted((place[edge], at) for at, edge in enumerate(domain.edges) if edge in place)
            for length in range(1, len(here) + 1):
                first = here[:length]
                allowed = {tuple(way[at] for _number, at in first) for way in domain.ways}
                checks[first[-1][0]].append(([number for number, _at in first], allowed))
        return checks

    def _go_on(self, number: int, relations: dict[int, Relation], far: dict[int, int]) -> bool:
        """Mark the segments from one on in all ways; True if there is nothing to find."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            return True
        if number == len(self.edges):
            for seen, mark in zip(self.seen, self.way, strict=True):
                seen.add(mark)
            return all(len(seen) == 2 for seen in self.seen)
        for mark in (LINE, CROSS):
            self.way[number] = mark
            if any(tuple(self.way[at] for at in places) not in ways for places, ways in self.checks[number]):
                continue
            related = self._related(number, mark, relations)
            joined = self._joined(number, far) if mark == LINE else far
            if related is not None and joined is not None and self._go_on(number + 1, related, joined):
                return True
        return False

    def _related(self, number: int, mark: int, relations: dict[int, Relation]) -> dict[int, Relation] | None:
        """The relations with those that a mark means for the cells beside it; None if it contradicts them."""
        (a, odd_a), (b, odd_b) = (_root(relations, side) for side in self.sides[number])
        odd = odd_a ^ odd_b ^ int(mark == LINE)
        if a == b:
            return None if odd else relations
        return {**relations, a: (b, odd)}

    def _joined(self, number: int, far: dict[int, int]) -> dict[int, int] | None:
        """The ends of the paths once a segment is drawn; None if that closes a loop too early."""
        a, b = self.position.lattice.ends[self.edges[number]]
        p, q = far.get(a, a), far.get(b, b)
        if p != b:
            return {**far, p: q, q: p}
        drawn = (edge for edge, mark in zip(self.edges, self.way[: number + 1], strict=False) if mark == LINE)
        missing = self.position.missing - sum(len(self.position.clued[edge]) for edge in drawn)
        return None if missing else far


def _root(relations: dict[int, Relation], cell: Relation) -> Relation:
    root, odd = cell
    while root in relations:
        root, turn = relations[root]
        odd ^= turn
    return root, odd
