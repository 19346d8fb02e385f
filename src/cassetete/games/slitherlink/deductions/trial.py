"""Deductions by trial: a mark that leads to a contradiction, and marks that follow whichever way a segment goes.

A trial follows only the plainest rules (clues, vertices, loops closed too early): what a patient player does in mind.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassetete.core.message import Catalogue

from ..model import State, mask_of
from ..solvers.propagation import CROSS, LINE, Workbench
from .position import Position, Step, named

_ = Catalogue("slitherlink")


def _bench(position: Position) -> Workbench | None:
    marks = State(*(mask_of(e for e, v in enumerate(position.value) if v == mark) for mark in (LINE, CROSS)))
    bench = Workbench(position.level)
    return bench if bench.load(marks) else None


def _tried(bench: Workbench, edge: int, mark: int) -> dict[int, int] | None:
    """All the marks that follow, None if they contradict each other."""
    length = len(bench.trail)
    fine = bench.assume(edge, mark)
    follows = {other: bench.value[other] for other, _p, _q in bench.trail[length:]} if fine else None
    bench.undo(length)
    return follows


def contradiction(position: Position) -> Iterator[Step]:
    """A segment one of whose marks fails: it has the other one."""
    bench = _bench(position)
    if bench is None:
        return
    for edge in position.blank(range(len(position.value))):
        for mark in (LINE, CROSS):
            if bench.value[edge] == 0 and _tried(bench, edge, mark) is None:
                cells = tuple(position.cell(cell) for cell in position.beside[edge])
                if mark == LINE:
                    text = _("suppose the segment beside {cells} were drawn: mark by mark, a contradiction follows")
                else:
                    text = _("suppose the segment beside {cells} were crossed out: a contradiction follows")
                yield Step(((edge, LINE + CROSS - mark),), cells, _(text.msgid, cells=named(cells)))


def common(position: Position) -> Iterator[Step]:
    """Marks that follow both from drawing a segment and from crossing it out."""
    bench = _bench(position)
    if bench is None:
        return
    for edge in position.blank(range(len(position.value))):
        if bench.value[edge]:
            continue
        drawn, crossed = _tried(bench, edge, LINE), _tried(bench, edge, CROSS)
        if drawn is None or crossed is None:
            continue
        puts = tuple((other, mark) for other, mark in crossed.items() if drawn.get(other) == mark)
        if puts:
            cells = tuple(position.cell(cell) for cell in position.beside[edge])
            text = _("whether the segment beside {cells} is drawn or not, this follows", cells=named(cells))
            yield Step(puts, cells, text)
