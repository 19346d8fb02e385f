"""One or the other: a few facts about two segments each, seen at one place each, that leave a segment only one mark.

A clue needs one of two sides, a line goes on by one of two segments, two lines together would close a loop: if a mark
of a segment does not go with what it brings at once, the segment has the other mark. What it brings is looked for on
segments that are equal or opposite to it, then at each place beside these, and no further.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.core.message import Catalogue, Text

from .deduction import Deduction, Subject, all_of, corner_name, joined, one_of, where, who
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")

LOOP = -1
"""The place of a fact about a loop that would close too early. A cell is a place by its number, a vertex by -2 minus
its number."""

MOST_FACTS = 4
"""How many of them are told at most; more would be a trial by another name."""

Marks = tuple[tuple[int, int], ...]
Way = tuple[int, ...]


class Fact(NamedTuple):
    """Marks that do not go together at a place."""

    place: int
    marks: Marks
    each: bool = False
    """Whether the first one does not go with any of the others; else it is all of them that do not go together."""
    run: bool = False
    """Whether the segments are all lines or none."""


class Found(NamedTuple):
    """A mark and the facts that lead to it."""

    mark: tuple[int, int]
    facts: tuple[Fact, ...]


def pairs(position: Position) -> Iterator[Deduction]:
    """Marks that follow from such facts, those first that need the fewest."""
    for found in found_pairs(position):
        yield told(position, found)


def found_pairs(position: Position) -> list[Found]:
    """The same marks with their facts."""
    ways = _Ways(position)
    tied = ways.tied()
    found = []
    for edge in position.all_blank():
        checkpoint()
        for mark in (LINE, CROSS):
            facts = _Marks(ways, tied, edge, mark).conflict()
            if facts and all(len(fact.marks) > 1 for fact in facts):  # else a clue or a corner alone says it
                found.append(Found((edge, LINE + CROSS - mark), facts))
    return sorted(found, key=lambda one: (len(one.facts), sum(len(fact.marks) for fact in one.facts), one.mark))


def edges_of(position: Position, place: int) -> Sequence[int]:
    """The segments of a place."""
    return position.lattice.around_cell[place] if place >= 0 else position.lattice.at_vertex[-2 - place]


def closed_early(position: Position, lines: Iterable[int], far: Mapping[int, int]) -> tuple[int, ...]:
    """Those of some blank segments that would close a loop too early, if they were lines; none if there is none.

    `far` is the other end of the path that ends in a vertex.
    """
    ends, net = dict(far), position.lattice
    used: dict[
        int, tuple[tuple[int, ...], int]
    ] = {}  # at each end of a path: the segments it needs, and how many paths
    for edge in lines:
        a, b = net.ends[edge]
        p, q = ends.get(a, a), ends.get(b, b)
        (edges, paths), (others, other_paths) = used.get(a, ((), int(a in far))), used.get(b, ((), int(b in far)))
        if p == b:
            edges = (*edges, edge)
            whole = position.missing == sum(len(position.clued[other]) for other in edges)
            return () if whole and paths == len(position.paths) else edges
        ends[p], ends[q] = q, p
        used[p] = used[q] = (*edges, edge, *others), paths + other_paths
    return ()


class _Ways:
    """How the segments of a cell with a clue, or at a vertex, can be marked."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.far = {end: other for ends in position.paths for end, other in (ends, ends[::-1])}
        self.at: dict[int, Sequence[Way]] = {}
        self._brought: dict[tuple[int, int, int], Marks] = {}
        self._beside: dict[int, list[int]] = {}
        cells = (cell for cell, clue in enumerate(position.clue) if clue >= 0)
        for place in (*cells, *(-2 - vertex for vertex in range(len(position.lines)))):
            counts = position.line_counts(place) if place >= 0 else (0, 2)
            self.at[place] = position.ways(edges_of(position, place), counts)

    def beside(self, edge: int) -> list[int]:
        """The places that have a segment."""
        known = self._beside.get(edge)
        if known is None:
            ends = self.position.lattice.ends[edge]
            known = self._beside[edge] = [*self.position.clued[edge], *(-2 - vertex for vertex in ends)]
        return known

    def with_marks(self, place: int, marks: Mapping[int, int]) -> Sequence[Way]:
        """The ways that keep some marks."""
        ways = self.at[place]
        for at, edge in enumerate(edges_of(self.position, place)):
            if edge in marks:
                mark = marks[edge]
                ways = [way for way in ways if way[at] == mark]
        return ways

    def brings(self, place: int, edge: int, mark: int) -> Marks:
        """The marks that one mark brings at a place."""
        known = self._brought.get((place, edge, mark))
        if known is None:
            sets = map(set, zip(*self.with_marks(place, {edge: mark}), strict=True))
            marks = zip(edges_of(self.position, place), sets, strict=False)
            blank = [each for each in marks if each[0] != edge and not self.position.value[each[0]]]
            known = tuple((other, its.pop()) for other, its in blank if len(its) == 1)
            self._brought[place, edge, mark] = known
        return known

    def tied(self) -> dict[int, list[tuple[int, bool, int]]]:
        """For each segment those that are equal to it (True) or opposite, with the place that says so."""
        tied: dict[int, list[tuple[int, bool, int]]] = {}
        for place, ways in self.at.items():
            blank = [at for at, edge in enumerate(edges_of(self.position, place)) if not self.position.value[edge]]
            for one in blank:
                for other in blank:
                    equal = {way[one] == way[other] for way in ways} if one != other else ()
                    if len(equal) == 1:
                        edges = edges_of(self.position, place)
                        tied.setdefault(edges[one], []).append((edges[other], True in equal, place))
        return tied


class _Marks:
    """What a mark of a segment brings: on segments equal or opposite to it, and from there at single places."""

    def __init__(self, ways: _Ways, tied: Mapping[int, list[tuple[int, bool, int]]], edge: int, mark: int) -> None:
        self.position = ways.position
        self.ways = ways
        self.tied = tied
        self.marks = {edge: mark}
        self.why: dict[int, tuple[int, tuple[int, ...]]] = {}
        """For each segment but the first: the place that brings its mark, and the segments it brings it from."""

    def conflict(self) -> tuple[Fact, ...]:
        """The facts by which the mark contradicts what it brings; none if it does not, or if that takes too many."""
        facts = self._tie(list(self.marks)) or self._check()
        return facts or self._bring(dict(self.marks))

    def _tie(self, edges: Iterable[int]) -> tuple[Fact, ...]:
        """Mark what is equal or opposite to some segments."""
        waiting = deque(edges)
        while waiting:
            edge = waiting.popleft()
            for other, equal, place in self.tied.get(edge, ()):
                facts = self._mark(
                    other, self.marks[edge] if equal else LINE + CROSS - self.marks[edge], place, (edge,)
                )
                if facts is None:
                    waiting.append(other)
                elif facts:
                    return facts
        return ()

    def _mark(self, edge: int, mark: int, place: int, because: tuple[int, ...]) -> tuple[Fact, ...] | None:
        """Mark a segment; None if it had no mark, the facts if it had the other one."""
        if edge not in self.marks:
            self.marks[edge] = mark
            self.why[edge] = place, because
            return None
        if self.marks[edge] == mark:
            return ()
        edges = (*because, edge)
        return self._facts(edges, Fact(place, tuple((each, self.marks[each]) for each in edges)))

    def _bring(self, marks: Mapping[int, int]) -> tuple[Fact, ...]:
        """Mark what some marks bring at single places, and what is equal or opposite to that."""
        brought = []
        for edge, mark in marks.items():
            for place in self.ways.beside(edge):
                for other, its in self.ways.brings(place, edge, mark):
                    facts = self._mark(other, its, place, (edge,))
                    if facts is None:
                        brought.append(other)
                    elif facts:
                        return facts
        for other, lines in self._closing([edge for edge, mark in marks.items() if mark == LINE]):
            facts = self._mark(other, CROSS, LOOP, lines)
            if facts is None:
                brought.append(other)
            elif facts:
                return facts
        return self._tie(brought) or self._check()

    def _closing(self, lines: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The blank segments that would close a loop too early together with some lines, and those of them it takes."""
        ends, position = dict(self.ways.far), self.position
        for edge in lines:
            a, b = position.lattice.ends[edge]
            p, q = ends.pop(a, a), ends.pop(b, b)
            ends[p], ends[q] = q, p
        for p, q in ends.items():
            closing = position.lattice.between.get((p, q))
            if closing is not None and p < q and not position.value[closing] and closing not in lines:
                closed = closed_early(position, [*lines, closing], self.ways.far)
                if len(closed) > 1 and closing in closed:
                    yield closing, tuple(other for other in closed if other != closing)

    def _check(self) -> tuple[Fact, ...]:
        """The fewest facts by which the marks contradict each other."""
        found = []
        closed = closed_early(self.position, [edge for edge, mark in self.marks.items() if mark == LINE], self.ways.far)
        if closed:
            found.append(self._facts(closed, Fact(LOOP, tuple((edge, LINE) for edge in closed))))
        for place in dict.fromkeys(place for edge in self.marks for place in self.ways.beside(edge)):
            if not self._possible(place):
                kept = {edge: self.marks[edge] for edge in edges_of(self.position, place) if edge in self.marks}
                for edge in sorted(kept, key=lambda edge: edge not in self.why):
                    fewer = {other: mark for other, mark in kept.items() if other != edge}
                    kept = kept if self.ways.with_marks(place, fewer) else fewer
                found.append(self._facts(tuple(kept), Fact(place, tuple(kept.items()))))
        return min(filter(None, found), key=len, default=())

    def _possible(self, place: int) -> bool:
        """Whether the marks leave a way at a place."""
        lines = blanks = 0
        for edge in edges_of(self.position, place):
            mark = self.position.value[edge] or self.marks.get(edge, 0)
            lines += mark == LINE
            blanks += not mark
        if place >= 0:
            return lines <= self.position.clue[place] <= lines + blanks
        return lines < 3 and (lines != 1 or blanks > 0)

    def _facts(self, needed: Iterable[int], last: Fact) -> tuple[Fact, ...]:
        """Why the mark brings those of some segments, and what these cannot be together; none if that is too much to
        tell."""
        brought: dict[tuple[int, tuple[int, ...]], list[int]] = {}

        def need(edge: int) -> None:
            if edge in self.why:
                for before in self.why[edge][1]:
                    need(before)
                edges = brought.setdefault(self.why[edge], [])
                edges += [edge] if edge not in edges else []

        for edge in needed:
            need(edge)
        facts = []
        for (place, others), edges in brought.items():
            first = tuple((other, self.marks[other]) for other in others)
            opposite = tuple((edge, LINE + CROSS - self.marks[edge]) for edge in edges)
            alike = {mark for _edge, mark in (*first, *opposite)}
            if len(alike) == 1 and len(opposite) > 1 and (place >= 0 or alike == {LINE}):
                facts.append(Fact(place, (*first, *opposite), each=True))
            else:
                facts += [Fact(place, (*first, mark)) for mark in opposite]
        if all(fact.place != last.place or set(fact.marks) != set(last.marks) for fact in facts):
            facts.append(last)
        facts = self._runs(facts)
        return tuple(facts) if len(facts) <= MOST_FACTS else ()

    def _runs(self, facts: Iterable[Fact]) -> list[Fact]:
        """The facts, those put together that lead on from corner to corner without a choice."""
        told: list[Fact] = []
        for fact in facts:
            vertex = -2 - fact.place
            if vertex >= 0 and not self.position.lines[vertex] and self.position.blanks[vertex] == 2:
                edges = dict.fromkeys(edge for edge, _mark in fact.marks)
                for run in [run for run in told if run.run and edges.keys() & dict(run.marks).keys()]:
                    edges = dict.fromkeys(edge for edge, _mark in run.marks) | edges
                    told.remove(run)
                told.append(Fact(fact.place, tuple((edge, LINE) for edge in edges), run=True))
            else:
                told.append(fact)
        return told


# --- Words --------------------------------------------------------------------------------------


def told(position: Position, found: Found) -> Deduction:
    """A mark with the facts that lead to it."""
    edge, mark = found.mark
    closing = [edge for fact in found.facts if fact.place == LOOP for edge, _mark in fact.marks]
    run, last = found.facts[0], found.facts[-1]
    if run.run and len(found.facts) == 2 and last.place == LOOP and set(run.marks) == set(last.marks):
        text = _("lines {places} come together or not at all, and would close a loop too early")
        text = _(text.msgid, places=all_of(position, closing))
        marks = tuple((other, CROSS) for other in closing)
    else:
        so = _("so a line {where}") if mark == LINE else _("so no line {where}")
        steps = [fact_in_words(position, fact) for fact in found.facts]
        text = joined([*steps, _(so.msgid, where=where(position, edge))])
        marks = (found.mark,)
    cells = dict.fromkeys(fact.place for fact in found.facts if fact.place >= 0)
    return Deduction(
        marks,
        tuple(position.cell(cell) for cell in cells),
        text,
        segments=tuple(_line_closed(position, closing)),
        title=_("loop closed too early") if closing else _("one or the other"),
        subject=Subject.PAIRS,
    )


def _line_closed(position: Position, closing: Iterable[int]) -> list[int]:
    """The lines that some segments would close to a loop."""
    ends = dict.fromkeys(vertex for edge in closing for vertex in position.lattice.ends[edge])
    lines = [edge for vertex in ends for edge in position.lattice.at_vertex[vertex] if position.value[edge] == LINE]
    return list(dict.fromkeys(edge for line in lines for edge in position.path(line)[0]))


def fact_in_words(position: Position, fact: Fact) -> Text:
    """What cannot be at a place, said as what must be."""
    lines = [edge for edge, mark in fact.marks if mark == LINE]
    crosses = [edge for edge, mark in fact.marks if mark == CROSS]
    if fact.run:
        text = _("lines {places} come together or not at all: nothing else leads on between them")
        return _(text.msgid, places=all_of(position, lines))
    if fact.place == LOOP:
        return _("lines {places} would close a loop too early", places=all_of(position, lines))
    return _at_cell(position, fact, lines, crosses) if fact.place >= 0 else _at_vertex(position, fact, lines, crosses)


def _at_cell(position: Position, fact: Fact, lines: Sequence[int], crosses: Sequence[int]) -> Text:
    """A clue has too many lines, or too few."""
    cell = who(position, fact.place)
    if fact.each and lines:
        text = _("{who} cannot have a line {where} and one {places}")
        return _(text.msgid, who=cell, where=where(position, lines[0]), places=one_of(position, lines[1:]))
    if fact.each:
        text = _("{who} needs a line {where} or lines {places}")
        return _(text.msgid, who=cell, where=where(position, crosses[0]), places=all_of(position, crosses[1:]))
    if lines:
        return _("{who} cannot have lines {places}", who=cell, places=all_of(position, lines))
    return _("{who} needs a line {places}", who=cell, places=one_of(position, crosses))


def _at_vertex(position: Position, fact: Fact, lines: Sequence[int], crosses: Sequence[int]) -> Text:
    """A line has no way on, or more than one."""
    vertex = -2 - fact.place
    comes, corner = position.lines[vertex], corner_name(position, vertex)
    if lines and crosses:
        text = _("a line {where} goes on at {corner} {places}")
        return _(text.msgid, where=all_of(position, lines), corner=corner, places=one_of(position, crosses))
    if crosses:
        text = _("the line that comes to {corner} goes on {places}")
        return _(text.msgid, corner=corner, places=one_of(position, crosses))
    text = _("three lines cannot meet at {corner}: not all of those {places}")
    if comes and fact.each:
        text = _("the line that comes to {corner} takes only one of the ways {places}")
    elif comes:
        text = _("the line that comes to {corner} cannot go on both {places}")
    return _(text.msgid, corner=corner, places=all_of(position, lines))
