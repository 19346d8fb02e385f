"""The motion of pieces between two states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot

from cassetete.scene.shapes import Point, Scene, moved


@dataclass(frozen=True, slots=True)
class Motion:
    """The piece `key` moves along `way`: offsets in board units from its place before the move.

    It moves in the part of the animation from `start` to `end` (0 to 1): a block may wait until it is pushed.
    """

    key: str
    way: tuple[Point, ...]
    start: float = 0.0
    end: float = 1.0


def ease(progress: float) -> float:
    """Progress of an animation that starts and ends slowly.

    >>> ease(0.0), ease(0.5), ease(1.0)
    (0.0, 0.5, 1.0)
    """
    return progress * progress * (3.0 - 2.0 * progress)


def between(before: Scene, motions: Iterable[Motion], progress: float) -> Scene:
    """The scene `before`, with each moving piece `progress` (0 to 1) of its way further.

    Undo shows the same scenes with progress from 1 to 0.

    >>> from cassetete.scene.shapes import Disc
    >>> scene = Scene(3, 1, (Disc((0.5, 0.5), 0.4, key="ball"),))
    >>> between(scene, [Motion("ball", ((0, 0), (2, 0)))], 0.5).shapes[0].at
    (1.5, 0.5)
    """
    offsets = {motion.key: offset(motion, progress) for motion in motions}
    shapes = tuple(
        moved(shape, *offsets[shape.key]) if shape.key is not None and shape.key in offsets else shape
        for shape in before.shapes
    )
    return replace(before, shapes=shapes)


def offset(motion: Motion, progress: float) -> Point:
    """How far the piece is from its place before the move, at that progress (0 to 1) of the animation.

    >>> offset(Motion("ball", ((0, 0), (2, 0), (2, 2))), 0.75)
    (2.0, 1.0)
    """
    span = motion.end - motion.start
    share = 1.0 if span <= 0 else min(1.0, max(0.0, (progress - motion.start) / span))
    legs = list(zip(motion.way, motion.way[1:], strict=False))
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in legs]
    left = share * sum(lengths)
    for (a, b), length in zip(legs, lengths, strict=True):
        if left <= length and length > 0:
            part = left / length
            return (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
        left -= length
    return motion.way[-1]
