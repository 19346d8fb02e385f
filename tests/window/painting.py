"""A program that draws in a window and checks the canvas: a process of its own, as Tk never closes its display.

python painting.py FOLDER_FOR_PICTURES
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from operator import sub
from pathlib import Path
from tkinter.font import Font
from typing import Any

from PIL import ImageGrab

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import View
from cassetete.front.window.paint import mosaic
from cassetete.front.window.paint import painter as paint
from cassetete.front.window.paint.board import Viewport, board_layer
from cassetete.front.window.paint.canvas import Canvas
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.items import Layer
from cassetete.front.window.paint.painter import Painter
from cassetete.front.window.paint.raster import RasterCache
from cassetete.front.window.widgets.layout import Layout
from cassetete.scene.shapes import Label, Scene, box

_EDGE = 8
"""Pixels: Tk takes lines for thicker than they are, so items this near the edge may be missing."""


def shown(canvas: Canvas, without: tuple[int, ...] = ()) -> list[tuple[object, ...]]:
    """All visible items of the canvas, back to front."""
    options = {"image": ("image",), "text": ("text", "fill", "font", "anchor"), "line": ("fill", "width")}
    found: list[tuple[object, ...]] = []
    tk: Any = canvas.tk
    for number in tk.find_all():
        left, top, right, bottom = tk.bbox(number) or (0, 0, 0, 0)
        far = left > canvas.width - _EDGE or top > canvas.height - _EDGE or right < _EDGE or bottom < _EDGE
        if number not in without and not far:
            kind = str(tk.type(number))
            look = [tk.itemcget(number, option) for option in options.get(kind, ("fill",))]
            if kind == "text":
                look[2] = Font(font=str(look[2])).actual()
            elif kind == "image":  # one file may have been loaded twice
                look[0] = tk.tk.call(look[0], "cget", "-file")
            found.append((kind, tk.coords(number), look))
    return found


def layers_of(name: str, chance: random.Random) -> Iterator[list[Layer]]:
    """Frames of a random game: a panel that changes, a board that is panned and sometimes under the panel, and now and
    then a card in front."""
    game, found = games()[name], pack(name)
    assert found is not None
    viewport = Viewport(0, 0, 420, 480)
    for title in chance.sample(found.names(), 2):
        level = found.entry(title).level
        state, last = game.rules.start(level), None
        for step in range(12):
            layout = Layout(640, 480, hot=("do", step % 3))
            layout.fill()
            layout.panel(430, 10, 200, 460)
            for button in range(step % 4):
                layout.button(440, 20 + 50 * button, 90, 34, f"button {button}", ("do", button), key="A")
            layout.text(440, 300, str(step))
            viewport.move(chance.randrange(-60, 60), chance.randrange(-60, 60))
            board, _scale = board_layer(game, level, View(state, last, game.controls.cursor(level, state)), viewport)
            over = Layout(640, 480)
            if step % 5 == 3:
                over.card(100, 100, 300, 200)
            under = [Layer(layout.scene()), board]
            yield [*(under if chance.random() < 0.7 else reversed(under)), Layer(over.scene())][
                : chance.randrange(1, 4)
            ]
            moves = list(game.rules.moves(level, state))
            if not moves:
                break
            last = chance.choice(moves)
            state = game.rules.play(level, state, last)
        viewport.zoom_by(1, 200, 200)


def random_game(canvas: Canvas, rasters: RasterCache, name: str) -> None:
    """A frame made from the last one is the same as one drawn on an empty canvas."""
    chance = random.Random(name)
    painter = Painter(canvas, rasters, ImageCache(limit=5000))
    for layers in layers_of(name, chance):
        painter.draw(layers, "light")
        if chance.random() < 0.5:
            keys = {shape.key for layer in layers for shape in layer.scene.shapes if shape.key is not None}
            painter.shift({key: (chance.randrange(9), chance.randrange(9)) for key in keys})
            painter.draw(layers, "light")
            if chance.random() < 0.5:
                painter.settle()
                painter.draw(layers, "light")
            else:
                painter.shift({})
        grown = shown(canvas)
        before = canvas.tk.find_all()
        other = Painter(canvas, rasters)
        other.draw(layers, "light")
        assert shown(canvas, before) == grown
        other.draw([], "light")
        assert shown(canvas) == grown


def quick_frames(canvas: Canvas, rasters: RasterCache, name: str) -> int:
    """Frames without time for more than one picture are complete a few frames later; how many had placeholders."""
    painter = Painter(canvas, rasters, ImageCache(limit=5000))
    paint._RENDER_SECONDS = paint._SHOW_SECONDS = -1.0
    unfinished = 0
    for layers in layers_of(name, random.Random(name)):
        while not painter.draw(layers, "light", quick=True):
            unfinished += 1
        painter.catch_up()
        grown, items = shown(canvas), canvas.tk.find_all()
        Painter(canvas, rasters).draw(layers, "light")
        assert shown(canvas, items) == grown
        canvas.tk.delete(*set(canvas.tk.find_all()).difference(items))
    return unfinished


def pictures_are_loaded_one_by_one(canvas: Canvas, rasters: RasterCache) -> None:
    """Pictures that were rendered before and freed since come back a few a frame, as new ones do."""
    game, found = games()["pushit"], pack("pushit")
    assert found is not None
    level = found.entry(found.names()[-1]).level
    board, _scale = board_layer(game, level, View(game.rules.start(level)), Viewport(0, 0, 420, 480))
    images = ImageCache()
    painter = Painter(canvas, rasters, images)
    painter.draw([board], "light")
    complete, count = shown(canvas), len(images._images)
    painter.draw([], "light")
    images.evict_unused(())
    paint._RENDER_SECONDS = -1.0
    frames, whole = 0, False
    while not whole:
        before = len(images._images)
        whole = painter.draw([board], "light", quick=True)
        frames += 1
        assert len(images._images) <= before + 2, "a picture, and the ball: it has no placeholder"
    painter.catch_up()
    assert shown(canvas) == complete and frames >= count // 2 > 5


def a_panned_board_looks_as_if_drawn_at_once(canvas: Canvas, rasters: RasterCache) -> None:
    """Tiles have the pixels of the pictures that they stand for; pieces under tiles can still move."""
    game, found = games()["pushit"], pack("pushit")
    assert found is not None
    level = found.entry(found.names()[-1]).level
    view: View[Any, Any] = View(game.rules.start(level))
    viewport = Viewport(0, 0, 420, 480)
    board_layer(game, level, view, viewport)
    for _notch in range(3):
        viewport.zoom_by(1, 200, 200)
    ground = Layout(640, 480)
    ground.fill()
    painter = Painter(canvas, rasters)
    tiles = 0

    def pixels() -> bytes:
        canvas.root.update()
        x, y = canvas.root.winfo_rootx(), canvas.root.winfo_rooty()
        return ImageGrab.grab((x, y, x + 420, y + 480), xdisplay=os.environ["DISPLAY"]).tobytes()

    for step in range(6):
        viewport.move(-17, 11 if step < 4 else -40)
        layers = [Layer(ground.scene()), board_layer(game, level, view, viewport)[0]]
        while not painter.draw(layers, "light", quick=True):
            painter.catch_up()
        painter.catch_up()
        tiles += sum(item.look[0].startswith("tile-") for item in painter._layers[1].items if item.kind == "image")
        if step == 5:
            assert "ball" in painter.pieces
            painter.shift({"ball": (30.0, 0.0)})
        panned = pixels()
        painter.draw([], "light")
        plain = Painter(canvas, rasters)
        plain.draw(layers, "light")
        if step == 5:
            plain.shift({"ball": (30.0, 0.0)})
        # Blending twice is rounded twice.
        assert max(map(abs, map(sub, panned, pixels()))) <= 3, step
        plain.draw([], "light")
        painter.shift({})
        painter.draw(layers, "light")
    assert tiles > 6, "it was not panned by tiles"


def pieces_are_moved_and_put_back(canvas: Canvas, rasters: RasterCache) -> None:
    """An animation, and its end."""
    painter = Painter(canvas, rasters)
    scene = Scene(3, 3, (box(0, 0, fill="board"), Label((1, 1), "a", key="a"), Label((2, 2), "b", key="b")))
    painter.draw([Layer(scene, 10.0)], "light")
    where = shown(canvas)
    painter.shift({"a": (5, 7), "c": (1, 1)})
    assert [coords for _kind, coords, _look in shown(canvas)] == [[0, 0, 10, 10], [15, 17], [20, 20]]
    moved = shown(canvas)
    painter.draw([Layer(scene, 10.0)], "light")
    assert shown(canvas) == moved, "a frame drawn meanwhile does not stop the animation"
    painter.settle()
    painter.draw([Layer(scene, 10.0)], "light")
    assert shown(canvas) == where


def main(folder: str) -> None:
    """Every game, then a small scene."""
    canvas, rasters = Canvas(640, 480, "painter"), RasterCache(Path(folder))
    for name in ("pushit", "ricosheep", "slitherlink", "sokoban", "turtle"):
        random_game(canvas, rasters, name)
        canvas.tk.delete("all")
        assert quick_frames(canvas, rasters, name) or name in ("ricosheep", "sokoban"), "there was no placeholder"
        canvas.tk.delete("all")
        print(name, "as if drawn at once")
    pictures_are_loaded_one_by_one(canvas, rasters)
    canvas.tk.delete("all")
    mosaic._LEAST = 0.0
    a_panned_board_looks_as_if_drawn_at_once(canvas, rasters)
    canvas.tk.delete("all")
    pieces_are_moved_and_put_back(canvas, rasters)
    canvas.close()


if __name__ == "__main__":
    main(sys.argv[1])
