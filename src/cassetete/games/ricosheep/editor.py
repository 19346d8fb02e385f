"""The editor: what its brushes draw, and other sizes of a meadow."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.grid import on_board, resized
from cassetete.core.message import Catalogue

from .model import BUSH, EMPTY, GRASS, SHEEP, TINTED_GRASS, WOLF, Level

_ = Catalogue("ricosheep")

# What a brush draws: ground and piece; None leaves what is there.
_BRUSHES: dict[str, tuple[str | None, str | None]] = {
    "empty": (EMPTY, EMPTY),
    "bush": (BUSH, EMPTY),
    "grass": (GRASS, None),
    "sheep": (None, SHEEP),
    "wolf": (None, WOLF),
}
_BRUSHES |= {f"grass-{tint}": (tint, None) for tint in TINTED_GRASS}
_BRUSHES |= {f"sheep-{tint}": (None, tint.upper()) for tint in TINTED_GRASS}


def blank(rows: int, columns: int) -> Level:
    """An empty meadow."""
    empty = (EMPTY * columns,) * rows
    return Level(empty, empty)


def apply(level: Level, tool: str, target: Hashable) -> Level:
    """The level after a stroke; a bush removes the animal that is there, and an animal the bush.

    >>> apply(blank(1, 2), "sheep", (0, 1)).pieces
    ('_S',)
    """
    if not on_board(target, level.rows, level.columns):
        return level
    row, column = target
    ground, piece = _BRUSHES[tool]
    if ground is None and level.ground[row][column] == BUSH:
        ground = EMPTY
    drawn = replace(
        level,
        ground=_with_letter(level.ground, row, column, ground),
        pieces=_with_letter(level.pieces, row, column, piece),
        eaten=False,
        headers=level.headers.of_position(),
    )
    return level if (drawn.ground, drawn.pieces) == (level.ground, level.pieces) else drawn


def _with_letter(grid: tuple[str, ...], row: int, column: int, letter: str | None) -> tuple[str, ...]:
    if letter is None:
        return grid
    line = grid[row][:column] + letter + grid[row][column + 1 :]
    return (*grid[:row], line, *grid[row + 1 :])


def resize(level: Level, rows: int, columns: int) -> Level:
    """The meadow cut off, or continued with empty cells.

    >>> resize(Level(("BG",), ("_S",)), 2, 1).ground
    ('B', '_')
    """
    return replace(
        level,
        ground=_resized(level.ground, rows, columns),
        pieces=_resized(level.pieces, rows, columns),
        eaten=False,
        headers=level.headers.of_position(),
    )


def _resized(grid: tuple[str, ...], rows: int, columns: int) -> tuple[str, ...]:
    return tuple("".join(line) for line in resized(grid, rows, columns, EMPTY))


TOOLS = (
    Tool("empty", _("empty")),
    Tool("bush", _("bush"), "bush"),
    Tool("grass", _("grass"), "grass"),
    Tool("sheep", _("sheep"), "sheep"),
    Tool("wolf", _("wolf"), "wolf"),
    *(Tool(f"grass-{tint}", _("grass {letter}", letter=tint), f"grass-{tint}") for tint in TINTED_GRASS),
    *(Tool(f"sheep-{tint}", _("sheep {letter}", letter=tint.upper()), f"sheep-{tint}") for tint in TINTED_GRASS),
)

EDITOR = Editor(blank, TOOLS, apply, resize=resize)
