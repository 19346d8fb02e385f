"""A scene as an SVG picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape
from cassetete.scene.theme import THEMES

_SVG_TAG = re.compile(r"<svg\b([^>]*)>(.*)</svg>", re.DOTALL)
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')


_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """A text as XML has it: quoted, and without the characters that XML cannot hold.

    >>> xml_text("A <b> title\x1b[2J")
    'A &lt;b&gt; title[2J'
    """
    return escape(_NOT_XML.sub("", text))


def svg(
    scene: Scene,
    art: Callable[[str], str] | None = None,
    theme: str = "light",
    cell: int = 48,
    margin: float = 0.25,
) -> str:
    """The scene drawn with `cell` pixels a board unit; `art(name)` gives the SVG source of a sprite.

    >>> svg(Scene(1, 1, (Disc((0.5, 0.5), 0.4),)), cell=10, margin=0).splitlines()[0]
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 1 1">'
    """
    colours = THEMES[theme]
    width, height = scene.width + 2 * margin, scene.height + 2 * margin
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width * cell)}" height="{_n(height * cell)}"'
        f' viewBox="{_n(-margin)} {_n(-margin)} {_n(width)} {_n(height)}">'.replace('"-0 -0 ', '"0 0 '),
        f'<rect x="{_n(-margin)}" y="{_n(-margin)}" width="{_n(width)}" height="{_n(height)}"'
        f' fill="{colours[scene.background]}"/>',
    ]
    lines.extend(drawn(shape, colours, art) for shape in scene.shapes)
    lines.append("</svg>")
    return "\n".join(line for line in lines if line) + "\n"


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _paint(fill: str | None, stroke: str | None, width: float, colours: Mapping[str, str]) -> str:
    paint = f' fill="{colours[fill]}"' if fill else ' fill="none"'
    if stroke:
        paint += f' stroke="{colours[stroke]}" stroke-width="{_n(width)}" stroke-linejoin="round"'
    return paint


def drawn(shape: Shape, colours: Mapping[str, str], art: Callable[[str], str] | None) -> str:
    """The elements of one shape; `colours` are those of a theme, by role."""
    if isinstance(shape, Polygon):
        if shape.fill is None and shape.stroke is None:
            return ""
        if shape.round:
            return _rounded(shape, colours)
        glass = f' fill-opacity="{_n(shape.opacity)}"' if shape.opacity < 1 else ""
        paint = _paint(shape.fill, shape.stroke, shape.width, colours)
        return f'<polygon points="{_points(shape.points)}"{paint}{glass}/>'
    if isinstance(shape, Line):
        points = arrowed(shape) if shape.arrow else shape.points
        paint = _paint(None, shape.stroke, shape.width, colours)
        return f'<polyline points="{_points(points)}"{paint} stroke-linecap="round"/>'
    if isinstance(shape, Disc):
        paint = _paint(shape.fill, shape.stroke, shape.width, colours)
        return f'<circle cx="{_n(shape.at[0])}" cy="{_n(shape.at[1])}" r="{_n(shape.radius)}"{paint}/>'
    if isinstance(shape, Label):
        weight = ' font-weight="bold"' if shape.bold else ""
        return (
            f'<text x="{_n(shape.at[0])}" y="{_n(shape.at[1])}" font-size="{_n(shape.size)}"{weight}'
            f' font-family="sans-serif" text-anchor="{shape.anchor}" dominant-baseline="central"'
            f' fill="{colours[shape.fill]}">{xml_text(shape.text)}</text>'
        )
    (x, y), (w, h) = shape.at, shape.size
    source = art(shape.name) if art else None
    if source is None:
        return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}" fill="{colours["muted"]}"/>'
    return _embedded(source, shape.at, shape.size, shape.turn, shape.mirror)


def _rounded(shape: Polygon, colours: Mapping[str, str]) -> str:
    (x, y), (right, bottom) = shape.points[0], shape.points[2]
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(right - x)}" height="{_n(bottom - y)}" rx="{_n(shape.round)}"'
        f"{_paint(shape.fill, shape.stroke, shape.width, colours)}/>"
    )


def _embedded(source: str, at: Point, size: Point, turn: int, mirror: bool) -> str:
    """The sprite's own SVG, nested; turned and mirrored around its centre."""
    found = _SVG_TAG.search(source)
    if found is None:
        raise ValueError("a sprite must be an <svg> element")
    view = _VIEW_BOX.search(found.group(1))
    view_box = f' viewBox="{view.group(1)}"' if view else ""
    (x, y), (w, h) = at, size
    nested = f'<svg x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"{view_box}>{found.group(2).strip()}</svg>'
    if not turn and not mirror:
        return nested
    cx, cy = x + w / 2, y + h / 2
    flip = " scale(-1 1)" if mirror else ""
    return (
        f'<g transform="translate({_n(cx)} {_n(cy)}) rotate({turn}){flip} translate({_n(-cx)} {_n(-cy)})">{nested}</g>'
    )


def arrowed(line: Line) -> tuple[Point, ...]:
    """The points of a line, then those of an arrow head at its end."""
    (xa, ya), (xb, yb) = line.points[-2:]
    length = ((xb - xa) ** 2 + (yb - ya) ** 2) ** 0.5 or 1.0
    ux, uy = (xb - xa) / length, (yb - ya) / length
    head = min(3.5 * line.width, 0.5 * length)
    left = (xb - head * (ux - uy), yb - head * (uy + ux))
    right = (xb - head * (ux + uy), yb - head * (uy - ux))
    return (*line.points, left, (xb, yb), right)
