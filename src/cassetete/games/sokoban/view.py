"""How a position looks: as shapes and as text."""

from __future__ import annotations

from functools import lru_cache

from cassetete.core.contract import MarkKind, View
from cassetete.core.grid import Cell, Direction, on_board
from cassetete.scene.cells import frame, layer_ring, middle, square
from cassetete.scene.shapes import Disc, Line, Scene, Shape, Sprite, box
from cassetete.scene.tween import Motion

from . import rules
from .box_paths import reach, way_of
from .floor_graph import connected, region
from .formats.alphabet import XSB, rows_of
from .model import Level, State
from .problems import problems


def text(level: Level, view: View[State, Direction]) -> str:
    """The position in XSB's characters; if cells are marked, a sign stands before each of them."""
    rows = rows_of(level, view.state, XSB)
    signs = {cell: kind.sign for cell, kind in _marked_cells(level, view)}
    if signs:
        rows = ["".join(signs.get((i, j), " ") + sign for j, sign in enumerate(row)) for i, row in enumerate(rows)]
    return "\n".join(rows)


def scene(level: Level, view: View[State, Direction]) -> Scene:
    """Floor and targets, marks, walls, boxes, and the player facing the last move."""
    shapes: list[Shape] = list(_ground(level))
    marked = _marked_cells(level, view)
    # What explains a mistake or a hint: the floor that the player can never come to, where a box goes.
    closed = [cell for cell, kind in marked if kind is MarkKind.BECAUSE]
    because = "bad" if any(mark.kind is MarkKind.MISTAKE for mark in view.marks) else "accent"
    shapes += [Disc(middle(cell), 0.16, fill=because, target=cell) for cell in closed]
    stood = [layer.player for layer in view.layers]
    shapes += [layer_ring(cell, depth, 0.44) for depth, cell in enumerate(stood) if cell is not None]
    shapes += _where_to(level, view)
    for i, j in sorted(view.state.boxes):
        name = "box-on-target" if (i, j) in level.targets else "box"
        shapes.append(Sprite(name, (j, i), key=f"box-{i}-{j}", target=(i, j)))
    if view.state.player is not None:
        i, j = view.state.player
        facing = view.last.name.lower() if view.last is not None else "down"
        shapes.append(Sprite(f"player-{facing}", (j, i), key="player", target=(i, j)))
    shapes += _dragged(level, view)
    if view.state.player is not None:
        i, j = view.state.player
        shapes += [_arrow(i, j, mark.target) for mark in view.marks if isinstance(mark.target, Direction)]
    shapes += [
        frame(cell, kind.role, line=0.1, inset=-0.05, round=0.12)
        for cell, kind in marked
        if kind is not MarkKind.BECAUSE
    ]
    shapes += [box(j, i, target=(i, j)) for i, j in _rest(level)]
    return Scene(level.columns, level.rows, tuple(shapes), background="paper")


def _where_to(level: Level, view: View[State, Direction]) -> list[Shape]:
    """Small squares where the chosen box can be pushed, and a frame around it; smaller and fainter ones for a box that
    the pointer is over; none in a position without moves, as a won one is."""
    if not rules.moves(level, view.state):
        return []
    started = view.drag[0] if view.drag is not None else None
    chosen = next((cell for cell in (started, view.cursor) if cell in view.state.boxes), None)
    over = view.pointer if chosen is None and view.pointer in view.state.boxes else None
    shapes: list[Shape] = []
    if on_board(chosen, level.rows, level.columns):
        shapes.append(frame(chosen, "cursor", line=0.08, inset=-0.04, round=0.12))
        cells = sorted(reach(level, view.state, chosen))
        shapes += [box(j + 0.36, i + 0.36, 0.28, 0.28, fill="cursor", target=(i, j)) for i, j in cells]
    elif on_board(over, level.rows, level.columns):
        cells = sorted(reach(level, view.state, over))
        shapes += [box(j + 0.42, i + 0.42, 0.16, 0.16, fill="muted", target=(i, j)) for i, j in cells]
    return shapes


def _dragged(level: Level, view: View[State, Direction]) -> list[Shape]:
    """A box being dragged: its way to where it would go now, and the box there."""
    if view.drag is None or view.drag[0] not in view.state.boxes:
        return []
    cells = way_of(level, view.state, *view.drag)
    if len(cells) < 2:
        return []
    i, j = cells[-1]
    points = tuple(middle(cell) for cell in cells)
    return [
        Line(points, stroke="cursor", width=0.07, arrow=True),
        box(j + 0.1, i + 0.1, 0.8, 0.8, stroke="cursor", line=0.07),
    ]


def motions(level: Level, before: State, move: Direction) -> list[Motion]:
    """The player goes one step, and a box in front moves along."""
    if before.player is None:
        return []
    way = ((0.0, 0.0), (float(move.step[1]), float(move.step[0])))
    found = [Motion("player", way)]
    if rules.pushes(level, before, move):
        i, j = rules.beside(before.player, move)
        found.append(Motion(f"box-{i}-{j}", way))
    return found


def indoors(level: Level) -> frozenset[Cell]:
    """Where floor is drawn: what the player can come to and under every piece; in a half-drawn level, everything
    that is not open to the outside."""
    pieces = level.boxes | level.targets | ({level.player} if level.player else set())
    if level.player is not None and not any(problem.place for problem in problems(level)):
        return pieces | frozenset(region(level))
    edge = [(i, j) for i, j in level.floor if i in (0, level.rows - 1) or j in (0, level.columns - 1)]
    return pieces | (level.floor - set(connected(edge, level.floor)))


@lru_cache(maxsize=8)
def _ground(level: Level) -> tuple[Shape, ...]:
    """What never moves, drawn once for a level."""
    inside = sorted(indoors(level))
    shapes: list[Shape] = []
    for i, j in inside:
        shapes.append(square((i, j)))
        if (i, j) in level.targets:
            shapes.append(Sprite("target", (j, i), target=(i, j)))
    shapes += [Sprite("wall", (j, i), target=(i, j)) for i, j in sorted(level.walls)]
    return tuple(shapes)


@lru_cache(maxsize=8)
def _rest(level: Level) -> tuple[Cell, ...]:
    """The cells outside, which can be clicked in an editor."""
    return tuple(sorted(level.floor - indoors(level)))


def _marked_cells(level: Level, view: View[State, Direction]) -> list[tuple[Cell, MarkKind]]:
    return [(mark.target, mark.kind) for mark in view.marks if on_board(mark.target, level.rows, level.columns)]


def _arrow(i: int, j: int, direction: Direction) -> Shape:
    """From the player to where a hint points."""
    di, dj = direction.step
    points = ((j + 0.5 + 0.55 * dj, i + 0.5 + 0.55 * di), (j + 0.5 + 1.3 * dj, i + 0.5 + 1.3 * di))
    return Line(points, stroke="hint", width=0.1, arrow=True)
