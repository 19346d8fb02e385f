"""Puts layers on fltk's canvas, and from one frame to the next touches only what changed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cassetete.front.window.paint.built_layer import BuiltLayer
from cassetete.front.window.paint.canvas import Canvas
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.item_builder import ItemBuilder
from cassetete.front.window.paint.item_diff import aligned, around, clusters
from cassetete.front.window.paint.item_pool import ItemPool
from cassetete.front.window.paint.items import Box, Item, Layer
from cassetete.front.window.paint.mosaic import Mosaic
from cassetete.front.window.paint.raster import RasterCache
from cassetete.scene.shapes import Point
from cassetete.scene.theme import THEMES

_MANY_CHANGES = 200
_PRERENDER_SECONDS = 0.004
_RENDER_SECONDS = 0.006
"""For new pictures in a quick frame; after that, placeholders are shown."""
_PANNED_SECONDS = 0.002
"""For new pictures, or else for tiles, while a layer is panned: Tk then redraws all of it."""
_SHOW_SECONDS = 0.010
"""For all of a quick frame; changes that are not shown by then are shown in the next frame."""


@dataclass
class _DrawnLayer:
    """A layer on the canvas: its items, how they are shown (moving pieces are elsewhere), and their numbers.

    After it was panned, tiles may stand for many of its items; `whole` has all of them.
    """

    place: tuple[Any, ...] = ()
    built: BuiltLayer = field(default_factory=BuiltLayer)
    mosaic: Mosaic | None = None
    whole: list[Item] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    shown: list[Item] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


class _Change(NamedTuple):
    """A change of one canvas item, from what it shows to what it will show; None is hidden."""

    number: int
    old: Item | None
    new: Item | None

    def box(self) -> Box:
        """The part of the window that it changes."""
        return around(*(item.box() for item in (self.old, self.new) if item is not None))


class Painter:
    """Keeps the canvas items of the last frame and turns them into the next frame."""

    def __init__(self, canvas: Canvas, rasters: RasterCache, images: ImageCache | None = None) -> None:
        self._canvas = canvas
        self._images = images or ImageCache()
        self._builder = ItemBuilder(rasters, self._images)
        self._pool = ItemPool(canvas, self._images)
        self._layers: list[_DrawnLayer] = []
        self._pieces: dict[str, list[tuple[_DrawnLayer, int]]] = {}
        self._offsets: dict[str, Point] = {}
        self._waiting: list[list[_Change]] = []
        self.away = 0.0
        """How many pixels pieces were shown away from their places at most, for tests."""

    def draw(self, layers: Iterable[Layer], theme: str, quick: bool = False) -> bool:
        """Show the layers, back to front.

        A quick frame may show placeholders for some pictures. The answer is then False: draw the layers again in the
        next frame.
        """
        now = time.perf_counter()
        self._apply(self._waiting, apart=False)  # Tk redraws them together with the changes of this frame
        self._waiting = []
        wanted = [self._in_pixels(layer) for layer in layers]
        while len(self._layers) < len(wanted):
            self._layers.append(_DrawnLayer())
        changes = [
            _Change(number, item, None)
            for drawn in self._layers[len(wanted) :]
            for number, item in zip(drawn.numbers, drawn.shown, strict=True)
        ]
        del self._layers[len(wanted) :]
        self._reorder([layer.art for layer in wanted])
        self._begin(wanted, now if quick else None)
        over: int | None = None
        large: list[list[_Change]] = []
        for drawn, layer in reversed(list(zip(self._layers, wanted, strict=True))):
            found: list[_Change] = []
            over = self._draw_layer(drawn, layer, over, theme, found)
            if len(found) > _MANY_CHANGES:
                large.append(found)
            else:
                changes += found
        self._apply([*large, *clusters(changes)], now + _SHOW_SECONDS if quick else None)
        self._find_pieces()
        if self._images.full(quick):
            self._pool.clear()
            shown = [item.look for drawn in self._layers for item in drawn.items if item.kind == "image"]
            tiles = [look for drawn in self._layers if drawn.mosaic is not None for look in drawn.mosaic.looks()]
            self._images.evict_unused(look[0] for look in (*shown, *tiles))
        return not self._builder.placeholders and all(
            drawn.mosaic is None or drawn.mosaic.finished for drawn in self._layers
        )

    def _reorder(self, arts: list[object]) -> None:
        """Layers that changed places, as a zoomed board and the panel do, keep their canvas items."""
        before = [drawn.place[2] if drawn.place else None for drawn in self._layers]
        if before == arts or Counter(map(id, before)) != Counter(map(id, arts)):
            return
        rest = list(zip(before, self._layers, strict=True))
        for index, art in enumerate(arts):
            at = next(at for at, (other, _drawn) in enumerate(rest) if other is art)
            self._layers[index] = rest.pop(at)[1]
        for drawn in self._layers:
            for number in drawn.numbers:
                self._canvas.tk.tag_raise(number)

    def _begin(self, wanted: list[Layer], now: float | None) -> None:
        """Begin to build the items of a frame; if it is a quick one, with little time for new pictures.

        Tk redraws all of a layer that is zoomed or panned: then there is less time, or none.
        """
        if now is None:
            self._builder.begin(None)
            return
        seconds, least = _RENDER_SECONDS, 1
        for drawn, layer in zip(self._layers, wanted, strict=True):
            if not drawn.place or drawn.place[2] is not layer.art or drawn.place[:2] == (layer.at, layer.scale):
                continue
            ready = drawn.mosaic is not None and drawn.mosaic.ready and drawn.place[1] == layer.scale
            seconds, least = (_PANNED_SECONDS, 1) if ready else (0.0, 0)
        self._builder.begin(now + seconds, least)

    def _find_pieces(self) -> None:
        self._pieces.clear()
        for drawn in self._layers:
            for index, item in enumerate(drawn.items):
                if item.key is not None:
                    self._pieces.setdefault(item.key, []).append((drawn, index))

    @property
    def _window(self) -> tuple[int, int]:
        return self._canvas.pixels

    def _in_pixels(self, layer: Layer) -> Layer:
        """A layer that was laid out in the window's units."""
        ratio = self._canvas.scale
        if ratio == 1.0:
            return layer
        at = layer.at[0] * ratio, layer.at[1] * ratio
        clip = layer.clip
        if clip is not None:
            clip = (clip[0] * ratio, clip[1] * ratio, clip[2] * ratio, clip[3] * ratio)
        return replace(layer, scale=round(layer.scale * ratio, 6), at=(round(at[0], 3), round(at[1], 3)), clip=clip)

    def _place(self, layer: Layer, theme: str) -> tuple[Any, ...]:
        """What the items of a layer depend on besides its shapes."""
        return layer.at, layer.scale, layer.art, theme, layer.clip or (0.0, 0.0, *self._window)

    def _built(self, drawn: _DrawnLayer, place: tuple[Any, ...]) -> BuiltLayer:
        """What to reuse of a layer's last frame; if the layer only moved, its items move too."""
        if drawn.place == place:
            return drawn.built
        if drawn.place[1:] != place[1:]:
            return BuiltLayer()
        (x, y), (old_x, old_y) = place[0], drawn.place[0]
        dx, dy = float(x - old_x), float(y - old_y)
        return drawn.built.shifted(dx, dy) if dx.is_integer() and dy.is_integer() else BuiltLayer()

    @property
    def pieces(self) -> frozenset[str]:
        """The keys of what can move."""
        return frozenset(item.key for drawn in self._layers for item in drawn.whole if item.key is not None)

    @property
    def has_pieces(self) -> bool:
        """Whether anything shown can move."""
        return bool(self.pieces)

    def prerender(self, layer: Layer, theme: str) -> bool:
        """Spend a few milliseconds on the pictures of a layer, without showing them; True when all are rendered."""
        layer = self._in_pixels(layer)
        place = self._place(layer, theme)
        built = next((drawn.built for drawn in self._layers if drawn.place == place), BuiltLayer())
        self._builder.begin(None)
        before, deadline = self._builder.made, time.perf_counter() + _PRERENDER_SECONDS
        for item in self._builder.pictures(layer, theme, built, self._window):
            self._images.image(item.look)
            if self._builder.made > before and time.perf_counter() > deadline:
                return False
        return True

    def shift(self, offsets: Mapping[str, Point], at_once: bool = True) -> None:
        """Show pieces away from their place, by units, until the next call or `settle`: one frame of an animation.

        With `at_once` it is shown now, else when the window is next drawn.
        """
        gone = self._offsets.keys() - offsets.keys()
        ratio = self._canvas.scale
        self._offsets = {key: (float(round(dx * ratio)), float(round(dy * ratio))) for key, (dx, dy) in offsets.items()}
        if not at_once or self.catch_up():
            return
        self._lift_tiles()
        changes = []
        for key in (*gone, *self._offsets):
            for drawn, index in self._pieces.get(key, ()):
                old, new = drawn.shown[index], self._moved(drawn.items[index])
                if old != new:
                    changes.append(_Change(drawn.numbers[index], old, new))
                    drawn.shown[index] = new
                    self.away = max(self.away, *map(abs, self._offsets.get(key, (0.0, 0.0))))
        self._apply(clusters(changes))

    def settle(self) -> None:
        """Show all pieces in their places when the window is next drawn."""
        self._offsets = {}

    def _moved(self, item: Item) -> Item:
        """The item with the offset of its piece."""
        if item.key is None or item.key not in self._offsets:
            return item
        return item.shifted(*self._offsets[item.key])

    def _draw_layer(
        self,
        drawn: _DrawnLayer,
        layer: Layer,
        over: int | None,
        theme: str,
        changes: list[_Change],
    ) -> int | None:
        """Collect the changes of a layer, and stack its new items, still hidden, right below `over`: the lowest item of
        the layers in front. The answer is the lowest item of this layer, or `over`.

        Visible items are never restacked: Tk would at once redraw the box around all of them.
        """
        place = self._place(layer, theme)
        same = drawn.built.shapes == layer.scene.shapes
        drawn.whole, drawn.built = self._builder.items(layer, theme, self._built(drawn, place), self._window)
        items = drawn.whole
        if layer.clip is None or drawn.place[1:] != place[1:]:
            drawn.mosaic = None
        else:
            drawn.mosaic = drawn.mosaic or Mosaic(self._canvas, self._images)
            panned = drawn.mosaic.shown or drawn.place[0] != place[0]
            drawn.mosaic.shown = panned and same and not self._moves(drawn)
            if drawn.mosaic.shown or not self._builder.placeholders:  # pictures come first
                tiled = drawn.mosaic.items(items, layer.at, layer.clip, THEMES[theme]["paper"], _PANNED_SECONDS)
                items = tiled if drawn.mosaic.shown else items
        drawn.place = place
        return self._show(drawn, items, over, changes)

    def _show(self, drawn: _DrawnLayer, items: list[Item], over: int | None, changes: list[_Change]) -> int | None:
        """Collect the changes from what a layer shows to these items; the answer is that of `_draw_layer`."""
        shown = [self._moved(item) for item in items] if self._offsets else list(items)
        if drawn.shown != shown:
            drawn.numbers = self._assign(drawn, shown, over, changes)
        drawn.items, drawn.shown = items, shown
        return drawn.numbers[0] if drawn.numbers else over

    def _moves(self, drawn: _DrawnLayer) -> bool:
        """Whether a piece of a layer is shown away from its place."""
        return bool(self._offsets) and any(item.key in self._offsets for item in drawn.whole)

    def _lift_tiles(self) -> None:
        """Show pieces that tiles cover, as they are about to move."""
        for index, drawn in enumerate(self._layers):
            if drawn.mosaic is not None and drawn.mosaic.shown and self._moves(drawn):
                drawn.mosaic.shown, changes = False, list[_Change]()
                over = next((front.numbers[0] for front in self._layers[index + 1 :] if front.numbers), None)
                self._show(drawn, drawn.whole, over, changes)
                self._apply([changes])
                self._find_pieces()

    def _assign(self, drawn: _DrawnLayer, shown: list[Item], over: int | None, changes: list[_Change]) -> list[int]:
        """The canvas item for each item to show; the changes that this takes are added to `changes`."""
        first, matched, tail = aligned(drawn.shown, shown)
        rest = len(drawn.shown) - tail
        over = drawn.numbers[rest] if tail else over
        numbers: list[int] = []
        for new, index in zip(reversed(shown[first : len(shown) - tail]), reversed(matched), strict=True):
            if index is None:
                number = self._pool.acquire(new)
                if over is not None:
                    self._canvas.tk.tag_lower(number, over)
                else:
                    self._canvas.tk.tag_raise(number)
                changes.append(_Change(number, None, new))
            else:
                number, old = drawn.numbers[index], drawn.shown[index]
                if old[:3] != new[:3]:
                    changes.append(_Change(number, old, new))
            numbers.append(number)
            over = number
        gone = set(range(first, rest)).difference(index for index in matched if index is not None)
        changes += [_Change(drawn.numbers[index], drawn.shown[index], None) for index in gone]
        return [*drawn.numbers[:first], *numbers[::-1], *drawn.numbers[rest:]]

    def catch_up(self) -> bool:
        """Show the changes that the last frame had no time for; False if there are none."""
        waiting, self._waiting = self._waiting, []
        self._apply(waiting)
        return bool(waiting)

    def _apply(self, bundles: list[list[_Change]], deadline: float | None = None, apart: bool = True) -> None:
        """Show the changes, one bundle after the other.

        Tk redraws the box around all changes since the last redraw, so changes far apart are in different bundles,
        which are redrawn apart. Bundles that would come after the deadline wait for the next frame.
        """
        for index, bundle in enumerate(bundles):
            if index and apart:
                self._canvas.root.update_idletasks()
            if deadline is not None and time.perf_counter() > deadline:
                self._waiting = bundles[index:]
                return
            for number, old, new in bundle:
                if new is None:
                    assert old is not None
                    self._pool.release(number, old)
                elif old is None:
                    self._pool.show(number, new)
                else:
                    self._pool.update(number, old, new)
