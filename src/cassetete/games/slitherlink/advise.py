"""Help for a player who is stuck: a segment that is missing, or where a mistake is."""

from __future__ import annotations

from cassetete.core.answers import Limits, Verdict
from cassetete.core.contract import Advice, Advisor, Mark, Status
from cassetete.core.text import Catalogue

from . import rules
from .answers import drained
from .model import CROSSED, DRAWN, Level, Put, State, edge_number, numbers, segment_of
from .solve import mask_drawn
from .workbench import LINE, Workbench

_ = Catalogue("slitherlink")

STEPS = Limits(nodes=3000)


def hint(level: Level, state: State) -> Advice | None:
    """One more segment of a solution that keeps all marks; if there is none, which marks are wrong."""
    if rules.status(level, state) is not Status.OPEN:
        return None
    answer = drained(level, state, STEPS)
    if answer.verdict is Verdict.UNKNOWN:
        return None
    if answer.verdict is Verdict.IMPOSSIBLE:
        return _mistake(level, state)
    move = _plainest(level, state, answer.moves)
    if answer.optimal:
        return Advice(_("this segment belongs to the loop"), (Mark(move.segment),), (move,))
    return Advice(_("this segment belongs to one of the possible loops"), (Mark(move.segment),), (move,))


def _plainest(level: Level, state: State, moves: tuple[Put, ...]) -> Put:
    """Of the missing segments, one that follows from the marks by the plain rules, if there is any."""
    bench = Workbench(level)
    bench.load(state)
    for move in moves:
        edge = edge_number(level.rows, level.columns, move.segment)
        if edge is not None and bench.value[edge] == LINE:
            return move
    return moves[0]


def _mistake(level: Level, state: State) -> Advice:
    """What to say when the marks leave no solution: the grid's own only solution shows which of them are wrong."""
    answer = drained(level, State(), STEPS)
    if answer.verdict is Verdict.IMPOSSIBLE:
        return Advice(_("this grid has no solution at all"))
    general = _("there is a mistake: this grid no longer has a solution")
    if not answer.solved or not answer.optimal:
        return Advice(general)
    loop = mask_drawn(level, answer.moves)
    wrong = [(edge, DRAWN) for edge in numbers(state.drawn & ~loop)]
    wrong += [(edge, CROSSED) for edge in numbers(state.crossed & loop)]
    marks = tuple(Mark(segment_of(level.rows, level.columns, edge), "mistake") for edge, _mark in wrong)
    if wrong[0][1] == DRAWN:
        text = _("there is a mistake: a drawn segment is not on the loop; this grid no longer has a solution")
    else:
        text = _("there is a mistake: a crossed segment is on the loop; this grid no longer has a solution")
    return Advice(text, marks)


ADVISORS = (Advisor("hint", hint),)
