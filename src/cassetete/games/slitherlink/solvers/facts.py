"""What is true in every solution: the marks that all of them share (the backbone)."""

from __future__ import annotations

from ..model import Level, Put, State, marks_of
from .native import known_of
from .sat import LazySat


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
    with LazySat(level, known.marks) as sat:
        first = sat.solution()
        return None if first is None else _backbone(sat, first)


def _backbone(sat: LazySat, solution: State) -> State:
    """The marks of one solution are put to the test; each further solution strikes out those it contradicts."""
    drawn, crossed = sat.known.drawn, sat.known.crossed
    lines = {edge for edge in sat.blank if solution.drawn >> edge & 1}
    gaps = set(sat.blank) - lines
    for edge in sat.blank:
        if edge not in lines and edge not in gaps:
            continue
        other = sat.solution((-edge - 1 if edge in lines else edge + 1,))
        if other is None:
            drawn, crossed = (drawn | 1 << edge, crossed) if edge in lines else (drawn, crossed | 1 << edge)
            lines.discard(edge)
            gaps.discard(edge)
            continue
        lines = {edge for edge in lines if other.drawn >> edge & 1}
        gaps = {edge for edge in gaps if not other.drawn >> edge & 1}
    return State(drawn, crossed)
