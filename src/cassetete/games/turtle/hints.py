"""Hints: a slide as a sentence, and what is certain without a search."""

from __future__ import annotations

from cassetete.core.contract import Advice, Mark, MarkKind, Status
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text
from cassetete.search.best_first import DEAD_END

from . import rules
from .model import Level, Move, State
from .solvers.slides import WALLED_OFF, slide_tables

_ = Catalogue("turtle")

_WHO = (_("the turtle"), _("the ladybird"), _("the rabbit"), _("the snail"), _("the hedgehog"))


def suggest(level: Level, state: State, move: Move) -> Text:  # noqa: ARG001 (the contract's signature)
    """Which animal slides, and where to.

    >>> str(suggest(Level(1, 1, (0,)), (), Move(1, Direction.UP)))
    'Slide the ladybird up.'
    """
    who = _WHO[move.animal]
    return {
        Direction.UP: _("Slide {animal} up.", animal=who),
        Direction.DOWN: _("Slide {animal} down.", animal=who),
        Direction.LEFT: _("Slide {animal} to the left.", animal=who),
        Direction.RIGHT: _("Slide {animal} to the right.", animal=who),
    }[move.direction]


def lower_bound(level: Level, state: State) -> Text | None:
    """The slides that the turtle itself needs, even if there were always a helper where it should stop."""
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
    return slide_tables(level).bounds(level.goal)[state[0]]
