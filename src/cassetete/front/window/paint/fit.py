"""Where a board goes: as large as it can be between the things that are drawn around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cassetete.scene.shapes import Label, Line, Point, Polygon, Scene, bounds

_FULL = 0.9
"""A board that fills this share of its box is taken for a box."""
_STEPS = 22


class Rect(NamedTuple):
    """A rectangle of the window."""

    x: float
    y: float
    width: float
    height: float


Outline = tuple[Point, ...]
"""The corners of a convex shape."""


def outline(scene: Scene) -> Outline:
    """The convex outline of what a scene shows, in its own units; the whole box if it is nearly that.

    >>> from cassetete.scene.shapes import box
    >>> outline(Scene(2, 1, (box(0, 0, 2, 1, fill="ink"),)))
    ((0.0, 0.0), (2, 0.0), (2, 1), (0.0, 1))
    """
    whole = ((0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height))
    points: set[Point] = set(scene.outline)
    for shape in () if scene.outline else scene.shapes:
        if isinstance(shape, Polygon | Line) and not (
            isinstance(shape, Polygon) and shape.fill is shape.stroke is None
        ):
            points.update(shape.points)
        elif not isinstance(shape, Polygon | Label):
            left, top, right, bottom = bounds(shape)
            points |= {(left, top), (right, top), (right, bottom), (left, bottom)}
    inside = {(min(max(x, 0.0), scene.width), min(max(y, 0.0), scene.height)) for x, y in points}
    hull = _hull(sorted(inside))
    if len(hull) < 3:
        return whole
    xs, ys = [x for x, _y in hull], [y for _x, y in hull]
    return hull if _area(hull) < _FULL * (max(xs) - min(xs)) * (max(ys) - min(ys)) else whole


def _hull(points: Sequence[Point]) -> Outline:
    """The convex hull of sorted points (Andrew's monotone chain)."""

    def half(ordered: Sequence[Point]) -> list[Point]:
        found: list[Point] = []
        for point in ordered:
            while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
                found.pop()
            found.append(point)
        return found[:-1]

    return tuple(half(points) + half(points[::-1]))


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(shape: Outline) -> float:
    pairs = zip(shape, shape[1:] + shape[:1], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def is_box(shape: Outline) -> bool:
    """Whether an outline is an upright rectangle."""
    return len(shape) == 4 and len({x for x, _y in shape}) == 2


@lru_cache(maxsize=64)
def fitted(
    size: tuple[float, float],
    shape: Outline,
    room: Rect,
    above: tuple[Rect, ...],
    below: tuple[Rect, ...],
    whole: float = 0.0,
) -> tuple[float, Point]:
    """The scale of a board of that size and outline in a room, and the place of its top left corner.

    It is in the middle from left to right, below all of `above` and above all of `below`: its outline meets none of
    them, though its box may. With `whole`, the scale is a whole number of that many parts of a unit.
    """
    least, most = 0.0, min(room.width / size[0], room.height / size[1])
    if _range(most, size, shape, room, above, below) is None:
        for _step in range(_STEPS):
            middle = (least + most) / 2
            if _range(middle, size, shape, room, above, below) is None:
                most = middle
            else:
                least = middle
        most = least
    scale = max(1.0, int(most * whole + 1e-6)) / whole if whole else most
    found = _range(scale, size, shape, room, above, below)
    y = room.y + (room.height - size[1] * scale) / 2
    if found is not None:
        y = min(max(y, found[0]), found[1])
    return scale, (room.x + (room.width - size[0] * scale) / 2, y)


def _range(
    scale: float,
    size: tuple[float, float],
    shape: Outline,
    room: Rect,
    above: Sequence[Rect],
    below: Sequence[Rect],
) -> tuple[float, float] | None:
    """The least and greatest y of the board's top; None if it has no place at that scale."""
    left = room.x + (room.width - size[0] * scale) / 2
    least, most = room.y, room.y + room.height - size[1] * scale
    for rect in above:
        ends = _ends(shape, (rect.x - left) / scale, (rect.x + rect.width - left) / scale)
        if ends is not None:
            least = max(least, rect.y + rect.height - ends[0] * scale)
    for rect in below:
        ends = _ends(shape, (rect.x - left) / scale, (rect.x + rect.width - left) / scale)
        if ends is not None:
            most = min(most, rect.y - ends[1] * scale)
    return (least, most) if least <= most + 1e-6 else None


def _ends(shape: Outline, begin: float, end: float) -> tuple[float, float] | None:
    """The least and greatest y of an outline between two x; None if it is not there at all."""
    found = []
    for (xa, ya), (xb, yb) in zip(shape, shape[1:] + shape[:1], strict=True):
        if xa > xb:
            (xa, ya), (xb, yb) = (xb, yb), (xa, ya)
        low, high = max(xa, begin), min(xb, end)
        if low > high:
            continue
        slope = (yb - ya) / (xb - xa) if xb > xa else 0.0
        found += [ya + slope * (low - xa), ya + slope * (high - xa)]
        if xa == xb:
            found += [ya, yb]
    return (min(found), max(found)) if found else None
