"""Propagation in plain Python: marks follow from marks, are tried, and taken back."""

from __future__ import annotations

from collections.abc import Iterable

from cassetete.core.checkpoint import checkpoint

from ..model import Level, State, numbers
from .position import CROSS, LINE, WRONG, Position


class Propagator(Position):
    """A position where all is marked that follows by the rules a player uses without thinking, changed in place.

    What a clue or a vertex forces is marked, and a segment that would close a loop too early is crossed out, until
    nothing follows any more. `trail` lists the marks made, so that `undo` can take them back.
    """

    def __init__(self, level: Level) -> None:
        super().__init__(level)
        # far[v] is the other end of the path that ends in v, v itself while no line touches it.
        self.far = list(range(len(self.lines)))
        self.fragments = 0
        self.closed = False
        self.trail: list[tuple[int, int, int]] = []
        # Segments that were left blank because they might close the whole solution: to be looked at again.
        self.spared: set[int] = set()
        self._waiting: list[tuple[int, int]] = []

    def load(self, state: State) -> bool:
        """Put the marks of a state on an empty grid and mark what follows; False: a contradiction."""
        for mask, mark in ((state.crossed, CROSS), (state.drawn, LINE)):
            for edge in numbers(mask):
                if not self._set(edge, mark):
                    return False
        clued = [cell for cell, clue in enumerate(self.clue) if clue >= 0]
        return self._look_at(range(len(self.lines)), clued) and self._settle() and not self._hopeless()

    def assume(self, edge: int, mark: int) -> bool:
        """Mark a segment and all that follows; False if that leads to a contradiction."""
        self._waiting.append((edge, mark))
        return self._settle()

    def consequences(self, edge: int, mark: int) -> dict[int, int] | None:
        """All the marks that follow from one, itself included; None if they contradict each other. Nothing is kept."""
        length = len(self.trail)
        fine = self.assume(edge, mark)
        follows = {other: self.value[other] for other, _p, _q in self.trail[length:]} if fine else None
        self.undo(length)
        return follows

    def undo(self, length: int) -> None:
        """Take back marks until the trail is that short again."""
        value, blanks = self.value, self.blanks
        while len(self.trail) > length:
            edge, p, q = self.trail.pop()
            a, b = self.lattice.ends[edge]
            self.left += 1
            blanks[a] += 1
            blanks[b] += 1
            for cell in self.clued[edge]:
                self.cell_blanks[cell] += 1
            if value[edge] == LINE:
                self.lines[a] -= 1
                self.lines[b] -= 1
                for cell in self.clued[edge]:
                    self.cell_lines[cell] -= 1
                    self.missing += 1
                if p < 0:
                    self.closed = False
                    self.fragments += 1
                else:
                    self.fragments -= (p == a) + (q == b) - 1
                    self.far[p], self.far[q] = a, b
            value[edge] = 0

    def head_of(self, vertex: int) -> int:
        """Where the path through a vertex comes to, following it from there; the vertex itself if it has no line."""
        came = -1
        while True:
            onward = [e for e in self.lattice.at_vertex[vertex] if self.value[e] == LINE and e != came]
            if not onward:
                return vertex
            came = onward[0]
            a, b = self.lattice.ends[came]
            vertex = b if a == vertex else a

    def _settle(self) -> bool:
        """Carry out what waits, and what follows from it."""
        waiting, value, ends, clued = self._waiting, self.value, self.lattice.ends, self.clued
        checkpoint()
        while waiting or self._no_longer_spared():
            edge, mark = waiting.pop()
            if value[edge]:
                fine = value[edge] == mark
            else:
                fine = self._set(edge, mark) and self._look_at(ends[edge], clued[edge])
            if not fine or self._hopeless():
                waiting.clear()
                return False
        return True

    def _hopeless(self) -> bool:
        """A loop was closed too early, or nothing is left to close one with."""
        if self.closed:
            return self.missing > 0 or self.fragments > 0
        return self.left == 0

    def _set(self, edge: int, mark: int) -> bool:
        """Mark a blank segment; False, and nothing done, if it would branch the path."""
        a, b = self.lattice.ends[edge]
        if mark == CROSS:
            self.put(edge, mark)
            self.trail.append((edge, 0, 0))
            return True
        if self.lines[a] > 1 or self.lines[b] > 1:
            return False
        self.put(edge, mark)
        self._join(edge, a, b)
        return True

    def _join(self, edge: int, a: int, b: int) -> None:
        """Join the paths that end in a and b, or close the one that ends in both."""
        far = self.far
        p, q = far[a], far[b]
        if p == b:
            self.trail.append((edge, -1, -1))
            self.closed = True
            self.fragments -= 1
            self._waiting.extend((other, CROSS) for other in self.all_blank())
            return
        self.trail.append((edge, p, q))
        self.fragments += (p == a) + (q == b) - 1
        far[p], far[q] = q, p
        closing = self.lattice.between.get((p, q))
        if closing is not None and not self.value[closing]:
            if self.closes_whole(closing, self.fragments):
                self.spared.add(closing)
            else:
                self._waiting.append((closing, CROSS))

    def _no_longer_spared(self) -> bool:
        """Cross out the segments that now would close a loop too early; whether there are any."""
        for edge in self.spared:
            a, b = self.lattice.ends[edge]
            tied = not self.value[edge] and self.lines[a] == self.lines[b] == 1 and self.far[a] == b
            if tied and not self.closes_whole(edge, self.fragments):
                self._waiting.append((edge, CROSS))
        return bool(self._waiting)

    def _look_at(self, vertices: Iterable[int], cells: Iterable[int]) -> bool:
        """Have marked what some vertices and clues force; False if one of them is impossible."""
        for vertex in vertices:
            mark = self.forced_at_vertex(vertex)
            if mark and not self._fill(self.lattice.at_vertex[vertex], mark):
                return False
        for cell in cells:
            mark = self.forced_by_clue(cell)
            if mark and not self._fill(self.lattice.around_cell[cell], mark):
                return False
        return True

    def _fill(self, edges: Iterable[int], mark: int) -> bool:
        """Have the blank ones among some segments marked; False if that is impossible."""
        if mark == WRONG:
            return False
        value = self.value
        self._waiting.extend((edge, mark) for edge in edges if not value[edge])
        return True


def propagated(level: Level, state: State) -> Propagator | None:
    """A state with all that follows from its marks; None if they contradict each other."""
    grid = Propagator(level)
    return grid if grid.load(state) else None
