"""A log of what each frame shows and where it can be clicked, for tests that play as a person would.

One JSON line a frame, written only if the environment variable CASSETETE_WINDOW_LOG names a file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path

from cassetete.front.window.paint.fonts import text_width
from cassetete.front.window.paint.items import Layer
from cassetete.scene.shapes import Label, Line, Point, Polygon, Shape
from cassetete.session.hint_arrow import centre

VARIABLE = "CASSETETE_WINDOW_LOG"


class FrameLog:
    """The log file, one line per frame."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")

    @classmethod
    def from_environment(cls) -> FrameLog | None:
        """The log that the environment asks for; None if it does not."""
        path = os.environ.get(VARIABLE)
        return cls(Path(path)) if path else None

    def frame(
        self,
        screen: object,
        size: tuple[int, int],
        layers: Iterable[Layer],
        at: Callable[[float, float], Hashable],
        pointer: tuple[int, int] | None,
        scale: float = 1.0,
        away: float = 0.0,
    ) -> None:
        """Log a frame: its screen and dialog, its texts and their colours by role, the texts that the window cuts off,
        a pixel of each visible target, where the pointer was, and how far pieces were away from their places since the
        last frame.

        `scale` is how many pixels a unit of the layers has.
        """
        targets: dict[str, tuple[int, int]] = {}
        texts, roles, cut = [], [], []
        for layer in layers:
            for shape in layer.scene.shapes:
                if isinstance(shape, Label):
                    texts.append(shape.text)
                    roles.append(shape.fill)
                    if _is_cut(shape, layer, (size[0] / scale, size[1] / scale)):
                        cut.append(shape.text)
                if shape.target is None or repr(shape.target) in targets:
                    continue
                for x, y in _pixels(shape, layer, scale):
                    if 0 <= x < size[0] and 0 <= y < size[1] and at(int(x / scale), int(y / scale)) == shape.target:
                        targets[repr(shape.target)] = (x, y)
                        break
        dialog = getattr(screen, "dialog", None)
        end = getattr(screen, "end_shown", False)
        record = {
            "screen": type(screen).__name__,
            "dialog": type(dialog).__name__ if dialog is not None else None,
            "end": end,
            "size": size,
            "texts": texts,
            "roles": roles,
            "cut": cut,
            "targets": targets,
            "pointer": [round(place * scale) for place in pointer] if pointer is not None else None,
            "away": away,
        }
        self._file.write(json.dumps(record) + "\n")
        self._file.flush()


def _is_cut(label: Label, layer: Layer, window: tuple[float, float]) -> bool:
    """Whether a text is partly outside the window; both in units."""
    size = label.size * layer.scale
    wide = text_width(label.text, size, label.bold)
    left = layer.at[0] + label.at[0] * layer.scale - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * wide
    middle = layer.at[1] + label.at[1] * layer.scale
    return left < -1 or left + wide > window[0] + 1 or middle - size / 2 < -1 or middle + size / 2 > window[1] + 1


def _pixels(shape: Shape, layer: Layer, scale: float) -> Iterator[tuple[int, int]]:
    """Pixels to try: the middle of the shape, then points between it and the shape's corners."""
    for x, y in _points(shape):
        yield round((layer.at[0] + x * layer.scale) * scale), round((layer.at[1] + y * layer.scale) * scale)


def _points(shape: Shape) -> Iterator[Point]:
    x, y = centre(shape)
    yield x, y
    if isinstance(shape, Polygon | Line):
        for share in (0.4, 0.8):
            for corner in shape.points:
                yield x + share * (corner[0] - x), y + share * (corner[1] - y)
