"""Pictures of a level, and of a solution that plays itself: SVG, PNG and GIF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from cassetete.app.levels import library, rasterise
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import AnyGame, View
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Catalogue
from cassetete.scene.gif import GifFrame, GifPart, gif
from cassetete.scene.raster import pixels, png
from cassetete.scene.shapes import Scene, Shape
from cassetete.scene.shapes import bounds as bounds_of
from cassetete.scene.svg import svg
from cassetete.scene.svg_animation import Step, svg_animation
from cassetete.scene.tween import between

_ = Catalogue("cassetete")

STILL = (".svg", ".png")
MOVING = (".svg", ".gif")
MOST_MOVES = 2000
_MARGIN = 0.25
_WIDEST = 800
Area = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

_SMOOTH = 80
"""The most moves of a GIF in which pieces slide; with more of them, they jump."""


class Cancelled(CasseteteError):
    """The picture is not wanted any more."""


def still(game: AnyGame, level: Any, state: Any, form: str, theme: str = "light", width: int | None = None) -> bytes:
    """A position as a file: `form` is .svg or .png."""
    drawn = svg(_scene(game, level, state, None), partial(library.art, game), theme)
    return drawn.encode() if form == ".svg" else rasterise.png(drawn, width)


def moving(
    game: AnyGame,
    level: Any,
    moves: Sequence[Any],
    form: str,
    theme: str = "light",
    progress: Callable[[int, int], bool] = lambda _done, _total: False,
) -> bytes:
    """Moves from the start of a level as a file: `form` is .svg or .gif.

    `progress(done, total)` is called for each frame; if it returns True, the work is Cancelled.
    """
    if len(moves) > MOST_MOVES:
        raise CasseteteError(_("too many moves for a moving picture (more than {most})", most=MOST_MOVES))
    steps = _steps(game, level, moves)
    art = partial(library.art, game)
    if form == ".svg":
        return svg_animation(steps, art, theme, at_each=checkpoint).encode()
    return gif(_frames(steps, art, theme, progress), at_each=checkpoint)


def _scene(game: AnyGame, level: Any, state: Any, last: Any) -> Scene:
    return game.scene(level, View(state, last=last))


def _steps(game: AnyGame, level: Any, moves: Sequence[Any]) -> list[Step]:
    state, last, steps = game.rules.start(level), None, []
    for move in moves:
        checkpoint()
        steps.append(Step(_scene(game, level, state, last), tuple(game.motions(level, state, move))))
        state, last = game.rules.play(level, state, move), move
    return [*steps, Step(_scene(game, level, state, last))]


def _frames(
    steps: Sequence[Step], art: Callable[[str], str], theme: str, progress: Callable[[int, int], bool]
) -> list[GifFrame]:
    """The first scene, then what changes from one scene to the next, half-way and whole."""
    scenes: list[tuple[Scene, int]] = []
    for number, step in enumerate(steps):
        scenes.append((step.scene, 30 if number + 1 < len(steps) else 250))
        if step.motions and len(steps) <= _SMOOTH:
            scenes += [(between(step.scene, step.motions, share), 5) for share in (0.33, 0.67)]
    first = scenes[0][0]
    size = max(8, min(48, int(_WIDEST / (first.width + 2 * _MARGIN))))
    frames: list[GifFrame] = []
    before: Scene | None = None
    for number, (scene, wait) in enumerate(scenes):
        checkpoint()
        if progress(number, len(scenes)):
            raise Cancelled(_("cancelled"))
        areas = _changed(before, scene, size)
        before = scene
        if not areas:
            frames[-1] = frames[-1]._replace(hundredths=frames[-1].hundredths + wait)
            continue
        parts = [GifPart(pixels(png(_drawn(scene, area, art, theme, size))), area[:2]) for area in areas]
        frames.append(GifFrame(tuple(parts), wait))
    return frames


def _drawn(scene: Scene, area: Area, art: Callable[[str], str], theme: str, size: int) -> str:
    """The part of a scene in an area, as SVG: only what is seen there, so that it is quickly rendered."""
    left, top, right, bottom = (side / size - _MARGIN for side in area)
    near = 3 / size
    boxes = [(shape, bounds_of(shape)) for shape in scene.shapes]
    seen = tuple(
        shape
        for shape, box in boxes
        if box[0] <= right + near and box[2] >= left - near and box[1] <= bottom + near and box[3] >= top - near
    )
    return _cut(svg(replace(scene, shapes=seen), art, theme, size, _MARGIN), area, size)


def _cut(drawn: str, area: Area, size: int) -> str:
    """An SVG picture cut down to an area in pixels."""
    left, top, right, bottom = area
    head, rest = drawn.split(">", 1)
    start = head[: head.index(" width=")]
    corner = f"{left / size - _MARGIN:.6f} {top / size - _MARGIN:.6f}"
    view = f"{corner} {(right - left) / size:.6f} {(bottom - top) / size:.6f}"
    return f'{start} width="{right - left}" height="{bottom - top}" viewBox="{view}">{rest}'


def _changed(before: Scene | None, scene: Scene, size: int) -> list[Area]:
    """The areas in which two scenes differ: all at first, none if nothing does."""
    width, height = (int((side + 2 * _MARGIN) * size) for side in (scene.width, scene.height))
    if before is None:
        return [(0, 0, width, height)]
    old, new = list(map(_bare, before.shapes)), list(map(_bare, scene.shapes))
    if old == new:
        return []
    kept = set(old) & set(new)
    boxes = [bounds_of(shape) for shape in (*old, *new) if shape not in kept]
    if [shape for shape in old if shape in kept] != [shape for shape in new if shape in kept]:
        return [(0, 0, width, height)]  # the same shapes in another order
    found: list[Area] = []
    for left, top, right, bottom in boxes:
        area = (
            max(0, int((left + _MARGIN) * size) - 2),
            max(0, int((top + _MARGIN) * size) - 2),
            min(width, int((right + _MARGIN) * size) + 3),
            min(height, int((bottom + _MARGIN) * size) + 3),
        )
        if area[0] < area[2] and area[1] < area[3]:
            found = _with(found, area)
    return found


def _with(areas: list[Area], new: Area) -> list[Area]:
    """Areas and another one, those that meet made one: no pixel is in two of them."""
    apart = [area for area in areas if not _meet(area, new)]
    if len(apart) == len(areas):
        return [*areas, new]
    for area in areas:
        if _meet(area, new):
            new = min(area[0], new[0]), min(area[1], new[1]), max(area[2], new[2]), max(area[3], new[3])
    return _with(apart, new)


def _meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _bare(shape: Shape) -> Shape:
    """A shape as it looks, whatever it is for."""
    return replace(shape, key=None, target=None)


def form_of(path: Path, forms: Sequence[str]) -> str:
    """The kind of file that a name asks for; a CasseteteError if it is none of those."""
    suffix = path.suffix.lower()
    if suffix not in forms:
        raise CasseteteError(_("a picture is one of {forms}", forms=", ".join(f"x{form}" for form in forms)))
    return suffix
