"""What is sure of a position without searching: how many slides it takes at least, or that walls forbid it."""

from __future__ import annotations

from cassetete.core.contract import Advice, Mark, MarkKind, Status
from cassetete.core.message import Catalogue, Text
from cassetete.search.best_first import DEAD_END

from . import rules
from .model import Level, State
from .solvers.searches import WALLED_OFF, tables

_ = Catalogue("turtle")


def lower_bound(level: Level, state: State) -> Text | None:
    """The slides that the turtle itself needs, even if somebody always stood where it should stop."""
    slides = _least(level, state)
    return None if slides is None or slides >= DEAD_END else _("slides still needed: at least {n}", n=slides)


def warn(level: Level, state: State) -> Advice | None:
    """A turtle that walls keep from its hideout."""
    slides = _least(level, state)
    if slides is None or slides < DEAD_END or level.goal is None:
        return None
    return Advice(
        WALLED_OFF.text,
        (Mark(level.place(state[0]), MarkKind.MISTAKE), Mark(level.place(level.goal), MarkKind.BECAUSE)),
    )


def _least(level: Level, state: State) -> int | None:
    if level.goal is None or not state or rules.status(level, state) is not Status.OPEN:
        return None
    return tables(level).bounds(level.goal)[state[0]]
