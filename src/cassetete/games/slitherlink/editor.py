"""Drawing a level: a brush for each clue and one to erase it; or the loop, which gives the clues."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.grid import resized
from cassetete.core.message import Catalogue

from .loop_drawing import clues_of_loop, toggle_inside
from .model import Level, State, edge_number, numbers, segment_of
from .view import editing_scene

_ = Catalogue("slitherlink")

TOOLS = (
    Tool("0", _("clue 0"), key="0"),
    Tool("1", _("clue 1"), key="1"),
    Tool("2", _("clue 2"), key="2"),
    Tool("3", _("clue 3"), key="3"),
    Tool("4", _("clue 4"), key="4"),
    Tool("erase", _("no clue"), key="BackSpace"),
    Tool("loop", _("draw the loop"), how=_("Colour the cells inside the loop, then take the clues from it.")),
    Tool(
        "clues",
        _("clues from the loop"),
        at_once=True,
        how=_("Draw a loop first: one that is closed and does not touch itself."),
    ),
)
_CLUES = {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "erase": None}


def blank(rows: int, columns: int) -> Level:
    """A grid without clues."""
    return Level(rows, columns, ((None,) * columns,) * rows)


def apply(level: Level, tool: str, target: Hashable) -> Level:
    """The level with the clue of one cell changed; what the headers said of its solution no longer holds.

    >>> apply(blank(1, 2), "3", ("cell", 0, 1)).clues
    ((None, 3),)
    """
    if tool == "clues":
        return clues_of_loop(level)
    match target:
        case ("cell", int(i), int(j)) if tool == "loop" and 0 <= i < level.rows and 0 <= j < level.columns:
            return toggle_inside(level, (i, j))
        case ("cell", int(i), int(j)) if tool in _CLUES and 0 <= i < level.rows and 0 <= j < level.columns:
            row = list(level.clues[i])
            if row[j] == _CLUES[tool]:
                return level
            row[j] = _CLUES[tool]
            clues = (*level.clues[:i], tuple(row), *level.clues[i + 1 :])
            return replace(level, clues=clues, headers=level.headers.of_position())
    return level


def resize(level: Level, rows: int, columns: int) -> Level:
    """The grid cut off or continued without clues; marks stay where there is still a segment.

    >>> resize(Level(1, 2, ((3, 1),)), 2, 1).clues
    ((3,), (None,))
    """

    def kept(mask: int) -> int:
        segments = (segment_of(level.rows, level.columns, edge) for edge in numbers(mask))
        edges = (edge_number(rows, columns, segment) for segment in segments)
        return sum(1 << edge for edge in edges if edge is not None)

    def still_there(mask: int) -> int:
        cells = (divmod(cell, level.columns) for cell in numbers(mask))
        return sum(1 << i * columns + j for i, j in cells if i < rows and j < columns)

    old = level.marks
    marks = State(kept(old.drawn), kept(old.crossed), still_there(old.inside), still_there(old.outside))
    return Level(rows, columns, tuple(resized(level.clues, rows, columns, None)), marks, level.headers.of_position())


EDITOR = Editor(blank, TOOLS, apply, largest=(40, 40), resize=resize, scene=editing_scene)
