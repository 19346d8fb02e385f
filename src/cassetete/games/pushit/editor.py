"""The tools of the level editor."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.grid import resized
from cassetete.core.message import Catalogue

from .formats import MOST_DIGITS
from .model import Level

_ = Catalogue("pushit")

_HIGHEST = 10**MOST_DIGITS - 1


def blank(rows: int, columns: int) -> Level:
    """A board without a block."""
    return Level(columns, (0,) * (rows * columns))


def apply(level: Level, tool: str, target: Hashable) -> Level:
    """The level with one more block on the cell, one less, or the ball starting there.

    What the file said about lengths is dropped: it was true of another level.

    >>> apply(blank(2, 2), "raise", (1, 0)).heights
    (0, 0, 1, 0)
    """
    if not level.holds(target):
        return level
    row, column = target
    changed = level
    if tool == "start":
        changed = replace(level, start=(row, column))
    elif tool in ("raise", "lower"):
        heights = list(level.heights)
        at = row * level.columns + column
        heights[at] = min(_HIGHEST, max(0, heights[at] + (1 if tool == "raise" else -1)))
        changed = replace(level, heights=tuple(heights))
    return level if changed == level else replace(changed, headers=level.headers.of_position())


def resize(level: Level, rows: int, columns: int) -> Level:
    """The level cut off or continued without blocks; a start that is cut off is in the corner again.

    >>> resize(Level(2, (1, 2, 3, 4)), 1, 3).heights
    (1, 2, 0)
    """
    before = [level.heights[at : at + level.columns] for at in range(0, len(level.heights), level.columns)]
    heights = tuple(height for line in resized(before, rows, columns, 0) for height in line)
    start = level.start if level.start[0] < rows and level.start[1] < columns else (0, 0)
    return replace(level, columns=columns, heights=heights, start=start, headers=level.headers.of_position())


TOOLS = (
    Tool("raise", _("add a block"), "raise"),
    Tool("lower", _("take a block away"), "lower"),
    Tool("start", _("the ball starts here"), "ball"),
)

EDITOR = Editor(blank, TOOLS, apply, smallest=(2, 2), largest=(24, 24), resize=resize)
