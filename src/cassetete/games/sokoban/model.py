"""A level, and the state of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cassetete.core.grid import Cell
from cassetete.core.headers import Headers


class State(NamedTuple):
    """What moves: the player and the boxes. A half-drawn level may have no player yet."""

    player: Cell | None
    boxes: frozenset[Cell]


@dataclass(frozen=True)
class Level:
    """What the file says: what never moves (walls, targets) and where player and boxes start.

    `costs` are what a step and a push cost.
    """

    rows: int
    columns: int
    walls: frozenset[Cell]
    targets: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell | None
    costs: tuple[int, int] = (1, 1)
    headers: Headers = Headers()

    @cached_property
    def floor(self) -> frozenset[Cell]:
        """The cells that are not wall; everything outside the rows is wall."""
        return frozenset((i, j) for i in range(self.rows) for j in range(self.columns)) - self.walls
