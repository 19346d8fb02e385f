"""Chains: what follows, step by step, from a mark that is supposed, until something goes wrong.

Steps follow in rounds, the nearest first, and each knows the steps it rests on, so that a chain holds only those that
lead to its end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from cassetete.core.checkpoint import checkpoint

from .areas import INSIDE, Torn, needed, why
from .position import CROSS, LINE, WRONG, Position


class Cause(Enum):
    """Why marks follow, and what goes wrong."""

    SUPPOSED = auto()
    CLUE = auto()
    VERTEX = auto()
    LOOP = auto()
    """A segment would close a loop while something is missing elsewhere."""
    SIDES = auto()
    """It is known which sides of a segment are inside and outside."""
    AREA = auto()
    """The inside is one piece, and so is the outside."""
    NO_LOOP = auto()
    """Nothing is left to draw a loop with."""


class Step(NamedTuple):
    """Some segments get a mark for one cause, at a cell or a vertex (its number), after some earlier steps."""

    cause: Cause
    place: int
    marks: tuple[tuple[int, int], ...]
    after: frozenset[int]
    lines: int = 0
    """How many lines there were around the cell or at the vertex; for areas, the colour of the cell; for sides, whether
    the segment is drawn."""
    cut: bool = False
    """For areas: whether the cells of its colour would fall apart without the cell."""


class Chain(NamedTuple):
    """The steps from a supposed mark, which is the first, to the last one; what goes wrong is a step without marks."""

    steps: tuple[Step, ...]

    @property
    def end(self) -> Step:
        """The last step."""
        return self.steps[-1]

    @property
    def marks(self) -> tuple[tuple[int, int], ...]:
        """All its marks, the supposed one first."""
        return tuple(mark for step in self.steps for mark in step.marks)


def refutation(position: Position, edge: int, mark: int, sides: bool = False, areas: bool = False) -> Chain | None:
    """The steps that show that a blank segment cannot have a mark; None if they lead to nothing wrong.

    Clues, vertices and loops are followed; if wanted also the sides of segments, and areas.
    """
    return _Trial(position).refutation(edge, mark, sides, areas)


def shortest_refutation(position: Position, marks: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], Chain] | None:
    """The shortest chain that shows that one of some blank segments cannot have a mark, with that mark; with as few
    kinds of rules as are needed for any of them."""
    trials = [(mark, _Trial(position)) for mark in marks]
    for sides, areas in ((False, False), (True, False), (True, True)):  # each goes on where the one before ended
        found = [
            (mark, chain) for mark, trial in trials if (chain := trial.refutation(*mark, sides, areas)) is not None
        ]
        if found:
            return min(found, key=lambda pair: len(pair[1].steps))
    return None


def consequence(position: Position, edge: int, mark: int, target: int) -> Chain | None:
    """The steps by which another segment gets a mark once a blank one is supposed to have one; None if they do not."""
    trial = _Trial(position)
    try:
        trial.add(Cause.SUPPOSED, edge, [(edge, mark)], ())
        trial.settle()
    except _Failed:
        return None
    number = trial.step_of.get(target)
    return None if number is None else trial.chain(trial.steps[number])


class _Failed(Exception):
    def __init__(self, step: Step) -> None:
        self.step = step


class _Trial(Position):
    """A position with a supposed mark and what follows from it."""

    def __init__(self, position: Position) -> None:
        self.__dict__.update(vars(position.copy()))
        self.steps: list[Step] = []
        self.step_of: dict[int, int] = {}
        self.coloured: dict[int, tuple[int, int]] = {}
        """Cells that are inside or outside because of areas: the colour, and the step."""
        self.waiting: deque[tuple[Cause, int]] = deque()
        self.drawn = sum(value == LINE for value in self.value)

    def refutation(self, edge: int, mark: int, sides: bool, areas: bool) -> Chain | None:
        """The steps from a mark to something wrong by some rules; None if there are none, and then it can be asked with
        more rules."""
        try:
            if not self.steps:
                self.add(Cause.SUPPOSED, edge, [(edge, mark)], ())
                self.settle()
            while (sides and self.by_sides()) or (areas and self.by_areas()):
                self.settle()
        except _Failed as failed:
            return self.chain(failed.step)
        return None

    def chain(self, end: Step) -> Chain:
        """The steps that lead to the last one."""
        wanted = {0, *end.after}
        for number in reversed(range(len(self.steps))):
            if number in wanted:
                wanted |= self.steps[number].after
        kept = [self.steps[number] for number in sorted(wanted) if self.steps[number] is not end]
        return Chain((*kept, end))

    def after(self, edges: Iterable[int]) -> frozenset[int]:
        """The steps that marked some of these segments."""
        return frozenset(self.step_of[edge] for edge in edges if edge in self.step_of)

    def add(
        self, cause: Cause, place: int, marks: Iterable[tuple[int, int]], because: Iterable[int], lines: int = 0
    ) -> None:
        """Mark some blank segments."""
        marks = tuple(marks)
        self.steps.append(Step(cause, place, marks, self.after(because), lines))
        for edge, mark in marks:
            self.step_of[edge] = len(self.steps) - 1
            self.put(edge, mark)
            self.drawn += mark == LINE
            self.waiting += [(Cause.CLUE, cell) for cell in self.clued[edge]]
            self.waiting += [(Cause.VERTEX, vertex) for vertex in self.lattice.ends[edge]]
            if mark == LINE:
                self.waiting.append((Cause.LOOP, edge))

    def settle(self) -> None:
        """Follow clues, vertices and loops."""
        checkpoint()
        while self.waiting:
            cause, place = self.waiting.popleft()
            if cause is Cause.LOOP:
                self.look_along(place)
                continue
            edges = self.lattice.around_cell[place] if cause is Cause.CLUE else self.lattice.at_vertex[place]
            mark = self.forced_by_clue(place) if cause is Cause.CLUE else self.forced_at_vertex(place)
            lines = self.cell_lines[place] if cause is Cause.CLUE else self.lines[place]
            enough = self.clue[place] if cause is Cause.CLUE else 2
            because = [edge for edge in edges if self.value[edge] == LINE] if lines >= enough else edges
            if mark == WRONG:
                raise _Failed(Step(cause, place, (), self.after(because), lines))
            if mark:
                self.add(cause, place, [(edge, mark) for edge in self.blank(edges)], because, lines)
        if not self.left and not self.drawn:
            raise _Failed(Step(Cause.NO_LOOP, -1, (), frozenset(range(len(self.steps)))))

    def look_along(self, edge: int) -> None:
        """The path that a segment belongs to must not close too early."""
        path, first, last = self.path(edge)
        if first == last:
            if self.missing or len(path) < self.drawn:
                raise _Failed(Step(Cause.LOOP, -1, (), self.after(path)))
            return
        closing = self.lattice.between.get((first, last))
        whole = len(path) == self.drawn and self.missing == len(self.clued[closing]) if closing is not None else False
        if closing is not None and not self.value[closing] and not whole:
            self.add(Cause.LOOP, closing, [(closing, CROSS)], path)

    def by_sides(self) -> bool:
        """Mark segments whose two sides are known to be equal or opposite; whether there were any."""
        where, both_sides = self.relations(), self.lattice.both_sides
        found = False
        for edge, value in enumerate(self.value):
            cell, beyond = both_sides[edge]
            (root, odd, _up), (other, other_odd, _other_up) = where[cell], where[beyond]
            if root != other:
                continue
            mark = LINE if odd != other_odd else CROSS
            if value == mark:
                continue
            after = self.way(where, cell) ^ self.way(where, beyond)
            steps = frozenset(step for step in after if step >= 0)
            if value:
                raise _Failed(Step(Cause.SIDES, edge, (), steps | self.after([edge]), int(value == LINE)))
            self.add(Cause.SIDES, edge, [(edge, mark)], ())
            self.steps[-1] = self.steps[-1]._replace(after=steps)
            found = True
        return found

    def relations(self) -> list[tuple[int, int, tuple[int, int] | None]]:
        """For each cell (and the outside): the root of those related to it, whether it is opposite, and the cell and
        step by which it was reached."""
        net, value, step_of, outside = self.lattice, self.value, self.step_of, self.lattice.outside
        found: list[tuple[int, int, tuple[int, int] | None] | None] = [None] * (outside + 1)
        for root in reversed(range(outside + 1)):
            if found[root] is not None:
                continue
            found[root] = (root, 0, None)
            waiting = [(root, 0)]
            for here, odd in waiting:  # which grows
                edges = net.around_grid if here == outside else net.around_cell[here]
                for there, edge in zip(net.neighbours[here], edges, strict=True):
                    if value[edge] and found[there] is None:
                        turn = odd ^ (value[edge] == LINE)
                        found[there] = (root, turn, (here, step_of.get(edge, -1)))
                        waiting.append((there, turn))
                if here == outside:
                    known = list(self.coloured.items())
                else:
                    known = [(outside, self.coloured[here])] if here in self.coloured else []
                for there, (colour, step) in known:
                    if found[there] is None:
                        turn = odd ^ (colour == INSIDE)
                        found[there] = (root, turn, (here, step))
                        waiting.append((there, turn))
        return [place for place in found if place is not None]

    def way(self, where: list[tuple[int, int, tuple[int, int] | None]], cell: int) -> frozenset[int]:
        """The steps on the way from a cell to its root."""
        steps = set()
        up = where[cell][2]
        while up is not None:
            steps.add(up[1])
            up = where[up[0]][2]
        return frozenset(steps)

    def by_areas(self) -> bool:
        """Colour cells without which the inside or the outside falls apart; whether there were any."""
        where = self.relations()
        root, outer, _up = where[self.lattice.outside]
        colours = [odd ^ outer if its == root else None for its, odd, _up in where]
        near = self.lattice.neighbours
        try:
            found = needed(near, colours)
        except Torn as torn:
            after = self.coloured_by(where, {torn.cell, torn.other, *torn.barrier})
            raise _Failed(Step(Cause.AREA, torn.cell, (), after, torn.colour)) from None
        for cell, colour, cut in found:
            after = self.coloured_by(where, why(near, colours, cell, colour))
            self.steps.append(Step(Cause.AREA, cell, (), after, colour, cut))
            self.coloured[cell] = (colour, len(self.steps) - 1)
        if found:
            self.by_sides()
        return bool(found)

    def coloured_by(self, where: list[tuple[int, int, tuple[int, int] | None]], cells: Iterable[int]) -> frozenset[int]:
        """The steps because of which some cells are known to be inside or outside."""
        out = self.way(where, self.lattice.outside)
        return frozenset(step for cell in cells for step in self.way(where, cell) ^ out if step >= 0)
