"""Shapes as Tk draws them: quick, but with jagged edges; shown until there is time to render a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cassetete.front.window.paint.items import Item
from cassetete.scene.shapes import Disc, Line, Point, Polygon, Shape
from cassetete.scene.svg import arrowed


def placeholders(
    group: Sequence[Shape], scale: float, at: Point, colours: Mapping[str, str], key: str | None = None
) -> list[Item] | None:
    """An item for each shape of a group, at so many pixels a unit; None if Tk cannot draw one of them.

    >>> triangle = Polygon(((0, 0), (1, 0), (1, 1)), fill="board")
    >>> [item[:3] for item in placeholders([triangle], 10, (5, 0), {"board": "white"})]
    [('polygon', (5, 0, 15, 0, 15, 10), ('white', '', 0.0))]
    """
    found = []
    for shape in group:
        item = _placeholder(shape, scale, at, colours, key)
        if item is None:
            return None
        found.append(item)
    return found


def _placeholder(shape: Shape, scale: float, at: Point, colours: Mapping[str, str], key: str | None) -> Item | None:
    if isinstance(shape, Disc):
        (x, y), reach = shape.at, shape.radius
        corners = ((x - reach, y - reach), (x + reach, y + reach))
        return Item("oval", _pixels(corners, scale, at), _look(shape, scale, colours), key)
    if isinstance(shape, Polygon):
        return Item("polygon", _pixels(shape.points, scale, at), _look(shape, scale, colours), key)
    if isinstance(shape, Line):
        points = arrowed(shape) if shape.arrow else shape.points
        # Tk's polygon without a fill is an open line: draw it there and back.
        pen = ("", colours[shape.stroke], max(1.0, shape.width * scale))
        return Item("polygon", _pixels((*points, *points[-2:0:-1]), scale, at), pen, key)
    return None


def _look(shape: Disc | Polygon, scale: float, colours: Mapping[str, str]) -> tuple[str, str, float]:
    fill = colours[shape.fill] if shape.fill else ""
    if shape.stroke is None:
        return fill, "", 0.0
    return fill, colours[shape.stroke], max(1.0, shape.width * scale)


def _pixels(points: Sequence[Point], scale: float, at: Point) -> tuple[float, ...]:
    return tuple(place for x, y in points for place in (at[0] + x * scale, at[1] + y * scale))
