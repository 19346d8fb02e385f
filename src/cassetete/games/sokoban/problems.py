"""What keeps a level that can be read from being played."""

from __future__ import annotations

from cassetete.core.contract import Problem
from cassetete.core.message import Catalogue

from .floor_graph import region
from .model import Level

_ = Catalogue("sokoban")


def problems(level: Level) -> list[Problem]:
    """All that is wrong: the player, the boxes, the targets, the walls."""
    found = []
    if level.player is None:
        found.append(Problem(_("there is no player")))
    if not level.boxes:
        found.append(Problem(_("there is no box")))
    if len(level.boxes) != len(level.targets):
        found.append(
            Problem(
                _(
                    "there must be as many boxes as targets: {boxes} ≠ {targets}",
                    boxes=len(level.boxes),
                    targets=len(level.targets),
                )
            )
        )
    hole = next((cell for cell in region(level) if _on_edge(level, *cell)), None)
    if hole is not None:
        found.append(Problem(_("the player can walk out of the level"), hole))
    return found


def _on_edge(level: Level, i: int, j: int) -> bool:
    return i in (0, level.rows - 1) or j in (0, level.columns - 1)
