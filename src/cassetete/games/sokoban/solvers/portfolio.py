"""`portfolio`: some solution of hard levels, by several searches in turn, the exact one among them."""

from __future__ import annotations

from collections import abc
from itertools import chain, cycle
from math import comb, log2
from typing import NamedTuple

from cassetete.core.answers import EXHAUSTED as NO_SOLUTION
from cassetete.core.answers import MEMORY_LIMIT, Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget
from cassetete.speed.driver import EXHAUSTED, FOUND

from .. import rules
from ..kernels.advised_search import TOP
from ..kernels.nodes import COUNT, EXPANDED
from ..model import Level, State
from .advised_search import OPENING, UNPACKED, AdvisedSearch, Way
from .halfway import FAR, OPEN, HalfwayPositions, HalfwaySearch, halfway_positions
from .improve import shortened
from .level_arrays import LevelArrays, level_arrays
from .meeting_search import MeetingSearch, meeting_search
from .node_arrays import MOST_MEMORY
from .node_search import shared_arrays
from .optimal import NO_LIMIT, PushResult, answer_of, search
from .packing_plan import PackingStep
from .pull_search import PullSearch, pull_search
from .push_a_star import trivial_answer

_SLICE = 80_000_000
"""The work of a slice of a search, in array elements looked at: some tenths of a second."""

_EASY = 5000
_EXACT = 4000
_MOST_EXACT = 100_000
_MOST_STEPS = 40
"""Nodes of the exact search: before all else, in each of its turns, and in all; and the most steps of a turn, which
count where nodes take long."""

SHORTENING = 15_000
ADVISED, RANKED, CHECKED, HALFWAY, MEETING, PULLS = range(6)
_PLANNED, _PULLED, _BOTH_ENDS = (UNPACKED, CHECKED), ("", PULLS), ("", MEETING)
_BY_FAR, _BY_OPEN, _TO_OPEN = (FAR, MEETING), (OPEN, MEETING), (OPEN, HALFWAY)


class Turns(NamedTuple):
    """Searches by their turns: those that come first, and a round of those that lead from then on."""

    first: tuple[tuple[str, int], ...]
    round: tuple[tuple[str, int], ...]


LEADING = {
    "small": Turns(
        (_PLANNED, _BOTH_ENDS, _PLANNED, _PULLED, _BY_OPEN, _TO_OPEN),
        tuple(
            one
            for other in (_PLANNED, _TO_OPEN, _PLANNED, _BY_FAR, _PLANNED, _BY_OPEN)
            for one in (_PULLED, _BOTH_ENDS, other)
        ),
    ),
    "large": Turns(
        (_PLANNED, _BOTH_ENDS, _PLANNED, _BY_FAR),
        (
            *(_BY_OPEN, _PLANNED, _TO_OPEN, _BY_FAR, _PLANNED, _BOTH_ENDS),
            *(_BY_OPEN, _PLANNED, _TO_OPEN, _BY_FAR, _PLANNED, _PULLED),
        ),
    ),
}
"""The searches that lead, in small levels and in large ones: where there are few places for the boxes, those without a
plan, from the end and from both ends, find most of what the plan does not."""

_SMALL = 46
"""A level is small up to so many bits: those that say which places the boxes have."""

FOLLOWING: tuple[tuple[str, int], ...] = (
    ("roomy", ADVISED),
    (UNPACKED, ADVISED),
    ("", ADVISED),
    (OPENING, ADVISED),
    (UNPACKED, RANKED),
    ("sink", ADVISED),
    (FAR, HALFWAY),
    ("far", ADVISED),
    ("", CHECKED),
)
"""The style of the plan (`packing_plan.PlanStyle`), and the kind of search: ADVISED, RANKED and CHECKED follow the plan
(`advised_search.py`), MEETING and PULLS have none (`meeting_search.py`, `pull_search.py`). HALFWAY and, with a style,
MEETING go by way of a position halfway in that style (`halfway.py`)."""

PORTFOLIO = tuple(dict.fromkeys((*LEADING["small"].round, *LEADING["large"].round, *FOLLOWING)))

_ROUNDS, _TURNS = 3, 2
"""For how many rounds one of those that follow is asked, and how many turns it has in each: less gets it nowhere."""

_WAYS = {ADVISED: Way(), RANKED: Way(ranked=True, checked=True), CHECKED: Way(checked=True)}

PlanSearch = AdvisedSearch | HalfwaySearch | MeetingSearch | PullSearch
_Aside = HalfwaySearch | MeetingSearch | PullSearch
"""Searches that may be spent without a solution."""


class Plans(NamedTuple):
    """What the searches of a level have made for each other: packing plans and positions halfway, by their styles."""

    orders: dict[str, list[PackingStep]]
    halfway: dict[str, HalfwayPositions | None]

    def positions(self, arrays: LevelArrays, state: State, style: str) -> HalfwayPositions | None:
        """The positions halfway in a style."""
        if style not in self.halfway:
            self.halfway[style] = halfway_positions(arrays, state, style)
        return self.halfway[style]


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
    made: dict[tuple[str, int], PlanSearch | None] = {}
    for run in _turns(arrays, state, made):
        if run is None:
            if exact is not None and exact.expanded < _MOST_EXACT:
                before = expanded - exact.expanded
                yield from exact.slice(_EXACT, before)
                expanded = before + exact.expanded
                if exact.result is not None and (exact.result.pushes is not None or exact.result.why is NO_SOLUTION):
                    return answer_of(arrays, state, exact.result)._replace(optimal=False, expanded=expanded)
            continue
        end = run.work + _SLICE
        while run.paused or run.work < end:
            why = budget.exceeded(expanded)
            if why is None and not keep_to(budget, made):
                why = MEMORY_LIMIT
            if why is not None:
                return Answer(Verdict.UNKNOWN, expanded=expanded, why=why)
            if run not in made.values():
                break
            before = run.expanded
            code = run.advance(shared, budget.step(expanded, run.stretch))
            expanded += run.expanded - before
            if code == FOUND:
                return Answer(Verdict.SOLVED, run.moves(), expanded=expanded)
            if code == EXHAUSTED and isinstance(run, _Aside):
                break
            if code == EXHAUSTED:
                return Answer(Verdict.UNKNOWN, expanded=expanded, why=NO_SOLUTION)
            numbers = run.nodes.numbers
            yield Visit(None, expanded, int(numbers[COUNT]) - int(numbers[EXPANDED]), int(numbers[TOP]))
    raise AssertionError("the turns never end")


def keep_to(budget: Budget, made: dict[tuple[str, int], PlanSearch | None]) -> bool:
    """Whether the arrays of all searches may grow once more, after the largest of those that need not go on are given
    up."""
    sizes = {which: run.size() for which, run in made.items() if run is not None}
    while not budget.affords(2 * sum(sizes.values())):
        largest = max(
            (which for which in sizes if isinstance(made[which], _Aside)), key=sizes.__getitem__, default=None
        )
        if largest is None:
            return False
        made[largest] = None
        del sizes[largest]
    return True


def _turns(
    arrays: LevelArrays, state: State, made: dict[tuple[str, int], PlanSearch | None]
) -> abc.Iterator[PlanSearch | None]:
    """The searches in turn, each made when it is first its turn; None for the exact one. After the first turns come
    rounds of the leading ones, each with some turns of one of those that follow (but the first round) and the exact one
    at its end. A search that would do the same as another, that is spent, or that is given up (None in `made`), is left
    out."""
    plans = Plans({}, {})

    def member(style: str, mode: int) -> PlanSearch | None:
        if (style, mode) not in made:
            run = search_of(arrays, state, style, mode, plans)
            if run is not None and any(other and run.method == other.method for other in made.values()):
                run = None
            made[style, mode] = run
        run = made[style, mode]
        return None if isinstance(run, _Aside) and run.spent else run

    leading = LEADING["small" if _bits(arrays, state) <= _SMALL else "large"]
    following = chain(((),), cycle([(one,) * _TURNS for one in FOLLOWING for _ in range(_ROUNDS)] or [()]))
    for turns in chain((leading.first,), ((*leading.round, *some) for some in following)):
        for one in turns:
            run = member(*one)
            if run is not None:
                yield run
        yield None


def _bits(arrays: LevelArrays, state: State) -> float:
    """How many bits it takes to say on which cells the boxes stand, of those from which one can come to a target."""
    return log2(max(1, comb(int(np.count_nonzero(arrays.board.dead == 0)), len(arrays.boxes(state)))))


def search_of(
    arrays: LevelArrays, state: State, style: str, mode: int, plans: Plans | None = None
) -> PlanSearch | None:
    """A member of the portfolio, None if there is no such search of a level; `plans` has what others made."""
    plans = plans or Plans({}, {})
    if mode == HALFWAY or (mode == MEETING and style):
        positions = plans.positions(arrays, state, style)
        halfway = None if positions is None else positions.best()
        way = _WAYS[CHECKED] if mode == HALFWAY else None
        return (
            HalfwaySearch(arrays, state, positions, halfway, way)
            if positions is not None and halfway is not None
            else None
        )
    if mode == PULLS:
        return pull_search(arrays, state)
    if mode == MEETING:
        return meeting_search(arrays, state)
    search = AdvisedSearch(arrays, state, plans.orders.get(style, style), _WAYS[mode])
    plans.orders[style] = search.steps
    return search
