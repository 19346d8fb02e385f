"""Pictures made of pixels: SVG as a PNG file, by resvg, and a PNG file as rows of colours."""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

_SANS = "DejaVu Sans"
_DPI = 96
"""Pixels per inch of pictures whose size is in millimetres."""


class Pixels(NamedTuple):
    """A picture: its size, and the red, green and blue of each pixel, row by row."""

    width: int
    height: int
    rgb: bytes


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG picture as a PNG file, in its own size or so many pixels wide.

    >>> png('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>')[:4]
    b'\\x89PNG'
    """
    import resvg_py

    letters = "<text" in svg  # reading the system's fonts is slow: only if there is a text
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, dpi=_DPI, skip_system_fonts=not letters, sans_serif_family=_SANS
        )
    )


def pixels(png_file: bytes) -> Pixels:
    """The colours of a PNG picture with four bytes a pixel, as resvg writes it; what is transparent is left out of it.

    >>> red = '<rect width="2" height="1" fill="red"/>'
    >>> pixels(png(f'<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1">{red}</svg>'))
    Pixels(width=2, height=1, rgb=b'\\xff\\x00\\x00\\xff\\x00\\x00')
    """
    width, height, data, at = 0, 0, b"", 8
    while at < len(png_file):
        size, kind = struct.unpack(">I4s", png_file[at : at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", png_file[at + 8 : at + 18])
            if (depth, colour) != (8, 6):
                raise ValueError("not a PNG picture with four bytes a pixel")
        elif kind == b"IDAT":
            data += png_file[at + 8 : at + 8 + size]
        at += 12 + size
    raw, stride = zlib.decompress(data), 4 * width
    above = bytearray(stride)
    rows = bytearray()
    for row in range(height):
        start = row * (stride + 1)
        line = bytearray(raw[start + 1 : start + 1 + stride])
        _unfilter(raw[start], line, above)
        above = line
        colours = bytearray(3 * width)
        for channel in range(3):
            colours[channel::3] = line[channel::4]
        rows += colours
    return Pixels(width, height, bytes(rows))


def _unfilter(kind: int, line: bytearray, above: bytearray) -> None:
    """Undo the filter of a row of PNG (see its specification): each byte was written as a difference."""
    if kind == 1:
        for at in range(4, len(line)):
            line[at] = (line[at] + line[at - 4]) & 255
    elif kind == 2 and not any(line):  # most rows of a board
        line[:] = above
    elif kind == 2:
        line[:] = bytes((a + b) & 255 for a, b in zip(line, above, strict=True))
    elif kind == 3:
        for at, up in enumerate(above):
            left = line[at - 4] if at >= 4 else 0
            line[at] = (line[at] + (left + up) // 2) & 255
    elif kind == 4:
        for at in range(min(4, len(line))):
            line[at] = (line[at] + above[at]) & 255
        for at in range(4, len(line)):
            left, up, corner = line[at - 4], above[at], above[at - 4]
            to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            nearest = left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
            line[at] = (line[at] + nearest) & 255
