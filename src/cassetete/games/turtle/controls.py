"""Keys and clicks: choose an animal, then send it up, down, left or right."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from cassetete.core.contract import Aim, Chosen, Help, Play
from cassetete.core.events import Drag, Event, Hover, Key, Press
from cassetete.core.grid import Cell, Direction, on_board
from cassetete.core.message import Catalogue

from . import rules
from .model import ANIMALS, BITS, Level, Move, State
from .names import NAMES
from .view import stops

_ = Catalogue("turtle")

KEYS = (
    Help("0 1 2 3 4", _("choose an animal: the turtle is 0")),
    Help("Tab", _("choose the next animal")),
    Help("← ↑ → ↓", _("send the chosen animal that way")),
    Help(_("Click"), _("on an animal: choose it; on a dot: send the chosen animal there")),
    Help(_("Drag"), _("from an animal: choose it and send it that way")),
)

# The same keys without Shift on a French keyboard, and on the keypad.
_AZERTY = ("agrave", "ampersand", "eacute", "quotedbl", "apostrophe")
_NUMBERS = {
    name: number
    for number, azerty in enumerate(_AZERTY)
    for name in (str(number), azerty, f"KP_{number}", "à&é\"'"[number])
}
_DIRECTIONS = {bit: direction for direction, bit in BITS.items()}


def first_cursor(_level: Level, _state: State) -> int:
    """The turtle is chosen first."""
    return 0


def chosen(_level: Level, state: State, cursor: Any) -> Chosen | None:
    """The animal that the arrow keys send: its name, its picture and its number.

    >>> chosen(Level(1, 2, (0, 0)), (0, 1), 1).key
    '1'
    """
    if not state:
        return None
    animal = cursor if isinstance(cursor, int) and 0 <= cursor < len(state) else 0
    return Chosen(NAMES[animal], ANIMALS[animal], str(animal))


def bind(level: Level, state: State, cursor: Any, event: Event) -> Play[Move] | Aim | None:
    """What an event means while animal `cursor` is chosen."""
    chosen = cursor if isinstance(cursor, int) and 0 <= cursor < len(state) else 0
    if isinstance(event, Hover) or _ignored(event) or not state:
        return None
    if isinstance(event, Key):
        return _key(level, state, chosen, event.name)
    if isinstance(event, Press):
        return _press(level, state, chosen, event.target)
    return _drag(level, state, event)


def _ignored(event: Event) -> bool:
    """With Control, or by another button than the left."""
    return event.ctrl if isinstance(event, Key) else isinstance(event, Press | Drag) and event.button != 1


def _key(level: Level, state: State, chosen: int, name: str) -> Play[Move] | Aim | None:
    if name in _NUMBERS:
        return Aim(_NUMBERS[name]) if _NUMBERS[name] < len(state) else None
    if name == "Tab":
        return Aim((chosen + 1) % len(state))
    direction = Direction.from_key(name)
    return None if direction is None else _play(level, state, Move(chosen, direction))


def _press(level: Level, state: State, chosen: int, target: Hashable) -> Play[Move] | Aim | None:
    ways = stops(level, state, chosen)
    for place in cells_of(level, target):
        if level.index(place) in state:
            return Aim(state.index(level.index(place)))
        if place in ways:
            return Play((ways[place],), cursor=chosen)
    return None


def _drag(level: Level, state: State, event: Drag) -> Play[Move] | None:
    ends = cells_of(level, event.end)
    for place in cells_of(level, event.start):
        direction = Direction.between(place, ends[0]) if ends else None
        if direction is not None and level.index(place) in state:
            return _play(level, state, Move(state.index(level.index(place)), direction))
    return None


def _play(level: Level, state: State, move: Move) -> Play[Move] | None:
    return Play((move,), cursor=move.animal) if move in rules.moves(level, state) else None


def cells_of(level: Level, target: Hashable) -> list[Cell]:
    """The cell of a target, or the two cells of a side; none for anything else.

    >>> cells_of(Level(2, 2, (0, 0, 0, 0)), ("side", 1, 0, 1))
    [(1, 0), (0, 0)]
    """
    if not isinstance(target, tuple):
        return []
    side = len(target) == 4 and target[0] == "side"
    place = target[1:3] if side else target
    if not on_board(place, level.rows, level.columns):
        return []
    cells = [place]
    if side and target[3] in _DIRECTIONS:
        beyond = level.beyond(level.index(cells[0]), _DIRECTIONS[target[3]])
        if beyond is not None:
            cells.append(level.place(beyond))
    return cells
