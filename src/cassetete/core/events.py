"""What a player does, without pixels: front ends make events, games turn them into moves (`Game.bind`)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass


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
