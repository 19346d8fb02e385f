"""The window's letters: which typeface, and how wide a text is."""

from __future__ import annotations

import tkinter
from functools import cache
from tkinter import font as tkfont

_FAMILIES = ("Inter", "Cantarell", "Noto Sans", "Segoe UI", "Helvetica Neue", "DejaVu Sans", "Helvetica")

Font = tuple[str, int] | tuple[str, int, str]
"""A font as Tk describes it: family, minus the height in pixels, "bold" if it is."""


@cache
def family() -> str:
    """The first of our preferred typefaces that this machine has."""
    there = set(tkfont.families())
    return next((name for name in _FAMILIES if name in there), "Helvetica")


@cache
def font(size: int, bold: bool = False) -> Font:
    """The font of a height in pixels, open for as long as the window is.

    Tk closes a font when nothing is written in it, and takes a third of a millisecond to open it again: so there is a
    label in each, which nobody sees.
    """
    described: Font = (family(), -size, "bold") if bold else (family(), -size)
    _holders.append(tkinter.Label(font=described))
    return described


@cache
def text_width(text: str, size: int, bold: bool = False) -> int:
    """How many pixels a text takes at a height in pixels."""
    described = font(size, bold)
    return int(_holders[0].tk.call("font", "measure", described, text))


_holders: list[tkinter.Label] = []


def forget() -> None:
    """Another window is opened: it opens its own fonts."""
    _holders.clear()
    for known in (family, font, text_width):
        known.cache_clear()
