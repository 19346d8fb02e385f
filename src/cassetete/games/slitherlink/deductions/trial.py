"""Deductions by trial: a mark that leads to a contradiction, and marks that follow whichever way a segment goes.

A trial follows only the plainest rules (clues, vertices, loops closed too early): what a patient player does in mind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cassetete.core.checkpoint import checkpoint
from cassetete.core.message import Catalogue

from ..machine_code import compiled
from . import reasoner as reason
from .deduction import Deduction, where
from .position import CROSS, LINE, Position
from .propagation import propagated

if TYPE_CHECKING:
    from ..compiled_grid import CompiledGrid

_ = Catalogue("slitherlink")

FEW = 2
"""How many ways to tell a trial in a trial are compared."""
MEASURED = 4
"""How many of them are measured: those in which the fewest marks are made."""
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


class Trials:
    """Trials with all rules: which marks fail, by the compiled rules where they are ready, else by the plain ones."""

    def __init__(self, position: Position, known: reason.Reasoner) -> None:
        self.known = known
        self.grid: CompiledGrid | None = None
        if compiled():
            from ..compiled_grid import CompiledGrid

            self.grid = CompiledGrid(position.level, position.state())

    def left(self, *marks: tuple[int, int]) -> int:
        """How many segments are not known once some have these marks; if something goes wrong, less than 0 by the
        number of marks that are made before."""
        checkpoint()
        if self.grid is not None:
            tried = self.grid.with_marks(*marks)
            return self.grid.steps - tried.steps - 1 if tried.wrong else tried.left
        found = self.known.supposed(*marks)
        return -len(found.forced) if found.broken else found.position.left - len(found.forced)

    def length(self, *marks: tuple[int, int]) -> int:
        """How many facts it takes to tell what goes wrong; 0 if nothing does by the plain rules, which give reasons."""
        found = self.known.supposed(*marks)
        return 1 + len(found.said(*found.broken)) if found.broken else 0

    def both_lengths(self, wrong: tuple[int, int], other: int) -> int:
        """The same for both marks of another segment, added up; 0 if nothing goes wrong with one of them."""
        with_line = self.length(wrong, (other, LINE))
        without = self.length(wrong, (other, CROSS)) if with_line else 0
        return with_line + without if without else 0


def strong(position: Position) -> Iterator[Deduction]:
    """A segment one of whose marks fails when corners, colours, equal segments and areas are followed too."""
    known = settled(position)
    if known is None:
        return
    trials = Trials(position, known)
    nearest = sorted(position.all_blank(), key=lambda edge: (-_marked_beside(position, edge), edge))
    nearest = nearest[: MOST_CELLS // len(position.clue)]
    marks: Iterable[tuple[int, int]] = ((edge, mark) for edge in nearest for mark in (LINE, CROSS))
    if trials.grid is not None:  # those first that fail after the fewest marks
        failing = sorted((-left, *mark) for mark in marks if (left := trials.left(mark)) < 0)
        marks = [(edge, mark) for _made, edge, mark in failing]
    for edge, mark in marks:
        if known.supposed((edge, mark)).broken:
            yield _fails(position, edge, mark)


def trial_in_trial(position: Position, loop: int) -> tuple[tuple[int, int], list[int]] | None:
    """A blank segment with its mark in the only solution, and a few others that would have no mark left if it had the
    other one; None if there is none, or it takes too long to find."""
    known = settled(position)
    if known is None:
        return None
    trials = Trials(position, known)
    room = MOST_CELLS // len(position.clue)
    blank = position.all_blank()[:room]
    room -= len(blank)
    wrong = {edge: (edge, CROSS if loop >> edge & 1 else LINE) for edge in blank}
    left = {edge: trials.left(mark) for edge, mark in wrong.items()}
    # What fails by the plain rules needs no second trial.
    whole = [edge for edge in blank if left[edge] >= 0 or not trials.length(wrong[edge])]
    for edge in sorted(whole, key=lambda edge: left[edge]):
        failing = []
        for other in (other for other in blank if other != edge):
            room -= 1
            with_line = trials.left(wrong[edge], (other, LINE))
            without = trials.left(wrong[edge], (other, CROSS)) if with_line < 0 else 0
            if without < 0:
                failing.append((with_line + without, other))
        nearest = [other for _left, other in sorted(failing, reverse=True)[:MEASURED]]
        lengths = ((trials.both_lengths(wrong[edge], other), other) for other in nearest)
        found = sorted((length, other) for length, other in lengths if length)
        if found:
            return (edge, LINE + CROSS - wrong[edge][1]), [other for _length, other in found[:FEW]]
        if room <= 0:
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
