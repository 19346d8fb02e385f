"""What keeps a readable warehouse from being playable."""

from __future__ import annotations

from cassetete.core.contract import Problem
from cassetete.core.message import Catalogue

from .model import Level
from .solvers.search_board import region

_ = Catalogue("sokoban")


def problems(level: Level) -> list[Problem]:
    """Everything wrong at once: the keeper, the boxes, the goals, the walls."""
    found = []
    if level.player is None:
        found.append(Problem(_("there is no keeper")))
    if not level.boxes:
        found.append(Problem(_("there is no crate")))
    if len(level.boxes) != len(level.goals):
        found.append(
            Problem(
                _(
                    "crates and targets must be as many: {boxes} ≠ {goals}",
                    boxes=len(level.boxes),
                    goals=len(level.goals),
                )
            )
        )
    hole = next((cell for cell in region(level) if _on_edge(level, *cell)), None)
    if hole is not None:
        found.append(Problem(_("the keeper can walk out of the warehouse"), hole))
    return found


def _on_edge(level: Level, i: int, j: int) -> bool:
    return i in (0, level.rows - 1) or j in (0, level.columns - 1)
