"""How a board looks: as a scene in a window, as text in a terminal."""

from __future__ import annotations

from cassetete.core.contract import MarkKind, View
from cassetete.core.grid import Cell, Direction, on_board
from cassetete.scene.shapes import Label, Scene, Shape, box
from cassetete.scene.tween import Motion

from . import rules
from .model import Level, State


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
        shapes.append(box(column, row, stroke=kind.role, line=0.12))
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
            sign = marked[row, column].sign if (row, column) in marked else ""
            words.append(f"{sign}[{word}]" if tile and tile == view.cursor else f"{sign}{word}")
        lines.append("|".join(words))
    return "\n".join(lines)


def _marked(level: Level, view: View[State, Direction]) -> dict[Cell, MarkKind]:
    return {mark.target: mark.kind for mark in view.marks if on_board(mark.target, level.size, level.size)}
