"""Small pictures for buttons, drawn by us as shapes in a square of side 1."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from math import cos, pi, sin

from cassetete.scene.shapes import Disc, Line, Point, Polygon, Shape, box

_PEN = 0.1


def _line(*points: Point, arrow: bool = False) -> Line:
    return Line(points, "ink", _PEN, arrow)


def _arc(x: float, y: float, radius: float, begin: float, end: float, steps: int = 14) -> tuple[Point, ...]:
    """Points on a circle from one angle to another, in degrees, clockwise from the right."""
    angles = (pi / 180 * (begin + (end - begin) * step / steps) for step in range(steps + 1))
    return tuple((round(x + radius * cos(angle), 4), round(y + radius * sin(angle), 4)) for angle in angles)


def _triangle(*points: Point) -> Polygon:
    return Polygon(points, fill="ink")


def _box(x: float, y: float, width: float, height: float, round: float = 0.06) -> Polygon:
    return box(x, y, width, height, stroke="ink", line=_PEN, round=round)


def _mirrored(shapes: Iterable[Shape]) -> list[Shape]:
    found: list[Shape] = []
    for shape in shapes:
        assert isinstance(shape, Polygon | Line)
        points = tuple((round(1 - x, 4), y) for x, y in shape.points)
        kind = Polygon(points, fill=shape.fill) if isinstance(shape, Polygon) else _line(*points)
        found.append(kind)
    return found


def _undo() -> list[Shape]:
    return [_line((0.3, 0.34), *_arc(0.52, 0.6, 0.26, -90, 90)), _triangle((0.08, 0.34), (0.38, 0.12), (0.38, 0.56))]


def _turn() -> list[Shape]:
    """A tile of a board, and the way its back goes."""
    tile = _line((0.5, 0.92), (0.92, 0.7), (0.5, 0.48), (0.08, 0.7), (0.5, 0.92))
    return [tile, _line((0.9, 0.44), (0.72, 0.24), (0.36, 0.24)), _triangle((0.1, 0.24), (0.4, 0.04), (0.4, 0.44))]


def _page(*rest: Shape) -> list[Shape]:
    return [_line((0.6, 0.1), (0.22, 0.1), (0.22, 0.9), (0.78, 0.9), (0.78, 0.3), (0.6, 0.1)), *rest]


def _sun() -> list[Shape]:
    rays: list[Shape] = [
        _line(*((0.5 + reach * cos(pi / 4 * k), 0.5 + reach * sin(pi / 4 * k)) for reach in (0.34, 0.44)))
        for k in range(8)
    ]
    return [Disc((0.5, 0.5), 0.2, fill=None, stroke="ink", width=_PEN), *rays]


def _star() -> Polygon:
    points = tuple(
        (
            0.5 + (0.44 if k % 2 == 0 else 0.19) * sin(pi * k / 5),
            0.53 - (0.44 if k % 2 == 0 else 0.19) * cos(pi * k / 5),
        )
        for k in range(10)
    )
    return Polygon(points, fill="ink")


ICONS: dict[str, Callable[[], Sequence[Shape]]] = {
    "back": lambda: [_line((0.62, 0.18), (0.3, 0.5), (0.62, 0.82))],
    "previous": lambda: [_triangle((0.66, 0.16), (0.24, 0.5), (0.66, 0.84)), _line((0.2, 0.2), (0.2, 0.8))],
    "next": lambda: [_triangle((0.34, 0.16), (0.76, 0.5), (0.34, 0.84)), _line((0.8, 0.2), (0.8, 0.8))],
    "menu": lambda: [_line((0.18, y), (0.82, y)) for y in (0.26, 0.5, 0.74)],
    "undo": _undo,
    "redo": lambda: _mirrored(_undo()),
    "restart": lambda: [_line(*_arc(0.5, 0.52, 0.3, -40, 250)), _triangle((0.62, 0.06), (0.86, 0.34), (0.54, 0.42))],
    "hint": lambda: [
        _line((0.4, 0.68), *_arc(0.5, 0.38, 0.26, 130, 410), (0.6, 0.68)),
        _line((0.4, 0.8), (0.6, 0.8)),
        _line((0.45, 0.92), (0.55, 0.92)),
    ],
    "suppose": lambda: [_line((0.2, 0.86), (0.5, 0.56), (0.5, 0.14)), _line((0.5, 0.56), (0.8, 0.86))],
    "keep": lambda: [_line((0.16, 0.54), (0.4, 0.78), (0.84, 0.22))],
    "reject": lambda: [_line((0.22, 0.22), (0.78, 0.78)), _line((0.78, 0.22), (0.22, 0.78))],
    "close": lambda: [_line((0.26, 0.26), (0.74, 0.74)), _line((0.74, 0.26), (0.26, 0.74))],
    "pause": lambda: [box(0.26, 0.18, 0.16, 0.64, fill="ink"), box(0.58, 0.18, 0.16, 0.64, fill="ink")],
    "stop": lambda: [box(0.22, 0.22, 0.56, 0.56, fill="ink")],
    "check": lambda: [
        Disc((0.5, 0.5), 0.38, fill=None, stroke="ink", width=_PEN),
        _line((0.32, 0.52), (0.45, 0.66), (0.7, 0.36)),
    ],
    "explain": lambda: (
        [_line((0.34, y), (0.86, y)) for y in (0.24, 0.5, 0.76)]
        + [Disc((0.17, y), 0.07, fill="ink") for y in (0.24, 0.5, 0.76)]
    ),
    "solve": lambda: [_triangle((0.28, 0.14), (0.82, 0.5), (0.28, 0.86))],
    "search": lambda: [
        Disc((0.42, 0.42), 0.27, fill=None, stroke="ink", width=_PEN),
        _line((0.62, 0.62), (0.86, 0.86)),
    ],
    "replay": lambda: [
        _triangle((0.5, 0.18), (0.12, 0.5), (0.5, 0.82)),
        _triangle((0.88, 0.18), (0.5, 0.5), (0.88, 0.82)),
    ],
    "keys": lambda: [
        _line((0.3, 0.36), *_arc(0.5, 0.36, 0.2, 180, 400), (0.52, 0.56), (0.5, 0.68)),
        Disc((0.5, 0.86), 0.07, fill="ink"),
    ],
    "copy": lambda: [
        _box(0.14, 0.14, 0.5, 0.5),
        _line((0.76, 0.36), (0.86, 0.36), (0.86, 0.86), (0.36, 0.86), (0.36, 0.76)),
    ],
    "moves": lambda: [
        _line((0.14, 0.3), (0.62, 0.3)),
        _triangle((0.6, 0.12), (0.88, 0.3), (0.6, 0.48)),
        _line((0.86, 0.7), (0.38, 0.7)),
        _triangle((0.4, 0.52), (0.12, 0.7), (0.4, 0.88)),
    ],
    "picture": lambda: [
        _box(0.12, 0.18, 0.76, 0.64),
        _line((0.14, 0.74), (0.38, 0.46), (0.56, 0.64), (0.68, 0.54), (0.86, 0.72)),
        Disc((0.66, 0.36), 0.07, fill="ink"),
    ],
    "print": lambda: _page(_line((0.36, 0.5), (0.64, 0.5)), _line((0.36, 0.68), (0.64, 0.68))),
    "save": lambda: [
        _line((0.5, 0.1), (0.5, 0.5)),
        _triangle((0.3, 0.42), (0.7, 0.42), (0.5, 0.66)),
        _line((0.14, 0.6), (0.14, 0.86), (0.86, 0.86), (0.86, 0.6)),
    ],
    "open": lambda: [
        _line((0.12, 0.82), (0.12, 0.2), (0.38, 0.2), (0.48, 0.32), (0.84, 0.32), (0.84, 0.44)),
        _line((0.12, 0.82), (0.26, 0.44), (0.92, 0.44), (0.8, 0.82), (0.12, 0.82)),
    ],
    "paste": lambda: [_box(0.2, 0.2, 0.6, 0.7), box(0.36, 0.1, 0.28, 0.18, fill="ink", round=0.04)],
    "edit": lambda: [
        _line((0.16, 0.84), (0.22, 0.62), (0.68, 0.16), (0.84, 0.32), (0.38, 0.78), (0.16, 0.84)),
        _line((0.58, 0.28), (0.72, 0.42)),
    ],
    "fullscreen": lambda: [
        _line((0.14, 0.36), (0.14, 0.14), (0.36, 0.14)),
        _line((0.64, 0.14), (0.86, 0.14), (0.86, 0.36)),
        _line((0.86, 0.64), (0.86, 0.86), (0.64, 0.86)),
        _line((0.36, 0.86), (0.14, 0.86), (0.14, 0.64)),
    ],
    "theme": _sun,
    "text-size": lambda: [
        _line((0.06, 0.82), (0.32, 0.14), (0.58, 0.82)),
        _line((0.16, 0.58), (0.48, 0.58)),
        _line((0.62, 0.82), (0.78, 0.42), (0.94, 0.82)),
        _line((0.68, 0.7), (0.88, 0.7)),
    ],
    "settings": lambda: (
        [_line((0.1, y), (0.9, y)) for y in (0.24, 0.5, 0.76)]
        + [Disc((x, y), 0.12, fill="ink") for x, y in ((0.66, 0.24), (0.32, 0.5), (0.58, 0.76))]
    ),
    "quit": lambda: [_line(*_arc(0.5, 0.54, 0.34, -55, 235)), _line((0.5, 0.1), (0.5, 0.5))],
    "share": lambda: [
        _line((0.28, 0.5), (0.7, 0.26)),
        _line((0.28, 0.5), (0.7, 0.74)),
        *(Disc(at, 0.13, fill="ink") for at in ((0.26, 0.5), (0.74, 0.22), (0.74, 0.78))),
    ],
    "star": lambda: [_star()],
    "turn-left": _turn,
    "turn-right": lambda: _mirrored(_turn()),
    "heights": lambda: [
        box(0.12, 0.56, 0.2, 0.32, fill="ink"),
        box(0.4, 0.36, 0.2, 0.52, fill="ink"),
        box(0.68, 0.14, 0.2, 0.74, fill="ink"),
    ],
    "random": lambda: [
        _box(0.14, 0.14, 0.72, 0.72, 0.14),
        *(Disc((x, y), 0.08, fill="ink") for x, y in ((0.34, 0.34), (0.5, 0.5), (0.66, 0.66))),
    ],
    "levels": lambda: [box(x, y, 0.3, 0.3, fill="ink", round=0.05) for x in (0.14, 0.56) for y in (0.14, 0.56)],
}
"""The icons by name: their shapes in a square of side 1, all in the role "ink"."""


@lru_cache(maxsize=400)
def icon(name: str, x: float, y: float, size: float, role: str = "ink", target: Hashable = None) -> tuple[Shape, ...]:
    """An icon in a square with its top left corner at a point, in a role's colour; none for a name that has no icon.

    >>> len(icon("stop", 0, 0, 20)), icon("nothing", 0, 0, 20)
    (1, ())
    """
    found: list[Shape] = []

    def at(point: Point) -> Point:
        return x + point[0] * size, y + point[1] * size

    for shape in ICONS[name]() if name in ICONS else ():
        fill, stroke = (role if part else None for part in (getattr(shape, "fill", None), shape.stroke))  # type: ignore[union-attr]
        if isinstance(shape, Polygon):
            points = tuple(map(at, shape.points))
            found.append(Polygon(points, fill, stroke, shape.width * size, shape.round * size, target=target))
        elif isinstance(shape, Line):
            found.append(Line(tuple(map(at, shape.points)), role, shape.width * size, shape.arrow, target=target))
        elif isinstance(shape, Disc):
            found.append(Disc(at(shape.at), shape.radius * size, fill, stroke, shape.width * size, target=target))
    return tuple(found)
