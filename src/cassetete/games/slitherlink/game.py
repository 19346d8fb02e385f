"""The GAME record of Slitherlink."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cassetete.core.certify import replay
from cassetete.core.contract import (
    Coaching,
    Controls,
    Display,
    Game,
    Length,
    Lengths,
    Making,
    Metric,
    Problem,
    Solutions,
)
from cassetete.core.message import Catalogue, Text

from . import rules
from .controls import KEYS, bind, first_segment
from .editor import EDITOR
from .formats import FORMATS
from .generators.generate import GENERATORS
from .grading import grade
from .hints import ADVISORS, explain, mistakes
from .model import Level, Put, Segment, State, flags, lattice
from .notation import NOTATION
from .options import OPTIONS, follow
from .solvers.backtracking import DEDUCE, PATH
from .solvers.counting import count
from .solvers.facts import facts
from .solvers.logical import LADDER
from .solvers.native import NATIVE, SAT, solutions
from .solvers.sheet import SHEET
from .view import motions, scene, text

_ = Catalogue("slitherlink")


def problems(level: Level) -> list[Problem]:  # noqa: ARG001  # the contract's shape
    """None: every grid that can be read can be played, even one without clues or without solution."""
    return []


def position(level: Level, state: State) -> Level:
    """The level with the marks that are on it now."""
    return replace(level, marks=state, headers=level.headers.of_position())


def report(level: Level, state: State) -> Mapping[str, Any]:
    """The drawn segments as lists of four numbers, sorted."""
    drawn = flags(state.drawn, level.edges)
    return {
        "segments": [[*a, *b] for (a, b), edge in _segments_in_order(level.rows, level.columns) if drawn[edge] == "1"]
    }


@lru_cache(maxsize=64)
def _segments_in_order(rows: int, columns: int) -> list[tuple[Segment, int]]:
    """All segments, sorted, with their numbers."""
    return sorted((segment, edge) for edge, segment in enumerate(lattice(rows, columns).segments))


def segments_drawn(level: Level, start: State, moves: Sequence[Put]) -> list[Length]:
    """How many segments are drawn on the board; each stroke counts as one, also where it was erased again."""
    return [Length("segments", _("Segments drawn"), replay(rules, level, moves, start).drawn.bit_count())]


def console(level: Level, state: State) -> Text:
    """The status of the two conditions of victory, which the sheet wants on the console at each move."""
    clues = _("all met") if rules.clues_met(level, state) else _("not all met")
    loop = _("yes") if rules.one_loop(level, state) else _("no")
    return _("clues: {clues}; one closed loop: {loop}", clues=clues, loop=loop)


GAME = Game(
    id="slitherlink",
    title=_("Slitherlink"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=FORMATS,
    notation=NOTATION,
    problems=problems,
    position=position,
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    solvers=(NATIVE, SAT, DEDUCE, PATH, LADDER, SHEET),
    controls=Controls(keys=KEYS, cursor=first_segment, options=OPTIONS, follow=follow, slot=("suppose",)),
    lengths=Lengths(metric=lambda _level: Metric.COST, cost_title=_("Strokes"), extra=segments_drawn, line=rules.line),
    solutions=Solutions(all=solutions, count=count, facts=facts),
    coaching=Coaching(advisors=ADVISORS, warn=mistakes, grade=grade, explain=explain, judged_live=False),
    making=Making(generators=GENERATORS, editor=EDITOR),
    display=Display(
        summary=_("Draw one loop; each number says how many sides of its cell the loop takes."),
        won_board_is_solution=True,
        report=report,
        console=console,
    ),
)
