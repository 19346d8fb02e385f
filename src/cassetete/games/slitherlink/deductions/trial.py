"""Deductions by trial: a mark that leads to a contradiction, and marks that follow whichever way a segment goes.

A trial follows only the plainest rules (clues, vertices, loops closed too early): what a patient player does in mind.
"""

from __future__ import annotations

from collections.abc import Iterator

from cassetete.core.message import Catalogue

from . import reasoner as reason
from .deduction import Deduction, where
from .position import CROSS, LINE, Position
from .propagation import propagated

_ = Catalogue("slitherlink")

FEW = 2
"""How many ways to tell a trial in a trial are compared."""
MOST_CELLS = 500_000
"""How many cells are looked at in trials with all rules, so that a hint on a large grid does not take minutes."""


def contradiction(position: Position) -> Iterator[Deduction]:
    """A segment one of whose marks fails: it has the other one."""
    grid = propagated(position.level, position.state())
    if grid is None:
        return
    for edge in position.all_blank():
        for mark in (LINE, CROSS):
            if grid.value[edge] == 0 and grid.consequences(edge, mark) is None:
                yield _fails(position, edge, mark)


def _fails(position: Position, edge: int, mark: int) -> Deduction:
    """A segment does not have a mark: `explanations` says what would go wrong."""
    cells = position.cells_beside(edge)
    if mark == LINE:
        text = _("if this were a line, a contradiction would follow")
    else:
        text = _("if this were crossed out, a contradiction would follow")
    return Deduction(((edge, LINE + CROSS - mark),), cells, text)


def settled(position: Position) -> reason.Reasoner | None:
    """All that follows from the marks by corners, colours, equal segments and areas; None if it is contradictory."""
    try:
        return reason.Reasoner.of(position, reason.EVERYTHING)
    except reason.Wrong:
        return None


def strong(position: Position) -> Iterator[Deduction]:
    """A segment one of whose marks fails when corners, colours, equal segments and areas are followed too."""
    known = settled(position)
    if known is None:
        return
    nearest = sorted(position.all_blank(), key=lambda edge: (-_marked_beside(position, edge), edge))
    for edge in nearest[: MOST_CELLS // len(position.clue)]:
        for mark in (LINE, CROSS):
            if known.supposed((edge, mark)).broken:
                yield _fails(position, edge, mark)


def trial_in_trial(position: Position, loop: int) -> tuple[tuple[int, int], list[int]] | None:
    """A blank segment with its mark in the only solution, and a few others that would have no mark left if it had the
    other one; None if there is none, or it takes too long to find."""
    known = settled(position)
    if known is None:
        return None
    left = MOST_CELLS // len(position.clue)
    blank = position.all_blank()[:left]
    left -= len(blank)
    right = {edge: LINE if loop >> edge & 1 else CROSS for edge in blank}
    trials = {edge: known.supposed((edge, LINE + CROSS - mark)) for edge, mark in right.items()}
    whole = [(edge, tried) for edge, tried in trials.items() if not tried.broken]  # the others need no second trial
    for edge, tried in sorted(whole, key=lambda pair: -len(pair[1].forced)):
        found = []
        for other in (other for other in blank if other not in tried.forced):
            left -= 1
            first = tried.supposed((other, LINE))
            second = tried.supposed((other, CROSS)) if first.broken else first
            if second.broken:
                found.append((len(first.said(*first.broken)) + len(second.said(*second.broken)), other))
        if found:
            return (edge, right[edge]), [other for _length, other in sorted(found)[:FEW]]
        if left <= 0:
            return None
    return None


def _marked_beside(position: Position, edge: int) -> int:
    """How many segments next to one have a mark: the more, the sooner a trial fails."""
    near = {other for vertex in position.lattice.ends[edge] for other in position.lattice.at_vertex[vertex]}
    near |= {other for cell in position.clued[edge] for other in position.lattice.around_cell[cell]}
    return sum(position.value[other] > 0 for other in near)


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
            text = _("this follows with a line {where} and without one", where=where(position, edge))
            yield Deduction(marks, cells, text, supposed=edge)
