"""How hard a level is for a person (`search.difficulty`): pushes that lose, and boxes that go away from targets."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from cassetete.core.contract import Grade, Metric
from cassetete.core.grid import Cell
from cassetete.search.difficulty import Difficulty, difficulty, solved_states
from cassetete.search.space import Space

from . import rules
from .floor_graph import bits, floor_graph
from .model import Level, State
from .solvers.searches import SOLVERS

WORDS = (4.0, 11.0, 24.0)
"""The greatest scores of easy, normal and hard."""


class Node(NamedTuple):
    """All that matters between two pushes, each a set of bits: the boxes, and the cells the player can walk to."""

    boxes: int
    reach: int


class Pushes:
    """The pushes of a level, quickly: each cell is a bit, the rows one after the other with a margin, and a
    whole set moves by one shift."""

    def __init__(self, level: Level) -> None:
        self.graph = floor_graph(level)
        self.width = level.columns + 2
        self.steps = (1, -1, self.width, -self.width)
        self.floor = self.mask(self.graph.cells)
        self.targets = self.mask(level.targets)
        self.dead = self.mask([self.graph.cells[cell] for cell in bits(self.graph.dead)])
        self._doomed: dict[int, bool] = {}
        self._bounds: dict[int, int] = {}

    def mask(self, cells: Iterable[Cell]) -> int:
        """The bits of some cells."""
        return sum(1 << (i + 1) * self.width + j + 1 for i, j in cells)

    def node(self, boxes: int, player: int) -> Node:
        """The node with the player on the cell of a bit."""
        free = self.floor & ~boxes
        reach, before = player, 0
        while reach != before:
            before = reach
            reach |= (reach << 1 | reach >> 1 | reach << self.width | reach >> self.width) & free
        return Node(boxes, reach)

    def of(self, state: State) -> Node:
        """The node of a state."""
        assert state.player is not None
        return self.node(self.mask(state.boxes) & self.floor, self.mask([state.player]))

    def successors(self, at: Node) -> list[tuple[int, Node]]:
        """What each push leads to."""
        free = self.floor & ~at.boxes
        return [
            (step, self.node(at.boxes ^ 1 << cell ^ 1 << (cell + step), 1 << cell))
            for cell in bits(at.boxes)
            for step in self.steps
            if at.reach >> (cell - step) & 1 and free >> (cell + step) & 1
        ]

    def won(self, at: Node) -> bool:
        """Whether all boxes are on targets."""
        return not at.boxes & ~self.targets

    def lost(self, at: Node) -> bool:
        """Whether a box is in a dead cell, or frozen elsewhere than on a target."""
        if at.boxes not in self._doomed:
            self._doomed[at.boxes] = bool(at.boxes & self.dead) or self.graph.deadlocked(self._numbered(at.boxes))
        return self._doomed[at.boxes]

    def bound(self, at: Node) -> int:
        """The pushes that are needed at least."""
        if at.boxes not in self._bounds:
            self._bounds[at.boxes] = self.graph.bound(self._numbered(at.boxes))
        return self._bounds[at.boxes]

    def _numbered(self, boxes: int) -> int:
        """The same boxes by the numbers of the floor graph."""
        cells = [divmod(bit, self.width) for bit in bits(boxes)]
        return sum(1 << self.graph.number[i - 1, j - 1] for i, j in cells)


def measured(level: Level) -> Difficulty | None:
    """How hard the level is; None if no solution is found."""
    state = rules.start(level)
    pushes = Pushes(level)
    if state.player not in pushes.graph.number:
        return None

    def solution() -> list[Node] | None:
        states = solved_states(SOLVERS, level, state, Metric.PUSHES, rules.play)
        if states is None:
            return None
        return [pushes.of(state), *(pushes.of(then) for here, then in pairwise(states) if here.boxes != then.boxes)]

    graph = Space(pushes.of(state), pushes.successors, pushes.won)
    return difficulty(graph, pushes.bound, solution, pushes.lost)


def grade(level: Level) -> Grade | None:
    """The grade of a level; None if no solution is found."""
    found = measured(level)
    return found.graded(*WORDS) if found is not None else None
