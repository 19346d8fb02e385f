"""The painter: whatever was drawn before, the canvas ends up as if drawn at once."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path
from tkinter import TclError
from typing import Any

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.contract import View
from cassetete.front.window.paint import raster
from cassetete.front.window.paint.art import game_art, interface_art, level_thumbnail
from cassetete.front.window.paint.built_layer import BuiltLayer
from cassetete.front.window.paint.image_cache import ImageCache
from cassetete.front.window.paint.item_builder import ItemBuilder
from cassetete.front.window.paint.item_diff import aligned, clusters
from cassetete.front.window.paint.items import Item, Layer
from cassetete.front.window.paint.placeholders import placeholders, sprite_placeholders
from cassetete.front.window.paint.raster import RasterCache, evict_oldest, sized
from cassetete.front.window.paint.shape_groups import groups
from cassetete.scene.shapes import Disc, Polygon, Scene, Shape, Sprite, box
from window.display import drawing


def test_a_frame_made_from_the_last_one_is_as_if_drawn_at_once(display: str, tmp_path: Path) -> None:
    done = drawing("painting.py", display, tmp_path)
    assert (done.returncode, done.stdout.count("as if drawn at once")) == (0, 5), done.stdout + done.stderr


def test_overlapping_shapes_of_one_target_are_one_picture() -> None:
    ground, bush, sheep = (
        box(0, 0, fill="board", target=(0, 0)),
        Sprite("bush", (0, 0), target=(0, 0)),
        Sprite("s", (0, 0)),
    )
    far, unseen = box(9, 9, fill="board", target=(0, 0)), box(0, 0, target=(0, 0))
    dots: tuple[Shape, ...] = tuple(Disc((x, 0), 0.05) for x in range(3))
    large: tuple[Shape, ...] = tuple(Disc((x, 0), 0.4) for x in range(2))
    found = groups([ground, unseen, bush, far, sheep, *dots, *large])
    assert [group for _begin, group in found] == [(ground, bush), (far,), (sheep,), dots, large[:1], large[1:]]


def test_items_are_reused_in_order() -> None:
    chance = random.Random(5)
    kinds: list[Item] = [Item("rect", (n, n, n + 1, n + 1), ("red",)) for n in range(9)]
    kinds += [Item("image", (n, n), ("file", 2, 2)) for n in range(9)]
    for _ in range(300):
        old = [chance.choice(kinds) for _ in range(chance.randrange(30))]
        new = [item for item in old if chance.random() < 0.8]
        new[chance.randrange(len(new) + 1) : 0] = [chance.choice(kinds) for _ in range(chance.randrange(4))]
        first, middle, tail = aligned(old, new)
        found = [*range(first), *middle, *range(len(old) - tail, len(old))]
        kept = [index for index in found if index is not None]
        assert len(found) == len(new) and kept == sorted(set(kept))
        assert all(index is None or old[index].kind == item.kind for index, item in zip(found, new, strict=True))
    assert aligned(kinds, [*kinds[:4], *kinds[6:]]) == (4, [], 12)
    assert aligned(kinds, [*kinds[5:9], *kinds[:5]]) == (0, [None, None, None, None, 0, 1, 2, 3, 4], 0)


def test_changes_far_apart_are_shown_apart() -> None:
    here, near, far = (Item("rect", (x, 0, x + 20, 20), ("red",)) for x in (0, 30, 900))
    assert clusters([here, far, near]) == [[far], [here, near]]
    many = [Item("rect", (400 * n, 0, 400 * n + 10, 10), ("red",)) for n in range(20)]
    bundles = clusters(many)
    assert len(bundles) <= 6 and sorted(item for bundle in bundles for item in bundle) == many


def test_the_files_used_longest_ago_are_deleted(tmp_path: Path) -> None:
    for number in range(7):
        picture = tmp_path / f"{number}.png"
        picture.touch()
        os.utime(picture, (number, number))
    (tmp_path / "other").touch()
    evict_oldest(tmp_path, most=7)
    assert len(list(tmp_path.iterdir())) == 8
    evict_oldest(tmp_path, most=6)
    assert {path.name for path in tmp_path.iterdir()} == {"4.png", "5.png", "6.png", "other"}


def test_using_a_file_keeps_it(tmp_path: Path) -> None:
    svg = sized('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>', 9)
    used = Path(RasterCache(tmp_path).file(svg))
    os.utime(used, (0, 0))
    for number in range(7):
        (tmp_path / f"{number}.png").touch()
        os.utime(tmp_path / f"{number}.png", (number, number))
    assert RasterCache(tmp_path).file(svg) == str(used)
    evict_oldest(tmp_path, most=6)
    assert {path.name for path in tmp_path.iterdir()} == {"5.png", "6.png", used.name}


def test_a_picture_that_is_empty_cut_or_removed_is_made_again(tmp_path: Path) -> None:
    svg = sized('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>', 9)
    path = Path(RasterCache(tmp_path).file(svg))
    whole = path.read_bytes()
    for damage in (b"", whole[:-1], b"x" + whole[1:]):
        path.write_bytes(damage)
        assert Path(RasterCache(tmp_path).file(svg)).read_bytes() == whole
    cache = RasterCache(tmp_path)
    cache.file(svg)
    path.unlink()
    assert Path(cache.file(svg)).read_bytes() == whole
    path.write_bytes(b"")  # while the cache remembers it
    assert Path(cache.file(svg)).read_bytes() == whole


class Unloaded(ImageCache):
    """Images that are never kept, and need their files each time."""

    def has(self, look: tuple[Any, ...]) -> bool:
        return False

    def image(self, look: tuple[Any, ...]) -> Any:
        assert Path(look[0]).read_bytes()


def test_a_picture_whose_file_another_window_has_deleted_is_made_again(tmp_path: Path) -> None:
    builder = ItemBuilder(RasterCache(tmp_path), Unloaded())
    rounded = replace(box(3, 3, fill="board", key="box"), round=0.2)
    layer = Layer(Scene(9, 9, (Disc((1, 1), 0.4, fill="accent"), rounded)), 40, (0, 0), interface_art)
    for _frame in range(3):
        builder.begin(None)
        items, _built = builder.items(layer, "light", BuiltLayer(), (400, 400))
        assert sum(item.kind == "image" for item in items) > 1
        for file in tmp_path.iterdir():
            file.unlink()


class Damaging(Unloaded):
    """Finds every file emptied when it reads it for the first time."""

    def __init__(self) -> None:
        super().__init__()
        self.read: set[str] = set()

    def image(self, look: tuple[Any, ...]) -> Any:
        if look[0] not in self.read:
            self.read.add(look[0])
            Path(look[0]).write_bytes(b"")
            raise TclError("couldn't recognize data in image file")
        super().image(look)


def test_a_picture_that_is_emptied_just_before_it_is_read_is_made_again(tmp_path: Path) -> None:
    images = Damaging()
    builder = ItemBuilder(RasterCache(tmp_path), images)
    layer = Layer(Scene(9, 9, (Disc((1, 1), 0.4, fill="accent"),)), 40, (0, 0), interface_art)
    builder.begin(None)
    items, _built = builder.items(layer, "light", BuiltLayer(), (400, 400))
    assert [item.look[0] for item in items if item.kind == "image"] == list(images.read)


def test_a_folder_that_takes_no_pictures_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full, other = tmp_path / "full", tmp_path / "other"
    full.mkdir()
    other.mkdir()
    monkeypatch.setattr(raster, "temporary_folder", lambda name: other)
    cache = RasterCache(full)
    full.rmdir()
    full.write_text("not a folder any more")
    svg = sized('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>', 9)
    assert Path(cache.file(svg)).parent == other


def test_without_a_renderer_a_thumbnail_is_drawn_in_its_place() -> None:
    """Sprites inside a thumbnail (the ball, sheep, boxes) are where the scene has them, and as large."""
    for game in games().values():
        found = pack(game.id)
        if found is None:
            continue
        level = found.entry("1").level
        name = level_thumbnail(game, level, f"test:{game.id}", "light")
        thumbnail = Sprite(name, (3, 2), (2, 1), key="card")
        items = sprite_placeholders(thumbnail, 100, (10, 20), interface_art)
        assert items and {item.kind for item in items} == {"polygon"}
        xs = [x for item in items for x in item.coords[::2]]
        ys = [y for item in items for y in item.coords[1::2]]
        assert min(xs) > 310 - 9 and max(xs) < 510 + 9 and min(ys) > 220 - 9 and max(ys) < 320 + 9, game.id
        scene = game.scene(level, View(game.rules.start(level)))
        fit = min(200 / (scene.width + 0.2), 100 / (scene.height + 0.2))
        left, top = 410 - scene.width * fit / 2, 270 - scene.height * fit / 2
        for sprite in (shape for shape in scene.shapes if isinstance(shape, Sprite)):
            alone = sprite_placeholders(sprite, fit, (left, top), game_art(game.id))
            assert all(any(_close(item, other) for other in items) for item in alone), (game.id, sprite.name)


def _close(one: Item, other: Item) -> bool:
    return (
        len(one.coords) == len(other.coords)
        and max(abs(a - b) for a, b in zip(one.coords, other.coords, strict=True)) < 0.5
        and one.look[:2] == other.look[:2]
        and abs(one.look[2] - other.look[2]) < 0.1
    )


def test_without_a_renderer_glass_is_an_outline() -> None:
    glass = Polygon(((0, 0), (1, 0), (1, 1)), fill="board", stroke="ink", opacity=0.3)
    (item,) = placeholders([glass], 10, (0, 0), {"board": "white", "ink": "black"}) or []
    assert item.look[:2] == ("", "black")
