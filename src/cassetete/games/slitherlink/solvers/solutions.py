"""What is asked of a grid and answered by the fast solvers: a solution and whether it is the only one, all of them, how
many there are, and what is true in all of them.

The compiled grid (`native`) marks all that follows by propagation and probing, and searches for a while where that
leaves segments blank; what is open then goes to a SAT solver (`sat`). Until the kernels are compiled for the first
time, the SAT solver does it all. The player's marks bind.
"""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass
from typing import Any

from cassetete.core.answers import EXHAUSTED, Answer, End, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.message import Catalogue
from cassetete.search.meter import Meter

from ..model import CROSSED, DRAWN, Level, Put, State, numbers, segment_of
from .sat import Models
from .searches import PLAIN, drawing

_ = Catalogue("slitherlink")

KERNEL = "cassetete.games.slitherlink.kernels.search"

PATIENCE = 25
"""Probing may make this many marks for each segment of the grid; then what is left goes to SAT."""

TENACITY = 100
"""Search may make this many marks for each segment; then what is left goes to SAT."""


def compiled() -> bool:
    """Whether the kernels can be used at once."""
    from cassetete.speed import jit

    return jit.ready(KERNEL)


@dataclass(frozen=True)
class Known:
    """What is known of a grid: all that was found to follow from its marks, whether that is everything, or that they
    contradict the clues; and the compiled grid itself, if it can be searched."""

    marks: State
    whole: bool = False
    wrong: bool = False
    grid: Any = None


Reduction = abc.Generator[Visit[State], None, Known | Why]


def reduced(level: Level, state: State, meter: Meter) -> Reduction:
    """All that propagation and probing tell; Why if a limit came first."""
    from .compiled_grid import Grid

    why = meter.exceeded()
    if why is not None:
        return why
    yield Visit(state, meter.expanded, 1, 0)
    grid = Grid(level, state)
    for marks in grid.probed():
        if grid.left and not grid.wrong:
            yield Visit(grid.state(), meter.expanded, grid.left, 0)
        if marks > PATIENCE * level.edges:
            break
        why = meter.exceeded()
        if why is not None:
            return why
    return Known(State() if grid.wrong else grid.state(), grid.solved, grid.wrong, grid if grid.settled else None)


def untouched(level: Level, state: State, meter: Meter) -> Reduction:  # noqa: ARG001  # the shape of `reduced`
    """Only the marks themselves."""
    why = meter.exceeded()
    if why is not None:
        return why
    yield Visit(state, meter.expanded, 1, 0)
    return Known(state)


def streamed(
    level: Level, state: State, meter: Meter, reduction: abc.Callable[[Level, State, Meter], Reduction]
) -> abc.Generator[Visit[State] | State, None, Why | None]:
    """Every solution, between the steps of the search; at the end None, or the limit that was hit."""
    known = yield from reduction(level, state, meter)
    if not isinstance(known, Known):
        return known
    if known.wrong:
        return None
    if known.whole:
        yield known.marks
        return None
    found: list[State] = []
    if known.grid is not None:
        why = yield from _searched(level, known, meter, found)
        if why is not None or known.grid.exhausted:
            return why
    models = Models(level, known.marks)
    try:
        for solution in found:
            models.exclude(solution)
        while True:
            why = meter.exceeded()
            if why is not None:
                return why
            answer = models.found()
            if answer is False:
                return None
            if isinstance(answer, State):
                yield answer
                models.exclude(answer)
            else:
                yield Visit(known.marks, meter.expanded, len(models.blank), models.calls)
    finally:
        models.close()


def _searched(
    level: Level, known: Known, meter: Meter, found: list[State]
) -> abc.Generator[Visit[State] | State, None, Why | None]:
    """The solutions that the compiled grid finds before it loses patience, noted in `found`; the limit that was hit."""
    most = known.grid.steps + TENACITY * level.edges
    for solution in known.grid.searched():
        if solution is not None:
            found.append(solution)
            yield solution
        why = meter.exceeded()
        if why is not None:
            return why
        if known.grid.steps > most:
            return None
        yield Visit(known.marks, meter.expanded, len(found), 0)
    return None


def _answered(
    level: Level, state: State, limits: Limits, reduction: abc.Callable[[Level, State, Meter], Reduction]
) -> Search[State, Put]:
    """A solution, and whether it is the only one."""
    meter = Meter(limits)
    stream = streamed(level, state, meter, reduction)
    found: list[State] = []
    why: Why | None = None
    while len(found) < 2:
        try:
            step = next(stream)
        except StopIteration as end:
            why = end.value
            break
        if isinstance(step, Visit):
            yield step
        else:
            found.append(step)
    stream.close()
    if not found:
        verdict = Verdict.IMPOSSIBLE if why is None else Verdict.UNKNOWN
        return Answer(verdict, expanded=meter.expanded, why=why or EXHAUSTED)
    only = len(found) == 1 and why is None
    return Answer(Verdict.SOLVED, drawing(level, state, found[0]), optimal=only, expanded=meter.expanded)


def run_native(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """Propagation and probing, then SAT."""
    return _answered(level, state, limits, reduced)


def run_sat(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:  # noqa: ARG001
    """SAT alone."""
    return _answered(level, state, limits, untouched)


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Put]:  # noqa: ARG001
    """All solutions that keep the marks of the state, one by one."""
    meter = Meter(limits)
    stream = streamed(level, state, meter, reduced if compiled() else untouched)
    while True:
        try:
            step = next(stream)
        except StopIteration as end:
            return End(end.value is None, end.value)
        if isinstance(step, State):
            yield Answer(Verdict.SOLVED, drawing(level, state, step), expanded=meter.expanded)


def unique(level: Level, limits: Limits = Limits()) -> bool:
    """Whether the level's clues and marks have one solution, found and proven within the limits."""
    answer = drained(level, level.marks, limits)
    return answer.solved and answer.optimal


def drained(level: Level, state: State, limits: Limits = Limits()) -> Answer[Put]:
    """The fast solvers' answer."""
    search = (run_native if compiled() else run_sat)(level, state, Metric.MOVES, limits)
    while True:
        try:
            next(search)
        except StopIteration as end:
            answer: Answer[Put] = end.value
            return answer


def facts(level: Level, state: State) -> list[Put]:
    """The marks that every solution has and the state lacks; none if there is no solution.

    >>> [str(put.mark) for put in facts(Level(1, 1, ((None,),)), State())]
    ['+', '+', '+', '+']
    """
    common = common_marks(level, state)
    if common is None:
        return []
    puts = [(edge, DRAWN) for edge in numbers(common.drawn & ~state.drawn)]
    puts += [(edge, CROSSED) for edge in numbers(common.crossed & ~state.crossed)]
    return [Put(segment_of(level.rows, level.columns, edge), mark) for edge, mark in sorted(puts)]


def common_marks(level: Level, state: State) -> State | None:
    """What all solutions agree on, None if there are none: candidates from one solution are put to the test, and each
    further solution strikes out those it contradicts."""
    reduction = (reduced if compiled() else untouched)(level, state, Meter(Limits()))
    while True:
        try:
            next(reduction)
        except StopIteration as end:
            known = end.value
            break
    if known.wrong:
        return None
    if known.whole:
        marks: State = known.marks
        return marks
    models = Models(level, known.marks)
    try:
        first = _proven(models, ())
        if first is None:
            return None
        return _backbone(models, first, known.marks)
    finally:
        models.close()


def _proven(models: Models, assumptions: tuple[int, ...]) -> State | None:
    while True:
        answer = models.found(assumptions)
        if answer is False:
            return None
        if isinstance(answer, State):
            return answer


def _backbone(models: Models, solution: State, known: State) -> State:
    drawn, crossed = known.drawn, known.crossed
    lines = {edge for edge in models.blank if solution.drawn >> edge & 1}
    blanks = set(models.blank) - lines
    for edge in models.blank:
        if edge not in lines and edge not in blanks:
            continue
        other = _proven(models, (-edge - 1 if edge in lines else edge + 1,))
        if other is None:
            drawn, crossed = (drawn | 1 << edge, crossed) if edge in lines else (drawn, crossed | 1 << edge)
            lines.discard(edge)
            blanks.discard(edge)
            continue
        lines = {edge for edge in lines if other.drawn >> edge & 1}
        blanks = {edge for edge in blanks if not other.drawn >> edge & 1}
    return State(drawn, crossed)


SOLVERS = (
    Solver("native", _("propagation and probing, then SAT"), run_native, kernel=KERNEL),
    Solver("sat", _("SAT with loops forbidden as they turn up"), run_sat),
    *PLAIN,
)
