"""How a board looks: as a scene in a window, as text in a terminal."""

from __future__ import annotations

from cassetete.core.contract import MarkKind, View
from cassetete.core.grid import Cell, Direction
from cassetete.scene.shapes import Label, Scene, Shape, box
from cassetete.scene.tween import Motion

from . import rules
from .model import Level, State

ROLES = {MarkKind.HINT: "hint", MarkKind.MISTAKE: "bad", MarkKind.BECAUSE: "accent"}
SIGNS = {MarkKind.HINT: "?", MarkKind.MISTAKE: "!", MarkKind.BECAUSE: ":"}


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """The board to draw: what moves has a key, what can be clicked a target."""
    shapes: list[Shape] = []
    for place, tile in enumerate(view.state):
        row, column = divmod(place, level.size)
        if tile:
            key = f"tile-{tile}"
            shapes.append(box(column, row, fill="top", stroke="ink", key=key, target=(row, column)))
            shapes.append(Label((column + 0.5, row + 0.5), str(tile), key=key))
            if tile == view.cursor:
                shapes.append(box(column, row, stroke="cursor", line=0.08, key=key))
    for (row, column), kind in _marked(level, view).items():
        shapes.append(box(column, row, stroke=ROLES[kind], line=0.12))
    return Scene(level.size, level.size, tuple(shapes))


def motions(level: Level, before: State, move: Direction) -> list[Motion]:
    """The tile that slides, from where it stood."""
    after = rules.play(level, before, move)
    tile = after[before.index(0)]
    return [Motion(f"tile-{tile}", ((0, 0), (move.step[1], move.step[0])))]


def text(level: Level, view: View[State, Direction]) -> str:
    """The board in a terminal: the cursor in brackets, a sign before each marked tile."""
    marked = _marked(level, view)
    lines = []
    for row in range(level.size):
        words = []
        for column in range(level.size):
            tile = view.state[row * level.size + column]
            word = str(tile).rjust(len(str(level.size**2 - 1)))
            sign = SIGNS[marked[row, column]] if (row, column) in marked else ""
            words.append(f"{sign}[{word}]" if tile and tile == view.cursor else f"{sign}{word}")
        lines.append("|".join(words))
    return "\n".join(lines)


def _marked(level: Level, view: View[State, Direction]) -> dict[Cell, MarkKind]:
    cells = {(row, column) for row in range(level.size) for column in range(level.size)}
    return {mark.target: mark.kind for mark in view.marks if mark.target in cells}
