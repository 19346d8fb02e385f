"""The pictures that fltk has loaded: it keeps each for ever, so those that are not shown are put away here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cassetete.front.window.paint.fltk_import import fltk_module

_ROOM = 12_000_000
"""Pixels: a few boards of a large window, at several sizes."""
_FAR = 2

_LOADED: dict[tuple[Any, ...], Any] = getattr(fltk_module, "__img_cache")


class ImageCache:
    """What has been loaded, by file, and how many pixels that is."""

    def __init__(self, room: int = _ROOM) -> None:
        self._least = self._room = room
        self._pictures: dict[str, tuple[Any, int]] = {}
        self._total = 0

    def picture(self, look: tuple[Any, ...]) -> Any:
        """The picture of a look (file, width, height), as Tk wants it."""
        file, width, height = look
        found = self._pictures.get(file)
        if found is None:
            found = self._pictures[file] = (fltk_module._load_tk_image(file), width * height)
            self._total += found[1]
        return found[0]

    def full(self, hurry: bool) -> bool:
        """Whether there is too much: time to tidy. That takes a while: in a hurry it waits for far too much."""
        return self._total > (_FAR * self._room if hurry else self._room)

    def tidy(self, used: Iterable[str]) -> None:
        """Put away what is not used."""
        kept = set(used)
        paths = {Path(file) for file in self._pictures.keys() - kept}
        for key in [key for key in _LOADED if key[0] in paths]:
            del _LOADED[key]
        self._pictures = {file: there for file, there in self._pictures.items() if file in kept}
        self._total = sum(pixels for _picture, pixels in self._pictures.values())
        # What is shown may alone be more than that: then the next tidying waits until it has doubled.
        self._room = max(self._least, 2 * self._total)
