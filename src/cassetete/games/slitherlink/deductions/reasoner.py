"""Reasoning with corners, colours and areas in plain Python, with the reasons kept: the twin of the compiled grid.

Each fact knows its cell and the facts it follows from, so that a deduction can name the cells it rests on. A
cell and the vertex at its corner agree on the two segments they share; cells related by an even or odd number of lines
between them have equal or opposite colours; a pair of sides known to be equal or opposite relates the neighbours
there, and the other way round; the inside and the outside are one piece each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Cell

from ..model import Clues, lattice
from .areas import INSIDE, Torn, needed, torn_without
from .position import CROSS, LINE, Position

CORNERS, COLOURS, LINKS, AREAS, WALLS = 1, 2, 4, 8, 16
LINKED = CORNERS | COLOURS | LINKS
EVERYTHING = LINKED | AREAS
"""All that the compiled grid knows."""
WALLED = EVERYTHING | WALLS
"""Also that no region goes across a line, or through a 3: for explanations only."""


Pairs = frozenset[tuple[int, int]]
"""What two segments may be together."""


class Link(NamedTuple):
    """What is known of the two sides of a cell that meet at a vertex."""

    cell: int
    vertex: int
    pairs: Pairs
    outward: bool = True
    """Whether the cell tells it to the vertex; else the vertex tells it to the cell."""


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
    """A cell that is inside or outside because both are one piece each."""

    cell: int
    inside: bool
    cut: bool
    """Whether it would fall apart without the cell; else the cell could not be reached from the other side."""
    dead_ends: tuple[int, ...] = ()
    """The 3s that are no way there: each has only one side without a line."""


class Marked(NamedTuple):
    """A segment that gets a mark while one is supposed; the cell is one beside it."""

    cell: int
    edge: int
    mark: int
    place: int
    """The cell or vertex that leaves it no other mark, by the number of its domain; below 0 if its two sides do."""


class Early(NamedTuple):
    """A segment that would close a loop too early; the cell is one beside it."""

    cell: int
    edge: int


Said: TypeAlias = Link | Sides | Towards | Needed | Marked | Early


class Fact(NamedTuple):
    """A fact: the cell it is about, if any, the facts it follows from, what it says, if that has words, the domain
    whose ways it is about, if any, and two cells if it also follows from how these are related."""

    cell: int | None
    parents: tuple[int, ...]
    said: Said | None = None
    domain: int = -1
    related: tuple[int, int] | None = None
    """What relates them is found out when it is asked for."""


class At(Enum):
    """Where a contradiction shows."""

    CELL = auto()
    VERTEX = auto()
    SEGMENT = auto()
    SIDES = auto()
    INSIDE = auto()
    OUTSIDE = auto()
    """A cell is cut off from the rest of the inside, or the outside."""
    LOOP = auto()
    """A loop closes too early."""


class Wrong(Exception):
    """The marks contradict the clues."""


Corner: TypeAlias = tuple[int, int, int, int, int]
"""A domain at a corner of another: where the two shared segments are in that one, and where they are in it."""


class Domain:
    """The ways to draw the segments around a cell, or at a vertex, that are still possible."""

    __slots__ = ("cell", "corners", "edges", "fact", "number", "ways")

    def __init__(
        self,
        number: int,
        edges: tuple[int, ...],
        ways: Sequence[tuple[int, ...]],
        cell: int | None,
        corners: Sequence[Corner] = (),
    ) -> None:
        self.number = number
        self.edges = edges
        self.ways = ways
        self.cell = cell
        self.fact = -1
        self.corners = corners

    def copy(self) -> Domain:
        """The same ways; those of the copy can become fewer."""
        copy = Domain(self.number, self.edges, self.ways, self.cell, self.corners)
        copy.fact = self.fact
        return copy


@lru_cache(maxsize=8)
def _corners(rows: int, columns: int) -> list[list[Corner]]:
    """Which domains share which two segments, for each domain."""
    net = lattice(rows, columns)
    cells = rows * columns
    found: list[list[Corner]] = [[] for _domain in range(cells + len(net.at_vertex))]
    for cell, sides in enumerate(net.around_cell):
        i, j = divmod(cell, columns)
        for vertex in (i * (columns + 1) + j + k for k in (0, 1, columns + 1, columns + 2)):
            edges = net.at_vertex[vertex]
            first, second = (edge for edge in sides if edge in edges)
            here = sides.index(first), sides.index(second)
            there = edges.index(first), edges.index(second)
            found[cell].append((cells + vertex, *here, *there))
            found[cells + vertex].append((cell, *there, *here))
    return found


class Reasoner:
    """All that follows from the marks by some of these rules, without putting any new mark on the grid; `forced` holds
    the segments that are then known, each with its mark and the fact it follows from."""

    def __init__(self, position: Position, rules: int, only: set[int] | None = None) -> None:
        self.position = position
        self.rules = rules
        self.only = only
        """The domains that are looked at; all of them if None."""
        self.facts: list[Fact] = []
        self.forced: dict[int, tuple[int, int]] = {}
        self.broken: tuple[int, ...] = ()
        """The facts that contradict each other, once Wrong was raised."""
        self.failure: tuple[At, int] = (At.CELL, -1)
        """And where: a cell, a vertex or a segment, by its number."""
        self.waiting: deque[int] = deque()
        self.queued: set[int] = set()
        self.marks: deque[int] = deque()
        self.supposing = False
        """Whether a mark is supposed: then each mark that follows is used in turn."""
        self.coloured = True
        """Whether there are cells known to be inside or outside since areas were looked at."""
        self.paths = _Paths(position)
        """The paths of drawn segments, while a mark is supposed."""
        self.cells = len(position.clue)
        self.outside = position.lattice.outside
        self.root = list(range(self.cells + 1))
        self.odd = [0] * (self.cells + 1)
        self.members = [[cell] for cell in range(self.cells + 1)]
        self.relations: list[dict[int, int]] = [{} for _cell in range(self.cells + 1)]
        self.domains = self._domains()
        self.colours: dict[int, tuple[Regions, int, int]] = {}
        """For facts about a cell that inside or outside needs: what was known before, the cell and its colour. What
        they follow from is found out when it is asked for."""
        self.start: Reasoner | None = None
        """A copy from before any domain was looked at."""

    def run(self) -> Reasoner:
        """Draw all conclusions; Wrong if they contradict each other."""
        if self.rules & COLOURS:
            for edge, mark in enumerate(self.position.value):
                if mark:
                    cell, beyond = self.position.lattice.both_sides[edge]
                    self._relate(cell, beyond, int(mark == LINE), self._fact(cell, ()))
        for number, domain in enumerate(self.domains):
            if len(domain.ways) != 1:  # marks have said all that is to say of the others
                self._wait(number)
        self.start = self._copy()
        return self._settle()

    @classmethod
    def of(cls, position: Position, rules: int) -> Reasoner:
        """A reasoner that has run, the last one of these rules if it was of the same marks; not to be changed."""
        asked = (position.level.clues, tuple(position.value))
        known = _last.get(rules)
        if known is None or known[0] != asked:
            known = _last[rules] = asked, cls(position, rules).run()
        return known[1]

    def supposed(self, *marks: tuple[int, int]) -> Reasoner:
        """All that follows once blank segments have a mark, and from the marks that follow; `broken` if that is wrong.

        This reasoner stays as it is.
        """
        trial = self._copy()
        trial.marks, trial.paths = deque(self.forced), _Paths(self.position)
        trial.supposing = True
        with suppress(Wrong):
            for edge, mark in marks:
                trial._force(edge, mark, -1)
            trial._settle()
        return trial

    def _copy(self) -> Reasoner:
        copy = object.__new__(Reasoner)
        copy.__dict__.update(self.__dict__)
        copy.facts, copy.forced = self.facts.copy(), self.forced.copy()
        copy.waiting, copy.queued, copy.marks = self.waiting.copy(), self.queued.copy(), self.marks.copy()
        copy.root, copy.odd = self.root.copy(), self.odd.copy()
        copy.members, copy.relations = self.members.copy(), self.relations.copy()
        copy.colours = self.colours.copy()
        copy.domains = self.domains.copy()  # a domain that changes is replaced
        return copy

    def fewest(self, edge: int, now: Position | None = None) -> Reasoner:
        """A reasoner that finds the mark of a segment too, and looks at no cell or vertex that it can do without.

        With the rules for corners alone it may be asked for a position that has more marks.
        """
        assert self.start is not None
        mark = self.forced[edge][0]
        best, kept, start = self, self._looked_at(edge), self.start
        if now is not None and now.value != self.position.value:
            start = start._with_marks(now, kept)
            best = start._with_only(kept)
            kept &= best._looked_at(edge)
        for number in sorted(kept, reverse=True):
            if number in kept:
                tried = start._with_only(kept - {number})
                if tried.forced.get(edge, (0, 0))[0] == mark:
                    best, kept = tried, kept & tried._looked_at(edge)
        return best

    def _with_marks(self, position: Position, domains: Iterable[int]) -> Reasoner:
        """A copy for a position with more marks, which some domains know of."""
        copy = self._copy()
        copy.position = position
        for number in domains:
            domain = copy.domains[number] = copy.domains[number].copy()
            marks = [position.value[edge] for edge in domain.edges]
            domain.ways = [way for way in domain.ways if all(b in (0, a) for a, b in zip(way, marks, strict=True))]
        return copy

    def fewest_wrong(self, *marks: tuple[int, int]) -> Reasoner:
        """What goes wrong once segments have some marks, without looking at any cell or vertex it can do without; not
        `broken` if nothing goes wrong."""
        assert self.start is not None
        best = self.supposed(*marks)
        kept = {fact.domain for fact in best.behind(*best.broken)} - {-1}
        for number in sorted(kept, reverse=True):
            if number in kept:
                tried = self.start._narrowed(kept - {number}).supposed(*marks)
                if tried.broken:
                    best, kept = tried, kept & {fact.domain for fact in tried.behind(*tried.broken)}
        return best

    def _looked_at(self, edge: int) -> set[int]:
        return {fact.domain for fact in self.behind(self.forced[edge][1])} - {-1}

    def _with_only(self, domains: set[int]) -> Reasoner:
        """What follows if just some domains are looked at."""
        found = self._narrowed(domains)
        with suppress(Wrong):
            found._settle()
        return found

    def _narrowed(self, domains: set[int]) -> Reasoner:
        copy = self._copy()
        copy.only = domains
        copy.waiting = deque(number for number in copy.waiting if number in domains)
        copy.queued = set(copy.waiting)
        return copy

    def _settle(self) -> Reasoner:
        while True:
            while self.waiting or self.marks:
                if self.marks:
                    self._use(self.marks.popleft())
                    continue
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
        """What a fact rests on at corners, each after what it follows from."""
        return [fact.said for fact in self.behind(fact) if isinstance(fact.said, Link)]

    def said(self, *facts: int) -> list[Said]:
        """What some facts rest on and has words, each after what it follows from.

        What is known of a corner is left out if nothing but more about the same corner rests on it.
        """
        numbers = self._behind(*facts)
        later: dict[int, list[Said | None]] = {number: [] for number in numbers}
        for number in numbers:
            for parent in self.facts[number].parents:
                later[parent].append(self.facts[number].said)
        return list(
            dict.fromkeys(
                said
                for number in numbers
                if (said := self.facts[number].said) is not None
                and not (later[number] and all(_more_of(said, other) for other in later[number]))
            )
        )

    def behind(self, *facts: int) -> list[Fact]:
        """Some facts and all that they rest on, each after what it follows from."""
        return [self.facts[number] for number in self._behind(*facts)]

    def _behind(self, *facts: int) -> list[int]:
        behind: dict[int, None] = {}
        seen: set[int] = set()
        waiting = [fact for fact in reversed(facts) if fact >= 0]
        while waiting:
            number = waiting[-1]
            if number not in seen:
                seen.add(number)
                self._know_why(number)
                waiting += [parent for parent in reversed(self.facts[number].parents) if parent not in seen]
            else:
                behind.setdefault(waiting.pop())
        return list(behind)

    def _know_why(self, number: int) -> None:
        """Find out what a fact follows from that rests on related cells, or is about a cell that inside or outside
        needs."""
        fact = self.facts[number]
        if fact.related is not None:
            parents = (*fact.parents, *self._path(*fact.related, number))
            self.facts[number] = fact._replace(parents=parents, related=None)
        if number in self.colours:
            regions, cell, colour = self.colours.pop(number)
            torn = regions.torn_without(cell, colour)
            known = self._known(torn) if torn is not None else []
            if torn is not None and isinstance(fact.said, Needed):
                fact = fact._replace(said=fact.said._replace(dead_ends=tuple(sorted(torn.dead_ends))))
            known = [pair for pair in known if pair != (cell, self.outside)]
            relating = [fact for pair in known for fact in self._relating(*pair, number)]
            self.facts[number] = fact._replace(parents=tuple(dict.fromkeys(relating)))

    def _fact(
        self,
        cell: int | None,
        parents: Iterable[int],
        said: Said | None = None,
        domain: int = -1,
        related: tuple[int, int] | None = None,
    ) -> int:
        parents = tuple([parent for parent in parents if parent >= 0]) if parents else ()
        self.facts.append(Fact(cell, parents, said, domain, related))
        return len(self.facts) - 1

    def _wrong(self, at: At, place: int, *facts: int) -> Wrong:
        self.broken, self.failure = facts, (at, place)
        return Wrong()

    def wrong_loop(self, facts: Iterable[int]) -> Wrong:
        """A loop closes too early."""
        return self._wrong(At.LOOP, -1, *facts)

    def never_closed(self, edge: int, facts: Iterable[int]) -> None:
        """A segment would close a loop too early."""
        if not self.position.value[edge]:
            cell = self.position.lattice.cells_beside[edge][0]
            self._force(edge, CROSS, self._fact(None, facts, Early(cell, edge)))

    def _no_way(self, domain: Domain, fact: int) -> Wrong:
        if domain.cell is not None:
            return self._wrong(At.CELL, domain.cell, fact)
        return self._wrong(At.VERTEX, domain.number - self.cells, fact)

    def _domains(self) -> list[Domain]:
        position, net = self.position, self.position.lattice
        domains = []
        for cell, sides in enumerate(net.around_cell):
            domains.append(Domain(cell, sides, position.ways(sides, position.line_counts(cell)), cell))
        for vertex, edges in enumerate(net.at_vertex):
            domains.append(Domain(self.cells + vertex, tuple(edges), position.ways(edges, (0, 2)), None))
        if self.rules & CORNERS:
            corners = _corners(position.level.rows, position.level.columns)
            for domain, its in zip(domains, corners, strict=True):
                domain.corners = its
        return domains

    def _wait(self, number: int) -> None:
        if number not in self.queued and (self.only is None or number in self.only):
            self.queued.add(number)
            self.waiting.append(number)

    def _ignored(self, number: int) -> bool:
        """Whether it does not matter what is known of a domain: it is not looked at, and nothing goes wrong there."""
        return self.only is not None and not self.supposing and number not in self.only

    def _keep(
        self,
        number: int,
        ways: Sequence[tuple[int, ...]],
        parents: Iterable[int],
        said: Said | None,
        related: tuple[int, int] | None = None,
    ) -> None:
        """A domain has fewer ways left."""
        domain = self.domains[number]
        if len(ways) == len(domain.ways):
            return
        if not ways:
            raise self._no_way(domain, self._fact(domain.cell, (domain.fact, *parents), said, number, related))
        domain = self.domains[number] = domain.copy()
        domain.ways = ways
        domain.fact = self._fact(domain.cell, (domain.fact, *parents), said, number, related)
        self._wait(number)

    def _examine(self, domain: Domain) -> None:
        fact = domain.fact if domain.fact >= 0 else self._fact(domain.cell, (), domain=domain.number)
        for place, edge in enumerate(domain.edges):
            if not self.position.value[edge]:
                marks = {way[place] for way in domain.ways}
                if len(marks) == 1:
                    self._force(edge, marks.pop(), fact)
        if not domain.ways:
            raise self._no_way(domain, fact)
        if len(domain.ways) == (16 if domain.cell is not None else 7):
            return  # nothing is known of four blank segments
        for corner in domain.corners:
            self._share(domain, fact, *corner)
        if self.rules & LINKS and domain.cell is not None:
            self._compare(domain, domain.cell, fact)

    def _force(self, edge: int, mark: int, fact: int) -> None:
        known = self.forced.get(edge)
        if known is not None:
            if known[0] != mark:
                raise self._wrong(At.SEGMENT, edge, known[1], fact)
            return
        self.forced[edge] = (mark, fact)
        if self.supposing:
            self.marks.append(edge)

    def _use(self, edge: int) -> None:
        """Draw conclusions from a mark that follows from a supposed one."""
        mark, fact = self.forced[edge]
        net = self.position.lattice
        cell, beyond = net.both_sides[edge]
        said = Marked(cell, edge, mark, self.facts[fact].domain) if fact >= 0 else None
        for number in (*net.cells_beside[edge], *(self.cells + vertex for vertex in net.ends[edge])):
            domain = self.domains[number]
            place = domain.edges.index(edge)
            self._keep(number, [way for way in domain.ways if way[place] == mark], (fact,), said)
        self._relate(cell, beyond, int(mark == LINE), fact, said)
        if mark == LINE:
            self.paths.join(self, edge, fact)

    def _share(self, domain: Domain, fact: int, number: int, a: int, b: int, p: int, q: int) -> None:
        """What a domain leaves to two segments is all that the other domain at this corner may do with them."""
        if self._ignored(number):
            return
        pairs = {(way[a], way[b]) for way in domain.ways}
        if len(pairs) == 4:
            return
        other = self.domains[number]
        ways = [way for way in other.ways if (way[p], way[q]) in pairs]
        if len(ways) == len(other.ways):
            return
        cell, vertex = (domain.cell, number) if domain.cell is not None else (number, domain.number)
        link = Link(cell, vertex - self.cells, frozenset(pairs), domain.cell is not None)
        self._keep(number, ways, (fact,), link)

    def _compare(self, domain: Domain, cell: int, fact: int) -> None:
        """Two sides of a cell that are equal (opposite) in all ways: so are the colours beyond them."""
        beyond = self.position.lattice.neighbours[cell]
        for a in range(4):
            for b in range(a + 1, 4):
                equal = {way[a] == way[b] for way in domain.ways}
                if len(equal) == 1:
                    one, other, differ = beyond[a], beyond[b], not equal.pop()
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
                raise self._wrong(At.SIDES, a if a < self.cells else b, conflict, self._fact(None, (), related=(a, b)))
            return
        if said is not None:
            fact = self._fact(None, (fact,), said)
        # Copies of this reasoner share what they do not change.
        self.relations[a] = {b: fact} | self.relations[a]
        self.relations[b] = {a: fact} | self.relations[b]
        outer = self._root(self.outside)[0]
        self.coloured = self.coloured or outer in (p, q) or self.rules & WALLS > 0
        small, big = (p, q) if q == outer or (p != outer and len(self.members[p]) <= len(self.members[q])) else (q, p)
        self.root[small], self.odd[small] = big, odd
        for cell in self.members[small]:
            self._decide(cell, big)
        self.members[big] = self.members[big] + self.members[small]

    def _decide(self, cell: int, root: int) -> None:
        """A cell got new relations: apply them to its sides, and to the pairs of sides of its neighbours."""
        mine = self._root(cell)[1]
        net, value = self.position.lattice, self.position.value
        for edge, beside in zip(net.around_cell[cell], net.neighbours[cell], strict=True):
            its, odd = self._root(beside)
            if its == root:
                mark = LINE if odd != mine else CROSS
                if value[edge] not in (0, mark):
                    raise self._wrong(At.SEGMENT, edge, self._fact(cell, (), related=(cell, beside)))
                if not value[edge] and self.forced.get(edge, (0, 0))[0] != mark:
                    self._force(edge, mark, self._fact(cell, (), related=(cell, beside)))
            if self.rules & LINKS and beside != self.outside:
                self._pair(beside, edge, cell, root, mine)

    def _pair(self, middle: int, edge: int, cell: int, root: int, mine: int) -> None:
        """The sides of a cell towards two cells of known relation are equal or opposite."""
        if self._ignored(middle):
            return
        domain = self.domains[middle]
        place = domain.edges.index(edge)
        roots, turns = self.root, self.odd
        for other, beyond in enumerate(self.position.lattice.neighbours[middle]):
            its, odd = beyond, 0
            while roots[its] != its:  # as in _root, which would take most of the time here
                odd ^= turns[its]
                its = roots[its]
            if its == root and other != place:
                ways = [way for way in domain.ways if (way[place] == way[other]) == (odd == mine)]
                if len(ways) < len(domain.ways):
                    self._keep(middle, ways, (), Towards(middle, cell, beyond, odd == mine), (cell, beyond))

    def _path(self, start: int, end: int, before: int) -> list[int]:
        """The facts that related two cells before another one was found, by the fewest steps, and a fact for each cell
        on the way."""
        facts = []
        for here, fact in self._way(start, end, before):
            if fact >= 0:
                facts.append(fact)
            if here < self.cells:
                facts.append(self._fact(here, ()))
        return facts

    def _relating(self, start: int, end: int, before: int) -> list[int]:
        """The facts that related two cells before another fact was found."""
        return [fact for _cell, fact in self._way(start, end, before) if fact >= 0]

    def _way(self, start: int, end: int, before: int) -> list[tuple[int, int]]:
        """The cells between two related ones, the first included, each with the fact that relates it to the next; only
        facts before a number count."""
        came: dict[int, tuple[int, int]] = {start: (start, -1)}
        waiting = deque([start])
        while waiting and end not in came:
            here = waiting.popleft()
            for there, fact in self.relations[here].items():
                if there not in came and fact < before:
                    came[there] = (here, fact)
                    waiting.append(there)
        way = []
        while end != start:
            end, fact = came[end]
            way.append((end, fact))
        return way

    def _areas(self) -> bool:
        """Colours that follow because inside and outside are one piece each; whether there was anything new."""
        if not self.coloured:
            return False
        self.coloured = False
        outer, outer_odd = self._root(self.outside)
        roots = [self._root(cell) for cell in range(self.cells + 1)]
        colours = [odd ^ outer_odd if root == outer else None for root, odd in roots]
        if not self.rules & WALLS:
            return self._needed(Regions(self.position.lattice.neighbours, colours))
        near = [
            [other for other in beside if roots[other] != (roots[cell][0], 1 - roots[cell][1])]
            for cell, beside in enumerate(self.position.lattice.neighbours)
        ]
        threes = frozenset(cell for cell, clue in enumerate(self.position.clue) if clue == 3)
        return self._needed(Regions(near, colours)) or self._needed(Regions(near, colours, threes))

    def _needed(self, regions: Regions) -> bool:
        """The same, as inside and outside may hang together only by some regions."""
        try:
            found = needed(*regions)
        except Torn as torn:
            at = At.INSIDE if torn.colour == INSIDE else At.OUTSIDE
            facts = [self._fact(None, (), related=pair) for pair in self._known(torn)]
            raise self._wrong(at, torn.cell, *facts) from None
        for cell, colour, cut in found:
            fact = self._fact(cell, (), Needed(cell, bool(colour), cut))
            self.colours[fact] = regions, cell, colour
            self._relate(cell, self.outside, colour, fact)
        return bool(found)

    def _known(self, torn: Torn) -> list[tuple[int, int]]:
        """The pairs of cells that have to be related for a piece to be cut off: some are inside or outside, some are on
        different sides of a line."""
        cells = sorted({torn.cell, torn.other, *torn.barrier} - {self.outside})
        neighbours = self.position.lattice.neighbours
        walls = [
            (cell, other)
            for cell in sorted(torn.piece)
            for other in neighbours[cell]
            if other not in torn.piece and other not in torn.barrier and other not in torn.dead_ends
        ]
        return [(cell, self.outside) for cell in cells] + walls


class Regions(NamedTuple):
    """Where inside and outside may hang together: the cells beside each cell, the colours known, the dead ends."""

    near: Sequence[Sequence[int]]
    colours: list[int | None]
    dead_ends: frozenset[int] = frozenset()

    def torn_without(self, cell: int, colour: int) -> Torn | None:
        """What would fall apart if a cell did not have this colour, with no more dead ends than it takes."""
        torn = torn_without(self.near, self.colours, cell, colour, self.dead_ends)
        dead_ends = torn.dead_ends if torn is not None else frozenset()
        for dead_end in sorted(dead_ends):
            if torn is not None and dead_end in torn.dead_ends:
                fewer = torn_without(self.near, self.colours, cell, colour, torn.dead_ends - {dead_end})
                torn = fewer or torn
        return torn


def _more_of(said: Said, other: Said | None) -> bool:
    """Whether two facts are about the same corner of the same cell."""
    return isinstance(said, Link) and isinstance(other, Link) and said[:2] == other[:2]


_last: dict[int, tuple[tuple[Clues, tuple[int, ...]], Reasoner]] = {}
"""The last reasoner of each set of rules: a deduction is found first and explained then."""


class _Paths:
    """The ends of the paths, and the facts that their segments rest on: none of them closes too early."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.far = {end: other for ends in position.paths for end, other in (ends, ends[::-1])}
        self.facts: dict[int, tuple[int, ...]] = {}
        self.count = len(position.paths)
        self.missing = position.missing

    def join(self, reasoner: Reasoner, edge: int, fact: int) -> None:
        """A segment is drawn: it goes on one path or two, which must not close."""
        net, clued = self.position.lattice, self.position.clued
        a, b = net.ends[edge]
        self.missing -= len(clued[edge])
        self.count += 1 - (a in self.far) - (b in self.far)
        facts = (*self.facts.pop(a, ()), *self.facts.pop(b, ()), fact)
        if self.far.get(a) == b:
            if self.count or self.missing:
                raise reasoner.wrong_loop(facts)
            return
        p, q = self.far.pop(a, a), self.far.pop(b, b)
        self.far[p], self.far[q] = q, p
        self.facts[p] = self.facts[q] = facts
        closing = net.between.get((p, q))
        whole = self.count == 1 and closing is not None and self.missing == len(clued[closing])
        if closing is not None and closing != edge and not whole:
            reasoner.never_closed(closing, facts)
