"""The sheet's own backtracking, as it is printed: a path is drawn segment by segment, and what fails is erased again.

It deduces nothing and is slow; it is there to be watched. The player's marks bind: crossed segments are never drawn,
and a loop that leaves out a drawn one is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, Solver
from cassetete.core.message import Catalogue
from cassetete.search.meter import Meter

from .. import rules
from ..model import Level, Put, State, Vertex, edge_number, lattice, mask_of, numbers, ordered, segment_of
from .moves import drawing_moves

_ = Catalogue("slitherlink")


def departures(level: Level, state: State) -> list[Vertex]:
    """The sheet's good vertices to start from: one of them is on every loop.

    All corners of a 3 are; of a 2, one of any two; of a 1, one end of each diagonal.
    """
    if state.drawn:
        return [segment_of(level.rows, level.columns, numbers(state.drawn)[0])[0]]
    for wanted, others in ((4, []), (3, []), (2, [(0, 1)]), (1, [(1, 1)])):
        for i, row in enumerate(level.clues):
            for j, clue in enumerate(row):
                if clue == wanted:
                    return [(i, j), *((i + down, j + right) for down, right in others)]
    return [(i, j) for i in range(level.rows + 1) for j in range(level.columns + 1)]


class _Path:
    """The segments drawn so far; what meets at each vertex, and the clues beside each segment."""

    def __init__(self, level: Level, state: State) -> None:
        self.level, self.bound = level, state
        self.drawn = 0
        rows, columns = level.rows, level.columns
        self.around = {(i, j): self._around((i, j)) for i in range(rows + 1) for j in range(columns + 1)}
        self.meeting = {vertex: mask_of(edge for edge, _other in found) for vertex, found in self.around.items()}
        self.clues: list[list[tuple[int, int]]] = [[] for _edge in range(level.edges)]
        for cell, edges in enumerate(lattice(rows, columns).around_cell):
            clue = level.clues[cell // columns][cell % columns]
            for edge in edges if clue is not None else ():
                self.clues[edge].append((clue or 0, mask_of(edges)))

    def _around(self, vertex: Vertex) -> list[tuple[int, Vertex]]:
        """The segments at a vertex that are on the grid, in the sheet's order, with their other ends."""
        i, j = vertex
        found = []
        for other in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)):
            edge = edge_number(self.level.rows, self.level.columns, ordered((vertex, other)))
            if edge is not None:
                found.append((edge, other))
        return found

    def lines(self, vertex: Vertex) -> int:
        """How many drawn segments meet at a vertex."""
        return (self.drawn & self.meeting[vertex]).bit_count()

    def blank(self, vertex: Vertex) -> Iterator[tuple[int, Vertex]]:
        """The segments to try from a vertex."""
        for edge, other in self.around[vertex]:
            if not (self.drawn | self.bound.crossed) >> edge & 1:
                yield edge, other

    def too_many(self, edge: int) -> bool:
        """Whether a clue beside a segment has more lines than it says."""
        return any((self.drawn & sides).bit_count() > clue for clue, sides in self.clues[edge])

    @property
    def state(self) -> State:
        """What there is to see: the path, and the player's crosses."""
        return State(self.drawn, self.bound.crossed)

    @property
    def solved(self) -> bool:
        """Whether the closed path meets every clue, and has all that the player drew."""
        return not self.bound.drawn & ~self.drawn and rules.clues_met(self.level, self.state)


def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """From each good vertex in turn: the sheet's recursion, its calls on a stack of our own."""
    path, meter = _Path(level, state), Meter(limits)
    for vertex in departures(level, state):
        stack: list[tuple[int | None, Iterator[tuple[int, Vertex]]]] = [(None, path.blank(vertex))]
        while stack:
            step = next(stack[-1][1], None)
            edge = stack[-1][0] if step is None else step[0]
            if step is None:
                stack.pop()
                if edge is None:
                    continue
                path.drawn &= ~(1 << edge)
            else:
                why = meter.exceeded()
                if why is not None:
                    return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
                path.drawn |= 1 << step[0]
            yield Visit(path.state, meter.expanded, len(stack), path.drawn.bit_count())
            if step is None:
                continue
            if path.too_many(step[0]) or path.lines(step[1]) > 2:
                path.drawn &= ~(1 << step[0])
            elif path.lines(step[1]) == 2:
                if path.solved:
                    moves = drawing_moves(level, state, path.state)
                    return Answer(Verdict.SOLVED, moves, expanded=meter.expanded)
                path.drawn &= ~(1 << step[0])
            else:
                stack.append((step[0], path.blank(step[1])))
    return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)


SHEET = Solver("sheet", _("the sheet's backtracking, segment by segment"), run)
