"""The logical solver: the techniques as a search to watch, where each step says its name and its reason."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.certify import replay
from cassetete.core.contract import Metric, Search, Solver, Status
from cassetete.core.message import Catalogue
from cassetete.search.meter import Meter

from .. import rules
from ..deductions.techniques import advice, played, walk
from ..model import Level, Put, State
from .moves import drawing_moves
from .native import run_sat

_ = Catalogue("slitherlink")


def run(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Put]:
    """Deduction by deduction, the easiest first; what they leave goes to SAT.

    Every deduction holds in all solutions, so a loop that they close is the only one.
    """
    meter = Meter(limits)
    reached = state
    why = meter.exceeded()
    yield Visit(state, meter.expanded, _blank(level, state), 0)
    for technique, found in walk(level, state, shown=True):
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
        if rules.status(level, reached) is Status.WON:
            break
        marks = advice(level, reached, technique, found).marks
        reached = played(reached, found)
        left = _blank(level, reached)
        yield Visit(
            reached, meter.expanded, left, technique.difficulty, found.title or technique.title, found.text, marks
        )
        why = meter.exceeded()
    if why is not None:
        return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
    if rules.status(level, reached) is Status.WON:
        moves = drawing_moves(level, state, reached)
        return Answer(Verdict.SOLVED, moves, optimal=True, expanded=meter.expanded)
    nodes = None if limits.nodes is None else limits.nodes - meter.expanded
    answer = yield from run_sat(level, reached, metric, replace(limits, nodes=nodes))
    if answer.solved:
        whole = replay(rules, level, answer.moves, reached)
        answer = answer._replace(moves=drawing_moves(level, state, whole))
    return answer._replace(expanded=answer.expanded + meter.expanded)


def _blank(level: Level, state: State) -> int:
    return level.edges - (state.drawn | state.crossed).bit_count()


LADDER = Solver("ladder", _("solving techniques, step by step"), run)
