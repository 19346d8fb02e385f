"""A taquin level and its state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from cassetete.core.headers import Headers

State: TypeAlias = tuple[int, ...]
"""The tiles row by row; 0 is the hole."""


@dataclass(frozen=True)
class Level:
    """A board of `size` by `size` tiles."""

    size: int
    tiles: State
    headers: Headers = Headers()
