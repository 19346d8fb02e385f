"""The level editor: tools for walls, floor, targets, boxes and the player."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.message import Catalogue

from .model import Level

_ = Catalogue("sokoban")


def blank(rows: int, columns: int) -> Level:
    """An empty room with a wall around it.

    >>> sorted(blank(3, 3).floor)
    [(1, 1)]
    """
    everything = {(i, j) for i in range(rows) for j in range(columns)}
    inside = {(i, j) for i in range(1, rows - 1) for j in range(1, columns - 1)}
    return Level(rows, columns, frozenset(everything - inside), frozenset(), frozenset(), None)


def apply(level: Level, tool: str, cell: Hashable) -> Level:
    """The level after one stroke: a target goes under what is there, a box or the player onto the target."""
    if not isinstance(cell, tuple) or cell not in level.floor | level.walls:
        return level
    here = frozenset({cell})
    walls, targets, boxes = level.walls - here, level.targets, level.boxes
    player = level.player
    if tool in ("wall", "floor"):
        targets, boxes = targets - here, boxes - here
        player = None if player == cell else player
        walls = walls | here if tool == "wall" else walls
    elif tool == "target":
        targets = targets ^ here
    elif tool == "box":
        boxes = boxes ^ here
        player = None if player == cell else player
    elif tool == "player":
        boxes, player = boxes - here, cell
    else:
        return level
    headers = level.headers.of_position()
    return replace(level, walls=walls, targets=targets, boxes=boxes, player=player, headers=headers)


TOOLS = (
    Tool("floor", _("floor")),
    Tool("wall", _("wall"), "wall"),
    Tool("target", _("target"), "target"),
    Tool("box", _("box"), "box"),
    Tool("player", _("player"), "player-down"),
)


def resize(level: Level, rows: int, columns: int) -> Level:
    """The level cut off or continued with floor; an outer wall at the right or at the bottom moves along.

    >>> resize(blank(3, 3), 4, 5) == blank(4, 5)
    True
    """
    across = [frozenset((i, j) for j in range(level.columns)) for i in range(level.rows)]
    down = [frozenset((i, j) for i in range(level.rows)) for j in range(level.columns)]
    walled_rows = [i for i, line in enumerate(across) if line <= level.walls]
    walled_columns = [j for j, line in enumerate(down) if line <= level.walls]
    from_rows = _kept(level.rows, rows, level.rows - 1 in walled_rows)
    from_columns = _kept(level.columns, columns, level.columns - 1 in walled_columns)
    old = {
        (i, j): (row, column)
        for i, row in enumerate(from_rows)
        for j, column in enumerate(from_columns)
        if row is not None and column is not None
    }
    new = {cell: place for place, cell in old.items()}
    walls = {place for place, cell in old.items() if cell in level.walls}
    walls |= {
        (i, j) for i, row in enumerate(from_rows) for j in range(columns) if (i, j) not in old and row in walled_rows
    }
    walls |= {
        (i, j)
        for j, column in enumerate(from_columns)
        for i in range(rows)
        if (i, j) not in old and column in walled_columns
    }
    return replace(
        level,
        rows=rows,
        columns=columns,
        walls=frozenset(walls),
        targets=frozenset(new[cell] for cell in level.targets if cell in new),
        boxes=frozenset(new[cell] for cell in level.boxes if cell in new),
        player=new.get(level.player) if level.player is not None else None,
        headers=level.headers.of_position(),
    )


def _kept(before: int, after: int, walled: bool) -> list[int | None]:
    """Which old line each new one is: a wall stays last, new lines come before it."""
    ends = [before - 1] if walled else []
    room = after - len(ends)
    kept = list(range(min(before - len(ends), room)))
    return [*kept, *[None] * (room - len(kept)), *ends]


EDITOR: Editor[Level] = Editor(blank, TOOLS, apply, smallest=(3, 3), largest=(40, 40), resize=resize)
