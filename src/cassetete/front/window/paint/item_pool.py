"""The canvas items that fltk has made: shown, updated, or hidden to be used again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from cassetete.front.window.paint.canvas import Canvas
from cassetete.front.window.paint.fltk_import import fltk, fltk_module
from cassetete.front.window.paint.fonts import family, font
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.items import Item

_HIDDEN = (-9000.0, -9000.0)
"""Far outside the window: Tk redraws nothing for changes there."""

_LIMIT = 1500

_FLTK_IMAGES: dict[int, Any] = getattr(fltk_module, "__img_stats")


class ItemPool:
    """Makes canvas items, and keeps released ones: the next item of the same look is there at once."""

    def __init__(self, canvas: Canvas, images: ImageCache, limit: int = _LIMIT) -> None:
        self._tk = canvas.tk
        self._images = images
        self._limit = limit
        self._free: OrderedDict[tuple[Any, ...], list[int]] = OrderedDict()
        self._count = 0

    def acquire(self, item: Item) -> int:
        """A hidden canvas item of that kind and look."""
        numbers = self._free.get((item.kind, item.look))
        if not numbers:
            return self._create(item)
        self._count -= 1
        return numbers.pop()

    def show(self, number: int, item: Item) -> None:
        """Move a hidden canvas item to its place."""
        self._tk.coords(number, *item.coords)

    def release(self, number: int, item: Item) -> None:
        """Hide a canvas item. Over the limit, the items of the look that was released longest ago are deleted."""
        self._tk.coords(number, *_hidden(item))
        look = (item.kind, item.look)
        self._free.setdefault(look, []).append(number)
        self._free.move_to_end(look)
        self._count += 1
        while self._count > self._limit:
            self._delete(self._free.popitem(last=False)[1])

    def clear(self) -> None:
        """Delete all hidden items."""
        while self._free:
            self._delete(self._free.popitem()[1])

    def _delete(self, numbers: list[int]) -> None:
        self._count -= len(numbers)
        for number in numbers:
            fltk.efface(number)
            _FLTK_IMAGES.pop(number, None)

    def update(self, number: int, old: Item, new: Item) -> None:
        """Give a canvas item another place or look; its kind stays the same."""
        if old.coords != new.coords:
            self._tk.coords(number, *new.coords)
        if old.look == new.look:
            return
        if new.kind == "image":
            image = self._images.image(new.look)
            self._tk.itemconfigure(number, image=image)
            _FLTK_IMAGES[number]["photoimage"] = image
        elif new.kind == "text":
            text, fill, size, bold, anchor = new.look
            self._tk.itemconfigure(number, text=text, fill=fill, font=font(size, bold), anchor=anchor)
        elif new.kind == "line":
            self._tk.itemconfigure(number, fill=new.look[0], width=new.look[1])
        elif new.kind == "rect":
            self._tk.itemconfigure(number, fill=new.look[0])
        else:
            self._tk.itemconfigure(number, fill=new.look[0], outline=new.look[1], width=new.look[2])

    def _create(self, item: Item) -> int:
        coords, look = _hidden(item), item.look
        if item.kind == "image":
            self._images.image(look)
            return int(fltk.image(*coords, look[0], ancrage="nw"))
        if item.kind == "text":
            text, fill, size, bold, anchor = look
            font(size)  # open the font before fltk uses it
            number = int(fltk.texte(*coords, text, couleur=fill, ancrage=anchor, police=family(), taille=-size))
            if bold:
                self._tk.itemconfigure(number, font=font(size, bold))
            return number
        if item.kind == "line":
            number = int(fltk.ligne(*coords, couleur=look[0], epaisseur=look[1]))
            self._tk.itemconfigure(number, capstyle="round")
            return number
        if item.kind == "polygon":
            return int(fltk.polygone(list(coords), couleur=look[1], remplissage=look[0], epaisseur=look[2]))
        if item.kind == "oval":
            return int(fltk.ovale(*coords, couleur=look[1], remplissage=look[0], epaisseur=look[2]))
        return int(fltk.rectangle(*coords, couleur="", remplissage=look[0], epaisseur=0))


def _hidden(item: Item) -> tuple[float, ...]:
    return _HIDDEN * (len(item.coords) // 2)
