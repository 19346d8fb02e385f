"""The painter: puts scenes on fltk's canvas, and from one frame to the next touches only what changed."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cassetete.front.window.album import Album
from cassetete.front.window.align import aligned, around, clusters
from cassetete.front.window.canvas import Canvas, family
from cassetete.front.window.fltk_quietly import fltk, fltk_module
from cassetete.front.window.items import Box, Drafter, Item, Known, Layer
from cassetete.front.window.raster import Rasters
from cassetete.scene.shapes import Point

__all__ = ["Layer", "Painter"]

_FEW = 200
_AWAY = (-9000.0, -9000.0)
_MOMENT = 0.004


@dataclass
class _Slot:
    """A layer as it lies on the canvas."""

    place: tuple[Any, ...] = ()
    known: Known = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


class _Change(NamedTuple):
    """One canvas item to be altered: from what it shows now (None: a new one) to what it shall (None: away with it)."""

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
        self._slots: list[_Slot] = []
        self._pieces: dict[str, list[tuple[int, Item]]] = {}
        self._shifted: set[int] = set()

    def draw(self, layers: Iterable[Layer], theme: str, colours: Mapping[str, str]) -> None:
        """Show the layers, back to front."""
        shown = list(layers)
        while len(self._slots) < len(shown):
            self._slots.append(_Slot())
        changes = [
            _Change(number, item, None)
            for slot in self._slots[len(shown) :]
            for number, item in zip(slot.numbers, slot.items, strict=True)
        ]
        del self._slots[len(shown) :]
        over: int | None = None
        for slot, layer in reversed(list(zip(self._slots, shown, strict=True))):
            over = self._prepare(slot, layer, over, theme, colours, changes)
        self._perform(changes)
        self._shifted.clear()
        self._pieces.clear()
        for slot in self._slots:
            for number, item in zip(slot.numbers, slot.items, strict=True):
                if item.key is not None:
                    self._pieces.setdefault(item.key, []).append((number, item))
        self._album.tidy(item.look[0] for slot in self._slots for item in slot.items if item.kind == "image")

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
        before, deadline = self._drafter.made, time.perf_counter() + _MOMENT
        for _group, items in self._drafter.grouped(layer, theme, colours, known, self._window):
            for item in items:
                if item.kind == "image":
                    self._album.picture(item.look)
            if self._drafter.made > before and time.perf_counter() > deadline:
                return False
        return True

    def shift(self, offsets: Mapping[str, Point]) -> None:
        """Move the items of some pieces away from where they were drawn, by pixels: one frame of an animation."""
        changes = []
        for key, (dx, dy) in offsets.items():
            for number, item in self._pieces.get(key, ()):
                coords = tuple(c + (dx if index % 2 == 0 else dy) for index, c in enumerate(item.coords))
                changes.append(_Change(number, item, item._replace(coords=coords)))
                self._shifted.add(number)
        self._perform(changes)

    def settle(self) -> None:
        """Put the pieces that were shifted back where they were drawn."""
        for pieces in self._pieces.values():
            for number, item in pieces:
                if number in self._shifted:
                    self._canvas.tk.coords(number, *item.coords)
        self._shifted.clear()

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
        below `over`, the lowest item of the layers in front. The answer is the lowest item of this layer, or `over`."""
        place = self._place(layer, theme)
        known = slot.known if slot.place == place else {}
        items, slot.known = self._drafter.items(layer, theme, colours, known, self._window)
        slot.place = place
        matched = aligned(slot.items, items)
        spare: dict[Item, list[int]] = {}
        for left in set(range(len(slot.items))).difference(index for index in matched if index is not None):
            spare.setdefault(slot.items[left], []).append(slot.numbers[left])
        numbers: list[int] = []
        for item, index in zip(reversed(items), reversed(matched), strict=True):
            if index is None:
                number, old = self._found(item, spare)
                if over is not None:
                    self._canvas.tk.tag_lower(number, over)
                else:
                    self._canvas.tk.tag_raise(number)
                if old is None or number in self._shifted:
                    changes.append(_Change(number, old, item))
            else:
                number = slot.numbers[index]
                if slot.items[index] is not item and (slot.items[index] != item or number in self._shifted):
                    changes.append(_Change(number, slot.items[index], item))
                elif number in self._shifted:
                    changes.append(_Change(number, item, item))
            numbers.append(number)
            over = number
        changes += [_Change(number, item, None) for item, rest in spare.items() for number in rest]
        slot.items, slot.numbers = items, numbers[::-1]
        return over

    def _found(self, item: Item, spare: dict[Item, list[int]]) -> tuple[int, Item | None]:
        """A canvas item that only has to change its place in the stack, and what it shows; or a new one."""
        numbers = spare.get(item)
        return (numbers.pop(), item) if numbers else (self._made(item), None)

    def _perform(self, changes: list[_Change]) -> None:
        """Make the changes show. Tk redraws the box around all that changed at once: so a few changes far apart are
        shown one after the other."""
        bundles = [changes] if len(changes) > _FEW else clusters(changes)
        for index, bundle in enumerate(bundles):
            if index:
                self._canvas.root.update_idletasks()
            for change in bundle:
                self._alter(change)

    def _alter(self, change: _Change) -> None:
        number, old, new = change
        if new is None:
            fltk.efface(number)
            _IMAGES.pop(number, None)
        elif old is None:
            self._canvas.tk.coords(number, *new.coords)
        else:
            self._change(number, old, new)

    def _change(self, number: int, old: Item, new: Item) -> None:
        """A canvas item takes another place or look; its kind stays."""
        tk = self._canvas.tk
        if old.coords != new.coords or number in self._shifted:
            tk.coords(number, *new.coords)
        if old.look == new.look:
            return
        if new.kind == "image":
            picture = self._album.picture(new.look)
            tk.itemconfigure(number, image=picture)
            _IMAGES[number]["photoimage"] = picture
        elif new.kind == "text":
            text, fill, size, bold, anchor = new.look
            tk.itemconfigure(number, text=text, fill=fill, font=_font(size, bold), anchor=anchor)
        elif new.kind == "line":
            tk.itemconfigure(number, fill=new.look[0], width=new.look[1])
        else:
            tk.itemconfigure(number, fill=new.look[0])

    def _made(self, item: Item) -> int:
        """A new canvas item, out of sight."""
        coords = _AWAY * (len(item.coords) // 2)
        if item.kind == "image":
            self._album.picture(item.look)
            return int(fltk.image(*coords, item.look[0], ancrage="nw"))
        if item.kind == "text":
            text, fill, size, bold, anchor = item.look
            number = int(fltk.texte(*coords, text, couleur=fill, ancrage=anchor, police=family(), taille=-size))
            if bold:
                self._canvas.tk.itemconfigure(number, font=_font(size, bold))
            return number
        if item.kind == "line":
            number = int(fltk.ligne(*coords, couleur=item.look[0], epaisseur=item.look[1]))
            self._canvas.tk.itemconfigure(number, capstyle="round")
            return number
        return int(fltk.rectangle(*coords, couleur="", remplissage=item.look[0], epaisseur=0))


_IMAGES: dict[int, Any] = getattr(fltk_module, "__img_stats")


def _font(size: int, bold: bool) -> tuple[str, int, str]:
    return (family(), -size, "bold" if bold else "normal")
