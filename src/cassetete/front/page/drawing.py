"""Shapes as SVG elements: roles are CSS classes, so a theme changes without drawing again; sprites are symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite
from cassetete.scene.svg import arrowed

MARGIN = 0.25
"""Around the board, in board units."""

_SVG = re.compile(r"<svg\b([^>]*)>(.*)</svg>", re.DOTALL)
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')


def elements(scene: Scene, game_id: str) -> list[str]:
    """The elements of a scene, back to front; each is one SVG element. What is invisible is left out."""
    return [drawn for shape in scene.shapes if (drawn := element(shape, game_id))]


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
