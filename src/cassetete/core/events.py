"""What a player does, without pixels: front ends make events, games turn them into moves (`Game.bind`)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from cassetete.core.grid import Direction


@dataclass(frozen=True, slots=True)
class Key:
    """A key by its name: "Up", "Down", "Left", "Right", "space", "Tab", "a", "0"…; `ctrl` if Control is held."""

    name: str
    ctrl: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a target of the scene; button 1 is left, 3 is right; `options`: the game's options that are on."""

    target: Hashable
    button: int = 1
    options: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Drag:
    """A press on one target released on another (for a swipe, the two cells give its direction).

    `way` is the pointer's path in board units, if the front end knows it.
    """

    start: Hashable
    end: Hashable
    button: int = 1
    way: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer rests on a target, or on nothing."""

    target: Hashable


Event = Key | Press | Drag | Hover


def direction_of(event: Event) -> Direction | None:
    """The direction of an arrow key, or of a swipe with the left button from cell to cell.

    >>> direction_of(Key("Left")), direction_of(Drag((0, 0), (2, 1)))
    (Direction.LEFT, Direction.DOWN)
    """
    match event:
        case Key(name, ctrl=False):
            return Direction.from_key(name)
        case Drag((int(row), int(column)), (int(to_row), int(to_column)), button=1):
            return Direction.between((row, column), (to_row, to_column))
    return None
