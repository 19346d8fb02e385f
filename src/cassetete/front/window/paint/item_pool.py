"""The canvas items, as fltk makes them: shown, altered, and put out of sight to be used again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from cassetete.front.window.paint.canvas import Canvas
from cassetete.front.window.paint.fltk_import import fltk, fltk_module
from cassetete.front.window.paint.fonts import family, font
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.items import Item

AWAY = (-9000.0, -9000.0)
"""Where nobody sees it: nothing is redrawn for what happens there."""

_ROOM = 1500

_IMAGES: dict[int, Any] = getattr(fltk_module, "__img_stats")


class ItemPool:
    """Makes canvas items, and keeps those that are not wanted any more: the next of the same look is there at once."""

    def __init__(self, canvas: Canvas, album: ImageCache, room: int = _ROOM) -> None:
        self._tk = canvas.tk
        self._album = album
        self._room = room
        self._kept: OrderedDict[tuple[Any, ...], list[int]] = OrderedDict()
        self._count = 0

    def take(self, item: Item) -> int:
        """A canvas item of that kind and look, out of sight."""
        numbers = self._kept.get((item.kind, item.look))
        if not numbers:
            return self._made(item)
        self._count -= 1
        return numbers.pop()

    def place(self, number: int, item: Item) -> None:
        """Show a canvas item where it belongs."""
        self._tk.coords(number, *item.coords)

    def keep(self, number: int, item: Item) -> None:
        """Put a canvas item out of sight. When there are too many, those of the look that was put away first go."""
        self._tk.coords(number, *_out_of_sight(item))
        look = (item.kind, item.look)
        self._kept.setdefault(look, []).append(number)
        self._kept.move_to_end(look)
        self._count += 1
        while self._count > self._room:
            self._forget(self._kept.popitem(last=False)[1])

    def empty(self) -> None:
        """Forget what is out of sight."""
        while self._kept:
            self._forget(self._kept.popitem()[1])

    def _forget(self, numbers: list[int]) -> None:
        self._count -= len(numbers)
        for number in numbers:
            fltk.efface(number)
            _IMAGES.pop(number, None)

    def alter(self, number: int, old: Item, new: Item) -> None:
        """A canvas item takes another place or look; its kind stays."""
        if old.coords != new.coords:
            self._tk.coords(number, *new.coords)
        if old.look == new.look:
            return
        if new.kind == "image":
            picture = self._album.picture(new.look)
            self._tk.itemconfigure(number, image=picture)
            _IMAGES[number]["photoimage"] = picture
        elif new.kind == "text":
            text, fill, size, bold, anchor = new.look
            self._tk.itemconfigure(number, text=text, fill=fill, font=font(size, bold), anchor=anchor)
        elif new.kind == "line":
            self._tk.itemconfigure(number, fill=new.look[0], width=new.look[1])
        elif new.kind == "rect":
            self._tk.itemconfigure(number, fill=new.look[0])
        else:
            self._tk.itemconfigure(number, fill=new.look[0], outline=new.look[1], width=new.look[2])

    def _made(self, item: Item) -> int:
        """A new canvas item, out of sight."""
        coords, look = _out_of_sight(item), item.look
        if item.kind == "image":
            self._album.picture(look)
            return int(fltk.image(*coords, look[0], ancrage="nw"))
        if item.kind == "text":
            text, fill, size, bold, anchor = look
            font(size)  # open before fltk writes in it
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


def _out_of_sight(item: Item) -> tuple[float, ...]:
    return AWAY * (len(item.coords) // 2)
