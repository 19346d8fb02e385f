"""`strong`: some solution of hard levels, by feature-space search after a packing plan."""

from __future__ import annotations

from collections import abc
from typing import Any

from cassetete.core.answers import EXHAUSTED, MEMORY_LIMIT, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction

from .. import rules
from ..model import Level, State
from .improve import shortened
from .optimal import Outcome, found, search, settled

_STRETCH = 16
_SLICE = 1 << 15
_MOST_STRETCHES = 1024
"""A slice of a search ends after so many new positions, or so many stretches."""

_EASY = 5000
_EXACT = 8000
_MOST_EXACT = 100_000
"""Nodes of the exact search: before all else, in each of its turns, and in all."""

SHORTENING = 15_000
_NO_LIMIT = 1 << 30
PORTFOLIO: tuple[tuple[str, int], ...] = (("", 0), ("roomy", 0), ("", 1), ("sink", 0), ("bold", 0), ("roomy", 1))
"""The style of the plan (`plan.Style`), and in what the search differs (kernel_feature)."""

PLANNING = True
DOUBTS = 256
VERDICTS = 1 << 20
"""How far a corral is searched, and how many verdicts are remembered."""


def any_solution(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A solution, not the shortest: the exact search for a while, then the portfolio, then some shortening.

    That there is none is only ever said by the exact search.
    """
    answer = settled(level, state)
    if answer is not None:
        return answer
    from . import kernel_arrays as native

    place, meter = native.place(level), native.Meter(limits)
    yield Visit(state, 0, 1, 0)
    exact = _Exact(search(place, meter, state, 0, 1, _NO_LIMIT, 0))
    yield from exact.slice(_EASY, 0)
    if exact.outcome is None:
        answer = yield from _portfolio(place, meter, state, exact)
        if answer.solved:
            moves = until_won(level, state, answer.moves)
            left = Limits(min(SHORTENING, meter.nodes - answer.expanded), meter.seconds(), limits.memory)
            moves = yield from shortened(level, state, moves, metric, left, rounds=1)
            return answer._replace(moves=moves)
        if answer.why is not EXHAUSTED:
            return answer
        yield from exact.slice(_NO_LIMIT, answer.expanded - exact.expanded)
    assert exact.outcome is not None
    return found(place, state, exact.outcome)._replace(optimal=False)


class _Exact:
    """The exact search, a slice at a time: it solves small levels that no plan fits, and alone can prove that there is
    no solution."""

    def __init__(self, work: abc.Generator[Visit[State], None, Outcome]) -> None:
        self._work = work
        self.expanded = 0
        self.outcome: Outcome | None = None

    def slice(self, more: int, before: int) -> abc.Generator[Visit[State], None, None]:
        """So many nodes more; `before` are those that others have expanded."""
        end = self.expanded + more
        while self.outcome is None and self.expanded < end:
            try:
                visit = next(self._work)
            except StopIteration as stop:
                outcome: Outcome = stop.value
                self.outcome, self.expanded = outcome, outcome.expanded
                return
            self.expanded = visit.expanded
            yield visit._replace(expanded=before + visit.expanded)


def until_won(level: Level, state: State, moves: tuple[Direction, ...]) -> tuple[Direction, ...]:
    """The moves up to the first that wins: a macro move may pass over a win on its way to another."""
    for count, move in enumerate(moves):
        if rules.status(level, state) is Status.WON:
            return moves[:count]
        state = rules.play(level, state, move)
    return moves


class _Run:
    """One search of the portfolio, after a plan of its own."""

    def __init__(self, place: Any, state: State, style: str, mode: int) -> None:
        from ..kernels import feature_search as feature
        from . import packing_plan as planning
        from .rooms import lay

        self.place, self.state = place, state
        boxes = place.boxes(state)
        steps = planning.no_order(place)
        if PLANNING:
            chosen = planning.Style(**{style: True}) if style else planning.Style()
            steps = planning.packing_order(place, [int(box) for box in boxes], chosen)
        self.ways = steps, mode
        self.plan, self.lay = planning.arrays(place, steps, len(boxes)), lay(place)
        self.nodes, self.heap = _room(place, len(boxes), len(steps))
        self.nodes.numbers[feature.MODE] = mode
        keeper, scratch = place.keeper(state), place.scratch()
        feature.launch(place.board, scratch, self.nodes, self.heap, self.plan, self.lay, boxes, keeper)

    def size(self) -> int:
        """The bytes of its arrays."""
        return sum(array.nbytes for array in (*self.nodes, *self.heap))

    def stretch(self, tools: tuple[Any, ...], budget: int) -> int:
        """Expand some nodes; what the kernel says."""
        from ..kernels import feature_search as feature
        from ..kernels.board import NEED_GROW

        scratch, other, finds, doubt = tools
        known = self.nodes, self.heap, self.plan, self.lay
        code = feature.explore(self.place.board, scratch, other, *known, finds, doubt, budget)
        if code == NEED_GROW:
            self.nodes, self.heap = _grown(self.place, self.nodes, self.heap)
        return int(code)


def _portfolio(
    place: Any, meter: Any, state: State, exact: _Exact | None
) -> abc.Generator[Visit[State], None, Answer[Direction]]:
    """Several searches in turn, each for a slice, the exact one among them; the verdicts on corrals are shared."""
    from ..kernels.board import EXHAUSTED as DONE
    from ..kernels.board import FOUND
    from ..kernels.feature_search import TOP
    from ..kernels.nodes import BEST, COUNT, EXPANDED
    from .packing_plan import room_for_finds

    finds, doubt = room_for_finds(len(place.house.cells)), _doubt(len(place.boxes(state)))
    tools = place.scratch(), place.scratch(), finds, doubt
    expanded = exact.expanded if exact else 0
    runs: list[_Run] = []
    for run in _turns(place, state, runs):
        if run is None:
            if exact is not None and exact.expanded < _MOST_EXACT:
                before = expanded - exact.expanded
                yield from exact.slice(_EXACT, before)
                expanded = before + exact.expanded
                if exact.outcome is not None and (exact.outcome.pushes is not None or exact.outcome.why is EXHAUSTED):
                    return found(place, state, exact.outcome)._replace(optimal=False, expanded=expanded)
            continue
        numbers = run.nodes.numbers
        begun = int(numbers[COUNT])
        for _stretch in range(_MOST_STRETCHES):
            why = meter.exceeded(expanded)
            if why is None and not meter.affords(2 * sum(each.size() for each in runs)):
                why = MEMORY_LIMIT
            if why is not None:
                return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
            before = int(numbers[EXPANDED])
            code = run.stretch(tools, min(_STRETCH, meter.nodes - expanded))
            expanded += int(numbers[EXPANDED]) - before
            if code == FOUND:
                moves = _moves(place, state, run.nodes, int(numbers[BEST]))
                return Answer(Verdict.SOLVED, moves, expanded=expanded)
            if code == DONE:
                return Answer(Verdict.UNKNOWN, expanded=expanded, why=EXHAUSTED)
            yield Visit(None, expanded, int(numbers[COUNT]) - int(numbers[EXPANDED]), int(numbers[TOP]))
            if int(numbers[COUNT]) - begun > _SLICE:
                break
    raise AssertionError("the turns never end")


def _turns(place: Any, state: State, runs: list[_Run]) -> abc.Iterator[_Run | None]:
    """The searches of the portfolio in turn, each made and listed when it is first its turn, None for the exact one:
    after each at first, then after all. One that would do the same as another is left out."""
    for member in PORTFOLIO:
        run = _Run(place, state, *member)
        if all(run.ways != other.ways for other in runs):
            runs.append(run)
            yield run
            yield None
    while True:
        yield from runs
        yield None


def _room(place: Any, boxes: int, steps: int) -> tuple[Any, Any]:
    import numpy as np

    from ..kernels.feature_search import Heap
    from ..kernels.features import CELLS, STEPS
    from ..kernels.nodes import Nodes

    room = 1 << 10
    while room < 8 * (len(place.house.cells) + 1) * boxes:
        room *= 2
    cells = min(steps + 2, STEPS) * CELLS
    nodes = Nodes(
        np.zeros((room, boxes), np.int16),
        np.zeros(room, np.int16),
        np.zeros(room, np.int64),
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
        np.full((room, 2), -1, np.int32),
        np.zeros(room, np.uint8),
        np.zeros(2 * room, np.uint64),
        np.zeros((1, 2), np.int64),
        np.full(1, -1, np.int32),
        np.zeros(16, np.int64),
    )
    heap = Heap(
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int32),
        np.zeros(room, np.int32),
        np.full(cells, -2, np.int32),
        np.zeros(cells, np.int32),
    )
    return nodes, heap


def _doubt(boxes: int) -> Any:
    import numpy as np

    from ..kernels.corral_deadlock import Doubt

    return Doubt(
        np.zeros((DOUBTS, boxes), np.int16),
        np.zeros(DOUBTS, np.int32),
        np.zeros(8 * DOUBTS, np.uint64),
        np.zeros(DOUBTS, np.int64),
        np.zeros(VERDICTS, np.uint64),
        np.zeros(2, np.int64),
        np.zeros(DOUBTS, np.int32),
        np.zeros(boxes, np.int16),
        np.zeros((boxes, 4), np.uint8),
    )


def _grown(place: Any, nodes: Any, heap: Any) -> tuple[Any, Any]:
    from ..kernels.nodes import refill
    from .kernel_arrays import grown

    room = 2 * len(nodes.keeper)
    nodes = nodes._replace(
        **{name: grown(getattr(nodes, name), room) for name in ("boxes", "keeper", "cost", "came", "closed")}
    )
    nodes = nodes._replace(table=grown(nodes.table[:0], 2 * room))
    refill(place.board, nodes)
    return nodes, heap._replace(
        **{name: grown(getattr(heap, name), room) for name in ("rank", "best", "left", "right")}
    )


def _moves(place: Any, state: State, nodes: Any, node: int) -> tuple[Direction, ...]:
    """The macro moves from the start to a node, each unfolded into its pushes and walks."""
    line = []
    while node:
        line.append(node)
        node = int(nodes.came[node, 0])
    pushes: list[tuple[int, int]] = []
    boxes = {int(box) for box in place.boxes(state)}
    keeper = place.keeper(state)
    for node in reversed(line):
        start, end = divmod(int(nodes.came[node, 1]), 32768)
        boxes.remove(start)
        way = unfolded(place.house, boxes, start, keeper, end, int(nodes.keeper[node]))
        boxes.add(end)
        pushes += way
        keeper = way[-1][0]
    moves: tuple[Direction, ...] = place.walked(state, pushes)
    return moves


def unfolded(house: Any, others: set[int], box: int, keeper: int, end: int, where: int) -> list[tuple[int, int]]:
    """The fewest pushes of one box from a cell to another, the keeper ending where he can walk to `where`."""
    wall = house.mask(others)
    first = (box, keeper)
    came: dict[tuple[int, int], tuple[tuple[int, int], int] | None] = {first: None}
    queue = [first]
    for at in queue:
        c, p = at
        walks = house.walks(p, wall | 1 << c)
        if c == end and walks[where] >= 0 and at != first:
            break
        for d in range(4):
            to, stand = house.step[d][c], house.step[d ^ 1][c]
            if to >= 0 and stand >= 0 and walks[stand] >= 0 and not wall >> to & 1 and (to, c) not in came:
                came[(to, c)] = (at, d)
                queue.append((to, c))
    else:
        raise AssertionError("a macro move that cannot be unfolded")
    pushes = []
    link = came[at]
    while link is not None:
        at, d = link
        pushes.append((at[0], d))
        link = came[at]
    return pushes[::-1]


def rehearse(level: Level, state: State) -> None:
    """Run every part of it on a level, however easy: to have all kernels compiled."""
    from . import kernel_arrays as native

    for _visit in any_solution(level, state, Metric.PUSHES, Limits()):
        pass
    for _visit in _portfolio(native.place(level), native.Meter(Limits()), state, None):
        pass


def strong_only(level: Level, state: State) -> tuple[Direction, ...] | None:
    """The feature-space search alone, without the exact one before it and without limits; None if it finds nothing."""
    from . import kernel_arrays as native

    if settled(level, state) is not None:
        return None
    work = _portfolio(native.place(level), native.Meter(Limits()), state, None)
    while True:
        try:
            next(work)
        except StopIteration as end:
            answer: Answer[Direction] = end.value
            return until_won(level, state, answer.moves) if answer.solved else None
