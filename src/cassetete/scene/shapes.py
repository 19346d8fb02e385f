"""The five shapes every board is made of, and the scene that holds them in drawing order.

Coordinates are board units (a cell is 1 by 1), x to the right and y downwards; the front end scales.
Colours are roles ("wall", "goal"), which a theme turns into colours.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """What all shapes have: `key` is the piece that moves, `target` what a click on it means."""

    key: str | None = None
    target: Hashable = None


@dataclass(frozen=True, slots=True)
class Polygon(_Drawn):
    """A closed outline; with neither fill nor stroke it is an invisible place to click.

    `round` is the radius of the corners, for upright rectangles only (see `box`); `opacity` is that of the fill.
    """

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.03
    round: float = 0.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Line(_Drawn):
    """An open path; `arrow` puts a head at its end."""

    points: tuple[Point, ...]
    stroke: str = "ink"
    width: float = 0.05
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Disc(_Drawn):
    """A filled circle."""

    at: Point
    radius: float
    fill: str | None = "ink"
    stroke: str | None = None
    width: float = 0.03


@dataclass(frozen=True, slots=True)
class Label(_Drawn):
    """A short text; `size` is the height of a line in board units.

    `anchor` is the part of the text at the point: "middle", "start" or "end".
    """

    at: Point
    text: str
    size: float = 0.6
    fill: str = "ink"
    bold: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Sprite(_Drawn):
    """A picture of the game's `art/` folder, by name, with its top left corner at `at`."""

    name: str
    at: Point
    size: Point = (1.0, 1.0)
    turn: int = 0
    mirror: bool = False


Shape: TypeAlias = Polygon | Line | Disc | Label | Sprite


@dataclass(frozen=True, slots=True)
class Scene:
    """A board ready to be drawn: its size in board units and its shapes, back to front.

    >>> Scene(2, 1, (Disc((0.5, 0.5), 0.4, key="ball"),)).shapes[0].key
    'ball'
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    background: str = "board"
    outline: tuple[Point, ...] = ()
    """Points around everything that may be drawn while the level is played; without them, what is drawn now."""


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The same shape, dx to the right and dy down.

    >>> moved(Disc((1, 1), 0.5), 2, 0).at
    (3, 1)
    """
    if isinstance(shape, Polygon | Line):
        return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
    return replace(shape, at=(shape.at[0] + dx, shape.at[1] + dy))


def box(
    x: float,
    y: float,
    width: float = 1.0,
    height: float = 1.0,
    *,
    fill: str | None = None,
    stroke: str | None = None,
    line: float = 0.03,
    round: float = 0.0,
    key: str | None = None,
    target: Hashable = None,
) -> Polygon:
    """An upright rectangle as a polygon, from its top left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, fill=fill, stroke=stroke, width=line, round=round, key=key, target=target)


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape, its outline included; approximate for a text."""
    if isinstance(shape, Sprite):
        (x, y), (w, h) = shape.at, shape.size
        return x, y, x + w, y + h
    if isinstance(shape, Disc):
        (x, y), reach = shape.at, shape.radius + (shape.width / 2 if shape.stroke else 0)
        return x - reach, y - reach, x + reach, y + reach
    if isinstance(shape, Label):
        (x, y), reach = shape.at, shape.size * max(1, len(shape.text))
        return x - reach, y - shape.size, x + reach, y + shape.size
    pen = shape.width / 2 if isinstance(shape, Line) or shape.stroke else 0.0
    if isinstance(shape, Line) and shape.arrow:
        pen = 4 * shape.width
    xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
    return min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen
