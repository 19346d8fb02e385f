"""`portfolio`: some solution of hard levels, by several feature-space searches in turn, the exact one among them."""

from __future__ import annotations

from collections import abc

from cassetete.core.answers import EXHAUSTED as NO_SOLUTION
from cassetete.core.answers import MEMORY_LIMIT, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction
from cassetete.speed.budget import Budget
from cassetete.speed.driver import EXHAUSTED, FOUND

from .. import rules
from ..kernels.feature_search import EAGER, TOP
from ..kernels.nodes import COUNT, EXPANDED
from ..model import Level, State
from .advised_search import OPENING, UNPACKED, AdvisedSearch, Way
from .feature_search import FeatureSearch, shared_arrays
from .halfway import FAR, OPEN, HalfwaySearch, halfway_search
from .improve import shortened
from .level_arrays import LevelArrays, level_arrays
from .node_arrays import MOST_MEMORY
from .optimal import NO_LIMIT, PushResult, answer_of, search
from .packing_plan import PackingStep
from .push_a_star import trivial_answer

_STRETCH = 16
_SLICE = 80_000_000
"""The work of a slice of a search, in array elements looked at: some tenths of a second."""

_EASY = 5000
_EXACT = 4000
_MOST_EXACT = 100_000
_MOST_STEPS = 40
_EXACT_EVERY = 3
"""Nodes of the exact search: before all else, in each of its turns, and in all; the most steps of a turn, which count
where nodes take long; and after how many new searches it has a turn."""

SHORTENING = 15_000
ADVISED, RANKED, CHECKED, HALFWAY = -1, -2, -3, -4
PORTFOLIO: tuple[tuple[str, int], ...] = (
    (UNPACKED, CHECKED),
    (OPEN, HALFWAY),
    (FAR, HALFWAY),
    (OPENING, ADVISED),
    ("", ADVISED),
    ("sink", ADVISED),
    ("roomy", ADVISED),
    (UNPACKED, ADVISED),
    ("far", ADVISED),
    (UNPACKED, RANKED),
    ("", CHECKED),
    ("", 0),
    ("roomy", 0),
    ("", EAGER),
    ("sink", 0),
    ("far", 0),
)
"""The style of the plan (`packing_plan.PlanStyle`), and the mode of the search (`kernels/feature_search.py`);
ADVISED, RANKED and CHECKED are another search (`kernels/advised_search.py`), HALFWAY the same for other targets, whose
style is said instead (`halfway.py`)."""

_WAYS = {ADVISED: Way(), RANKED: Way(ranked=True, checked=True), CHECKED: Way(checked=True)}

PlanSearch = AdvisedSearch | FeatureSearch | HalfwaySearch
Plans = dict[str, list[PackingStep]]


def any_solution(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A solution, not the shortest: the exact search for a while, then the portfolio, then some shortening.

    That there is none is only ever said by the exact search.
    """
    answer = trivial_answer(level, state)
    if answer is not None:
        return answer
    arrays, budget = level_arrays(level), Budget(limits, MOST_MEMORY)
    yield Visit(state, 0, 1, 0)
    exact = _ExactSearch(search(arrays, budget, state, 0, 1, NO_LIMIT, 0))
    yield from exact.slice(_EASY, 0)
    if exact.result is None:
        answer = yield from in_turn(arrays, budget, state, exact)
        if answer.solved:
            moves = until_won(level, state, answer.moves)
            left = Limits(min(SHORTENING, budget.nodes - answer.expanded), budget.seconds_left(), limits.memory)
            moves = yield from shortened(level, state, moves, metric, left, rounds=1)
            return answer._replace(moves=moves)
        if answer.why is not NO_SOLUTION:
            return answer
        yield from exact.slice(NO_LIMIT, answer.expanded - exact.expanded)
    assert exact.result is not None
    return answer_of(arrays, state, exact.result)._replace(optimal=False)


class _ExactSearch:
    """The exact search, a slice at a time: it solves small levels that no plan fits, and only it can prove that there
    is no solution."""

    def __init__(self, work: abc.Generator[Visit[State], None, PushResult]) -> None:
        self._work = work
        self.expanded = 0
        self.result: PushResult | None = None

    def slice(self, more: int, before: int) -> abc.Generator[Visit[State], None, None]:
        """Expand so many nodes more, unless that takes too many steps; `before` are those of the other searches."""
        end, steps = self.expanded + more, 0
        while self.result is None and self.expanded < end and (more == NO_LIMIT or steps < _MOST_STEPS):
            steps += 1
            try:
                visit = next(self._work)
            except StopIteration as stop:
                result: PushResult = stop.value
                self.result, self.expanded = result, result.expanded
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


def in_turn(
    arrays: LevelArrays, budget: Budget, state: State, exact: _ExactSearch | None = None
) -> abc.Generator[Visit[State], None, Answer[Direction]]:
    """The searches of the portfolio in turn, each for a slice, and the exact one; verdicts on corrals are shared."""
    shared = shared_arrays(arrays, state)
    expanded = exact.expanded if exact else 0
    runs: list[PlanSearch] = []
    for run in _turns(arrays, state, runs):
        if run is None:
            if exact is not None and exact.expanded < _MOST_EXACT:
                before = expanded - exact.expanded
                yield from exact.slice(_EXACT, before)
                expanded = before + exact.expanded
                if exact.result is not None and (exact.result.pushes is not None or exact.result.why is NO_SOLUTION):
                    return answer_of(arrays, state, exact.result)._replace(optimal=False, expanded=expanded)
            continue
        numbers = run.nodes.numbers
        end = run.work + _SLICE
        while run.paused or run.work < end:
            why = budget.exceeded(expanded)
            if why is None and not budget.affords(2 * sum(each.size() for each in runs)):
                why = MEMORY_LIMIT
            if why is not None:
                return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
            before = int(numbers[EXPANDED])
            code = run.advance(shared, budget.step(expanded, _STRETCH))
            expanded += int(numbers[EXPANDED]) - before
            if code == FOUND:
                return Answer(Verdict.SOLVED, run.moves(), expanded=expanded)
            if code == EXHAUSTED and isinstance(run, HalfwaySearch):
                break
            if code == EXHAUSTED:
                return Answer(Verdict.UNKNOWN, expanded=expanded, why=NO_SOLUTION)
            yield Visit(None, expanded, int(numbers[COUNT]) - int(numbers[EXPANDED]), int(numbers[TOP]))
    raise AssertionError("the turns never end")


def _turns(arrays: LevelArrays, state: State, runs: list[PlanSearch]) -> abc.Iterator[PlanSearch | None]:
    """The searches in turn, each made and listed when it is first its turn; None for the exact one, after some of them
    at first, then after all. A third of the turns is for the first search, which solves most, and a third for those by
    way of a position halfway; later they share these with the other searches by the first one's plan. A search that
    would do the same as another is left out."""
    plans: Plans = {}
    lead = 0
    for member in PORTFOLIO:
        run = search_of(arrays, state, *member, plans)
        if run is not None and all(run.method != other.method for other in runs):
            runs.append(run)
            yield run
            halfway = _at_work([one for one in runs if isinstance(one, HalfwaySearch)])
            first = [one for other in halfway for one in (runs[0], other)] or runs[:1]
            yield first[lead % len(first)]
            yield first[(lead + 1) % len(first)]
            lead += 2
            if len(runs) % _EXACT_EVERY == 1:
                yield None
    leading = [run for run in runs if isinstance(run, HalfwaySearch) or run.method[0] == runs[0].method[0]]
    others: list[PlanSearch | None] = [run for run in runs if run not in leading]
    while True:
        for other in (*others, None):
            first = _at_work(leading)
            yield first[lead % len(first)]
            yield first[(lead + 1) % len(first)]
            lead += 2
            yield other


def _at_work(runs: list[PlanSearch]) -> list[PlanSearch]:
    """Those that are not spent."""
    return [run for run in runs if not isinstance(run, HalfwaySearch) or not run.spent]


def search_of(
    arrays: LevelArrays, state: State, style: str, mode: int, plans: Plans | None = None
) -> PlanSearch | None:
    """A member of the portfolio, None if there is no such search of a level; `plans` has those that others made."""
    if mode == HALFWAY:
        return halfway_search(arrays, state, _WAYS[CHECKED], style)
    if mode not in _WAYS:
        return FeatureSearch(arrays, state, style, mode)
    search = AdvisedSearch(arrays, state, (plans or {}).get(style, style), _WAYS[mode])
    if plans is not None:
        plans[style] = search.steps
    return search
