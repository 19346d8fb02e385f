"""Animated GIF files, written from pictures: one palette for all frames, and LZW."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cassetete.scene.raster import Pixels

_COLOURS = 256


class GifFrame(NamedTuple):
    """A part of the picture that changes, where it is, and for how many hundredths of a second it then stays."""

    picture: Pixels
    at: tuple[int, int]
    hundredths: int


def gif(frames: Sequence[GifFrame], *, loop: bool = True) -> bytes:
    """The file; the first frame is the whole picture, the others lie on top of those before.

    >>> dot = Pixels(1, 1, bytes((255, 0, 0)))
    >>> gif([GifFrame(dot, (0, 0), 50)])[:6]
    b'GIF89a'
    """
    palette, index = _palette(frames)
    first = frames[0].picture
    out = [b"GIF89a", struct.pack("<HHBBB", first.width, first.height, 0xF7, 0, 0)]
    out.append(b"".join(palette) + bytes(3 * (_COLOURS - len(palette))))
    if loop:
        out.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    for (width, height, rgb), (x, y), wait in frames:
        out.append(b"\x21\xf9\x04" + struct.pack("<BHBB", 4, wait, 0, 0))
        out.append(b"\x2c" + struct.pack("<HHHHB", x, y, width, height, 0))
        out.append(b"\x08" + _blocks(_lzw(index[rgb[at : at + 3]] for at in range(0, len(rgb), 3))))
    out.append(b"\x3b")
    return b"".join(out)


def _palette(frames: Sequence[GifFrame]) -> tuple[list[bytes], dict[bytes, int]]:
    """The colours that occur most, and for each colour the number of the nearest of them."""
    counts: Counter[bytes] = Counter()
    for frame in frames:
        rgb = frame.picture.rgb
        counts.update(rgb[at : at + 3] for at in range(0, len(rgb), 3))
    chosen: list[bytes] = []
    taken: set[tuple[int, int, int]] = set()
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


def _distance(a: bytes, b: bytes) -> int:
    return 2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2


def _lzw(numbers: Iterable[int]) -> bytes:
    """The numbers (bytes) in GIF's LZW code, which begins with nine bits a word."""
    clear, end = 256, 257
    bits, held, size = clear, 9, 9
    out = bytearray()
    table: dict[tuple[int, int], int] = {}
    word = -1
    for number in numbers:
        if word < 0:
            word = number
            continue
        known = table.get((word, number))
        if known is not None:
            word = known
            continue
        bits |= word << held
        held += size
        table[word, number] = len(table) + 258
        if len(table) + 257 > (1 << size) - 1 and size < 12:
            size += 1
        elif len(table) + 258 > 4095:
            bits |= clear << held
            held += size
            table.clear()
            size = 9
        word = number
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
