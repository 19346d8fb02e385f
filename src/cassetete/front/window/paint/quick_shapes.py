"""Shapes drawn by Tk itself: there at once, with stairs for edges, until there is time to make a picture of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cassetete.scene.shapes import Disc, Line, Point, Polygon, Shape
from cassetete.scene.svg import arrowed

Drawn = tuple[str, tuple[float, ...], tuple[Any, ...]]
"""What is drawn: its kind, where, and how it looks (fill, outline, and how thick that is)."""


def sketched(group: Sequence[Shape], scale: float, at: Point, colours: Mapping[str, str]) -> list[Drawn] | None:
    """The shapes of a picture one by one, at so many pixels a unit; None if there is one that Tk cannot draw.

    >>> square = Polygon(((0, 0), (1, 0), (1, 1)), fill="board")
    >>> sketched([square], 10, (5, 0), {"board": "white"})
    [('polygon', (5, 0, 15, 0, 15, 10), ('white', '', 0.0))]
    """
    found = []
    for shape in group:
        drawn = _drawn(shape, scale, at, colours)
        if drawn is None:
            return None
        found.append(drawn)
    return found


def _drawn(shape: Shape, scale: float, at: Point, colours: Mapping[str, str]) -> Drawn | None:
    if isinstance(shape, Disc):
        (x, y), reach = shape.at, shape.radius
        corners = ((x - reach, y - reach), (x + reach, y + reach))
        return "oval", _pixels(corners, scale, at), _look(shape, scale, colours)
    if isinstance(shape, Polygon):
        return "polygon", _pixels(shape.points, scale, at), _look(shape, scale, colours)
    if isinstance(shape, Line):
        points = arrowed(shape) if shape.arrow else shape.points
        # Tk's polygon without a fill is an open line that goes there and back.
        pen = ("", colours[shape.stroke], max(1.0, shape.width * scale))
        return "polygon", _pixels((*points, *points[-2:0:-1]), scale, at), pen
    return None


def _look(shape: Disc | Polygon, scale: float, colours: Mapping[str, str]) -> tuple[str, str, float]:
    fill = colours[shape.fill] if shape.fill else ""
    if shape.stroke is None:
        return fill, "", 0.0
    return fill, colours[shape.stroke], max(1.0, shape.width * scale)


def _pixels(points: Sequence[Point], scale: float, at: Point) -> tuple[float, ...]:
    return tuple(place for x, y in points for place in (at[0] + x * scale, at[1] + y * scale))
