"""Layers and canvas items: what a screen hands to the painter, and what the painter puts on the canvas."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from cassetete.scene.shapes import Point, Scene

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


@dataclass(frozen=True)
class Layer:
    """A scene in the window: `scale` pixels a unit, its origin at `at`; `art(name)` is the SVG source of a sprite.

    What is outside `clip` need not be drawn: other layers cover it.
    """

    scene: Scene
    scale: float = 1.0
    at: Point = (0.0, 0.0)
    art: Callable[[str], str] | None = None
    clip: Box | None = None

    def inverse(self, x: float, y: float) -> Point:
        """The scene's point at a pixel."""
        return (x - self.at[0]) / self.scale, (y - self.at[1]) / self.scale


class Item(NamedTuple):
    """One canvas item: its kind, where it is, how it looks, and the key of the piece it belongs to."""

    kind: str
    coords: tuple[float, ...]
    look: tuple[Any, ...]
    key: str | None = None

    def shifted(self, dx: float, dy: float) -> Item:
        """The same item elsewhere."""
        kind, coords, look, key = self
        if len(coords) == 2:
            return Item(kind, (coords[0] + dx, coords[1] + dy), look, key)
        return Item(kind, tuple(c + (dy if index % 2 else dx) for index, c in enumerate(coords)), look, key)

    def box(self) -> Box:
        """About where it is in the window."""
        x, y = self.coords[:2]
        if self.kind == "polygon":
            xs, ys, pen = self.coords[::2], self.coords[1::2], self.look[2]
            return min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen
        if self.kind == "image":
            return x, y, x + self.look[1], y + self.look[2]
        if self.kind == "text":
            text, _fill, size, _bold, anchor = self.look
            reach = len(text) * size * 0.7
            left = x - {"w": 0.0, "center": 0.5, "e": 1.0}[anchor] * reach
            return left, y - size, left + reach, y + size
        to_x, to_y = self.coords[2:]
        pen = self.look[1] if self.kind == "line" else self.look[2] if self.kind == "oval" else 0
        return min(x, to_x) - pen, min(y, to_y) - pen, max(x, to_x) + pen, max(y, to_y) + pen
