"""Confetti for a won game: a few dozen small pieces that fall over the board."""

from __future__ import annotations

import random
from math import pi, sin

from cassetete.scene.shapes import Point, Polygon, Scene, Shape

_PIECES = 36
_ROLES = ("accent", "good", "hint", "cursor", "colour-0", "colour-4")


def _pieces() -> list[tuple[float, float, float, float]]:
    """Where each piece begins, from 0 to 1 across the board, how late, how fast and how large it is."""
    chance = random.Random(7)
    return [
        (chance.random(), chance.random() * 0.3, 0.8 + chance.random() * 0.5, 5 + chance.random() * 5)
        for _ in range(_PIECES)
    ]


_FALLING = _pieces()


def scene(width: float, height: float) -> Scene:
    """The pieces above the upper edge, from where they fall."""
    shapes: list[Shape] = []
    for index, (x, _late, _fast, size) in enumerate(_FALLING):
        left, top = x * width, -20.0
        points = (
            (left, top),
            (left + size, top + size * 0.3),
            (left + size * 0.7, top + size),
            (left - size * 0.3, top + size * 0.7),
        )
        shapes.append(Polygon(points, fill=_ROLES[index % len(_ROLES)], key=f"confetti-{index}"))
    return Scene(width, height, tuple(shapes))


def offsets(share: float, height: float) -> dict[str, Point]:
    """How far each piece has fallen when a share of the celebration has passed."""
    found = {}
    for index, (x, late, fast, size) in enumerate(_FALLING):
        fallen = max(0.0, share - late) / (1 - late) * fast
        found[f"confetti-{index}"] = (sin(fallen * 3 * pi + x * 9) * size * 3, fallen * (height + 60))
    return found
