"""Shapes as SVG elements: roles are CSS classes, so a theme changes without drawing again; sprites are symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite
from cassetete.scene.svg import arrowed

MARGIN = 0.25
"""Around the board, in board units."""

_SVG = re.compile(r"<svg\b([^>]*)>(.*)</svg>", re.DOTALL)
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')


_CELLS = ("cells",)
LEAST_MERGED = 24
"""A ground of fewer shapes is drawn shape by shape."""


def elements(scene: Scene, game_id: str) -> list[str]:
    """The elements of a scene, back to front; each is one SVG element. What is invisible is left out."""
    found: list[str] = []
    at = 0
    for ground in grounds(scene.shapes, game_id):
        found += _each(scene.shapes[at : ground.start], game_id)
        found += ground.elements
        at = ground.start + len(ground.shapes)
    return found + _each(scene.shapes[at:], game_id)


def _each(shapes: Iterable[Shape], game_id: str) -> list[str]:
    return [drawn for shape in shapes if (drawn := element(shape, game_id))]


class Ground(NamedTuple):
    """Many shapes in a row that do not move, from a place in the scene on, and the few elements that show them.

    A browser lays out and paints every element again in each frame, so a board of 30 by 30 is 900 cells slower.
    """

    start: int
    shapes: tuple[Shape, ...]
    elements: list[str]


def grounds(shapes: Sequence[Shape], game_id: str) -> list[Ground]:
    """The grounds of a scene: cells with what stands on them, dots of one kind, or unseen places to click."""
    found = []
    start = 0
    while start < len(shapes):
        kind, end = _ground_kind(shapes[start]), start + 1
        if kind is None:
            start = end
            continue
        covered = {_cell_of(shapes[start])}
        while end < len(shapes) and _ground_kind(shapes[end]) == kind:
            if kind == _CELLS:
                cell = _cell_of(shapes[end])
                if isinstance(shapes[end], Polygon) and cell in covered:
                    break  # a second colour for the same cell: it must stay above the first
                covered.add(cell)
            end += 1
        if end - start >= LEAST_MERGED:
            some = tuple(shapes[start:end])
            found.append(Ground(start, some, _merged(some, game_id)))
        start = end
    return found


def _ground_kind(shape: Shape) -> tuple[object, ...] | None:
    """Shapes of the same kind, one after another, may be drawn together: they do not cover each other."""
    if shape.key is not None:
        return None
    if isinstance(shape, Disc):
        return None if shape.fill is None or shape.stroke is not None else ("dots", shape.fill, shape.radius)
    if isinstance(shape, Polygon) and shape.fill is None and shape.stroke is None:
        return ("places",)
    return None if _cell_of(shape) is None else _CELLS


def _cell_of(shape: Shape) -> Point | None:
    """The top left corner of the one cell that a shape fills: a square without an outline, or a sprite."""
    if isinstance(shape, Sprite):
        return shape.at if shape.size == (1, 1) and shape.at[0] % 1 == 0 == shape.at[1] % 1 else None
    if not isinstance(shape, Polygon) or shape.fill is None or shape.stroke is not None or shape.round:
        return None
    x, y = shape.points[0]
    square = shape.points == ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    return (x, y) if square and shape.opacity == 1 and x % 1 == 0 == y % 1 else None


def _merged(shapes: tuple[Shape, ...], game_id: str) -> list[str]:
    """One outline for everything of a colour, then the sprites that stand there."""
    outlines: dict[str, list[str]] = {}
    sprites = []
    for shape in shapes:
        if isinstance(shape, Polygon):
            if shape.fill is None:
                continue
            x, y = shape.points[0]
            outlines.setdefault(str(shape.fill), []).append(f"M{_n(x)} {_n(y)}h1v1h-1z")
        elif isinstance(shape, Disc):
            (x, y), r = shape.at, shape.radius
            arc = f"a{_n(r)} {_n(r)} 0 1 0"
            left, across = f"M{_n(x - r)} {_n(y)}", _n(2 * r)
            outlines.setdefault(str(shape.fill), []).append(f"{left}{arc} {across} 0{arc} -{across} 0z")
        else:
            sprites.append(element(shape, game_id))
    paths = [f'<path{_paint(role, None, 0)} d="{"".join(pieces)}"/>' for role, pieces in outlines.items()]
    return paths + sprites


@lru_cache(maxsize=20_000)
def element(shape: Shape, game_id: str) -> str:
    """One shape; "" if there is nothing to see."""
    key = f' data-k="{escape(shape.key)}"' if shape.key is not None else ""
    if isinstance(shape, Polygon):
        if shape.fill is None and shape.stroke is None:
            return ""
        return _polygon(shape, key)
    if isinstance(shape, Line):
        points = arrowed(shape) if shape.arrow else shape.points
        return f'<polyline{key}{_paint(None, shape.stroke, shape.width)} points="{_points(points)}"/>'
    if isinstance(shape, Disc):
        paint = _paint(shape.fill, shape.stroke, shape.width)
        return f'<circle{key}{paint} cx="{_n(shape.at[0])}" cy="{_n(shape.at[1])}" r="{_n(shape.radius)}"/>'
    if isinstance(shape, Label):
        bold = " b" if shape.bold else ""
        return (
            f'<text{key} class="f-{escape(shape.fill)}{bold}" x="{_n(shape.at[0])}" y="{_n(shape.at[1])}"'
            f' font-size="{_n(shape.size)}" text-anchor="{escape(shape.anchor)}">{escape(shape.text)}</text>'
        )
    return _sprite(shape, game_id, key)


def symbol_id(game_id: str, name: str) -> str:
    """The id of a sprite's symbol in the document."""
    return f"art-{game_id}-{name}"


def symbol(game_id: str, name: str, source: str) -> str:
    """The SVG source of a sprite as a symbol."""
    found = _SVG.search(source)
    if found is None:
        raise ValueError("a sprite must be an <svg> element")
    view = _VIEW_BOX.search(found.group(1))
    view_box = f' viewBox="{view.group(1)}"' if view else ""
    return f'<symbol id="{symbol_id(game_id, name)}"{view_box}>{found.group(2).strip()}</symbol>'


def sprites(shapes: Iterable[Shape]) -> set[str]:
    """The names of the sprites among shapes."""
    return {shape.name for shape in shapes if isinstance(shape, Sprite)}


def _polygon(shape: Polygon, key: str) -> str:
    paint = _paint(shape.fill, shape.stroke, shape.width)
    if shape.opacity < 1:
        paint += f' fill-opacity="{_n(shape.opacity)}"'
    if not shape.round:
        return f'<polygon{key}{paint} points="{_points(shape.points)}"/>'
    (x, y), (right, bottom) = shape.points[0], shape.points[2]
    return (
        f'<rect{key}{paint} x="{_n(x)}" y="{_n(y)}" width="{_n(right - x)}" height="{_n(bottom - y)}"'
        f' rx="{_n(shape.round)}"/>'
    )


def _sprite(shape: Sprite, game_id: str, key: str) -> str:
    (x, y), (w, h) = shape.at, shape.size
    place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"'
    use = f'href="#{symbol_id(game_id, escape(shape.name))}" {place}'
    if not shape.turn and not shape.mirror:
        return f"<use{key} {use}/>"
    cx, cy = x + w / 2, y + h / 2
    flip = " scale(-1 1)" if shape.mirror else ""
    turned = f"translate({_n(cx)} {_n(cy)}) rotate({shape.turn}){flip} translate({_n(-cx)} {_n(-cy)})"
    # A moving piece is translated as a whole, so its own turn goes on an element inside.
    return f'<g{key}><use transform="{turned}" {use}/></g>'


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    names = ([f"f-{fill}"] if fill else []) + ([f"s-{stroke}"] if stroke else [])
    line = f' stroke-width="{_n(width)}"' if stroke else ""
    return f' class="{escape(" ".join(names))}"{line}'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
