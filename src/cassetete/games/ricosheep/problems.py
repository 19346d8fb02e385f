"""What keeps a readable level from being playable."""

from __future__ import annotations

from cassetete.core.contract import Problem
from cassetete.core.message import Catalogue

from .model import BUSH, EMPTY, Level, cells_of

_ = Catalogue("ricosheep")


def problems(level: Level) -> list[Problem]:
    """No sheep, or an animal in a bush. A level with fewer sheep than grass is playable, but cannot be won."""
    found = []
    if not level.start.sheep and not level.eaten:
        found.append(Problem(_("there is no sheep")))
    for row, column in cells_of(level.ground, BUSH):
        if level.pieces[row][column] != EMPTY:
            found.append(Problem(_("no animal can stand in a bush"), (row, column)))
    return found
