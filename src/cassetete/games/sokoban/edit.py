"""Drawing warehouses: brushes for walls, floor, targets, crates and the keeper."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.text import Catalogue

from .model import Level

_ = Catalogue("sokoban")


def blank(rows: int, columns: int) -> Level:
    """An empty room with walls all round.

    >>> sorted(blank(3, 3).floor)
    [(1, 1)]
    """
    everything = {(i, j) for i in range(rows) for j in range(columns)}
    inside = {(i, j) for i in range(1, rows - 1) for j in range(1, columns - 1)}
    return Level(rows, columns, frozenset(everything - inside), frozenset(), frozenset(), None)


def apply(level: Level, tool: str, target: Hashable) -> Level:
    """The level after one stroke: a target goes under what stands there, a crate or the keeper onto the target."""
    if not isinstance(target, tuple) or target not in level.floor | level.walls:
        return level
    here = frozenset({target})
    walls, goals, boxes = level.walls - here, level.goals, level.boxes
    player = level.player
    if tool in ("wall", "floor"):
        goals, boxes = goals - here, boxes - here
        player = None if player == target else player
        walls = walls | here if tool == "wall" else walls
    elif tool == "goal":
        goals = goals ^ here
    elif tool == "crate":
        boxes = boxes ^ here
        player = None if player == target else player
    elif tool == "keeper":
        boxes, player = boxes - here, target
    else:
        return level
    headers = level.headers.of_position()
    return replace(level, walls=walls, goals=goals, boxes=boxes, player=player, headers=headers)


TOOLS = (
    Tool("floor", _("floor")),
    Tool("wall", _("wall"), "wall"),
    Tool("goal", _("target"), "goal"),
    Tool("crate", _("crate"), "crate"),
    Tool("keeper", _("keeper"), "keeper-down"),
)

EDITOR: Editor[Level] = Editor(
    blank, TOOLS, apply, smallest=(3, 3), largest=(40, 40), size=lambda level: (level.rows, level.columns)
)
