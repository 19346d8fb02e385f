"""Pictures of positions and of solutions."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageSequence

from cassetete.app.levels import library
from cassetete.app.levels.library import pack
from cassetete.app.levels.pictures import Cancelled, _steps, moving, still
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.core.contract import AnyGame
from cassetete.scene.gif import GifFrame, GifPart, gif
from cassetete.scene.raster import Pixels, pixels, png
from cassetete.scene.svg import svg

OURS = [pytest.param(game, id=game.id) for game in games().values() if pack(game.id) is not None]


def colours(picture: Image.Image) -> bytes:
    return picture.convert("RGB").tobytes()


@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_a_gif_has_the_pixels_it_was_made_of(width: int, height: int, data: st.DataObject) -> None:
    palette = data.draw(st.lists(st.binary(min_size=3, max_size=3), min_size=1, max_size=60, unique=True))
    numbers = data.draw(st.lists(st.sampled_from(palette), min_size=width * height, max_size=width * height))
    picture = Pixels(width, height, b"".join(numbers))
    part = Pixels(1, 1, palette[0])
    whole = GifFrame((GifPart(picture),), 5)
    read = Image.open(io.BytesIO(gif([whole, GifFrame((GifPart(part, (width - 1, height - 1)),), 5)])))
    frames = [colours(frame) for frame in ImageSequence.Iterator(read)]
    assert frames[0] == picture.rgb
    assert frames[-1] == picture.rgb[:-3] + palette[0]


def test_a_gif_of_many_different_rows_is_read_back() -> None:
    """More words than one table of LZW holds."""
    rgb = bytes(value for n in range(90 * 90) for value in ((n * n // 7) % 5 * 50, (n * 31 // 3) % 7 * 30, 0))
    read = Image.open(io.BytesIO(gif([GifFrame((GifPart(Pixels(90, 90, rgb)),), 5)])))
    assert colours(read) == rgb


@pytest.mark.parametrize("puzzle", OURS)
def test_a_position_is_a_png_picture(puzzle: AnyGame) -> None:
    level = pack(puzzle.id).entry("1").level  # type: ignore[union-attr]
    start = puzzle.rules.start(level)
    content = still(puzzle, level, start, ".png", width=120)
    read = Image.open(io.BytesIO(content))
    assert read.width == 120
    assert len(set(colours(read))) > 3
    assert pixels(content).rgb == colours(read)
    assert ET.fromstring(still(puzzle, level, start, ".svg")).tag.endswith("svg")


@pytest.mark.parametrize("puzzle", OURS)
def test_a_solution_plays_itself(puzzle: AnyGame) -> None:
    level = pack(puzzle.id).entry("1").level  # type: ignore[union-attr]
    moves = solve(puzzle, level).moves
    film = Image.open(io.BytesIO(moving(puzzle, level, moves, ".gif")))
    frames = [colours(frame) for frame in ImageSequence.Iterator(film)]
    assert len(frames) > len(moves)
    assert frames[0] != frames[-1]
    tree = ET.fromstring(moving(puzzle, level, moves, ".svg"))
    animated = [node for node in tree.iter() if node.tag.rpartition("}")[2] in ("animate", "animateTransform")]
    assert animated
    for node in animated:
        times = [float(time) for time in node.attrib["keyTimes"].split(";")]
        assert len(times) == len(node.attrib["values"].split(";"))
        assert times == sorted(times) and times[0] == 0 and times[-1] <= 1


def test_a_film_can_be_cancelled() -> None:
    sokoban = games()["sokoban"]
    level = pack("sokoban").entry("1").level  # type: ignore[union-attr]
    with pytest.raises(Cancelled):
        moving(sokoban, level, solve(sokoban, level).moves, ".gif", progress=lambda done, _total: done == 2)


@given(st.integers(1, 40), st.integers(1, 12), st.data())
def test_parts_that_are_apart_are_one_frame(width: int, height: int, data: st.DataObject) -> None:
    """What lies between the parts stays as it was; long runs of a colour are read back too."""
    colours_of = {"a": b"\x10\x20\x30", "b": b"\xf0\x00\x00"}
    runs = data.draw(st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 300)), min_size=1))
    cells = ("".join(letter * times for letter, times in runs) * (width * height))[: width * height]
    before = b"".join(colours_of[letter] for letter in cells)
    dot = Pixels(1, 1, b"\x00\xff\x00")
    whole = GifFrame((GifPart(Pixels(width, height, before)),), 5)
    corners = GifFrame((GifPart(dot), GifPart(dot, (width - 1, height - 1))), 5)
    read = Image.open(io.BytesIO(gif([whole, corners])))
    frames = [colours(frame) for frame in ImageSequence.Iterator(read)]
    assert frames[0] == before
    assert frames[-1] == (dot.rgb + before[3:-3] + dot.rgb if width * height > 1 else dot.rgb)


@pytest.mark.parametrize("puzzle", OURS)
def test_a_film_ends_with_the_picture_of_its_last_position(puzzle: AnyGame) -> None:
    """The parts that were drawn over each other make the picture that is drawn at once, but for the few colours of a
    GIF."""
    level = pack(puzzle.id).entry("1").level  # type: ignore[union-attr]
    moves = solve(puzzle, level).moves[:12]
    film = Image.open(io.BytesIO(moving(puzzle, level, moves, ".gif")))
    last = list(ImageSequence.Iterator(film))[-1].convert("RGB")
    scene = _steps(puzzle, level, moves)[-1].scene
    size = round(film.width / (scene.width + 0.5))
    at_once = Image.open(io.BytesIO(png(svg(scene, partial(library.art, puzzle), cell=size)))).convert("RGB")
    difference = ImageChops.difference(last, at_once.crop((0, 0, film.width, film.height))).convert("L")
    assert sum(value > 48 for value in difference.tobytes()) < film.width * film.height * 0.002
