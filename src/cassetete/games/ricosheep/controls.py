"""Which moves keys, clicks and swipes mean."""

from __future__ import annotations

from cassetete.core.contract import Help, Play
from cassetete.core.events import Event, Press, direction_of
from cassetete.core.grid import Direction, on_board
from cassetete.core.message import Catalogue

from . import rules
from .model import Level, State

_ = Catalogue("ricosheep")

KEYS = (Help("← → ↑ ↓", _("send the herd that way (or swipe, or click near a side of the board)")),)


def bind(level: Level, state: State, _cursor: object, event: Event) -> Play[Direction] | None:
    """The move an event means, if it is one the herd can make."""
    direction = direction_of(event)
    if isinstance(event, Press) and event.button == 1 and on_board(event.target, level.rows, level.columns):
        direction = towards(level, event.target)
    return Play((direction,)) if direction is not None and direction in rules.moves(level, state) else None


def towards(level: Level, cell: tuple[int, int]) -> Direction | None:
    """The side of the board that a cell belongs to, its diagonals being the borders; None at the very centre.

    >>> towards(Level(("____",) * 2, ("____",) * 2), (1, 0))
    Direction.LEFT
    """
    # Twice the distance from the centre, each axis measured in boards and not in cells.
    down = (2 * cell[0] - level.rows + 1) * level.columns
    right = (2 * cell[1] - level.columns + 1) * level.rows
    return Direction.between((0, 0), (down, right))
