"""The boards of Ricochet Robots: sixteen quarter tiles, turned about the centre, four of them making a board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from ..model import Level

SIDE = 8

# Each tile as it lies in the north-west corner, one word per row, one hexadecimal wall code per cell (top 1, right 2,
# bottom 4, left 8). The outer edge of the board is left out; the block in the middle of the board is the F.
TILES = {
    "1A": "02804000 04029000 03800000 00000068 00000010 40000000 102C0004 0001002F",
    "2A": "00028000 00000680 2C000100 41000040 10000290 00400000 00380004 0000002F",
    "3A": "00028000 00000000 00000680 00400100 40380000 1400002C 29000005 0000002F",
    "4A": "00028000 000002C0 04000010 03800400 00002900 00680006 40100005 1000002F",
    "1B": "00002800 04000068 29000010 00000000 00000040 40000038 102C0004 0001002F",
    "2B": "00402800 02900000 00000000 000002C0 40004010 10003800 06800004 0100002F",
    "3B": "00028000 2C000040 01000038 00000000 00680004 40100029 10000004 0000002F",
    "4B": "00002800 00680000 00100000 2C000040 41000290 10000400 00000384 0006802F",
    "1C": "02840000 00290000 00000000 00000068 2C000010 01004000 40003804 1000002F",
    "2C": "00000280 00040000 00290000 40402C00 10380100 00006800 00001004 0000002F",
    "3C": "02804000 00003800 00000000 2C000000 01000400 40002900 10068004 0001002F",
    "4C": "00280000 00002C00 00000106 40000001 10068040 04010290 03800004 0000002F",
    "1D": "00000280 00000000 04000000 29000000 00000068 40400010 103C0004 0001002F",
    "2D": "00280000 00000040 00000690 00000100 00000000 2C000000 41004004 1000382F",
    "3D": "00002800 00000000 40000068 10400010 003C0000 00010400 00002904 0000002F",
    "4D": "00002800 00000040 00400290 003C0000 00010000 06800000 41000004 100006AF",
}
NAMES = tuple(TILES)

CORNERS = ((0, 0), (0, SIDE), (SIDE, SIDE), (SIDE, 0))
"""North-west, north-east, south-east, south-west: a tile makes one more quarter turn at each."""

Tile = tuple[tuple[int, ...], ...]


def turned(tile: Tile) -> Tile:
    """The tile after a quarter turn clockwise: its rows become columns, and tops become rights.

    >>> turned(((1, 0), (0, 0)))
    ((0, 2), (0, 0))
    """
    return tuple(tuple((code << 1 | code >> 3) & 15 for code in reversed(column)) for column in zip(*tile, strict=True))


@cache
def tile(number: int, corner: int) -> Tile:
    """The tile of that number as it lies in a corner."""
    rows = tuple(tuple(int(code, 16) for code in row) for row in TILES[NAMES[number]].split())
    for _turn in range(corner):
        rows = turned(rows)
    return rows


@cache
def board(numbers: tuple[int, int, int, int]) -> tuple[int, ...]:
    """The wall codes of the board made of four tiles, each wall coded on both sides, the outer edge too."""
    north_west, north_east, south_east, south_west = (tile(number, corner) for corner, number in enumerate(numbers))
    north = (west + east for west, east in zip(north_west, north_east, strict=True))
    south = (west + east for west, east in zip(south_west, south_east, strict=True))
    codes = tuple(code for row in (*north, *south) for code in row)
    return Level(2 * SIDE, 2 * SIDE, codes).closed


def tiles_of(level: Level) -> tuple[int, int, int, int] | None:
    """The numbers of the four tiles that make this board; None if it is not made of them."""
    if (level.rows, level.columns) != (2 * SIDE, 2 * SIDE):
        return None
    choices = [list(_candidates(level, corner)) for corner in range(4)]
    for a, b, c, d in product(*choices):
        if board((a, b, c, d)) == level.closed:
            return (a, b, c, d)
    return None


def _candidates(level: Level, corner: int) -> Iterator[int]:
    """The tiles that fit in a corner; its inner 7 by 7 cells decide, as walls on the seams may be a neighbour's."""
    top, left = CORNERS[corner]
    for number in range(len(NAMES)):
        rows = tile(number, corner)
        if all(
            rows[i][j] == level.closed[(top + i) * level.columns + left + j]
            for i in range(1, SIDE - 1)
            for j in range(1, SIDE - 1)
        ):
            yield number
