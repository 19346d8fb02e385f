"""The painter: puts scenes on fltk's canvas, and from one frame to the next touches only what changed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cassetete.front.window.paint.canvas import Canvas
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.item_builder import ItemBuilder
from cassetete.front.window.paint.item_diff import aligned, around, clusters
from cassetete.front.window.paint.item_pool import ItemPool
from cassetete.front.window.paint.items import Box, Item, Layer
from cassetete.front.window.paint.raster import Rasters
from cassetete.front.window.paint.shape_groups import Known
from cassetete.scene.shapes import Point

_FEW = 200
_MOMENT = 0.004
_HURRY = 0.006
"""Seconds for new pictures in a frame that shall not take long; what is not ready then is drawn roughly for now."""
_ENOUGH = 0.010
"""Seconds for a frame that shall not take long; what is not shown then is shown in the next."""


@dataclass
class _Slot:
    """A layer as it lies on the canvas: its items, and how they are shown (pieces on their way are elsewhere)."""

    place: tuple[Any, ...] = ()
    known: Known = field(default_factory=Known)
    items: list[Item] = field(default_factory=list)
    shown: list[Item] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


class _Change(NamedTuple):
    """One canvas item to be altered: from what it shows now to what it shall show (None: it is out of sight)."""

    number: int
    old: Item | None
    new: Item | None

    def box(self) -> Box:
        """The part of the window that it touches."""
        boxes = [item.box() for item in (self.old, self.new) if item is not None]
        return around(*boxes)


class Painter:
    """Keeps the canvas items of the last frame and makes the next frame out of them."""

    def __init__(self, canvas: Canvas, rasters: Rasters, images: ImageCache | None = None) -> None:
        self._canvas = canvas
        self._builder = ItemBuilder(rasters)
        self._images = images or ImageCache()
        self._pool = ItemPool(canvas, self._images)
        self._slots: list[_Slot] = []
        self._pieces: dict[str, list[tuple[_Slot, int]]] = {}
        self._offsets: dict[str, Point] = {}
        self._waiting: list[list[_Change]] = []

    def draw(self, layers: Iterable[Layer], theme: str, colours: Mapping[str, str], hurry: bool = False) -> bool:
        """Show the layers, back to front. Where that must not take long, some pictures may be left for the next time:
        the answer is whether they are all there."""
        self.catch_up()
        now = time.perf_counter()
        shown = list(layers)
        while len(self._slots) < len(shown):
            self._slots.append(_Slot())
        changes = [
            _Change(number, item, None)
            for slot in self._slots[len(shown) :]
            for number, item in zip(slot.numbers, slot.shown, strict=True)
        ]
        del self._slots[len(shown) :]
        self._reorder([layer.art for layer in shown])
        self._builder.begin(now + _HURRY if hurry else None)
        over: int | None = None
        crowds: list[list[_Change]] = []
        for slot, layer in reversed(list(zip(self._slots, shown, strict=True))):
            there: list[_Change] = []
            over = self._prepare(slot, layer, over, theme, colours, there)
            if len(there) > _FEW:
                crowds.append(there)
            else:
                changes += there
        self._perform([*crowds, *clusters(changes)], now + _ENOUGH if hurry else None)
        self._pieces.clear()
        for slot in self._slots:
            for index, item in enumerate(slot.items):
                if item.key is not None:
                    self._pieces.setdefault(item.key, []).append((slot, index))
        if self._images.full(hurry):
            self._pool.empty()
            self._images.tidy(item.look[0] for slot in self._slots for item in slot.items if item.kind == "image")
        return not self._builder.rough

    def _reorder(self, arts: list[object]) -> None:
        """Layers that have changed places, as an enlarged board and the page do, take their canvas items with them."""
        there = [slot.place[2] if slot.place else None for slot in self._slots]
        if there == arts or Counter(map(id, there)) != Counter(map(id, arts)):
            return
        rest = list(zip(there, self._slots, strict=True))
        for index, art in enumerate(arts):
            at = next(at for at, (other, _slot) in enumerate(rest) if other is art)
            self._slots[index] = rest.pop(at)[1]
        for slot in self._slots:
            for number in slot.numbers:
                self._canvas.tk.tag_raise(number)

    @property
    def _window(self) -> tuple[int, int]:
        return self._canvas.width, self._canvas.height

    def _place(self, layer: Layer, theme: str) -> tuple[Any, ...]:
        """Where and how a layer is shown: items of the same shapes elsewhere are others."""
        return layer.at, layer.scale, layer.art, theme, self._window

    def _known(self, slot: _Slot, place: tuple[Any, ...]) -> Known:
        """What is known of a layer that is shown there; if it has only moved, that has moved with it."""
        if slot.place == place:
            return slot.known
        if slot.place[1:] != place[1:]:
            return Known()
        (x, y), (old_x, old_y) = place[0], slot.place[0]
        dx, dy = float(x - old_x), float(y - old_y)
        return slot.known.shifted(dx, dy) if dx.is_integer() and dy.is_integer() else Known()

    @property
    def has_pieces(self) -> bool:
        """Whether anything is shown that moves."""
        return bool(self._pieces)

    def prepare(self, layer: Layer, theme: str, colours: Mapping[str, str]) -> bool:
        """Make the pictures that a layer needs, without showing them, for a moment; True when all are there."""
        place = self._place(layer, theme)
        known = next((slot.known for slot in self._slots if slot.place == place), Known())
        self._builder.begin(None)
        before, deadline = self._builder.made, time.perf_counter() + _MOMENT
        for item in self._builder.pictures(layer, theme, colours, known, self._window):
            self._images.picture(item.look)
            if self._builder.made > before and time.perf_counter() > deadline:
                return False
        return True

    def shift(self, offsets: Mapping[str, Point], at_once: bool = True) -> None:
        """Show some pieces away from where they were drawn, by pixels, until the next call or `settle`: one frame of an
        animation. It is seen at once, or when the window is next drawn."""
        late, gone = self.catch_up(), self._offsets.keys() - offsets.keys()
        self._offsets = {key: (float(round(dx)), float(round(dy))) for key, (dx, dy) in offsets.items()}
        if late or not at_once:
            return
        changes = []
        for key in (*gone, *self._offsets):
            for slot, index in self._pieces.get(key, ()):
                old, new = slot.shown[index], self._moved(slot.items[index])
                if old != new:
                    changes.append(_Change(slot.numbers[index], old, new))
                    slot.shown[index] = new
        self._perform(clusters(changes))

    def settle(self) -> None:
        """When the window is next drawn, all pieces are where they belong."""
        self._offsets = {}

    def _moved(self, item: Item) -> Item:
        """The item as it is to be shown now."""
        if item.key is None or item.key not in self._offsets:
            return item
        return item.shifted(*self._offsets[item.key])

    def _prepare(
        self,
        slot: _Slot,
        layer: Layer,
        over: int | None,
        theme: str,
        colours: Mapping[str, str],
        changes: list[_Change],
    ) -> int | None:
        """Find out what changes in a layer, and make its new items, out of sight, in their place of the stack: right
        below `over`, the lowest item of the layers in front. The answer is the lowest item of this layer, or `over`.

        What is seen is never restacked: Tk would redraw it at once with all else, however far away that is.
        """
        place = self._place(layer, theme)
        known = self._known(slot, place)
        items, slot.known = self._builder.items(layer, theme, colours, known, self._window)
        slot.place = place
        shown = [self._moved(item) for item in items] if self._offsets else list(items)
        if slot.shown != shown:
            slot.numbers = self._restocked(slot, shown, over, changes)
        slot.items, slot.shown = items, shown
        return slot.numbers[0] if slot.numbers else over

    def _restocked(self, slot: _Slot, shown: list[Item], over: int | None, changes: list[_Change]) -> list[int]:
        """The canvas items for what is to be shown, and what is to be done with them."""
        first, matched, tail = aligned(slot.shown, shown)
        rest = len(slot.shown) - tail
        over = slot.numbers[rest] if tail else over
        numbers: list[int] = []
        for new, index in zip(reversed(shown[first : len(shown) - tail]), reversed(matched), strict=True):
            if index is None:
                number = self._pool.take(new)
                if over is not None:
                    self._canvas.tk.tag_lower(number, over)
                else:
                    self._canvas.tk.tag_raise(number)
                changes.append(_Change(number, None, new))
            else:
                number, old = slot.numbers[index], slot.shown[index]
                if old[:3] != new[:3]:
                    changes.append(_Change(number, old, new))
            numbers.append(number)
            over = number
        gone = set(range(first, rest)).difference(index for index in matched if index is not None)
        changes += [_Change(slot.numbers[index], slot.shown[index], None) for index in gone]
        return [*slot.numbers[:first], *numbers[::-1], *slot.numbers[rest:]]

    def catch_up(self) -> bool:
        """Show what the last frame had no time for; False if there is nothing."""
        waiting, self._waiting = self._waiting, []
        self._perform(waiting)
        return bool(waiting)

    def _perform(self, bundles: list[list[_Change]], deadline: float | None = None) -> None:
        """Make the changes show. Tk redraws the box around all that changed at once: so changes far apart are in
        different bundles, which are shown one after the other, and not all in one frame if that would take long."""
        for index, bundle in enumerate(bundles):
            if index:
                self._canvas.root.update_idletasks()
            if deadline is not None and time.perf_counter() > deadline:
                self._waiting = bundles[index:]
                return
            for number, old, new in bundle:
                if new is None:
                    assert old is not None
                    self._pool.keep(number, old)
                elif old is None:
                    self._pool.place(number, new)
                else:
                    self._pool.alter(number, old, new)
