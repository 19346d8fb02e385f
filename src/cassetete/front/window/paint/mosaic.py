"""A zoomed board that is panned, as opaque tiles.

Tk blends a picture with soft edges anew whenever it moves, and in Push it down columns cover each other twice over. An
opaque picture is only copied. So the pictures are blended once, into tiles, which lie above them: what is under tiles
only is not drawn at all.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from math import ceil, floor
from tkinter import PhotoImage
from typing import Any

from cassetete.front.window.paint.canvas import Canvas
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.items import Box, Item
from cassetete.scene.shapes import Point

_SIDE = 256
_LEAST = 1.2
"""How many times over pictures cover the board where tiles are worth their while."""

_Tile = tuple[int, int]
_SERIAL = count()


class Mosaic:
    """The tiles of one layer, by their place from the layer's corner."""

    def __init__(self, canvas: Canvas, images: ImageCache) -> None:
        self._canvas, self._images = canvas, images
        self._tiles: dict[_Tile, tuple[tuple[Any, ...], Item]] = {}
        self.shown = False
        """Whether the tiles are shown, and not only made for when the board is panned."""
        self.finished = False
        """Whether all tiles are made that can be."""
        self.ready = False
        """Whether nearly all is in tiles, so that there is time for something else."""

    def items(self, items: list[Item], at: Point, clip: Box, paper: str, seconds: float) -> list[Item]:
        """The items of a layer at `at`, seen in a part of the window, with tiles for those that can be drawn together.

        At most so many seconds are spent on new tiles, but one is made. Lines and texts, and what is in front of them,
        stay as they are. Where a shape is still a placeholder, there is no tile.
        """
        self.finished = self.ready = True
        front = next((index for index, item in enumerate(items) if item.kind in ("line", "text")), len(items))
        back = items[:front]
        whole = (clip[2] - clip[0]) * (clip[3] - clip[1])
        if _area(back) < _LEAST * whole:
            return items
        x, y = round(at[0]), round(at[1])
        seen = (clip[0] - x, clip[1] - y, clip[2] - x, clip[3] - y)
        places = [_tiles(item.shifted(-x, -y).box(), seen) for item in back]
        under: dict[_Tile, list[Item]] = {}
        for item, tiles in zip(back, places, strict=True):
            for tile in tiles:
                under.setdefault(tile, []).append(item)
        deadline = time.perf_counter() + seconds
        made = 0
        found: dict[_Tile, Item] = {}
        for tile, below in under.items():
            if any(item.kind not in ("image", "rect") for item in below):
                continue
            look = (paper, *(item.shifted(-x, -y)[1:3] for item in below))
            old = self._tiles.get(tile)
            if old is None or old[0] != look or not self._images.has(old[1].look):
                if made and time.perf_counter() > deadline:
                    self.finished = False
                    continue
                old = self._tiles[tile] = (look, self._made(tile, below, (x, y), paper))
                made += 1
            found[tile] = old[1].shifted(x, y)
        rest = [item for item, tiles in zip(back, places, strict=True) if not found.keys() >= set(tiles)]
        self.ready = _area(rest) < whole / 4
        return [*rest, *found.values(), *items[front:]]

    def looks(self) -> Iterator[tuple[Any, ...]]:
        """The looks of all tiles, as those of items."""
        return (item.look for _below, item in self._tiles.values())

    def _made(self, tile: _Tile, below: list[Item], at: tuple[int, int], paper: str) -> Item:
        """A tile with the items below it, as an item of the layer's own pixels."""
        left, top = tile[0] * _SIDE, tile[1] * _SIDE
        photo = PhotoImage(master=self._canvas.root, width=_SIDE, height=_SIDE)
        call, name = self._canvas.root.tk.call, str(photo)
        call(name, "put", paper, "-to", 0, 0, _SIDE, _SIDE)
        for item in below:
            x, y, end, foot = (int(edge) for edge in item.shifted(-at[0] - left, -at[1] - top).box())
            part = (max(0, x), max(0, y), min(_SIDE, end), min(_SIDE, foot))
            if part[0] >= part[2] or part[1] >= part[3]:
                continue
            if item.kind == "rect":
                call(name, "put", item.look[0], "-to", *part)
            else:
                source = tuple(edge - (y if index % 2 else x) for index, edge in enumerate(part))
                call(name, "copy", str(self._images.image(item.look)), "-from", *source, "-to", *part)
        look = (f"tile-{next(_SERIAL)}", _SIDE, _SIDE)
        self._images.put(look, photo)
        return Item("image", (left, top), look)


def _area(items: list[Item]) -> int:
    """How many pixels Tk blends to show the pictures among items."""
    return sum(item.look[1] * item.look[2] for item in items if item.kind == "image")


def _tiles(box: Box, seen: Box) -> list[_Tile]:
    """The tiles that a box touches, of those that are seen.

    >>> _tiles((250, 0, 260, 9), (0, 0, 900, 900))
    [(0, 0), (1, 0)]
    """
    left, top = floor(max(box[0], seen[0]) / _SIDE), floor(max(box[1], seen[1]) / _SIDE)
    right, bottom = ceil(min(box[2], seen[2]) / _SIDE), ceil(min(box[3], seen[3]) / _SIDE)
    return [(column, row) for row in range(top, bottom) for column in range(left, right)]
