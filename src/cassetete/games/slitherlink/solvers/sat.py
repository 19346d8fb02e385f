"""Slitherlink by a SAT solver: clauses for clues and vertices, and loops forbidden one by one as they turn up.

A model of the local clauses is a set of loops. If it has several, clauses are added that each of them breaks: a loop
that is not a solution by itself is not drawn whole, and if a segment within a set of vertices and one outside it are
drawn then so is one that leaves the set (the subtour cuts of Dantzig, Fulkerson and Johnson, 1954, added lazily). The
solver is Glucose 4 (Audemard and Simon), from PySAT.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from typing import Any, Self

from cassetete.core.checkpoint import checkpoint

from ..model import Level, State, lattice, mask_of, numbers

CONFLICTS = 400
"""Conflicts in one step, before limits are checked again."""


@cache
def available() -> bool:
    """Whether PySAT is installed: in a page it is not, and the compiled search goes on instead."""
    return find_spec("pysat") is not None


class LazySat:
    """The solutions that keep the marks of a state, found one after the other; clauses are only ever added.

    The variable of segment e is e + 1. `calls` counts the solver's runs.
    """

    def __init__(self, level: Level, known: State) -> None:
        from pysat.solvers import Glucose4

        self.lattice = lattice(level.rows, level.columns)
        self.clue = [-1 if clue is None else clue for row in level.clues for clue in row]
        self.known = known
        self.value = [0] * level.edges
        for edge in numbers(known.drawn):
            self.value[edge] = 1
        for edge in numbers(known.crossed):
            self.value[edge] = -1
        self.blank = [edge for edge, value in enumerate(self.value) if not value]
        self.calls = 0
        self.solver: Any = Glucose4(bootstrap_with=list(self._local()))
        if not known.drawn:
            self.solver.add_clause([edge + 1 for edge in self.blank])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        """Free the solver's memory."""
        self.solver.delete()

    def solution(self, assumptions: Sequence[int] = ()) -> State | None:
        """A solution, None if there is none (under the assumptions), within the limits in force."""
        answer = None
        while answer is None:
            checkpoint()
            answer = self.step(assumptions)
        return answer if isinstance(answer, State) else None

    def step(self, assumptions: Sequence[int] = ()) -> State | bool | None:
        """One step: a solution, False if there is none (under the assumptions), None if it is not known yet."""
        self.calls += 1
        self.solver.conf_budget(CONFLICTS)
        answer = self.solver.solve_limited(assumptions=list(assumptions))
        if not answer:
            return False if answer is False else None
        model = self.solver.get_model()
        lines = [edge for edge in self.blank if edge < len(model) and model[edge] > 0]
        lines += numbers(self.known.drawn)
        loops = self._loops(lines)
        if len(loops) == 1:
            return State(mask_of(lines), 0)
        for loop in loops:
            checkpoint()
            if not assumptions and self._alone(loop):
                return State(mask_of(loop), 0)
        for loop, other in zip(loops, loops[1:] + loops[:1], strict=True):
            checkpoint()
            self._forbid(loop, other)
        return None

    def exclude(self, solution: State) -> None:
        """Ask for other solutions: any other loop lacks a segment of this one."""
        self.solver.add_clause([-edge - 1 for edge in numbers(solution.drawn) if not self.value[edge]])

    def _local(self) -> Iterator[list[int]]:
        for edges in self.lattice.at_vertex:
            checkpoint()
            blank = [edge + 1 for edge in edges if not self.value[edge]]
            lines = sum(self.value[edge] > 0 for edge in edges)
            if lines == 0:
                for edge in blank:
                    yield [-edge, *(other for other in blank if other != edge)]
            elif lines == 1:
                yield blank
            elif lines > 2:
                yield []
            for some in combinations(blank, max(3 - lines, 0)):
                yield [-edge for edge in some]
        for sides, clue in zip(self.lattice.around_cell, self.clue, strict=True):
            if clue < 0:
                continue
            blank = [edge + 1 for edge in sides if not self.value[edge]]
            wanted = clue - sum(self.value[edge] > 0 for edge in sides)
            if not 0 <= wanted <= len(blank):
                yield []
                continue
            for some in combinations(blank, wanted + 1):
                yield [-edge for edge in some]
            for some in combinations(blank, len(blank) - wanted + 1):
                yield list(some)

    def _loops(self, lines: Sequence[int]) -> list[list[int]]:
        """The drawn segments, loop by loop."""
        at: dict[int, list[int]] = {}
        for edge in lines:
            for vertex in self.lattice.ends[edge]:
                at.setdefault(vertex, []).append(edge)
        left = set(lines)
        loops = []
        while left:
            edge = left.pop()
            loop = [edge]
            start, vertex = self.lattice.ends[edge]
            while vertex != start:
                first, second = at[vertex]
                edge = second if first == edge else first
                left.discard(edge)
                loop.append(edge)
                a, b = self.lattice.ends[edge]
                vertex = b if a == vertex else a
            loops.append(loop)
        return loops

    def _alone(self, loop: Sequence[int]) -> bool:
        """Whether one loop is a solution by itself."""
        lines = set(loop)
        if any(edge not in lines for edge in numbers(self.known.drawn)):
            return False
        around = zip(self.lattice.around_cell, self.clue, strict=True)
        return all(clue < 0 or sum(edge in lines for edge in edges) == clue for edges, clue in around)

    def _forbid(self, loop: Sequence[int], other: Sequence[int]) -> None:
        """Two clauses that this loop beside another breaks."""
        if not self._alone(loop):
            self.solver.add_clause([-edge - 1 for edge in loop if not self.value[edge]])
        vertices = {vertex for edge in loop for vertex in self.lattice.ends[edge]}
        cut = [
            edge + 1
            for vertex in vertices
            for edge in self.lattice.at_vertex[vertex]
            if not self.value[edge] and not vertices.issuperset(self.lattice.ends[edge])
        ]
        # A loop with a segment that is known to be drawn needs no literal.
        cut += [-some[0] - 1 for some in (loop, other) if all(not self.value[edge] for edge in some)]
        self.solver.add_clause(cut)
