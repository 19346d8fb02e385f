"""`optimal`: the fewest pushes, moves or least cost, ties by moves, by the native A*; Python drives and limits it.

For pushes there are two searches. The first takes the player as anywhere they can walk to and finds the fewest pushes;
the second distinguishes where the player stands and finds the fewest moves among the solutions with that many pushes.
Both have the positions around the end (`perimeter.py`), which grow along with them.
"""

from __future__ import annotations

from collections import abc
from typing import NamedTuple

from cassetete.core.answers import Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.speed import driver
from cassetete.speed.budget import Budget

from ..floor_graph import Push
from ..kernels import a_star
from ..kernels.nodes import BEFORE_PAIRS, BEST, BUCKET, COUNT, EXPANDED, LEFT, LIMIT, PLAIN, PUSH, STEP
from ..model import Level, State
from .level_arrays import LevelArrays, level_arrays, no_pairs, pairs_of, walls_of
from .node_arrays import MOST_MEMORY, new_nodes, size, with_room
from .perimeter import Perimeter
from .push_a_star import trivial_answer, weights

_ = Catalogue("sokoban")

TIES = Why("ties", _("perhaps fewer moves are enough for as many pushes"))

_STRETCH = 256
PAIRS_FROM = 2000
"""After how many nodes it is worth knowing what every two boxes cost each other."""
LARGE_FROM = 2000
"""After how many nodes frozen boxes are walls, and nodes of equal promise are tried in a considered order."""
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


def fewest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric, ties by moves; where only the pushes are proven, `why` says so."""
    answer = trivial_answer(level, state)
    if answer is not None:
        return answer
    arrays, budget = level_arrays(level), Budget(limits, MOST_MEMORY)
    perimeter = Perimeter(arrays, state)
    yield Visit(state, 0, 1, 0)
    if metric is not Metric.PUSHES:
        result = yield from search(arrays, budget, state, *weights(level, metric), NO_LIMIT, 0)
        return answer_of(arrays, state, result)
    first = yield from search(arrays, budget, state, 0, 1, NO_LIMIT, 0, perimeter=perimeter)
    if first.pushes is None:
        return answer_of(arrays, state, first)
    step, push = weights(level, Metric.PUSHES)
    most, before = len(first.pushes), first.expanded
    second = yield from search(arrays, budget, state, step, push, most, before, perimeter=perimeter)
    if second.pushes is not None:
        return answer_of(arrays, state, second)
    return answer_of(arrays, state, first)._replace(expanded=second.expanded, why=TIES)


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
    run = _AStar(arrays, budget, state, before, pruning and step == 0, perimeter or Perimeter(arrays, state))
    numbers = run.nodes.numbers
    numbers[LIMIT], numbers[STEP], numbers[PUSH] = most, step, push
    a_star.begin(arrays.board, run.scratch, run.walls, run.nodes, arrays.boxes(state), arrays.player(state))
    why = yield from driver.run(run, budget, _STRETCH, paced=False)
    return PushResult(run.pushes() if why is None else None, run.expanded, why)


class _AStar:
    """The arrays of one run, as `speed.driver` wants them."""

    def __init__(
        self, arrays: LevelArrays, budget: Budget, state: State, before: int, pruning: bool, perimeter: Perimeter
    ) -> None:
        self.arrays, self.budget, self.before, self.pruning = arrays, budget, before, pruning
        self.perimeter = perimeter
        self.scratch, self.nodes = arrays.scratch(), new_nodes(len(arrays.boxes(state)))
        self.pairs = no_pairs()
        self.walls = walls_of(arrays, 1)
        self.nodes.numbers[PLAIN] = 1
        self._growing = self._large = False

    @property
    def expanded(self) -> int:
        """All nodes expanded, with those before this run."""
        return self.before + int(self.nodes.numbers[EXPANDED])

    @property
    def bytes(self) -> int:
        """The memory of the nodes, of the perimeter, and of the sets of frozen boxes that came up."""
        walls = size(self.walls) // len(self.walls.frozen) * int(self.walls.numbers[1])
        return size(self.nodes) + size(self.perimeter.nodes) + walls

    def step(self, budget: int) -> int:
        """Expand some nodes, after the perimeter has had its share; from some node on with pairs of boxes.

        What takes longer than the work of one step is done in several, with the same result.
        """
        numbers = self.nodes.numbers
        if not numbers[LEFT]:
            if self._prepare(int(numbers[EXPANDED])):
                return driver.RUNNING
            numbers[LEFT] = budget
        board, scratch, rear = self.arrays.board, self.scratch, self.perimeter.nodes
        code = int(a_star.advance(board, scratch, self.walls, self.pairs, rear, self.nodes, self.pruning))
        if code != driver.RUNNING:
            numbers[LEFT] = 0
        return code

    def _prepare(self, expanded: int) -> bool:
        """What comes between two stretches of nodes, a step's work of it; whether there is more to do."""
        numbers = self.nodes.numbers
        if not self._growing:
            if expanded >= PAIRS_FROM and not len(self.pairs.penalty):
                self.pairs = pairs_of(self.arrays.level)
                numbers[BEFORE_PAIRS] = numbers[COUNT]
            if expanded >= LARGE_FROM and not self._large:
                self._large = True
                self.walls = walls_of(self.arrays, FROZEN_SETS)
                numbers[PLAIN] = PLAIN_QUEUE
            self._growing = self.perimeter.due(expanded)
            if not self._growing:
                return False
        self._growing = self.perimeter.grow(expanded)
        if not self._growing and not self.budget.affords(2 * self.bytes):
            self.perimeter.stop()
        return self._growing

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
