"""A board in a part of the window: fitted, zoomed and moved; with an arrow for a hint's move."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from cassetete.core.contract import AnyGame, View
from cassetete.front.window.art import art_of
from cassetete.front.window.paint import Layer
from cassetete.scene.shapes import Disc, Label, Line, Point, Polygon, Scene, Shape, Sprite, box

_MARGIN = 14
_LARGEST_CELL = 110.0


@dataclass
class Frame:
    """Where on the window a board is shown, how much enlarged, and moved by how many pixels."""

    x: float = 0.0
    y: float = 0.0
    width: float = 1.0
    height: float = 1.0
    zoom: float = 1.0
    pan: Point = (0.0, 0.0)

    def fit(self, scene: Scene) -> tuple[float, Point]:
        """Pixels a unit, and where the scene's corner is."""
        room = min((self.width - 2 * _MARGIN) / scene.width, (self.height - 2 * _MARGIN) / scene.height)
        # Whole pixels a cell keep the lines of a board equally thick.
        scale = max(2, round(int(min(room, _LARGEST_CELL)) * self.zoom))
        left = self.x + (self.width - scene.width * scale) / 2 + self.pan[0]
        top = self.y + (self.height - scene.height * scale) / 2 + self.pan[1]
        return scale, (round(left), round(top))

    def around(self, width: float, height: float) -> list[Shape]:
        """What covers the window outside the frame; clicks there do not reach the board."""
        right, bottom = self.x + self.width, self.y + self.height
        sides = [(0.0, 0.0, width, self.y), (0.0, bottom, width, height - bottom)]
        sides += [(0.0, self.y, self.x, self.height), (right, self.y, width - right, self.height)]
        return [box(*side, fill="paper", target="shade") for side in sides if side[2] > 0 and side[3] > 0]

    def move(self, dx: float, dy: float) -> None:
        """Move an enlarged board; one that fits stays where it is."""
        if self.zoom > 1.0:
            self.pan = (self.pan[0] + dx, self.pan[1] + dy)

    def zoom_by(self, step: int, x: float, y: float) -> None:
        """Enlarge or reduce about a point of the window."""
        before = self.zoom
        self.zoom = min(8.0, max(1.0, before * (1.25 if step > 0 else 0.8)))
        if self.zoom == 1.0:
            self.pan = (0.0, 0.0)
            return
        share = self.zoom / before
        middle = (self.x + self.width / 2, self.y + self.height / 2)
        self.pan = (
            (x - middle[0]) * (1 - share) + self.pan[0] * share,
            (y - middle[1]) * (1 - share) + self.pan[1] * share,
        )


def board_layer(
    game: AnyGame, level: Any, view: View[Any, Any], frame: Frame, moves: Sequence[Any] = ()
) -> tuple[Layer, float]:
    """The board's layer and its scale; the first of `moves` is pointed out by an arrow."""
    scene = game.scene(level, view)
    if moves:
        arrow = hint_arrow(game, level, view.state, moves[0], scene)
        scene = Scene(scene.width, scene.height, (*scene.shapes, *arrow), scene.background)
    scale, at = frame.fit(scene)
    return Layer(scene, scale, at, art_of(game.id)), scale


def hint_arrow(game: AnyGame, level: Any, state: Any, move: Any, scene: Scene) -> list[Shape]:
    """An arrow from the piece that the move moves, along the first leg of its way."""
    for motion in game.motions(level, state, move):
        piece = next((shape for shape in scene.shapes if shape.key == motion.key), None)
        if piece is None or len(motion.way) < 2:
            continue
        x, y = centre(piece)
        dx, dy = motion.way[1][0] - motion.way[0][0], motion.way[1][1] - motion.way[0][1]
        length = max(abs(dx), abs(dy)) or 1.0
        reach = 1.0 if length > 1.0 else length
        end = (x + dx / length * reach, y + dy / length * reach)
        return [Line(((x, y), end), "paper", 0.22, arrow=True), Line(((x, y), end), "hint", 0.14, arrow=True)]
    return []


def centre(shape: Shape) -> Point:
    """The middle of a shape."""
    if isinstance(shape, Sprite):
        return shape.at[0] + shape.size[0] / 2, shape.at[1] + shape.size[1] / 2
    if isinstance(shape, Disc | Label):
        return shape.at
    assert isinstance(shape, Polygon | Line)
    xs, ys = [x for x, _y in shape.points], [y for _x, y in shape.points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def is_board_target(target: Hashable) -> bool:
    """Whether a target belongs to a board, not to the interface around it."""
    return target not in (None, "shade") and not (
        isinstance(target, tuple) and target and target[0] in ("do", "answer")
    )
