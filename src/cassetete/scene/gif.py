"""Animated GIF files, written from pictures: one palette for all frames, and LZW."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cassetete.scene.raster import Pixels

_COLOURS = 255
_UNCHANGED = 255
"""The colour number of pixels that stay as they are."""

Colour = tuple[int, int, int]


class GifPart(NamedTuple):
    """A picture, and where its upper left corner is."""

    picture: Pixels
    at: tuple[int, int] = (0, 0)


class GifFrame(NamedTuple):
    """The parts that change, and for how many hundredths of a second the picture then stays."""

    parts: tuple[GifPart, ...]
    hundredths: int


def gif(frames: Sequence[GifFrame], *, loop: bool = True, at_each: Callable[[], None] = lambda: None) -> bytes:
    """The file; the first frame is the whole picture, the others lie on top of those before.

    `at_each` is called for each frame: it can end the work by an exception.

    >>> dot = GifPart(Pixels(1, 1, bytes((255, 0, 0))))
    >>> gif([GifFrame((dot,), 50)])[:6]
    b'GIF89a'
    """
    palette, index = _palette(frames)
    first = frames[0].parts[0].picture
    out = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0xF7, 0, 0)]
    out.append(b"".join(map(bytes, palette)) + bytes(3 * (256 - len(palette))))
    if loop:
        out.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    for parts, wait in frames:
        at_each()
        x, y = min(part.at[0] for part in parts), min(part.at[1] for part in parts)
        width = max(part.at[0] + part.picture.width for part in parts) - x
        height = max(part.at[1] + part.picture.height for part in parts) - y
        numbers = bytearray(bytes((_UNCHANGED,)) * (width * height))
        for picture, (left, top) in parts:
            found = bytes(map(index.__getitem__, _colours(picture)))
            for row in range(picture.height):
                at = (top - y + row) * width + left - x
                numbers[at : at + picture.width] = found[row * picture.width : (row + 1) * picture.width]
        out.append(b"\x21\xf9\x04" + struct.pack("<BHBB", 5, wait, _UNCHANGED, 0))
        out.append(b"\x2c" + struct.pack("<HHHHB", x, y, width, height, 0))
        out.append(b"\x08" + _blocks(_lzw(bytes(numbers))))
    out.append(b"\x3b")
    return b"".join(out)


def _colours(picture: Pixels) -> Iterator[Colour]:
    rgb = picture.rgb
    return zip(rgb[0::3], rgb[1::3], rgb[2::3], strict=True)


def _palette(frames: Sequence[GifFrame]) -> tuple[list[Colour], dict[Colour, int]]:
    """The colours that occur most, and for each colour the number of the nearest of them."""
    counts: Counter[Colour] = Counter()
    for frame in frames:
        for part in frame.parts:
            counts.update(_colours(part.picture))
    chosen: list[Colour] = []
    taken: set[Colour] = set()
    for colour, _times in counts.most_common():
        near = colour[0] >> 4, colour[1] >> 4, colour[2] >> 4
        if near not in taken or len(chosen) < 64:  # so that shades of one colour do not take all the places
            chosen.append(colour)
            taken.add(near)
        if len(chosen) == _COLOURS:
            break
    index = {colour: number for number, colour in enumerate(chosen)}
    for colour in counts:
        if colour not in index:
            index[colour] = min(range(len(chosen)), key=lambda number: _distance(chosen[number], colour))
    return chosen, index


def _distance(a: Colour, b: Colour) -> int:
    return 2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


_RUN = re.compile(rb"(.)\1*", re.DOTALL)


def _lzw(numbers: bytes) -> bytes:
    """The numbers in GIF's LZW code, which begins with nine bits a word.

    Most of a picture are long runs of one number. In the middle of a run, the longest known word is the longest known
    run of it: `runs` has the words for one, two, three… times a number.
    """
    clear, end = 256, 257
    bits, held, size = clear, 9, 9
    out = bytearray()
    table: dict[tuple[int, int], int] = {}
    runs: dict[int, list[int]] = {}
    word = -1
    for found in _RUN.finditer(numbers):
        left = found.end() - found.start()
        number = numbers[found.start()]
        while left:
            known = runs.setdefault(number, [number])
            if word < 0:  # a word begins here
                length = min(left, len(known))
                word, left = known[length - 1], left - length
                continue
            longer = table.get((word, number))
            if longer is not None:
                word, left = longer, left - 1
                continue
            bits |= word << held
            held += size
            new = len(table) + 258
            table[word, number] = new
            if known[-1] == word:
                known.append(new)
            if new > (1 << size) - 1 and size < 12:
                size += 1
            elif new + 1 > 4095:
                bits |= clear << held
                held += size
                table.clear()
                runs.clear()
                size = 9
            word = -1
            while held >= 8:
                out.append(bits & 255)
                bits >>= 8
                held -= 8
    if word >= 0:
        bits |= word << held
        held += size
        if len(table) + 258 > (1 << size) - 1 and size < 12:
            size += 1
    bits |= end << held
    held += size
    while held > 0:
        out.append(bits & 255)
        bits >>= 8
        held -= 8
    return bytes(out)


def _blocks(data: bytes) -> bytes:
    parts = [data[at : at + 255] for at in range(0, len(data), 255)]
    return b"".join(bytes((len(part),)) + part for part in parts) + b"\0"
