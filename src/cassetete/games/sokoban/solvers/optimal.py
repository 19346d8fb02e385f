"""`optimal`: the fewest pushes, moves or cost, ties by moves, by the kernel's A*; Python drives, grows and limits it.

For pushes there are two searches. The first takes the keeper as anywhere he can walk to and finds the fewest pushes;
the second tells apart where he stands and finds the fewest moves among the solutions with that many pushes. Both
have the positions around the end (perimeter.py), which grow along with them.
"""

from __future__ import annotations

from collections import abc
from typing import Any, NamedTuple

from cassetete.core.answers import EXHAUSTED, MEMORY_LIMIT, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .. import rules
from ..model import Level, State
from .push_a_star import DEADLOCK, weights
from .search_board import warehouse

_ = Catalogue("sokoban")

TIES = Why("ties", _("the fewest pushes are proven, the fewest moves with as many pushes are not"))

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
    from . import kernel_arrays as native
    from .perimeter import Perimeter

    place, meter = native.place(level), native.Meter(limits)
    rear = Perimeter(place, state)
    yield Visit(state, 0, 1, 0)
    if metric is not Metric.PUSHES:
        outcome = yield from search(place, meter, state, *weights(level, metric), _NO_LIMIT, 0)
        return found(place, state, outcome)
    first = yield from search(place, meter, state, 0, 1, _NO_LIMIT, 0, rear=rear)
    if first.pushes is None:
        return found(place, state, first)
    step, push = weights(level, Metric.PUSHES)
    second = yield from search(place, meter, state, step, push, len(first.pushes), first.expanded, rear=rear)
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
    place: Any,
    meter: Any,
    state: State,
    step: int,
    push: int,
    most: int,
    before: int,
    pruning: bool = True,
    rear: Any = None,
) -> abc.Generator[Visit[State], None, Outcome]:
    """One run of the kernel. Only where steps weigh nothing may corrals be pruned.

    The perimeter, if there is one, grows along with the search.
    """
    from ..kernels import a_star as star
    from ..kernels.board import EXHAUSTED as DONE
    from ..kernels.board import FOUND, NEED_GROW
    from . import kernel_arrays as native
    from .perimeter import Perimeter

    rear = rear or Perimeter(place, state)
    scratch, nodes = place.scratch(), native.nodes(len(place.boxes(state)))
    nodes.numbers[star.LIMIT], nodes.numbers[star.STEP], nodes.numbers[star.PUSH] = most, step, push
    if not meter.affords(native.size(nodes)):
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
            nodes.numbers[star.UNTOLLED] = nodes.numbers[star.COUNT]
        if rear.grow(expanded - before) and not meter.affords(2 * (native.size(nodes) + native.size(rear.nodes))):
            rear.stop()
        stretch = min(_STRETCH, meter.nodes - expanded)
        code = star.advance(place.board, scratch, pairs, rear.nodes, nodes, pruning and step == 0, stretch)
        expanded = before + int(nodes.numbers[star.EXPANDED])
        if code == FOUND:
            return Outcome(_path(place, nodes, int(nodes.numbers[star.BEST])) + rear.path(nodes), expanded, None)
        if code == DONE:
            return Outcome(None, expanded, EXHAUSTED)
        if code == NEED_GROW:
            nodes = native.roomier(place.board, nodes)
            if not meter.affords(2 * (native.size(nodes) + native.size(rear.nodes))):
                return Outcome(None, expanded, MEMORY_LIMIT)
        frontier = int(nodes.numbers[star.COUNT]) - int(nodes.numbers[star.EXPANDED])
        yield Visit(None, expanded, frontier, int(nodes.numbers[star.BUCKET]))


def rehearse_the_rest(level: Level, state: State) -> None:
    """Grow the arrays of a search that has not begun, weigh pairs of boxes, go back from the end: to have that
    compiled too.
    """
    from . import kernel_arrays as native
    from . import perimeter

    native.pairs(level)
    place = native.place(level)
    nodes = native.nodes(len(place.boxes(state)))
    nodes.numbers[0] = len(nodes.keeper)
    native.roomier(place.board, nodes)
    perimeter.Perimeter(place, state).grow(perimeter.FROM)


def _path(place: Any, nodes: Any, node: int) -> list[tuple[int, int]]:
    pushes = []
    while node:
        before, push = (int(number) for number in nodes.came[node])
        line = [(push // 4, push % 4)]
        while len(line) < nodes.pushes[node] - nodes.pushes[before]:
            line.append((int(place.board.step[line[-1]]), push % 4))
        pushes += line[::-1]
        node = before
    return pushes[::-1]
