"""Which target is at a point of a scene."""

from __future__ import annotations

from collections.abc import Hashable
from math import hypot

from cassetete.scene.shapes import Disc, Line, Point, Polygon, Scene, Shape, Sprite


def pick(scene: Scene, x: float, y: float) -> Hashable:
    """The target of the frontmost shape at (x, y); None if there is none.

    >>> from cassetete.scene.shapes import box
    >>> pick(Scene(2, 1, (box(0, 0, target="left"), box(1, 0, target="right"))), 1.5, 0.5)
    'right'
    """
    for shape in reversed(scene.shapes):
        if shape.target is not None and _covers(shape, x, y):
            return shape.target
    return None


def _covers(shape: Shape, x: float, y: float) -> bool:
    if isinstance(shape, Polygon):
        return inside(shape.points, x, y)
    if isinstance(shape, Disc):
        return hypot(x - shape.at[0], y - shape.at[1]) <= shape.radius
    if isinstance(shape, Line):
        legs = zip(shape.points, shape.points[1:], strict=False)
        return any(_distance(a, b, x, y) <= shape.width / 2 for a, b in legs)
    if isinstance(shape, Sprite):
        left, top = shape.at
        return left <= x <= left + shape.size[0] and top <= y <= top + shape.size[1]
    return abs(x - shape.at[0]) <= shape.size / 2 and abs(y - shape.at[1]) <= shape.size / 2


def inside(points: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a point is within an outline. Even-odd rule: count the sides that a ray to the right crosses."""
    if len(points) == 4 and _beside(points, x, y):
        return False
    odd = False
    for (xa, ya), (xb, yb) in zip(points, points[1:] + points[:1], strict=True):
        if (ya > y) != (yb > y) and x < xa + (y - ya) * (xb - xa) / (yb - ya):
            odd = not odd
    return odd


def _beside(corners: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether all four corners are on one side of the point: true for most shapes of a board, and quick to find out."""
    (xa, ya), (xb, yb), (xc, yc), (xd, yd) = corners
    return (
        (ya < y and yb < y and yc < y and yd < y)
        or (ya > y and yb > y and yc > y and yd > y)
        or (xa < x and xb < x and xc < x and xd < x)
        or (xa > x and xb > x and xc > x and xd > x)
    )


def _distance(a: Point, b: Point, x: float, y: float) -> float:
    """From (x, y) to the segment ab."""
    (ax, ay), (bx, by) = a, b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = 0.0 if length == 0 else ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    along = min(1.0, max(0.0, along))
    return hypot(x - (ax + along * (bx - ax)), y - (ay + along * (by - ay)))
