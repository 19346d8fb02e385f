"""Shapes as Tk draws them: quick, but with jagged edges; shown until there is time to render a picture.

Where there is no renderer at all, sprites are drawn from their SVG sources too: the elements that our art consists of.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

from cassetete.front.window.paint.items import Item
from cassetete.scene.shapes import Disc, Line, Point, Polygon, Shape, Sprite
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
    clear = isinstance(shape, Polygon) and shape.opacity < 1  # Tk has no glass: what lies behind is seen as it is
    fill = colours[shape.fill] if shape.fill and not clear else ""
    if shape.stroke is None:
        return fill, "", 0.0
    return fill, colours[shape.stroke], max(1.0, shape.width * scale)


def _pixels(points: Sequence[Point], scale: float, at: Point) -> tuple[float, ...]:
    return tuple(place for x, y in points for place in (at[0] + x * scale, at[1] + y * scale))


class _Outline(NamedTuple):
    """A part of a sprite, in the units of its view box, from the box's corner."""

    points: tuple[Point, ...]
    fill: str
    stroke: str
    width: float
    closed: bool


_PATH = re.compile(r"([MLHVCQAZmlhvcqaz])|(-?(?:[0-9]*\.)?[0-9]+(?:e-?[0-9]+)?)")
_CALL = re.compile(r"(\w+)\(([^)]*)\)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
_LOOK = ("fill", "fill-opacity", "stroke", "stroke-width")
_ROUND = 28
"""How many points a curve becomes."""


def sprite_placeholders(sprite: Sprite, scale: float, at: Point, art: Callable[[str], str] | None) -> list[Item]:
    """A sprite as polygons of the canvas; nothing if its source is not known or not of the simple kind."""
    if art is None:
        return []
    try:
        box, outlines = _outlines(art(sprite.name))
    except (KeyError, ValueError, ElementTree.ParseError, OSError):
        return []
    (left, top), (wide, high) = sprite.at, sprite.size
    fit, (dx, dy) = _fitted(box, wide, high)
    found = []
    for part in outlines:
        points = []
        for x, y in part.points:
            u, v = (dx + x * fit) / wide, (dy + y * fit) / high
            u, v = _turned((1 - u if sprite.mirror else u, v), sprite.turn)
            points.append((left + u * wide, top + v * high))
        outline = points if part.closed else [*points, *points[-2:0:-1]]
        pen = max(1.0, part.width * fit * scale) if part.stroke else 0.0
        fill = part.fill if part.closed else ""
        found.append(Item("polygon", _pixels(outline, scale, at), (fill, part.stroke, pen), sprite.key))
    return found


def _fitted(box: Sequence[float], wide: float, high: float) -> tuple[float, Point]:
    """How a view box is enlarged to fit into a rectangle, in the middle of it, and where its origin is then.

    >>> _fitted((-1, -1, 4, 2), 8, 8)
    (2.0, (2.0, 4.0))
    """
    left, top, width, height = box
    fit = min(wide / width, high / height)
    return fit, ((wide - width * fit) / 2 - left * fit, (high - height * fit) / 2 - top * fit)


def _turned(point: Point, degrees: float) -> Point:
    """A point of the unit square, turned about its middle."""
    if not degrees:
        return point
    turn = math.radians(degrees)
    x, y = point[0] - 0.5, point[1] - 0.5
    return 0.5 + x * math.cos(turn) - y * math.sin(turn), 0.5 + x * math.sin(turn) + y * math.cos(turn)


@lru_cache(maxsize=256)
def _outlines(source: str) -> tuple[tuple[float, ...], tuple[_Outline, ...]]:
    """A sprite's view box, and its parts from back to front; ValueError if the box is none."""
    root = ElementTree.fromstring(source)
    parts = [part for child in root for part in _parts(child, _painted(root, {}), ())]
    return _view_box(root), tuple(parts)


def _view_box(element: ElementTree.Element) -> tuple[float, ...]:
    box = tuple(float(word) for word in element.get("viewBox", "0 0 100 100").split())
    if len(box) != 4 or min(box[2:]) <= 0:
        raise ValueError("a view box is four numbers: left, top, width, height")
    return box


def _painted(element: ElementTree.Element, look: Mapping[str, str]) -> dict[str, str]:
    """The look of the elements inside, and of this one."""
    return {**look, **{name: value for name, value in element.attrib.items() if name in _LOOK}}


def _parts(element: ElementTree.Element, look: Mapping[str, str], moved: tuple[str, ...]) -> Iterator[_Outline]:
    look, moved = _painted(element, look), (*moved, element.get("transform", ""))
    kind = element.tag.rpartition("}")[2]
    number = {name: float(value) for name, value in element.attrib.items() if re.fullmatch(r"-?[0-9.]+", value)}
    lines: list[tuple[list[Point], bool]] = []
    if kind == "svg":  # a sprite inside a thumbnail
        fit, (dx, dy) = _fitted(_view_box(element), number["width"], number["height"])
        moved = (*moved, f"translate({number.get('x', 0) + dx:f} {number.get('y', 0) + dy:f}) scale({fit:f})")
    if kind in ("circle", "ellipse"):
        rx, ry = number.get("rx", number.get("r", 0)), number.get("ry", number.get("r", 0))
        lines = [(_ellipse(number.get("cx", 0), number.get("cy", 0), rx, ry), True)]
    elif kind == "rect":
        x, y, w, h = (number.get(name, 0) for name in ("x", "y", "width", "height"))
        lines = [([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True)]
    elif kind in ("polygon", "polyline"):
        words = [float(word) for word in re.findall(r"-?[0-9.]+", element.get("points", ""))]
        lines = [(list(zip(words[::2], words[1::2], strict=True)), kind == "polygon")]
    elif kind == "line":
        lines = [([(number.get("x1", 0), number.get("y1", 0)), (number.get("x2", 0), number.get("y2", 0))], False)]
    elif kind == "path":
        lines = list(_path(element.get("d", "")))
    for points, closed in lines:
        fill, stroke = _colour(look.get("fill", "#000000")), _colour(look.get("stroke", "none"))
        if float(look.get("fill-opacity", "1")) < 1:
            fill = ""
        if len(points) > 1 and (fill or stroke):
            places = tuple(_moved(point, moved) for point in points)
            width = float(look.get("stroke-width", "1")) * _enlarged(moved)
            yield _Outline(places, fill, stroke, width, closed or bool(fill))
    for child in element:
        yield from _parts(child, look, moved)


def _colour(name: str) -> str:
    """A colour that Tk knows; none for gradients."""
    return name if re.fullmatch(r"#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?|white|black", name) else ""


def _moved(point: Point, transforms: Sequence[str]) -> Point:
    """A point after the transforms of its element and of those around it, innermost first."""
    x, y = point
    for text in reversed(transforms):
        for name, words in reversed(_CALL.findall(text)):
            values = [float(word) for word in re.findall(r"-?[0-9.]+", words)]
            if name == "translate":
                x, y = x + values[0], y + (values[1] if len(values) > 1 else 0)
            elif name == "scale":
                x, y = x * values[0], y * values[-1]
            elif name == "rotate":
                cx, cy = values[1:3] if len(values) == 3 else (0.0, 0.0)
                turn = math.radians(values[0])
                dx, dy = x - cx, y - cy
                x, y = cx + dx * math.cos(turn) - dy * math.sin(turn), cy + dx * math.sin(turn) + dy * math.cos(turn)
    return x, y


def _enlarged(transforms: Sequence[str]) -> float:
    """By how much transforms enlarge the width of a line."""
    scales = [words for text in transforms for name, words in _CALL.findall(text) if name == "scale"]
    return math.prod(abs(float(re.findall(r"-?[0-9.]+", words)[0])) for words in scales)


def _ellipse(x: float, y: float, rx: float, ry: float) -> list[Point]:
    turns = [2 * math.pi * n / _ROUND for n in range(_ROUND)]
    return [(x + rx * math.cos(turn), y + ry * math.sin(turn)) for turn in turns]


def _path(text: str) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a path, its curves as many short ones; whether each is closed."""
    words = _PATH.findall(text)
    points: list[Point] = []
    index, command = 0, "L"
    while index < len(words):
        if words[index][0]:
            command = words[index][0]
            index += 1
        kind, relative = command.upper(), command.islower()
        if kind == "Z":
            yield points, True
            points = points[:1]
            continue
        values = [float(word[1]) for word in words[index : index + _ARGUMENTS[kind]]]
        index += _ARGUMENTS[kind]
        if len(values) < _ARGUMENTS[kind]:
            break
        here = points[-1] if points else (0.0, 0.0)
        if kind == "M" and len(points) > 1:
            yield points, False
        if kind == "M":
            points = []
            command = "l" if relative else "L"
        points += _stroke(kind, values, here, relative)
    if len(points) > 1:
        yield points, False


def _stroke(kind: str, values: list[float], here: Point, relative: bool) -> list[Point]:
    """The points that one command of a path adds."""
    (x, y), (ox, oy) = here, here if relative else (0.0, 0.0)
    if kind == "H":
        return [(values[0] + ox, y)]
    if kind == "V":
        return [(x, values[0] + oy)]
    if kind == "A":
        return _arc(here, values, (values[5] + ox, values[6] + oy))
    ends = [(values[n] + ox, values[n + 1] + oy) for n in range(0, len(values), 2)]
    return ends if kind in "ML" else _curve([here, *ends])


def _curve(handles: list[Point]) -> list[Point]:
    """Points on a Bézier curve, by de Casteljau's construction."""
    found = []
    for step in range(1, _ROUND // 2 + 1):
        part, line = step / (_ROUND // 2), handles
        while len(line) > 1:
            line = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in pairwise(line)]
        found.append(line[0])
    return found


def _arc(start: Point, values: list[float], end: Point) -> list[Point]:
    """Points on an arc of an upright ellipse, as SVG describes it: two radii, which of four arcs, and its end."""
    rx, ry, _turn, large, sweep = values[:5]
    (ax, ay), (bx, by) = start, end
    if not rx or not ry or start == end:
        return [end]
    dx, dy = (ax - bx) / 2 / rx, (ay - by) / 2 / ry
    far = dx * dx + dy * dy
    grown = max(1.0, math.sqrt(far))
    rx, ry, dx, dy, far = rx * grown, ry * grown, dx / grown, dy / grown, far / grown**2
    root = math.sqrt(max(0.0, 1 / far - 1)) * (-1 if large == sweep else 1)
    cx, cy = (ax + bx) / 2 + rx * root * dy, (ay + by) / 2 - ry * root * dx
    first = math.atan2((ay - cy) / ry, (ax - cx) / rx)
    last = math.atan2((by - cy) / ry, (bx - cx) / rx)
    if sweep and last < first:
        last += 2 * math.pi
    if not sweep and last > first:
        last -= 2 * math.pi
    turns = [first + (last - first) * n / _ROUND for n in range(1, _ROUND)]
    return [*((cx + rx * math.cos(turn), cy + ry * math.sin(turn)) for turn in turns), end]
