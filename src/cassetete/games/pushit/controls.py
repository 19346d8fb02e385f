"""From what the player does to what the ball does."""

from __future__ import annotations

from cassetete.core.contract import Aim, Help, Play
from cassetete.core.events import Event, Press, direction_of
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .model import Level, State

_ = Catalogue("pushit")


def bind(level: Level, state: State, _cursor: object, event: Event) -> Play[Direction] | Aim | None:
    """Arrows, a click on a neighbour of the ball, or a swipe; None where the ball cannot go."""
    direction = direction_of(event)
    match event:
        case Press((int(row), int(column)), button=1):
            ways = rules.ways_from(level, state)
            direction = next((way.direction for way in ways if level.cell(way.next) == (row, column)), None)
    return Play((direction,)) if direction is not None and direction in rules.moves(level, state) else None


KEYS = (
    Help("← ↑ → ↓", _("roll the ball, or push the block in its way")),
    Help(", .", _("turn the board; the arrows then go where they point on the screen")),
    Help(_("Space"), _("hold it to see the heights")),
    Help(_("Click"), _("on a cell next to the ball: go there; a swipe anywhere does the same")),
)
