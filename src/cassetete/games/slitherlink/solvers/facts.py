"""What is true in every solution: the marks that all of them share (the backbone)."""

from __future__ import annotations

from collections.abc import Callable

from ..model import Level, Put, State, marks_of
from .native import SolutionSearch, known_of
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
    """A solution that keeps the marks and one more: a line at segment e is e + 1, a cross -e - 1."""
    if also is not None:
        bit = 1 << abs(also) - 1
        marks = State(marks.drawn | bit, marks.crossed) if also > 0 else State(marks.drawn, marks.crossed | bit)
    return next((step for step in SolutionSearch(level, marks).run() if isinstance(step, State)), None)


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
