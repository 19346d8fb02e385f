"""A grid being reasoned about: marks follow from marks, are tried, and taken back.

Everything is by number (see `model`): `value[e]` is 0 for a blank segment, LINE or CROSS. Three rules are applied until
nothing follows any more:

* clue: a clue with enough lines has its other sides crossed, one with just enough sides left has them drawn;
* vertex: no or two lines meet in a vertex, never one, never three;
* early loop: a segment that would close a loop is crossed, unless this loop would be the whole solution.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Level, State, lattice, mask_of, numbers

LINE, CROSS = 1, 2


class Workbench:
    """The marks of a state and all the counts that follow from them, changed in place; `trail` takes changes back."""

    def __init__(self, level: Level) -> None:
        net = lattice(level.rows, level.columns)
        self.net = net
        self.clue = [-1 if clue is None else clue for row in level.clues for clue in row]
        self.value = [0] * len(net.segments)
        self.lines = [0] * len(net.at_vertex)
        self.blanks = [len(edges) for edges in net.at_vertex]
        self.cell_lines = [0] * len(self.clue)
        self.cell_blanks = [4] * len(self.clue)
        self.clued: list[list[int]] = [[] for _edge in net.segments]
        for cell, clue in enumerate(self.clue):
            if clue >= 0:
                for edge in net.around_cell[cell]:
                    self.clued[edge].append(cell)
        # far[v] is the other end of the path that ends in v, v itself while no line touches it.
        self.far = list(range(len(net.at_vertex)))
        self.fragments = 0
        self.left = len(net.segments)
        self.missing = sum(clue for clue in self.clue if clue > 0)
        self.closed = False
        self.trail: list[tuple[int, int, int]] = []
        # Segments that were left blank because they might close the whole solution: to be looked at again.
        self.spared: set[int] = set()
        self._waiting: list[tuple[int, int]] = []

    def load(self, state: State) -> bool:
        """Put the marks of a state on an empty bench and apply the rules once everywhere; False: a contradiction."""
        for mask, mark in ((state.crossed, CROSS), (state.drawn, LINE)):
            for edge in numbers(mask):
                if not self._set(edge, mark):
                    return False
        for vertex in range(len(self.lines)):
            if not self._vertex(vertex):
                return False
        for cell, clue in enumerate(self.clue):
            if clue >= 0 and not self._cell(cell):
                return False
        return self._settle() and not self._hopeless()

    def assume(self, edge: int, mark: int) -> bool:
        """Mark a segment and all that follows; False if that leads to a contradiction."""
        self._waiting.append((edge, mark))
        return self._settle()

    def undo(self, length: int) -> None:
        """Take back marks until the trail is that short again."""
        value, blanks = self.value, self.blanks
        while len(self.trail) > length:
            edge, p, q = self.trail.pop()
            a, b = self.net.ends[edge]
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
            onward = [e for e in self.net.at_vertex[vertex] if self.value[e] == LINE and e != came]
            if not onward:
                return vertex
            came = onward[0]
            a, b = self.net.ends[came]
            vertex = b if a == vertex else a

    def blank_edges(self) -> list[int]:
        """The segments that are still blank."""
        return [edge for edge, value in enumerate(self.value) if not value]

    def state(self) -> State:
        """The marks as a state."""
        drawn = mask_of(edge for edge, value in enumerate(self.value) if value == LINE)
        return State(drawn, mask_of(edge for edge, value in enumerate(self.value) if value == CROSS))

    def _settle(self) -> bool:
        """Carry out what waits, and what follows from it."""
        waiting, value, ends, clued = self._waiting, self.value, self.net.ends, self.clued
        while waiting or self._no_longer_spared():
            edge, mark = waiting.pop()
            if value[edge]:
                fine = value[edge] == mark
            else:
                a, b = ends[edge]
                fine = self._set(edge, mark) and self._vertex(a) and self._vertex(b)
                fine = fine and all(map(self._cell, clued[edge]))
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
        """Mark a blank segment and keep the counts true; False, and nothing done, if it would branch the path."""
        a, b = self.net.ends[edge]
        if mark == LINE and (self.lines[a] > 1 or self.lines[b] > 1):
            return False
        self.value[edge] = mark
        self.left -= 1
        self.blanks[a] -= 1
        self.blanks[b] -= 1
        for cell in self.clued[edge]:
            self.cell_blanks[cell] -= 1
        if mark == CROSS:
            self.trail.append((edge, 0, 0))
            return True
        for cell in self.clued[edge]:
            self.cell_lines[cell] += 1
            self.missing -= 1
        self.lines[a] += 1
        self.lines[b] += 1
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
            self._waiting.extend((other, CROSS) for other in self.blank_edges())
            return
        self.trail.append((edge, p, q))
        self.fragments += (p == a) + (q == b) - 1
        far[p], far[q] = q, p
        closing = self.net.between.get((p, q))
        if closing is not None and not self.value[closing]:
            if self._whole(closing):
                self.spared.add(closing)
            else:
                self._waiting.append((closing, CROSS))

    def _whole(self, closing: int) -> bool:
        """Whether the loop this segment would close might be the whole solution."""
        return self.fragments == 1 and self.missing == len(self.clued[closing])

    def _no_longer_spared(self) -> bool:
        """Cross out the segments that now would close a loop too early; whether there are any."""
        for edge in self.spared:
            a, b = self.net.ends[edge]
            tied = not self.value[edge] and self.lines[a] == self.lines[b] == 1 and self.far[a] == b
            if tied and not self._whole(edge):
                self._waiting.append((edge, CROSS))
        return bool(self._waiting)

    def _vertex(self, vertex: int) -> bool:
        lines, blanks = self.lines[vertex], self.blanks[vertex]
        if lines == 2:
            return blanks == 0 or self._fill(self.net.at_vertex[vertex], CROSS)
        if lines == 1:
            if blanks == 1:
                return self._fill(self.net.at_vertex[vertex], LINE)
            return blanks > 0
        if lines == 0:
            return blanks != 1 or self._fill(self.net.at_vertex[vertex], CROSS)
        return False

    def _cell(self, cell: int) -> bool:
        wanted, blanks = self.clue[cell] - self.cell_lines[cell], self.cell_blanks[cell]
        if wanted < 0 or wanted > blanks:
            return False
        if blanks:
            if wanted == 0:
                return self._fill(self.net.around_cell[cell], CROSS)
            if wanted == blanks:
                return self._fill(self.net.around_cell[cell], LINE)
        return True

    def _fill(self, edges: Sequence[int], mark: int) -> bool:
        """Have the blank ones among some segments marked; always possible so far."""
        value = self.value
        self._waiting.extend((edge, mark) for edge in edges if not value[edge])
        return True
