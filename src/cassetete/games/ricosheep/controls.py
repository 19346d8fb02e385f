"""Which moves keys, clicks and swipes mean."""

from __future__ import annotations

from typing import Any

from cassetete.core.contract import Help, Play
from cassetete.core.events import Drag, Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .model import Level, State
from .view import is_cell

_ = Catalogue("ricosheep")

KEYS = (Help("← → ↑ ↓", _("send the herd that way (or swipe, or click near a side of the board)")),)


def bind(level: Level, state: State, cursor: Any, event: Event) -> Play[Direction] | None:  # noqa: ARG001
    """The move an event means, if it is one the herd can make."""
    direction = None
    if isinstance(event, Key) and not event.ctrl:
        direction = Direction.from_key(event.name)
    elif isinstance(event, Drag) and event.button == 1 and is_cell(event.start) and is_cell(event.end):
        direction = Direction.between(event.start, event.end)
    elif isinstance(event, Press) and event.button == 1 and is_cell(event.target):
        direction = towards(level, event.target)
    return Play((direction,)) if direction is not None and direction in rules.moves(level, state) else None


def towards(level: Level, cell: tuple[int, int]) -> Direction | None:
    """The side of the board that a cell belongs to, its diagonals being the borders; None at the very centre.

    >>> towards(Level(("____",) * 2, ("____",) * 2), (1, 0))
    Direction.LEFT
    """
    # Twice the distance from the centre, each axis measured in boards and not in cells.
    down = (2 * cell[0] - level.height + 1) * level.width
    right = (2 * cell[1] - level.width + 1) * level.height
    return Direction.between((0, 0), (down, right))
