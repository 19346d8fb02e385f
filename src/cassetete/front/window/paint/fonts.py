"""The window's fonts, and how wide a text is in them."""

from __future__ import annotations

import tkinter
from functools import cache
from tkinter import font as tkfont

_FAMILIES = ("Inter", "Cantarell", "Noto Sans", "Segoe UI", "Helvetica Neue", "DejaVu Sans", "Helvetica")

Font = tuple[str, int] | tuple[str, int, str]
"""A font as Tk describes it: family, minus the height in pixels, "bold" if it is."""


@cache
def family() -> str:
    """The first of our preferred font families that this machine has."""
    installed = set(tkfont.families())
    return next((name for name in _FAMILIES if name in installed), "Helvetica")


@cache
def font(size: int, bold: bool = False) -> Font:
    """The font of a height in pixels, kept open as long as the window is.

    Tk closes a font that no widget uses, and takes a third of a millisecond to open it again: a hidden label in each
    font keeps it open.
    """
    described: Font = (family(), -size, "bold") if bold else (family(), -size)
    _labels.append(tkinter.Label(font=described))
    return described


@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """How many units wide a text is at a height in units."""
    described = font(max(6, round(size * _scale)), bold)
    return int(_labels[0].tk.call("font", "measure", described, text)) / _scale


_labels: list[tkinter.Label] = []
_scale = 1.0


def set_scale(scale: float) -> None:
    """Set how many pixels a unit has."""
    global _scale
    _scale = scale
    text_width.cache_clear()


def reset() -> None:
    """Forget the fonts of a window that was closed: a new window opens its own."""
    set_scale(1.0)
    _labels.clear()
    for cached in (family, font, text_width):
        cached.cache_clear()
