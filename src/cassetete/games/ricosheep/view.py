"""What a board looks like: scene, motions, and a picture in plain text."""

from __future__ import annotations

from functools import lru_cache

from cassetete.core.contract import View
from cassetete.core.grid import Cell, Direction, on_board
from cassetete.scene.cells import frame, layer_ring, middle, slide, square
from cassetete.scene.shapes import Disc, Line, Scene, Shape, Sprite, box
from cassetete.scene.tween import Motion

from . import rules
from .formats import one_grid, position
from .model import BUSH, EMPTY, GRASS, SHEEP, Level, State

HERD_SHARE = 0.55
"""The part of the animation in which the herd moves, where wolves follow it."""

_SPRITES = {BUSH: "bush", GRASS: "grass"}


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """Meadow, bushes and grass, then the marks, then the animals."""
    shapes: list[Shape] = list(_meadow(level.ground))
    shapes += [Disc(middle(cell), 0.47, fill="goal") for cell in _covered_grass(level, view.state)]
    shapes.append(box(0, 0, level.columns, level.rows, stroke="grid", line=0.06))
    for depth, layer in enumerate(view.layers):
        shapes += [layer_ring((row, column), depth, 0.46) for row, column, _coat in sorted(layer.sheep)]
    shapes += _marks(level, view)
    # A herd that goes left looks left; otherwise it looks right, as it is drawn.
    mirror = view.last is Direction.LEFT
    for row, column, coat in sorted(view.state.sheep):
        name = "sheep" if coat == SHEEP else f"sheep-{coat.lower()}"
        key = f"sheep-{row}-{column}"
        shapes.append(Sprite(name, (column, row), mirror=mirror, key=key, target=(row, column)))
    for row, column in sorted(view.state.wolves):
        key = f"wolf-{row}-{column}"
        shapes.append(Sprite("wolf", (column, row), mirror=mirror, key=key, target=(row, column)))
    return Scene(level.columns, level.rows, tuple(shapes))


@lru_cache(maxsize=8)
def _meadow(ground: tuple[str, ...]) -> tuple[Shape, ...]:
    """What never moves, drawn once for a level."""
    shapes: list[Shape] = []
    for row, line in enumerate(ground):
        for column, what in enumerate(line):
            shapes.append(square((row, column)))
            if what != EMPTY:
                name = _SPRITES.get(what) or f"grass-{what}"
                shapes.append(Sprite(name, (column, row), target=(row, column)))
    return tuple(shapes)


def _covered_grass(level: Level, state: State) -> list[Cell]:
    """The tufts that have a sheep they accept."""
    coloured = {(row, column) for row, column, _coat in level.tinted_grass & state.sheep}
    covered = {(row, column) for row, column, _coat in state.sheep}
    return sorted(coloured | (level.plain_grass & covered))


def _marks(level: Level, view: View[State, Direction]) -> list[Shape]:
    """The marks: a frame around a cell, an arrow across the board for a direction; and the cursor."""
    shapes: list[Shape] = []
    for mark in view.marks:
        if on_board(mark.target, level.rows, level.columns):
            shapes.append(frame(mark.target, mark.kind.role, inset=0.04))
        elif isinstance(mark.target, Direction):
            shapes.append(_arrow(level, mark.target, mark.kind.role))
    if on_board(view.cursor, level.rows, level.columns):
        shapes.append(frame(view.cursor, "cursor", line=0.06, inset=0.04))
    return shapes


def _arrow(level: Level, direction: Direction, role: str) -> Line:
    down, right = direction.step
    y, x = level.rows / 2, level.columns / 2
    reach = 0.35 * (level.rows if down else level.columns)
    points = ((x - right * reach, y - down * reach), (x + right * reach, y + down * reach))
    return Line(points, stroke=role, width=0.16, arrow=True)


def motions(level: Level, before: State, move: Direction) -> list[Motion]:
    """The herd slides, then the wolves follow; a sheep that is eaten ends up by the wall, where a wolf ends up too."""
    after = rules.play(level, before, move)
    pack = rules.slide(level, before.wolves, move)
    share = HERD_SHARE if any(wolf != stop for wolf, stop in pack) else 1.0
    found = []
    for (row, column, coat), stop in rules.slide(level, before.sheep, move):
        eaten = (stop[0], stop[1], coat) not in after.sheep
        end = level.walls[move][row, column] if eaten else stop
        if end != (row, column):
            found.append(slide(f"sheep-{row}-{column}", (row, column), end, until=share))
    for wolf, stop in pack:
        if stop != wolf:
            found.append(slide(f"wolf-{wolf[0]}-{wolf[1]}", wolf, stop, begin=share))
    return found


def text(level: Level, view: View[State, Direction]) -> str:
    """The board as in its file; with colours, each cell shows its ground and then its piece.

    Marked cells are in brackets.
    """
    now = position(level, view.state)
    grid = one_grid(now)
    if grid is None:
        pairs = [zip(ground, pieces, strict=True) for ground, pieces in zip(now.ground, now.pieces, strict=True)]
        rows = [[ground + piece.replace(EMPTY, " ") for ground, piece in row] for row in pairs]
    else:
        rows = [list(row) for row in grid]
    marked = {mark.target for mark in view.marks} | {view.cursor}
    framed = any(on_board(target, level.rows, level.columns) for target in marked)
    lines = []
    for i, row in enumerate(rows):
        if framed:
            line = "".join(f"[{cell}]" if (i, j) in marked else f" {cell} " for j, cell in enumerate(row))
        else:
            line = ("" if grid is not None else " ").join(row)
        lines.append(line.rstrip())
    return "\n".join(lines)
