"""What is true in every solution: the marks that all of them share (the backbone)."""

from __future__ import annotations

from collections.abc import Callable

from cassetete.core.answers import Limits, Verdict
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import Metric
from cassetete.core.drain import drain

from .. import rules
from ..model import Level, Put, State, marks_of
from .backtracking import run_deduce
from .native import NO_SOLVER, SolutionSearch, known_of
from .sat import LazySat, available


def facts(level: Level, state: State) -> list[Put]:
    """The marks that every solution has and the state lacks; none if there is no solution.

    >>> [str(put.mark) for put in facts(Level(1, 1, ((None,),)), State())]
    ['+', '+', '+', '+']
    """
    common = common_marks(level, state)
    if common is None:
        return []
    return marks_of(level, State(common.drawn & ~state.drawn, common.crossed & ~state.crossed))


def common_marks(level: Level, state: State) -> State | None:
    """What all solutions agree on, None if there are none."""
    known = known_of(level, state)
    if known.wrong:
        return None
    if known.whole:
        return known.marks
    if not available():
        return _backbone(level, known.marks, lambda also: first_solution(level, known.marks, also))
    with LazySat(level, known.marks) as sat:
        return _backbone(level, known.marks, lambda also: sat.solution(() if also is None else (also,)))


def first_solution(level: Level, marks: State, also: int | None) -> State | None:
    """A solution that keeps the marks and one more: a line at segment e is e + 1, a cross -e - 1. None if there is
    none; LimitReached where that was not found out."""
    if also is not None:
        bit = 1 << abs(also) - 1
        marks = State(marks.drawn | bit, marks.crossed) if also > 0 else State(marks.drawn, marks.crossed | bit)
    steps = SolutionSearch(level, marks).run()
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            if end.value == NO_SOLVER:
                return _by_deduction(level, marks)
            if end.value is not None:
                raise LimitReached(end.value) from None
            return None
        if isinstance(step, State):
            return step


def _by_deduction(level: Level, marks: State) -> State | None:
    """The same in plain Python."""
    answer = drain(run_deduce(level, marks, Metric.MOVES, Limits()))
    if answer.solved:
        for move in answer.moves:
            marks = rules.play(level, marks, move)
        return marks
    if answer.verdict is Verdict.IMPOSSIBLE:
        return None
    raise LimitReached(answer.why or NO_SOLVER)


def _backbone(level: Level, known: State, solution: Callable[[int | None], State | None]) -> State | None:
    """The marks of one solution are put to the test; each further solution strikes out those it contradicts."""
    first = solution(None)
    if first is None:
        return None
    drawn, crossed = known.drawn, known.crossed
    blank = [edge for edge in range(level.edges) if not (drawn | crossed) >> edge & 1]
    lines = {edge for edge in blank if first.drawn >> edge & 1}
    gaps = set(blank) - lines
    for edge in blank:
        if edge not in lines and edge not in gaps:
            continue
        other = solution(-edge - 1 if edge in lines else edge + 1)
        if other is None:
            drawn, crossed = (drawn | 1 << edge, crossed) if edge in lines else (drawn, crossed | 1 << edge)
            lines.discard(edge)
            gaps.discard(edge)
            continue
        lines = {edge for edge in lines if other.drawn >> edge & 1}
        gaps = {edge for edge in gaps if not other.drawn >> edge & 1}
    return State(drawn, crossed)
