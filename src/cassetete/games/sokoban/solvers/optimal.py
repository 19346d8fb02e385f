"""`optimal`: the fewest pushes, moves or least cost, ties by moves, by the native A*; Python drives and limits it.

For pushes there are two searches. The first takes the player as anywhere they can walk to and finds the fewest pushes;
the second distinguishes where the player stands and finds the fewest moves among the solutions with that many pushes.
Both have the positions around the end (`perimeter.py`), which grow along with them.
"""

from __future__ import annotations

from collections import abc
from typing import NamedTuple

from cassetete.core.answers import EXHAUSTED as NO_SOLUTION
from cassetete.core.answers import MEMORY_LIMIT, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.speed.budget import Budget
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW

from ..floor_graph import Push
from ..kernels import a_star
from ..kernels.nodes import BEFORE_PAIRS, BEST, BUCKET, COUNT, EXPANDED, LIMIT, PUSH, STEP, Nodes
from ..model import Level, State
from .level_arrays import LevelArrays, level_arrays, no_pairs, pairs_of
from .node_arrays import MOST_MEMORY, new_nodes, size, with_room
from .perimeter import Perimeter
from .push_a_star import trivial_answer, weights

_ = Catalogue("sokoban")

TIES = Why("ties", _("the fewest pushes are proven, the fewest moves with as many pushes are not"))

_STRETCH = 256
PAIRS_FROM = 2000
"""After how many nodes it is worth knowing what every two boxes cost each other."""
NO_LIMIT = 1 << 30


class PushResult(NamedTuple):
    """How a search ended: the pushes found, or why there are none."""

    pushes: list[Push] | None
    expanded: int
    why: Why | None


def fewest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric; claimed as optimal only when the tie by moves is proven too."""
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
    return answer_of(arrays, state, first)._replace(optimal=False, expanded=second.expanded, why=TIES)


def answer_of(arrays: LevelArrays, state: State, result: PushResult) -> Answer[Direction]:
    """The answer that a search's result amounts to."""
    if result.pushes is not None:
        moves = arrays.moves_of(state, result.pushes)
        return Answer(Verdict.SOLVED, moves, optimal=True, expanded=result.expanded)
    verdict = Verdict.IMPOSSIBLE if result.why is NO_SOLUTION else Verdict.UNKNOWN
    return Answer(verdict, expanded=result.expanded, why=result.why)


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
    perimeter = perimeter or Perimeter(arrays, state)
    board, scratch, nodes = arrays.board, arrays.scratch(), new_nodes(len(arrays.boxes(state)))
    nodes.numbers[LIMIT], nodes.numbers[STEP], nodes.numbers[PUSH] = most, step, push
    if not budget.affords(size(nodes)):
        return PushResult(None, before, MEMORY_LIMIT)
    pairs = no_pairs()
    a_star.begin(board, scratch, nodes, arrays.boxes(state), arrays.player(state))
    while True:
        expanded = before + int(nodes.numbers[EXPANDED])
        why = budget.exceeded(expanded)
        if why is not None:
            return PushResult(None, expanded, why)
        if expanded - before >= PAIRS_FROM and not len(pairs.penalty):
            pairs = pairs_of(arrays.level)
            nodes.numbers[BEFORE_PAIRS] = nodes.numbers[COUNT]
        if perimeter.grow(expanded - before) and not budget.affords(2 * (size(nodes) + size(perimeter.nodes))):
            perimeter.stop()
        stretch = budget.step(expanded, _STRETCH)
        code = a_star.advance(board, scratch, pairs, perimeter.nodes, nodes, pruning and step == 0, stretch)
        expanded = before + int(nodes.numbers[EXPANDED])
        if code == FOUND:
            return PushResult(_path(arrays, nodes, int(nodes.numbers[BEST])) + perimeter.path(nodes), expanded, None)
        if code == EXHAUSTED:
            return PushResult(None, expanded, NO_SOLUTION)
        if code == NEED_GROW:
            nodes = with_room(board, nodes)
            if not budget.affords(2 * (size(nodes) + size(perimeter.nodes))):
                return PushResult(None, expanded, MEMORY_LIMIT)
        frontier = int(nodes.numbers[COUNT]) - int(nodes.numbers[EXPANDED])
        yield Visit(None, expanded, frontier, int(nodes.numbers[BUCKET]))


def _path(arrays: LevelArrays, nodes: Nodes, node: int) -> list[Push]:
    pushes: list[Push] = []
    while node:
        before, push = (int(number) for number in nodes.came[node])
        line = [(push // 4, push % 4)]
        while len(line) < nodes.pushes[node] - nodes.pushes[before]:
            line.append((int(arrays.board.step[line[-1]]), push % 4))
        pushes += line[::-1]
        node = before
    return pushes[::-1]
