"""A slide as advice, in words."""

from __future__ import annotations

from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text

from .model import Level, Move, State

_ = Catalogue("turtle")

_WHO = (_("the turtle"), _("the ladybird"), _("the rabbit"), _("the snail"), _("the hedgehog"))


def suggest(level: Level, state: State, move: Move) -> Text:  # noqa: ARG001 (the contract's signature)
    """Who shall slide, and where to.

    >>> str(suggest(Level(1, 1, (0,)), (), Move(1, Direction.UP)))
    'Let the ladybird slide up.'
    """
    who = _WHO[move.animal]
    return {
        Direction.UP: _("Let {animal} slide up.", animal=who),
        Direction.DOWN: _("Let {animal} slide down.", animal=who),
        Direction.LEFT: _("Let {animal} slide to the left.", animal=who),
        Direction.RIGHT: _("Let {animal} slide to the right.", animal=who),
    }[move.direction]
