"""Turns layers into canvas items: rectangles, upright lines and texts as they are, the rest as pictures."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from math import ceil, floor
from operator import sub
from pathlib import Path
from tkinter import TclError
from typing import Any

from cassetete.front.window.paint.built_layer import BuiltLayer, Unfinished
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.items import Box, Item, Layer
from cassetete.front.window.paint.placeholders import placeholders, sprite_placeholders
from cassetete.front.window.paint.raster import RasterCache, is_whole
from cassetete.front.window.paint.shape_groups import Group, groups
from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite, bounds
from cassetete.scene.svg import arrowed, svg
from cassetete.scene.theme import THEMES

Look = tuple[str, int, int]
"""A picture: its file and its size."""

_LARGE = 12_000
"""Square pixels from which a rounded box is drawn in parts: a picture of it would take long to render."""
_ATTEMPTS = 3
"""How often a picture is made whose file is damaged at once."""


class ItemBuilder:
    """Turns layers into items; remembers the pictures it has rendered or loaded, and counts them."""

    def __init__(self, rasters: RasterCache, images: ImageCache) -> None:
        self._rasters, self._images = rasters, images
        self._memo: dict[tuple[Any, ...], Look] = {}
        self._last: dict[tuple[Any, ...], Look] = {}
        self._missing: list[Hashable] = []
        self._deadline: float | None = None
        self._enough = self._least = 0
        self.made = 0
        self.placeholders = 0

    def begin(self, deadline: float | None, least: int = 1) -> None:
        """Begin a frame. It renders or loads at least so many pictures (of small ones, at least one: it may stand for
        many shapes); after the deadline it uses placeholders, and counts them."""
        self._deadline, self._enough, self.placeholders = deadline, self.made + least, 0
        self._least = least

    def _late(self, pixels: int = _LARGE) -> bool:
        """Whether there is no time for a picture of so many pixels; for a small one there is, if it is the first."""
        if self._deadline is None or self.made < self._enough + (pixels < _LARGE and not self._least):
            return False
        return time.perf_counter() > self._deadline

    def items(
        self, layer: Layer, theme: str, built: BuiltLayer, window: tuple[int, int]
    ) -> tuple[list[Item], BuiltLayer]:
        """The layer's items, back to front, and what to pass as `built` next time (same place, scale and theme).

        Shapes without a key that are outside a window of that size are left out.
        """
        new, start = built.common_start(layer.scene.shapes)
        for begin, group, items in self._groups(layer, theme, built, window, start):
            new.add(begin, group, items, tuple(self._missing))
        new.prune()
        return new.items, new

    def pictures(self, layer: Layer, theme: str, built: BuiltLayer, window: tuple[int, int]) -> Iterator[Item]:
        """The layer's pictures, one after the other, except those of the last frame."""
        _common, start = built.common_start(layer.scene.shapes)
        for _begin, _group, items in self._groups(layer, theme, built, window, start):
            yield from (item for item in items if item.kind == "image")

    def _groups(
        self,
        layer: Layer,
        theme: str,
        built: BuiltLayer,
        window: tuple[int, int],
        start: int,
    ) -> Iterator[tuple[int, Group, list[Item]]]:
        edges = layer.clip or (0.0, 0.0, *window)
        (left, top), (right, bottom) = layer.inverse(*edges[:2]), layer.inverse(*edges[2:])
        part = None
        if left > 0 or top > 0 or right < layer.scene.width or bottom < layer.scene.height:
            part = (left, top, right, bottom)
        for begin, group in groups(layer.scene.shapes, start, built.by_first_shape):
            self._missing = []
            outside = part is not None and group[0].key is None and not any(_meets(shape, part) for shape in group)
            items = [] if outside else built.items_of(group)
            if items is None and self._late():
                items = self._still_missing(built.unfinished_of(group))
            if items is None:
                items = self._build(group, layer, theme)
            yield begin, group, items

    def _still_missing(self, old: Unfinished | None) -> list[Item] | None:
        """The placeholders of the last frame; None if one of the pictures is there by now."""
        if old is None or any(memo in self._memo and self._images.has(self._memo[memo]) for memo in old.missing):
            return None
        self._missing += old.missing
        self.placeholders += len(old.missing)
        return old.items

    def _build(self, group: Group, layer: Layer, theme: str) -> list[Item]:
        if not self._rasters.renders:
            return [item for shape in group for item in _unrendered(shape, layer, theme)]
        if len(group) > 1:
            plain = [_plain(shape, layer, THEMES[theme]) for shape in group]
            if all(item is not None for item in plain):
                return [item for item in plain if item is not None]
            if _crisp(plain) and not any(isinstance(shape, Polygon) and _large(shape, layer) for shape in group):
                return self._picture(group, layer, theme)
        found: list[Item] = []
        for shape in group:
            item = _plain(shape, layer, THEMES[theme])
            if item is not None:
                found.append(item)
            elif isinstance(shape, Polygon) and _large(shape, layer):
                found += self._rounded(shape, layer, theme)
            elif isinstance(shape, Polygon) and not shape.fill and not shape.round and _upright(shape.points):
                found += _outline(shape, layer, THEMES[theme])
            elif isinstance(shape, Line) and shape.arrow and len(shape.points) == 2 and _straight(shape.points):
                shaft = _plain(replace(shape, arrow=False), layer, THEMES[theme])
                assert shaft is not None
                head = replace(shape, points=arrowed(shape)[2:], arrow=False)
                found += [shaft, *self._picture((head,), layer, theme)]
            else:
                found += self._picture((shape,), layer, theme)
        return found

    def _rounded(self, shape: Polygon, layer: Layer, theme: str) -> list[Item]:
        """A large box with round corners: a picture for each corner, rectangles for the rest."""
        assert shape.fill is not None
        scale, pen = layer.scale, shape.width * layer.scale if shape.stroke else 0.0
        (left, top), (right, bottom) = shape.points[0], shape.points[2]
        x, y = round(layer.at[0] + left * scale), round(layer.at[1] + top * scale)
        end, foot = round(layer.at[0] + right * scale), round(layer.at[1] + bottom * scale)
        side = ceil(shape.round * scale + pen)
        half = pen / 2
        colours = THEMES[theme]
        fill = (colours[shape.fill], True)
        found = [
            Item("rect", (x + side, y, end - side, foot), fill),
            Item("rect", (x, y + side, end, foot - side), fill),
        ]
        if shape.stroke:
            look = (colours[shape.stroke], True)
            thick = max(1, round(pen))
            x0, y0, x1, y1 = round(x - half), round(y - half), round(end - half), round(foot - half)
            found += [
                Item("rect", (x + side, y0, end - side, y0 + thick), look),
                Item("rect", (x + side, y1, end - side, y1 + thick), look),
                Item("rect", (x0, y + side, x0 + thick, foot - side), look),
                Item("rect", (x1, y + side, x1 + thick, foot - side), look),
            ]
        for at_x, at_y in ((0, 0), (1, 0), (0, 1), (1, 1)):
            corner = self._corner(shape, side, (at_x, at_y), layer, theme)
            margin = ceil(half)
            place = (end - side if at_x else x - margin, foot - side if at_y else y - margin)
            found.append(Item("image", place, corner))
        return found

    def _corner(self, shape: Polygon, side: int, which: tuple[int, int], layer: Layer, theme: str) -> Look:
        """A corner of a box: a quarter of a box just large enough for its four corners."""
        scale = layer.scale
        pen = shape.width * scale if shape.stroke else 0.0
        margin, wide = ceil(pen / 2), 2 * side / scale
        bare = replace(shape, points=((0, 0), (wide, 0), (wide, wide), (0, wide)), key=None, target=None)
        memo = (bare, scale, which, theme)
        size = side + margin
        origin = tuple((-margin if not at else side) for at in which)
        return self._loaded(
            memo, (size, size), lambda: self._render((bare,), layer, theme, (-origin[0], -origin[1]), (size, size))
        )

    def _picture(self, group: Group, layer: Layer, theme: str) -> list[Item]:
        """The shapes as one image, at whole pixels; equal shapes elsewhere share it."""
        boxes = [bounds(shape) for shape in group]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        scale = layer.scale
        px, py = layer.at[0] + left * scale, layer.at[1] + top * scale
        x, y = floor(px), floor(py)
        slack = (round((px - x) * 2) / 2, round((py - y) * 2) / 2)
        seen = tuple(_signature(shape, left, top) for shape in group)
        shown = (seen, theme, id(layer.art) if any(type(shape) is Sprite for shape in group) else None)
        memo = (shown, scale, slack)
        look = self._memo.get(memo)
        if look is None or not self._images.has(look):
            width = max(1, ceil(round(round(right - left, 4) * scale + slack[0], 3)))
            height = max(1, ceil(round(round(bottom - top, 4) * scale + slack[1], 3)))
            if self._late(width * height):
                found = self._placeholders(group, layer, theme, shown, (x + width / 2, y + height / 2))
                if found is not None:
                    self.placeholders += 1
                    self._missing.append(memo)
                    return found
            bare = tuple(_at_origin(shape, left, top) for shape in group)
            look = self._last[shown] = self._loaded(
                memo, (width, height), lambda: self._render(bare, layer, theme, slack, (width, height))
            )
        return [Item("image", (x, y), look, group[0].key)]

    def _placeholders(
        self, group: Group, layer: Layer, theme: str, shown: tuple[Any, ...], middle: Point
    ) -> list[Item] | None:
        """The shapes as Tk draws them, or the same picture in another size; None if there is neither."""
        found = placeholders(group, layer.scale, layer.at, THEMES[theme], group[0].key)
        last = self._last.get(shown)
        if found is not None or last is None or not self._images.has(last):
            return found
        return [Item("image", (round(middle[0] - last[1] / 2), round(middle[1] - last[2] / 2)), last, group[0].key)]

    def _loaded(self, memo: tuple[Any, ...], size: tuple[int, int], render: Callable[[], str]) -> Look:
        """A picture, rendered once and loaded; again if its file is gone or damaged, be it in the moment before it is
        read: another window may have tidied up."""
        look = self._memo.get(memo)
        if look is not None and self._images.has(look):
            return look
        for attempt in range(_ATTEMPTS):
            if look is None or not is_whole(Path(look[0])):
                look = self._memo[memo] = (render(), *size)
            try:
                self._images.image(look)
                break
            except TclError:
                if attempt == _ATTEMPTS - 1:
                    raise
        self.made += 1
        assert look is not None  # it was rendered
        return look

    def _render(self, bare: Group, layer: Layer, theme: str, slack: Point, size: tuple[int, int]) -> str:
        scale, (width, height) = layer.scale, size
        text = svg(Scene(1, 1, bare), layer.art, theme, cell=1, margin=0)
        body = "\n".join(text.split("\n")[2:-2])
        view = f"{-slack[0] / scale} {-slack[1] / scale} {width / scale} {height / scale}"
        return self._rasters.file(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{view}">{body}</svg>'
        )


def _unrendered(shape: Shape, layer: Layer, theme: str) -> list[Item]:
    """A shape as Tk draws it, where there is no renderer for smoother edges."""
    plain = _plain(shape, layer, THEMES[theme])
    if plain is not None:
        return [plain]
    if isinstance(shape, Sprite):
        return sprite_placeholders(shape, layer.scale, layer.at, layer.art)
    return placeholders((shape,), layer.scale, layer.at, THEMES[theme], shape.key) or []


def _crisp(plain: list[Item | None]) -> bool:
    """Whether the rectangles of a group end at whole pixels: a picture then shows them just as sharp."""
    return all(item is None or (item.kind == "rect" and item.look[1]) for item in plain)


def _plain(shape: Shape, layer: Layer, colours: Mapping[str, str]) -> Item | None:
    """The shape as an item of the canvas itself; None if it would have jagged edges."""
    scale, (ox, oy) = layer.scale, layer.at
    if type(shape) is Polygon:
        if not shape.fill or shape.stroke or shape.round or not _upright(shape.points):
            return None
        (left, top), _corner, (right, bottom), _other = shape.points
        exact = (ox + left * scale, oy + top * scale, ox + right * scale, oy + bottom * scale)
        corners = (round(exact[0]), round(exact[1]), round(exact[2]), round(exact[3]))
        whole = max(map(abs, map(sub, exact, corners))) < 0.01
        return Item("rect", corners, (colours[shape.fill], whole), shape.key)
    if isinstance(shape, Label):
        place = (ox + shape.at[0] * scale, oy + shape.at[1] * scale)
        size = max(6, round(shape.size * scale))
        anchor = {"middle": "center", "start": "w", "end": "e"}[shape.anchor]
        return Item("text", place, (shape.text, colours[shape.fill], size, shape.bold, anchor), shape.key)
    if isinstance(shape, Line) and not shape.arrow and len(shape.points) == 2 and _straight(shape.points):
        (xa, ya), (xb, yb) = shape.points
        ends = (ox + xa * scale, oy + ya * scale, ox + xb * scale, oy + yb * scale)
        return Item("line", ends, (colours[shape.stroke], max(1.0, shape.width * scale)), shape.key)
    return None


def _outline(shape: Polygon, layer: Layer, colours: Mapping[str, str]) -> list[Item]:
    """The sides of a box without fill: a picture of it would be large and mostly transparent."""
    (left, top), (right, bottom) = shape.points[0], shape.points[2]
    half = shape.width / 2
    sides = [
        (left - half, top - half, right + half, top + half),
        (left - half, bottom - half, right + half, bottom + half),
        (left - half, top - half, left + half, bottom + half),
        (right - half, top - half, right + half, bottom + half),
    ]
    (ox, oy), scale = layer.at, layer.scale
    look = (colours[shape.stroke or "ink"], True)
    found = []
    for x, y, end, foot in sides:
        at = round(ox + x * scale), round(oy + y * scale)
        to = max(at[0] + 1, round(ox + end * scale)), max(at[1] + 1, round(oy + foot * scale))
        found.append(Item("rect", (*at, *to), look, shape.key))
    return found


def _meets(shape: Shape, part: Box) -> bool:
    """Whether a shape is at least partly in a part of the scene."""
    left, top, right, bottom = bounds(shape)
    return left < part[2] and right > part[0] and top < part[3] and bottom > part[1]


def _large(shape: Polygon, layer: Layer) -> bool:
    """Whether a box with round corners is large enough to be drawn in parts."""
    if not (shape.round and shape.fill):
        return False
    (left, top), (right, bottom) = shape.points[0], shape.points[2]
    least = 2 * (shape.round + shape.width) * layer.scale
    width, height = (right - left) * layer.scale, (bottom - top) * layer.scale
    return width * height > _LARGE and min(width, height) > least + 2


def _upright(points: tuple[Point, ...]) -> bool:
    """Whether four points are an upright rectangle, clockwise from its top left corner."""
    if len(points) != 4:
        return False
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return ay == by and bx == cx and cy == dy and dx == ax


def _straight(points: tuple[Point, ...]) -> bool:
    return points[0][0] == points[1][0] or points[0][1] == points[1][1]


def _signature(shape: Shape, left: float, top: float) -> tuple[Any, ...]:
    """What two equal pictures have in common: how the shape looks, and where it is from a corner."""
    if type(shape) is Sprite:
        x, y = shape.at
        return "sprite", shape.name, shape.size, shape.turn, shape.mirror, round(x - left, 4), round(y - top, 4)
    if type(shape) is Disc:
        x, y = shape.at
        look = (shape.radius, shape.fill, shape.stroke, shape.width)
        return "disc", *look, round(x - left, 4), round(y - top, 4)
    assert isinstance(shape, Polygon | Line)
    points = tuple((round(x - left, 4), round(y - top, 4)) for x, y in shape.points)
    if isinstance(shape, Line):
        return "line", points, shape.stroke, shape.width, shape.arrow
    return "polygon", points, shape.fill, shape.stroke, shape.width, shape.round, shape.opacity


def _at_origin(shape: Shape, left: float, top: float) -> Shape:
    """The shape moved to the origin, without key or target."""
    if isinstance(shape, Polygon | Line):
        points = tuple((round(x - left, 4), round(y - top, 4)) for x, y in shape.points)
        return replace(shape, points=points, key=None, target=None)
    at = (round(shape.at[0] - left, 4), round(shape.at[1] - top, 4))
    return replace(shape, at=at, key=None, target=None)
