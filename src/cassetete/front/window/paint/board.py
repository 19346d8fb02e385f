"""A board in a part of the window: fitted, zoomed and panned; with an arrow for a hint."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from cassetete.core.contract import AnyGame, View
from cassetete.front.window.paint.art import game_art
from cassetete.front.window.paint.fit import Outline, Rect, fitted, is_box
from cassetete.front.window.paint.items import Box, Layer
from cassetete.scene.shapes import Point, Scene, Shape, box
from cassetete.session.hint_arrow import hint_shapes

_MARGIN = 6
_EDGE = 0.12
"""How far frames and walls reach out of a board, in its units."""


@dataclass
class Viewport:
    """The part of the window that shows a board, how much it is zoomed, and panned by how many units.

    `above` and `below` are things that the board leaves free at its upper and lower end, `ratio` is how many pixels a
    unit has: lines of a board are equally thick if its cells are whole pixels.
    """

    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0
    zoom: float = 1.0
    pan: Point = (0.0, 0.0)
    above: tuple[Rect, ...] = ()
    below: tuple[Rect, ...] = ()
    outline: Outline = ()
    margin: float = _MARGIN
    ratio: float = 1.0
    _middle: Point = (0.0, 0.0)
    _scene: tuple[tuple[Any, ...], Scene] | None = None

    def scene(self, game: AnyGame, level: Any, view: View[Any, Any], moves: Sequence[Any]) -> Scene:
        """The board, with the arrow of a hint's moves; the scene of the last frame, if it shows the same."""
        shown = (game, level, view, tuple(moves))
        if self._scene is not None and self._scene[0] == shown:
            return self._scene[1]
        scene = game.scene(level, view)
        if moves:
            hint = hint_shapes(game, level, view, moves, scene)
            scene = Scene(scene.width, scene.height, (*scene.shapes, *hint), scene.background)
        self._scene = (shown, scene)
        return scene

    @property
    def clip(self) -> Box | None:
        """The part of the window that a zoomed board is seen in."""
        return (self.x, self.y, self.x + self.width, self.y + self.height) if self.zoom > 1.0 else None

    def fit(self, scene: Scene) -> tuple[float, Point]:
        """Units of the window a unit of the scene, and the place of the scene's top left corner."""
        margin, ratio = self.margin, self.ratio
        room = Rect(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)
        shape = self.outline or ((0.0, 0.0), (scene.width, 0.0), (scene.width, scene.height), (0.0, scene.height))
        edge = _EDGE if is_box(shape) else 0.0
        size = (scene.width + 2 * edge, scene.height + 2 * edge)
        if edge:
            shape = ((0.0, 0.0), (size[0], 0.0), size, (0.0, size[1]))
        usual, (left, top) = fitted(size, shape, room, self.above, self.below, ratio)
        left, top = left + edge * usual, top + edge * usual
        scale = max(2, round(usual * ratio * self.zoom)) / ratio
        more = (scale - usual) / 2
        self._middle = left + scene.width * usual / 2, top + scene.height * usual / 2
        left += self.pan[0] - scene.width * more
        top += self.pan[1] - scene.height * more
        return scale, (round(left * ratio) / ratio, round(top * ratio) / ratio)

    def around(self, width: float, height: float) -> list[Shape]:
        """Boxes that cover the window outside the viewport; clicks there do not reach the board."""
        right, bottom = self.x + self.width, self.y + self.height
        sides = [(0.0, 0.0, width, self.y), (0.0, bottom, width, height - bottom)]
        sides += [(0.0, self.y, self.x, self.height), (right, self.y, width - right, self.height)]
        sides += [*self.above, *self.below]
        return [box(*side, fill="paper", target="shade") for side in sides if side[2] > 0 and side[3] > 0]

    def move(self, dx: float, dy: float) -> None:
        """Pan a zoomed board; one that fits stays where it is."""
        if self.zoom > 1.0:
            self.pan = (self.pan[0] + dx, self.pan[1] + dy)

    def zoom_by(self, step: int, x: float, y: float) -> None:
        """Zoom in or out around a point of the window."""
        before = self.zoom
        self.zoom = min(8.0, max(1.0, before * (1.25 if step > 0 else 0.8)))
        if self.zoom == 1.0:
            self.pan = (0.0, 0.0)
            return
        share = self.zoom / before
        middle = self._middle
        self.pan = (
            (x - middle[0]) * (1 - share) + self.pan[0] * share,
            (y - middle[1]) * (1 - share) + self.pan[1] * share,
        )


def board_layer(
    game: AnyGame, level: Any, view: View[Any, Any], viewport: Viewport, moves: Sequence[Any] = ()
) -> tuple[Layer, float]:
    """The board's layer and its scale; `moves` are those of a hint, shown by an arrow."""
    scene = viewport.scene(game, level, view, moves)
    scale, at = viewport.fit(scene)
    return Layer(scene, scale, at, game_art(game.id), viewport.clip), scale


def is_board_target(target: Hashable) -> bool:
    """Whether a target belongs to a board, not to the interface around it."""
    return target not in (None, "shade") and not (
        isinstance(target, tuple) and target and target[0] in ("do", "answer", "menu")
    )
