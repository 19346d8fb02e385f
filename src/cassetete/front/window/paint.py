"""The painter: puts scenes on fltk's canvas, and from one frame to the next touches only what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor
from typing import Any, NamedTuple

from cassetete.front.window.canvas import Canvas, family
from cassetete.front.window.fltk_quietly import fltk, fltk_module
from cassetete.front.window.raster import Rasters
from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite
from cassetete.scene.svg import svg


@dataclass(frozen=True)
class Layer:
    """A scene on the window: `scale` pixels a unit, its origin at `at`; `art(name)` is the source of its sprites."""

    scene: Scene
    scale: float = 1.0
    at: Point = (0.0, 0.0)
    art: Callable[[str], str] | None = None

    def inverse(self, x: float, y: float) -> Point:
        """The scene's point at a pixel."""
        return (x - self.at[0]) / self.scale, (y - self.at[1]) / self.scale


class _Spec(NamedTuple):
    """What one canvas item shows: its kind, where it is, and how it looks."""

    kind: str
    coords: tuple[float, ...]
    look: tuple[Any, ...]
    key: str | None = None


class Painter:
    """Keeps the canvas items of the last frame and makes the next frame out of them."""

    def __init__(self, canvas: Canvas, rasters: Rasters) -> None:
        self._canvas = canvas
        self._rasters = rasters
        self._items: list[tuple[int, _Spec]] = []
        self._memo: dict[tuple[Any, ...], tuple[str, float, float]] = {}
        self._theme = "light"

    def draw(self, layers: Iterable[Layer], theme: str, colours: Mapping[str, str]) -> None:
        """Show the layers, back to front."""
        if theme != self._theme:
            self._theme = theme
            self._memo.clear()
        specs = [
            spec for layer in layers for shape in layer.scene.shapes for spec in self._specs(shape, layer, colours)
        ]
        self._show(specs)

    def shift(self, offsets: Mapping[str, Point]) -> None:
        """Move the items of some pieces away from where they were drawn, by pixels: one frame of an animation."""
        move = self._canvas.tk.coords
        for item, spec in self._items:
            if spec.key is not None and spec.key in offsets:
                dx, dy = offsets[spec.key]
                moved = [c + (dx if index % 2 == 0 else dy) for index, c in enumerate(spec.coords)]
                move(item, *moved)

    def settle(self) -> None:
        """Put the pieces that were shifted back where they were drawn."""
        for item, spec in self._items:
            if spec.key is not None:
                self._canvas.tk.coords(item, *spec.coords)

    def _show(self, specs: list[_Spec]) -> None:
        """Change items in place where their kind stays the same; the rest of the stack is made anew."""
        kept = 0
        for (item, old), new in zip(self._items, specs, strict=False):
            if old.kind != new.kind:
                break
            if old != new:
                self._change(item, old, new)
                self._items[kept] = (item, new)
            kept += 1
        for item, _spec in self._items[kept:]:
            fltk.efface(item)
            _IMAGES.pop(item, None)
        del self._items[kept:]
        self._items.extend((self._made(spec), spec) for spec in specs[kept:])

    def _change(self, item: int, old: _Spec, new: _Spec) -> None:
        tk = self._canvas.tk
        if old.coords != new.coords:
            tk.coords(item, *new.coords)
        if old.look == new.look:
            return
        if new.kind == "image":
            tk.itemconfigure(item, image=fltk_module._load_tk_image(new.look[0]))
        elif new.kind == "text":
            text, fill, size, bold, anchor = new.look
            tk.itemconfigure(item, text=text, fill=fill, font=_font(size, bold), anchor=anchor)
        elif new.kind == "line":
            tk.itemconfigure(item, fill=new.look[0], width=new.look[1])
        else:
            tk.itemconfigure(item, fill=new.look[0])

    def _made(self, spec: _Spec) -> int:
        if spec.kind == "image":
            return int(fltk.image(*spec.coords, spec.look[0], ancrage="nw"))
        if spec.kind == "text":
            text, fill, size, bold, anchor = spec.look
            item = int(fltk.texte(*spec.coords, text, couleur=fill, ancrage=anchor, police=family(), taille=-size))
            if bold:
                self._canvas.tk.itemconfigure(item, font=_font(size, bold))
            return item
        if spec.kind == "line":
            item = int(fltk.ligne(*spec.coords, couleur=spec.look[0], epaisseur=spec.look[1]))
            self._canvas.tk.itemconfigure(item, capstyle="round")
            return item
        return int(fltk.rectangle(*spec.coords, couleur="", remplissage=spec.look[0], epaisseur=0))

    def _specs(self, shape: Shape, layer: Layer, colours: Mapping[str, str]) -> list[_Spec]:
        scale, (ox, oy) = layer.scale, layer.at
        if isinstance(shape, Label):
            place = (ox + shape.at[0] * scale, oy + shape.at[1] * scale)
            size = max(6, round(shape.size * scale))
            anchor = {"middle": "center", "start": "w", "end": "e"}[shape.anchor]
            return [_Spec("text", place, (shape.text, colours[shape.fill], size, shape.bold, anchor), shape.key)]
        if isinstance(shape, Polygon):
            if shape.fill is None and shape.stroke is None:
                return []
            if shape.fill and not shape.stroke and not shape.round and _upright(shape.points):
                (left, top), (right, bottom) = shape.points[0], shape.points[2]
                corners = (
                    round(ox + left * scale),
                    round(oy + top * scale),
                    round(ox + right * scale),
                    round(oy + bottom * scale),
                )
                return [_Spec("rect", corners, (colours[shape.fill],), shape.key)]
        if isinstance(shape, Line) and not shape.arrow and len(shape.points) == 2 and _straight(shape.points):
            (xa, ya), (xb, yb) = shape.points
            ends = (ox + xa * scale, oy + ya * scale, ox + xb * scale, oy + yb * scale)
            return [_Spec("line", ends, (colours[shape.stroke], max(1.0, shape.width * scale)), shape.key)]
        return [self._picture(shape, layer)]

    def _picture(self, shape: Shape, layer: Layer) -> _Spec:
        """The shape as an image, at whole pixels; equal shapes in other places share it."""
        left, top, right, bottom = _bounds(shape)
        scale = layer.scale
        px, py = layer.at[0] + left * scale, layer.at[1] + top * scale
        x, y = floor(px), floor(py)
        slack = (round((px - x) * 2) / 2, round((py - y) * 2) / 2)
        bare = _at_origin(shape, left, top)
        memo = (bare, scale, slack, id(layer.art) if isinstance(shape, Sprite) else None)
        found = self._memo.get(memo)
        if found is None:
            width = max(1, ceil((right - left) * scale + slack[0]))
            height = max(1, ceil((bottom - top) * scale + slack[1]))
            found = self._memo[memo] = (self._rendered(bare, layer, slack, width, height), 0.0, 0.0)
        return _Spec("image", (x, y), (found[0],), shape.key)

    def _rendered(self, bare: Shape, layer: Layer, slack: Point, width: int, height: int) -> str:
        scale = layer.scale
        text = svg(Scene(1, 1, (bare,)), layer.art, self._theme, cell=1, margin=0)
        body = "\n".join(text.split("\n")[2:-2])
        view = f"{-slack[0] / scale} {-slack[1] / scale} {width / scale} {height / scale}"
        return self._rasters.file(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}">{body}</svg>'
        )


_IMAGES: dict[int, Any] = getattr(fltk_module, "__img_stats")


def _font(size: int, bold: bool) -> tuple[str, int, str]:
    return (family(), -size, "bold" if bold else "normal")


def _upright(points: tuple[Point, ...]) -> bool:
    """Whether four points are a rectangle with level sides, from its top left corner round."""
    if len(points) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return ay == by and bx == cx and cy == dy and dx == ax


def _straight(points: tuple[Point, ...]) -> bool:
    return points[0][0] == points[1][0] or points[0][1] == points[1][1]


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    """The box a shape is drawn in, its pen included."""
    if isinstance(shape, Sprite):
        (x, y), (w, h) = shape.at, shape.size
        return x, y, x + w, y + h
    if isinstance(shape, Disc):
        (x, y), reach = shape.at, shape.radius + (shape.width / 2 if shape.stroke else 0)
        return x - reach, y - reach, x + reach, y + reach
    assert isinstance(shape, Polygon | Line)
    pen = shape.width / 2 if isinstance(shape, Line) or shape.stroke else 0.0
    if isinstance(shape, Line) and shape.arrow:
        pen = 4 * shape.width
    xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
    return min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen


def _at_origin(shape: Shape, left: float, top: float) -> Shape:
    """The shape moved to the origin, without name or target: what makes two pictures the same."""
    if isinstance(shape, Polygon | Line):
        points = tuple((round(x - left, 4), round(y - top, 4)) for x, y in shape.points)
        return replace(shape, points=points, key=None, target=None)
    at = (round(shape.at[0] - left, 4), round(shape.at[1] - top, 4))
    return replace(shape, at=at, key=None, target=None)
