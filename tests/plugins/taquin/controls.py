"""What keys and clicks do."""

from __future__ import annotations

from cassetete.core.contract import Aim, Help, Play
from cassetete.core.events import Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .model import Level, State

_ = Catalogue("taquin")

KEYS = (
    Help("←↑↓→", _("slide a tile that way")),
    Help("Tab", _("choose the next tile that can slide")),
    Help(_("Space"), _("slide the chosen tile")),
    Help(_("Click"), _("slide a tile, and choose it")),
)


def bind(level: Level, state: State, cursor: object, event: Event) -> Play[Direction] | Aim | None:
    """What an event plays or chooses; the cursor is the number of a tile, None until one is chosen."""
    movable = {_tile(level, state, move): move for move in rules.moves(level, state)}
    if isinstance(event, Press) and isinstance(event.target, tuple):
        chosen = next((tile for tile in movable if divmod(state.index(tile), level.size) == event.target), None)
        return None if chosen is None else Play((movable[chosen],), cursor=chosen)
    if not isinstance(event, Key) or event.ctrl or not movable:
        return None
    if event.name == "Tab":
        order = sorted(movable)
        after = order.index(cursor) + 1 if cursor in movable else 0
        return Aim(order[after % len(order)])
    if event.name == "space":
        return Play((movable[cursor],)) if cursor in movable else None
    direction = Direction.from_key(event.name)
    return Play((direction,)) if direction is not None and direction in movable.values() else None


def _tile(level: Level, state: State, move: Direction) -> int:
    place = rules.sliding_tile(level, state, move)
    assert place is not None  # it is a legal move
    return state[place]
