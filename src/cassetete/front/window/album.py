"""The pictures that fltk has loaded: it keeps each for ever, so those that are not shown are put away here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cassetete.front.window.fltk_quietly import fltk_module

_ROOM = 12_000_000
"""Pixels: a few boards of a large window, at several sizes."""

_LOADED: dict[tuple[Any, ...], Any] = getattr(fltk_module, "__img_cache")


class Album:
    """How much has been loaded, and by which files."""

    def __init__(self, room: int = _ROOM) -> None:
        self._least = self._room = room
        self._pixels: dict[str, int] = {}
        self._total = 0

    def picture(self, look: tuple[Any, ...]) -> Any:
        """The picture of a look (file, width, height), as Tk wants it."""
        file, width, height = look
        if file not in self._pixels:
            self._pixels[file] = width * height
            self._total += width * height
        return fltk_module._load_tk_image(file)

    def tidy(self, used: Iterable[str]) -> None:
        """When there is too much, put away what is not used."""
        if self._total <= self._room:
            return
        kept = set(used)
        gone = self._pixels.keys() - kept
        paths = {Path(file) for file in gone}
        for key in [key for key in _LOADED if key[0] in paths]:
            del _LOADED[key]
        self._pixels = {file: pixels for file, pixels in self._pixels.items() if file in kept}
        self._total = sum(self._pixels.values())
        # What is shown may alone be more than that: then the next tidying waits until it has doubled.
        self._room = max(self._least, 2 * self._total)
