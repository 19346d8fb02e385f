"""The painter: puts scenes on fltk's canvas, and from one frame to the next touches only what changed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cassetete.front.window.album import Album
from cassetete.front.window.align import aligned, around, clusters
from cassetete.front.window.canvas import Canvas
from cassetete.front.window.items import Box, Drafter, Item, Known, Layer
from cassetete.front.window.raster import Rasters
from cassetete.front.window.stock import Stock
from cassetete.scene.shapes import Point

__all__ = ["Layer", "Painter"]

_FEW = 200
_MOMENT = 0.004
_HURRY = 0.006
"""Seconds for new pictures in a frame that shall not take long; what is not ready then is drawn roughly for now."""


@dataclass
class _Slot:
    """A layer as it lies on the canvas: its items, and how they are shown (pieces on their way are elsewhere)."""

    place: tuple[Any, ...] = ()
    known: Known = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    shown: list[Item] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


class _Change(NamedTuple):
    """One canvas item to be altered: from what it shows now (None: out of sight) to what it shall (None: away with it)."""

    number: int
    old: Item | None
    new: Item | None

    def box(self) -> Box:
        """The part of the window that it touches."""
        boxes = [item.box() for item in (self.old, self.new) if item is not None]
        return around(*boxes)


class Painter:
    """Keeps the canvas items of the last frame and makes the next frame out of them."""

    def __init__(self, canvas: Canvas, rasters: Rasters, album: Album | None = None) -> None:
        self._canvas = canvas
        self._drafter = Drafter(rasters)
        self._album = album or Album()
        self._stock = Stock(canvas, self._album)
        self._slots: list[_Slot] = []
        self._pieces: dict[str, list[tuple[_Slot, int]]] = {}
        self._offsets: dict[str, Point] = {}

    def draw(self, layers: Iterable[Layer], theme: str, colours: Mapping[str, str], hurry: bool = False) -> bool:
        """Show the layers, back to front. Where that must not take long, some pictures may be left for the next time:
        the answer is whether all is as it shall be."""
        shown = list(layers)
        while len(self._slots) < len(shown):
            self._slots.append(_Slot())
        changes = [
            _Change(number, item, None)
            for slot in self._slots[len(shown) :]
            for number, item in zip(slot.numbers, slot.shown, strict=True)
        ]
        del self._slots[len(shown) :]
        self._drafter.begin(time.perf_counter() + _HURRY if hurry else None)
        over: int | None = None
        for slot, layer in reversed(list(zip(self._slots, shown, strict=True))):
            over = self._prepare(slot, layer, over, theme, colours, changes)
        self._perform(changes)
        self._pieces.clear()
        for slot in self._slots:
            for index, item in enumerate(slot.items):
                if item.key is not None:
                    self._pieces.setdefault(item.key, []).append((slot, index))
        if self._album.full:
            self._stock.empty()
            self._album.tidy(item.look[0] for slot in self._slots for item in slot.items if item.kind == "image")
        return not self._drafter.rough

    @property
    def _window(self) -> tuple[int, int]:
        return self._canvas.width, self._canvas.height

    def _place(self, layer: Layer, theme: str) -> tuple[Any, ...]:
        """Where and how a layer is shown: items of the same shapes elsewhere are others."""
        return layer.scale, layer.at, layer.art, theme, self._window

    @property
    def has_pieces(self) -> bool:
        """Whether anything is shown that moves."""
        return bool(self._pieces)

    def prepare(self, layer: Layer, theme: str, colours: Mapping[str, str]) -> bool:
        """Make the pictures that a layer needs, without showing them, for a moment; True when all are there."""
        place = self._place(layer, theme)
        known = next((slot.known for slot in self._slots if slot.place == place), {})
        self._drafter.begin(None)
        before, deadline = self._drafter.made, time.perf_counter() + _MOMENT
        for _group, items in self._drafter.grouped(layer, theme, colours, known, self._window):
            for item in items:
                if item.kind == "image":
                    self._album.picture(item.look)
            if self._drafter.made > before and time.perf_counter() > deadline:
                return False
        return True

    def shift(self, offsets: Mapping[str, Point], at_once: bool = True) -> None:
        """Show some pieces away from where they were drawn, by pixels, until the next call or `settle`: one frame of an
        animation. It is seen at once, or when the window is next drawn."""
        gone = self._offsets.keys() - offsets.keys()
        self._offsets = {key: (float(round(dx)), float(round(dy))) for key, (dx, dy) in offsets.items()}
        if not at_once:
            return
        changes = []
        for key in (*gone, *self._offsets):
            for slot, index in self._pieces.get(key, ()):
                old, new = slot.shown[index], self._moved(slot.items[index])
                if old != new:
                    changes.append(_Change(slot.numbers[index], old, new))
                    slot.shown[index] = new
        self._perform(changes)

    def settle(self) -> None:
        """When the window is next drawn, all pieces are where they belong."""
        self._offsets = {}

    def _moved(self, item: Item) -> Item:
        """The item as it is to be shown now."""
        if item.key is None or item.key not in self._offsets:
            return item
        dx, dy = self._offsets[item.key]
        return item._replace(coords=tuple(c + (dy if index % 2 else dx) for index, c in enumerate(item.coords)))

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
        known = slot.known if slot.place == place else {}
        items, slot.known = self._drafter.items(layer, theme, colours, known, self._window)
        slot.place = place
        shown = [self._moved(item) for item in items] if self._offsets else items
        matched = aligned(slot.shown, shown)
        numbers: list[int] = []
        for new, index in zip(reversed(shown), reversed(matched), strict=True):
            if index is None:
                number = self._stock.take(new)
                if over is not None:
                    self._canvas.tk.tag_lower(number, over)
                else:
                    self._canvas.tk.tag_raise(number)
                changes.append(_Change(number, None, new))
            else:
                number, old = slot.numbers[index], slot.shown[index]
                if old is not new and old[:3] != new[:3]:
                    changes.append(_Change(number, old, new))
            numbers.append(number)
            over = number
        for left in set(range(len(slot.items))).difference(index for index in matched if index is not None):
            changes.append(_Change(slot.numbers[left], slot.shown[left], None))
        slot.items, slot.shown, slot.numbers = items, list(shown), numbers[::-1]
        return over

    def _perform(self, changes: list[_Change]) -> None:
        """Make the changes show. Tk redraws the box around all that changed at once: so a few changes far apart are
        shown one after the other."""
        bundles = [changes] if len(changes) > _FEW else clusters(changes)
        for index, bundle in enumerate(bundles):
            if index:
                self._canvas.root.update_idletasks()
            for number, old, new in bundle:
                if new is None:
                    assert old is not None
                    self._stock.keep(number, old)
                elif old is None:
                    self._stock.place(number, new)
                else:
                    self._stock.alter(number, old, new)
