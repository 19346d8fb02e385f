"""Reasoning with corners, colours and areas in plain Python, with the reasons kept: the twin of the compiled grid.

Each fact knows its cell and the facts it follows from, so that a deduction can name the cells it rests on. A
cell and the vertex at its corner agree on the two segments they share; cells related by an even or odd number of lines
between them have equal or opposite colours; a pair of sides known to be equal or opposite relates the neighbours
there, and the other way round; the inside and the outside are one piece each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Cell

from .areas import INSIDE, Torn, needed
from .position import CROSS, LINE, Position

CORNERS, COLOURS, LINKS, AREAS = 1, 2, 4, 8
LINKED = CORNERS | COLOURS | LINKS
EVERYTHING = LINKED | AREAS


Pairs = frozenset[tuple[int, int]]
"""What two segments may be together."""


class Link(NamedTuple):
    """What is known of the two sides of a cell that meet at a vertex."""

    cell: int
    vertex: int
    pairs: Pairs


class Sides(NamedTuple):
    """Two cells beside a third one are on the same side of the loop, or on different sides."""

    middle: int
    one: int
    other: int
    differ: bool


class Towards(NamedTuple):
    """A cell's sides towards two others are both drawn or neither is (equal), or exactly one is."""

    cell: int
    one: int
    other: int
    equal: bool


class Needed(NamedTuple):
    """A cell without which the inside, or the outside, would fall apart."""

    cell: int
    inside: bool


Said: TypeAlias = Link | Sides | Towards | Needed


class Fact(NamedTuple):
    """A fact: the cell it is about, if any, the facts it follows from, and what it says, if that has words."""

    cell: int | None
    parents: tuple[int, ...]
    said: Said | None = None


class At(Enum):
    """Where a contradiction shows."""

    CELL = auto()
    VERTEX = auto()
    SEGMENT = auto()
    SIDES = auto()
    INSIDE = auto()
    OUTSIDE = auto()
    """A cell is cut off from the rest of the inside, or the outside."""


class Wrong(Exception):
    """The marks contradict the clues."""


class Domain:
    """The ways to draw the segments around a cell, or at a vertex, that are still possible."""

    def __init__(self, number: int, edges: tuple[int, ...], ways: list[tuple[int, ...]], cell: int | None) -> None:
        self.number = number
        self.edges = edges
        self.ways = ways
        self.cell = cell
        self.fact = -1
        self.corners: list[tuple[int, int, int]] = []


class Reasoner:
    """All that follows from the marks by some of these rules, without putting any new mark on the grid; `forced` holds
    the segments that are then known, each with its mark and the fact it follows from."""

    def __init__(self, position: Position, rules: int) -> None:
        self.position = position
        self.rules = rules
        self.facts: list[Fact] = []
        self.forced: dict[int, tuple[int, int]] = {}
        self.broken: tuple[int, ...] = ()
        """The facts that contradict each other, once Wrong was raised."""
        self.failure: tuple[At, int] = (At.CELL, -1)
        """And where: a cell, a vertex or a segment, by its number."""
        self.waiting: deque[int] = deque()
        self.queued: set[int] = set()
        self.cells = len(position.clue)
        self.outside = position.lattice.outside
        self.root = list(range(self.cells + 1))
        self.odd = [0] * (self.cells + 1)
        self.members = [[cell] for cell in range(self.cells + 1)]
        self.relations: list[dict[int, int]] = [{} for _cell in range(self.cells + 1)]
        self.domains = self._domains()

    def run(self) -> Reasoner:
        """Draw all conclusions; Wrong if they contradict each other."""
        if self.rules & COLOURS:
            for edge, mark in enumerate(self.position.value):
                if mark:
                    cell = self.position.lattice.cells_beside[edge][0]
                    self._relate(cell, self._across(cell, edge), int(mark == LINE), self._fact(cell, ()))
        for number in range(len(self.domains)):
            self._wait(number)
        while True:
            while self.waiting:
                checkpoint()
                number = self.waiting.popleft()
                self.queued.discard(number)
                self._examine(self.domains[number])
            if not self.rules & AREAS or not self._areas():
                return self

    def reason(self, *facts: int) -> tuple[Cell, ...]:
        """The cells some facts rest on, in reading order."""
        cells = {fact.cell for fact in self.behind(*facts) if fact.cell is not None}
        return tuple(self.position.cell(cell) for cell in sorted(cells))

    def links(self, fact: int) -> list[Link]:
        """What a fact rests on at corners, in the order in which it was found."""
        return [said for said in self.said(fact) if isinstance(said, Link)]

    def said(self, *facts: int) -> list[Said]:
        """What some facts rest on and has words, in the order in which it was found."""
        return list(dict.fromkeys(each.said for each in self.behind(*facts) if each.said is not None))

    def behind(self, *facts: int) -> list[Fact]:
        """Some facts and all that they rest on, in the order in which they were found."""
        seen: set[int] = set()
        waiting = list(facts)
        while waiting:
            number = waiting.pop()
            if number >= 0 and number not in seen:
                seen.add(number)
                waiting += self.facts[number].parents
        return [self.facts[number] for number in sorted(seen)]

    def _fact(self, cell: int | None, parents: Iterable[int], said: Said | None = None) -> int:
        self.facts.append(Fact(cell, tuple(parent for parent in parents if parent >= 0), said))
        return len(self.facts) - 1

    def _wrong(self, at: At, place: int, *facts: int) -> Wrong:
        self.broken, self.failure = facts, (at, place)
        return Wrong()

    def _no_way(self, domain: Domain, fact: int) -> Wrong:
        if domain.cell is not None:
            return self._wrong(At.CELL, domain.cell, fact)
        return self._wrong(At.VERTEX, domain.number - self.cells, fact)

    def _across(self, cell: int, edge: int) -> int:
        return self.position.lattice.across(cell, edge)

    def _domains(self) -> list[Domain]:
        position, net = self.position, self.position.lattice
        domains = []
        for cell, sides in enumerate(net.around_cell):
            domains.append(Domain(cell, sides, position.ways(sides, position.line_counts(cell)), cell))
        for vertex, edges in enumerate(net.at_vertex):
            domains.append(Domain(self.cells + vertex, tuple(edges), position.ways(edges, (0, 2)), None))
        if self.rules & CORNERS:
            self._corners(domains)
        return domains

    def _corners(self, domains: list[Domain]) -> None:
        """Who shares which two segments: (the other domain, the two segments)."""
        columns = self.position.level.columns
        for cell in range(self.cells):
            i, j = divmod(cell, columns)
            for vertex in (i * (columns + 1) + j + k for k in (0, 1, columns + 1, columns + 2)):
                a, b = domains[cell], domains[self.cells + vertex]
                first, second = (edge for edge in a.edges if edge in b.edges)
                a.corners.append((self.cells + vertex, first, second))
                b.corners.append((cell, first, second))

    def _wait(self, number: int) -> None:
        if number not in self.queued:
            self.queued.add(number)
            self.waiting.append(number)

    def _keep(self, number: int, ways: list[tuple[int, ...]], parents: Iterable[int], said: Said) -> None:
        """A domain has fewer ways left."""
        domain = self.domains[number]
        if len(ways) == len(domain.ways):
            return
        if not ways:
            raise self._no_way(domain, self._fact(domain.cell, (domain.fact, *parents), said))
        domain.ways = ways
        domain.fact = self._fact(domain.cell, (domain.fact, *parents), said)
        self._wait(number)

    def _examine(self, domain: Domain) -> None:
        fact = domain.fact if domain.fact >= 0 else self._fact(domain.cell, ())
        for place, edge in enumerate(domain.edges):
            if not self.position.value[edge]:
                marks = {way[place] for way in domain.ways}
                if len(marks) == 1:
                    self._force(edge, marks.pop(), fact)
        if not domain.ways:
            raise self._no_way(domain, fact)
        for number, first, second in domain.corners:
            self._share(domain, fact, number, first, second)
        if self.rules & LINKS and domain.cell is not None:
            self._compare(domain, domain.cell, fact)

    def _force(self, edge: int, mark: int, fact: int) -> None:
        known = self.forced.setdefault(edge, (mark, fact))
        if known[0] != mark:
            raise self._wrong(At.SEGMENT, edge, known[1], fact)

    def _share(self, domain: Domain, fact: int, number: int, first: int, second: int) -> None:
        """What a domain leaves to two segments is all that the other domain at this corner may do with them."""
        a, b = domain.edges.index(first), domain.edges.index(second)
        pairs = {(way[a], way[b]) for way in domain.ways}
        if len(pairs) == 4:
            return
        other = self.domains[number]
        p, q = other.edges.index(first), other.edges.index(second)
        cell, vertex = (domain.cell, number) if domain.cell is not None else (number, domain.number)
        link = Link(cell, vertex - self.cells, frozenset(pairs))
        self._keep(number, [way for way in other.ways if (way[p], way[q]) in pairs], (fact,), link)

    def _compare(self, domain: Domain, cell: int, fact: int) -> None:
        """Two sides of a cell that are equal (opposite) in all ways: so are the colours beyond them."""
        for a in range(4):
            for b in range(a + 1, 4):
                equal = {way[a] == way[b] for way in domain.ways}
                if len(equal) == 1:
                    one, other = self._across(cell, domain.edges[a]), self._across(cell, domain.edges[b])
                    differ = not equal.pop()
                    self._relate(one, other, int(differ), fact, Sides(cell, one, other, differ))

    def domains_of(self, edges: Iterable[int]) -> list[Domain]:
        """The cells and vertices that have one of some segments."""
        net = self.position.lattice
        cells = [cell for edge in edges for cell in net.cells_beside[edge]]
        vertices = [self.cells + vertex for edge in edges for vertex in net.ends[edge]]
        return [self.domains[number] for number in dict.fromkeys(cells + vertices)]

    def relation(self, cell: int) -> tuple[int, int]:
        """The root of the cells related to one, and whether that one has the opposite colour."""
        return self._root(cell)

    def _root(self, cell: int) -> tuple[int, int]:
        """The root of a cell in the forest of related cells, and whether its colour is opposite."""
        odd = 0
        while self.root[cell] != cell:
            odd ^= self.odd[cell]
            cell = self.root[cell]
        return cell, odd

    def _relate(self, a: int, b: int, odd: int, fact: int, said: Said | None = None) -> None:
        """Two cells have equal (odd is 0) or opposite colours; apply what follows."""
        (p, odd_a), (q, odd_b) = self._root(a), self._root(b)
        odd ^= odd_a ^ odd_b
        if p == q:
            if odd:
                conflict = self._fact(None, (fact,), said)
                raise self._wrong(At.SIDES, a if a < self.cells else b, conflict, *self._path(a, b))
            return
        if said is not None:
            fact = self._fact(None, (fact,), said)
        self.relations[a].setdefault(b, fact)
        self.relations[b].setdefault(a, fact)
        outer = self._root(self.outside)[0]
        small, big = (p, q) if q == outer or (p != outer and len(self.members[p]) <= len(self.members[q])) else (q, p)
        self.root[small], self.odd[small] = big, odd
        for cell in self.members[small]:
            self._decide(cell, big)
        self.members[big] += self.members[small]

    def _decide(self, cell: int, root: int) -> None:
        """A cell got new relations: apply them to its sides, and to the pairs of sides of its neighbours."""
        mine = self._root(cell)[1]
        for edge in self.position.lattice.around_cell[cell]:
            beside = self._across(cell, edge)
            its, odd = self._root(beside)
            if its == root:
                mark = LINE if odd != mine else CROSS
                if self.position.value[edge] not in (0, mark):
                    raise self._wrong(At.SEGMENT, edge, self._fact(cell, (*self._path(cell, beside),)))
                if not self.position.value[edge]:
                    self._force(edge, mark, self._fact(cell, (*self._path(cell, beside),)))
            if self.rules & LINKS and beside != self.outside:
                self._pair(beside, edge, cell, root)

    def _pair(self, middle: int, edge: int, cell: int, root: int) -> None:
        """The sides of a cell towards two cells of known relation are equal or opposite."""
        mine = self._root(cell)[1]
        domain = self.domains[middle]
        place = domain.edges.index(edge)
        for other, side in enumerate(domain.edges):
            beyond = self._across(middle, side)
            its, odd = self._root(beyond)
            if side != edge and its == root:
                ways = [way for way in domain.ways if (way[place] == way[other]) == (odd == mine)]
                if len(ways) < len(domain.ways):
                    self._keep(middle, ways, self._path(cell, beyond), Towards(middle, cell, beyond, odd == mine))

    def _path(self, start: int, end: int) -> list[int]:
        """The facts that relate two cells, by the fewest steps."""
        came: dict[int, tuple[int, int]] = {start: (start, -1)}
        waiting = deque([start])
        while waiting and end not in came:
            here = waiting.popleft()
            for there, fact in self.relations[here].items():
                if there not in came:
                    came[there] = (here, fact)
                    waiting.append(there)
        facts = []
        while end != start:
            end, fact = came[end]
            facts.append(fact)
            if end < self.cells:
                facts.append(self._fact(end, ()))
        return facts

    def _areas(self) -> bool:
        """Colours that follow because inside and outside are one piece each; whether there was anything new."""
        outer, outer_odd = self._root(self.outside)
        roots = [self._root(cell) for cell in range(self.cells + 1)]
        colours = [odd ^ outer_odd if root == outer else None for root, odd in roots]
        try:
            found = needed(self.position.lattice.neighbours, colours)
        except Torn as torn:
            at = At.INSIDE if torn.colour == INSIDE else At.OUTSIDE
            raise self._wrong(at, torn.cell, *self._path(torn.cell, self.outside)) from None
        for cell, colour in found:
            self._relate(cell, self.outside, colour, self._fact(cell, ()), Needed(cell, bool(colour)))
        return bool(found)
