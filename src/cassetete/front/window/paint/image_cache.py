"""The images that fltk has loaded: fltk never frees them, so those that are no longer shown are freed here."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tkinter import PhotoImage
from typing import Any

from cassetete.front.window.paint.fltk_import import fltk_module

_LIMIT = 12_000_000
"""Pixels: a few boards of a large window, at several sizes."""
_QUICK_FACTOR = 2

_FLTK_CACHE: dict[tuple[Any, ...], Any] = getattr(fltk_module, "__img_cache")


class ImageCache:
    """Loaded images by file, and how many pixels they have in total."""

    def __init__(self, limit: int = _LIMIT) -> None:
        self._least = self._limit = limit
        self._images: dict[str, tuple[Any, int]] = {}
        self._pixels = 0

    def has(self, look: tuple[Any, ...]) -> bool:
        """Whether the image of a look is loaded."""
        return look[0] in self._images

    def image(self, look: tuple[Any, ...]) -> Any:
        """The Tk image of a look (file, width, height)."""
        file, width, height = look
        found = self._images.get(file)
        if found is None:
            found = self._images[file] = (_loaded(file, width, height), width * height)
            self._pixels += found[1]
        return found[0]

    def put(self, look: tuple[Any, ...], image: PhotoImage) -> None:
        """Keep an image that was not loaded from a file, under a name that no file has."""
        name, width, height = look
        self._images[name] = (image, width * height)
        self._pixels += width * height
        for size in ((None, None), (width, height)):
            _FLTK_CACHE[Path(name), *size, 0] = image

    def full(self, quick: bool) -> bool:
        """Whether it is time to evict. That is slow: in a frame that must be quick, it waits for twice the limit."""
        return self._pixels > (_QUICK_FACTOR * self._limit if quick else self._limit)

    def evict_unused(self, used: Iterable[str]) -> None:
        """Free every image whose file is not in use."""
        kept = set(used)
        paths = {Path(file) for file in self._images.keys() - kept}
        for key in [key for key in _FLTK_CACHE if key[0] in paths]:
            del _FLTK_CACHE[key]
        self._images = {file: image for file, image in self._images.items() if file in kept}
        self._pixels = sum(pixels for _image, pixels in self._images.values())
        # What is shown may alone exceed the limit: then the next eviction waits until it has doubled.
        self._limit = max(self._least, 2 * self._pixels)


def _loaded(file: str, width: int, height: int) -> PhotoImage:
    """The image of a file, put where fltk looks for it: fltk itself would make two copies more."""
    path = Path(file)
    found = _FLTK_CACHE.get((path, None, None, 0))
    if found is None:
        found = PhotoImage(file=file)
        for size in ((None, None), (width, height)):
            _FLTK_CACHE[path, *size, 0] = found
    return found
