"""Deductions by trial: a mark that leads to a contradiction, and marks that follow whichever way a segment goes.

A trial follows only the plainest rules (clues, vertices, loops closed too early): what a patient player does in mind.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassetete.core.message import Catalogue

from .deduction import Deduction, named
from .position import CROSS, LINE, Position
from .propagation import propagated

_ = Catalogue("slitherlink")


def contradiction(position: Position) -> Iterator[Deduction]:
    """A segment one of whose marks fails: it has the other one."""
    grid = propagated(position.level, position.state())
    if grid is None:
        return
    for edge in position.all_blank():
        for mark in (LINE, CROSS):
            if grid.value[edge] == 0 and grid.consequences(edge, mark) is None:
                cells = position.cells_beside(edge)
                if mark == LINE:
                    text = _("if the segment beside {cells} is drawn, a contradiction follows, mark by mark")
                else:
                    text = _("if the segment beside {cells} is crossed out, a contradiction follows")
                yield Deduction(((edge, LINE + CROSS - mark),), cells, _(text.msgid, cells=named(cells)))


def common(position: Position) -> Iterator[Deduction]:
    """Marks that follow both from drawing a segment and from crossing it out."""
    grid = propagated(position.level, position.state())
    if grid is None:
        return
    for edge in position.all_blank():
        if grid.value[edge]:
            continue
        drawn, crossed = grid.consequences(edge, LINE), grid.consequences(edge, CROSS)
        if drawn is None or crossed is None:
            continue
        marks = tuple((other, mark) for other, mark in crossed.items() if drawn.get(other) == mark)
        if marks:
            cells = position.cells_beside(edge)
            text = _("this follows whether the segment beside {cells} is drawn or not", cells=named(cells))
            yield Deduction(marks, cells, text)
