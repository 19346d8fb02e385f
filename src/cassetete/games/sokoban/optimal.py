"""`optimal`: the fewest pushes, moves or cost, ties by moves, by the kernel's A*; Python drives, grows and limits it.

For pushes there are two searches. The first takes the keeper as anywhere he can walk to and finds the fewest pushes;
the second tells apart where he stands and finds the fewest moves among the solutions with that many pushes.
"""

from __future__ import annotations

from collections import abc
from typing import Any, NamedTuple

from cassetete.core.answers import EXHAUSTED, MEMORY_LIMIT, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction
from cassetete.core.text import Catalogue

from . import rules
from .model import Level, State
from .pushes import DEADLOCK, weights
from .warehouse import warehouse

_ = Catalogue("sokoban")

TIES = Why("ties", _("the fewest pushes are proven, the fewest moves with as many pushes are not"))

_ROOM = 1 << 10
_BUCKETS = 1 << 16
_STRETCH = 256
PAIRS_FROM = 2000
"""After how many nodes it is worth knowing what every two boxes cost each other."""
_NO_LIMIT = 1 << 30


class Outcome(NamedTuple):
    """How a search ended: the pushes found (box's cell, direction), or why there are none."""

    pushes: list[tuple[int, int]] | None
    expanded: int
    why: Why | None


def settled(level: Level, state: State) -> Answer[Direction] | None:
    """What can be said without searching: won already, no keeper, or lost at a glance."""
    if rules.status(level, state) is Status.WON:
        return Answer(Verdict.SOLVED, (), optimal=True)
    house = warehouse(level)
    if state.player not in house.number:
        return Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)
    if house.lost(state, level.goals):
        return Answer(Verdict.IMPOSSIBLE, why=DEADLOCK)
    return None


def fewest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric; claimed as optimal only when the tie by moves is proven too."""
    answer = settled(level, state)
    if answer is not None:
        return answer
    from . import native

    place, meter = native.place(level), native.Meter(limits)
    yield Visit(state, 0, 1, 0)
    if metric is not Metric.PUSHES:
        outcome = yield from search(place, meter, state, *weights(level, metric), _NO_LIMIT, 0)
        return found(place, state, outcome)
    first = yield from search(place, meter, state, 0, 1, _NO_LIMIT, 0)
    if first.pushes is None:
        return found(place, state, first)
    step, push = weights(level, Metric.PUSHES)
    second = yield from search(place, meter, state, step, push, len(first.pushes), first.expanded)
    if second.pushes is not None:
        return found(place, state, second)
    return found(place, state, first)._replace(optimal=False, expanded=second.expanded, why=TIES)


def found(place: Any, state: State, outcome: Outcome) -> Answer[Direction]:
    """The answer that a search's outcome amounts to."""
    if outcome.pushes is not None:
        moves = place.walked(state, outcome.pushes)
        return Answer(Verdict.SOLVED, moves, optimal=True, expanded=outcome.expanded)
    verdict = Verdict.IMPOSSIBLE if outcome.why is EXHAUSTED else Verdict.UNKNOWN
    return Answer(verdict, expanded=outcome.expanded, why=outcome.why)


def search(
    place: Any, meter: Any, state: State, step: int, push: int, most: int, before: int, pruning: bool = True
) -> abc.Generator[Visit[State], None, Outcome]:
    """One run of the kernel. Only where steps weigh nothing may corrals be pruned."""
    from . import kernel_star as star
    from . import native
    from .kernel import EXHAUSTED as DONE
    from .kernel import FOUND, NEED_GROW

    scratch, nodes = place.scratch(), _nodes(place, state)
    nodes.numbers[star.LIMIT], nodes.numbers[star.STEP], nodes.numbers[star.PUSH] = most, step, push
    if not meter.affords(sum(array.nbytes for array in nodes)):
        return Outcome(None, before, MEMORY_LIMIT)
    pairs = native.no_pairs()
    star.begin(place.board, scratch, nodes, place.boxes(state), place.keeper(state))
    while True:
        expanded = before + int(nodes.numbers[star.EXPANDED])
        why = meter.exceeded(expanded)
        if why is not None:
            return Outcome(None, expanded, why)
        if expanded - before >= PAIRS_FROM and not len(pairs.toll):
            pairs = native.pairs(place.level)
        stretch = min(_STRETCH, meter.nodes - expanded)
        code = star.advance(place.board, scratch, pairs, nodes, pruning and step == 0, stretch)
        expanded = before + int(nodes.numbers[star.EXPANDED])
        if code == FOUND:
            return Outcome(_path(nodes, int(nodes.numbers[star.BEST])), expanded, None)
        if code == DONE:
            return Outcome(None, expanded, EXHAUSTED)
        if code == NEED_GROW:
            nodes = _grown(place, nodes)
            if not meter.affords(2 * sum(array.nbytes for array in nodes)):
                return Outcome(None, expanded, MEMORY_LIMIT)
        frontier = int(nodes.numbers[star.COUNT]) - int(nodes.numbers[star.EXPANDED])
        yield Visit(None, expanded, frontier, int(nodes.numbers[star.BUCKET]))


def _nodes(place: Any, state: State) -> Any:
    import numpy as np

    from .kernel_star import Nodes

    count = len(place.boxes(state))
    room = max(_ROOM, 16 * count)
    return Nodes(
        np.zeros((room, count), np.int16),
        np.zeros(room, np.int16),
        np.zeros(room, np.int64),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.full((room, 2), -1, np.int32),
        np.zeros(room, np.uint8),
        np.zeros(4 * room, np.uint64),
        np.zeros((2 * room, 2), np.int64),
        np.full(_BUCKETS, -1, np.int32),
        np.zeros(8, np.int64),
    )


def _grown(place: Any, nodes: Any) -> Any:
    """The same nodes with twice the room, where room is short."""
    from . import kernel_star as star
    from .native import grown

    children = 4 * nodes.boxes.shape[1]
    if nodes.numbers[star.QUEUED] + children >= len(nodes.queue):
        nodes = nodes._replace(queue=grown(nodes.queue, 2 * len(nodes.queue)))
    if nodes.numbers[star.COUNT] + children >= len(nodes.keeper):
        room = 2 * len(nodes.keeper)
        names = ("boxes", "keeper", "cost", "pushes", "bound", "came", "closed")
        nodes = nodes._replace(**{name: grown(getattr(nodes, name), room) for name in names})
        nodes = nodes._replace(table=grown(nodes.table[:0], 4 * room))
        star.refill(place.board, nodes)
    return nodes


def rehearse_the_rest(level: Level, state: State) -> None:
    """Grow the arrays of a search that has not begun, weigh pairs of boxes: to have that compiled too."""
    from . import native

    native.pairs(level)
    place = native.place(level)
    nodes = _nodes(place, state)
    nodes.numbers[0] = len(nodes.keeper)
    _grown(place, nodes)


def _path(nodes: Any, node: int) -> list[tuple[int, int]]:
    pushes = []
    while node:
        before, push = nodes.came[node]
        pushes.append((int(push) // 4, int(push) % 4))
        node = int(before)
    return pushes[::-1]
