"""A* for the fewest pushes, moves or least cost by the native kernel; Python drives and limits it.

`two_bounds.py` is the solver `optimal`, `portfolio.py` and `improve.py` use it for what is small.
"""

from __future__ import annotations

from collections import abc
from typing import NamedTuple

from cassetete.core.answers import Answer, Verdict, Visit, Why
from cassetete.core.grid import Direction
from cassetete.speed import driver
from cassetete.speed.budget import Budget

from ..floor_graph import Push
from ..kernels import a_star
from ..kernels.nodes import BEFORE_PAIRS, BEST, BUCKET, COUNT, EXPANDED, LEFT, LIMIT, PLAIN, PUSH, STEP
from ..model import State
from .box_groups import GroupTables, Sample
from .level_arrays import LevelArrays, no_pairs, nodes_for_pairs, pairs_of, walls_of
from .node_arrays import new_nodes, size, with_room
from .perimeter import Perimeter

_STRETCH = 256
PAIRS_FROM = 2000
"""After how many nodes it is worth knowing what every two boxes cost each other."""
LARGE_FROM = 2000
"""After how many nodes frozen boxes are walls, and nodes of equal promise are tried in a considered order."""
GROUPS_FROM, _FEW_PARTS = 4000, 4
"""After how many nodes it is worth knowing what groups of boxes cost each other, where there are many boxes, and the
perimeter reaches less than this part of the way."""
NO_LIMIT = 1 << 30
FROZEN_SETS = 1 << 12
"""For how many sets of frozen boxes distances are kept at once; with 1, frozen boxes are no walls."""
PLAIN_QUEUE = False
"""Whether nodes with equal cost + bound leave the queue last in, first out to the end; for measuring."""


class PushResult(NamedTuple):
    """How a search ended: the pushes found, or why there are none."""

    pushes: list[Push] | None
    expanded: int
    why: Why | None


def answer_of(arrays: LevelArrays, state: State, result: PushResult) -> Answer[Direction]:
    """The answer that a search's result amounts to."""
    if result.why is not None:
        return driver.unsolved(result.why, result.expanded)
    moves = arrays.moves_of(state, result.pushes or ())
    return Answer(Verdict.SOLVED, moves, optimal=True, expanded=result.expanded)


def search(
    arrays: LevelArrays,
    budget: Budget,
    state: State,
    step: int,
    push: int,
    most: int,
    before: int,
    pruning: bool = True,
    perimeter: Perimeter | None = None,
) -> abc.Generator[Visit[State], None, PushResult]:
    """One run of the kernel, for solutions of at most so many pushes; `before` nodes were expanded already.

    `step` and `push` are what a step and a push weigh. Corrals are pruned only where steps weigh nothing. The perimeter
    grows along with the search.
    """
    run = AStar(arrays, budget, state, before, pruning and step == 0, perimeter or Perimeter(arrays, state))
    run.begin(step, push, most)
    return (yield from run.go_on())


class AStar:
    """The arrays of one run, as `speed.driver` wants them."""

    def __init__(
        self, arrays: LevelArrays, budget: Budget, state: State, before: int, pruning: bool, perimeter: Perimeter
    ) -> None:
        self.arrays, self.budget, self.before, self.pruning = arrays, budget, before, pruning
        self.state, self.perimeter = state, perimeter
        self.scratch, self.nodes = arrays.scratch(), new_nodes(len(arrays.boxes(state)))
        self.pairs = no_pairs()
        self.walls = walls_of(arrays, 1)
        self.nodes.numbers[PLAIN] = 1
        self.tables = GroupTables(arrays, len(arrays.boxes(state)), GROUPS_FROM)
        self._growing = self._large = False

    def begin(self, step: int, push: int, most: int) -> None:
        """Queue the first node; `step` and `push` are what they weigh, `most` is how many pushes may be used."""
        numbers, arrays = self.nodes.numbers, self.arrays
        numbers[LIMIT], numbers[STEP], numbers[PUSH] = most, step, push
        boxes, player = arrays.boxes(self.state), arrays.player(self.state)
        a_star.begin(arrays.board, self.scratch, self.walls, self.nodes, boxes, player)

    def go_on(self) -> abc.Generator[Visit[State], None, PushResult]:
        """Search to the end, or until a limit is reached."""
        why = yield from driver.run(self, self.budget, _STRETCH, paced=False)
        return PushResult(self.pushes() if why is None else None, self.expanded, why)

    def allow(self, most: int) -> None:
        """From now on look only for solutions of at most so many pushes."""
        self.nodes.numbers[LIMIT] = min(int(self.nodes.numbers[LIMIT]), most)

    @property
    def at_least(self) -> int:
        """The pushes that every solution needs, where only pushes count: what is left to expand has no less."""
        return int(self.nodes.numbers[BUCKET])

    @property
    def expanded(self) -> int:
        """All nodes expanded, with those before this run."""
        return self.before + int(self.nodes.numbers[EXPANDED])

    @property
    def bytes(self) -> int:
        """The memory of the nodes, of the perimeter, of sets of frozen boxes that came up, and of groups of boxes."""
        walls = size(self.walls) // len(self.walls.frozen) * int(self.walls.numbers[1])
        return size(self.nodes) + size(self.perimeter.nodes) + walls + self.tables.bytes

    def step(self, budget: int) -> int:
        """Expand some nodes, after the perimeter has had its share; from some node on with pairs of boxes.

        What takes longer than the work of one step is done in several, with the same result.
        """
        numbers = self.nodes.numbers
        if not numbers[LEFT]:
            if self._prepare(int(numbers[EXPANDED])):
                return driver.RUNNING
            numbers[LEFT] = budget
        board, scratch, tables = self.arrays.board, self.scratch, self.tables
        known = self.walls, self.pairs, tables.groups, tables.older
        code = int(a_star.advance(board, scratch, *known, self.perimeter.nodes, self.nodes, self.pruning))
        if code != driver.RUNNING:
            numbers[LEFT] = 0
        return code

    def _prepare(self, expanded: int) -> bool:
        """What comes between two stretches of nodes, a step's work of it; whether there is more to do."""
        numbers = self.nodes.numbers
        if not self._growing:
            if expanded >= max(PAIRS_FROM, nodes_for_pairs(self.arrays)) and not len(self.pairs.penalty):
                self.pairs = pairs_of(self.arrays.level)
                numbers[BEFORE_PAIRS] = numbers[COUNT]
            if expanded >= LARGE_FROM and not self._large:
                self._large = True
                self.walls = walls_of(self.arrays, FROZEN_SETS)
                numbers[PLAIN] = PLAIN_QUEUE
            if self._far_from_end() and self.tables.due(expanded, self._affords, self._samples):
                self.tables.work()
                return True
            self._growing = self.perimeter.due(expanded)
            if not self._growing:
                return False
        self._growing = self.perimeter.grow(expanded)
        if not self._growing and not self.budget.affords(2 * self.bytes):
            self.perimeter.stop()
        return self._growing

    def _far_from_end(self) -> bool:
        """Whether groups of boxes are worth their tables: not where the perimeter, whose distances are exact, reaches
        a good part of the way. They are for pushes only."""
        reached = _FEW_PARTS * self.perimeter.depth()
        return not self.nodes.numbers[STEP] and (self.tables.making or reached < self.at_least)

    def _affords(self, more: int) -> bool:
        return self.budget.affords(2 * self.bytes + more, more)

    def _samples(self, most: int) -> list[Sample]:
        """Some of the positions found, of the later half."""
        nodes, count = self.nodes, int(self.nodes.numbers[COUNT])
        first = count // 2
        most = min(most, count - first)
        chosen = [first + (count - first) * i // most for i in range(most)]
        return [(nodes.boxes[i], int(nodes.player[i])) for i in chosen]

    def grow(self) -> None:
        """Make room for more nodes."""
        self.nodes = with_room(self.arrays.board, self.nodes)

    def visit(self) -> Visit[State]:
        """How far the search is."""
        numbers = self.nodes.numbers
        return Visit(None, self.expanded, int(numbers[COUNT]) - int(numbers[EXPANDED]), int(numbers[BUCKET]))

    def pushes(self) -> list[Push]:
        """The pushes to the solution, the last of them through the perimeter."""
        nodes = self.nodes
        pushes: list[Push] = []
        node = int(nodes.numbers[BEST])
        while node:
            before, push = (int(number) for number in nodes.came[node])
            line = [(push // 4, push % 4)]
            while len(line) < nodes.pushes[node] - nodes.pushes[before]:
                line.append((int(self.arrays.board.step[line[-1]]), push % 4))
            pushes += line[::-1]
            node = before
        return pushes[::-1] + self.perimeter.path(nodes)
