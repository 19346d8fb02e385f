"""A hint drawn on the board: dots along a walk, and an arrow beside the piece that moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from cassetete.core.contract import AnyGame, Mark, MarkKind, View
from cassetete.scene.shapes import Disc, Label, Line, Point, Scene, Shape, Sprite
from cassetete.scene.tween import Motion

_GAP, _LENGTH = 0.08, 0.7


def hint_shapes(
    game: AnyGame, level: Any, view: View[Any, Any], moves: Sequence[Any], scene: Scene
) -> tuple[Shape, ...]:
    """Dots along the moves before the last, and an arrow on the piece that the last one pushes or moves."""
    steps: list[list[Motion]] = []
    state, last = view.state, view.last
    for move in moves:
        steps.append(list(game.motions_from(level, state, move, view.turn)))
        if len(steps) < len(moves):
            state, last = game.rules.play(level, state, move), move
    there = scene if len(moves) == 1 else game.scene(level, View(state, last, options=view.options, turn=view.turn))
    return (*_walk(steps, scene), *_arrow(steps[-1], there, view.marks))


def _walk(steps: Sequence[Sequence[Motion]], scene: Scene) -> list[Shape]:
    """A dot for each move before the last, for a piece that moves in all of them."""
    if len(steps) == 1:
        return []
    common = set.intersection(*({motion.key for motion in motions} for motions in steps))
    walker = next((shape for shape in scene.shapes if shape.key in common), None)
    if walker is None:
        return []
    x, y = centre(walker)
    dots: list[Shape] = []
    for motions in steps[:-1]:
        dx, dy = next(motion.way[-1] for motion in motions if motion.key == walker.key)
        x, y = x + dx, y + dy
        dots.append(Disc((x, y), 0.1, "hint", "paper", 0.03))
    return dots


def _arrow(motions: Sequence[Motion], scene: Scene, marks: Sequence[Mark]) -> list[Shape]:
    """An arrow beside a piece, the way it goes first; a piece that the hint marks comes first."""
    marked = {mark.target for mark in marks if mark.kind is MarkKind.HINT}
    pieces = [(motion, shape) for motion in motions for shape in scene.shapes if shape.key == motion.key]
    pieces = [(motion, shape) for motion, shape in pieces if len(motion.way) >= 2]
    chosen = [(motion, shape) for motion, shape in pieces if shape.target in marked and shape.target is not None]
    if not pieces:
        return []
    motion, piece = chosen[-1] if chosen else pieces[0]
    dx, dy = motion.way[1][0] - motion.way[0][0], motion.way[1][1] - motion.way[0][1]
    length = hypot(dx, dy) or 1.0
    ends = _beside(piece, (dx / length, dy / length))
    return [Line(ends, "paper", 0.2, arrow=True), Line(ends, "hint", 0.12, arrow=True)]


def _beside(piece: Shape, way: Point) -> tuple[Point, Point]:
    """The two ends of an arrow that begins where the piece ends, so that it does not cover it."""
    (left, top), (right, bottom) = extent(piece)
    ux, uy = way
    far = min(half / abs(u) for half, u in (((right - left) / 2, ux), ((bottom - top) / 2, uy)) if abs(u) > 1e-9)
    x, y = (left + right) / 2, (top + bottom) / 2
    start, end = far + _GAP, far + _GAP + _LENGTH
    return (x + ux * start, y + uy * start), (x + ux * end, y + uy * end)


def extent(shape: Shape) -> tuple[Point, Point]:
    """The upper left and the lower right corner of a shape."""
    if isinstance(shape, Sprite):
        return shape.at, (shape.at[0] + shape.size[0], shape.at[1] + shape.size[1])
    if isinstance(shape, Disc | Label):
        reach = shape.radius if isinstance(shape, Disc) else shape.size / 2
        return (shape.at[0] - reach, shape.at[1] - reach), (shape.at[0] + reach, shape.at[1] + reach)
    xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
    return (min(xs), min(ys)), (max(xs), max(ys))


def centre(shape: Shape) -> Point:
    """The middle of a shape."""
    (left, top), (right, bottom) = extent(shape)
    return (left + right) / 2, (top + bottom) / 2
