"""Taquin as text: rows of tiles between bars."""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import check_sides
from cassetete.core.headers import split_headers
from cassetete.core.message import Catalogue

from .model import Level

_ = Catalogue("taquin")


def parse(text: str) -> list[Parsed[Level]]:
    """The level of a text; BadLevel, with its place, if it cannot be read."""
    sheet = split_headers(text)
    check_sides(len(sheet.body), max((line.count("|") for line in sheet.body), default=0), sheet.line)
    rows = [_row(line, number) for number, line in enumerate(sheet.body, sheet.line)]
    if len(rows) < 2 or any(len(row) != len(rows) for row in rows):
        raise BadLevel(_("a taquin is square, of at least 2 by 2 tiles"), sheet.line, 1)
    return [Parsed(Level(len(rows), tuple(t for row in rows for t in row), sheet.headers), sheet.line)]


def _row(line: str, number: int) -> list[int]:
    tiles, column = [], 1
    for word in line.split("|"):
        tile = word.strip()
        if not (tile.isascii() and tile.isdigit() and len(tile) <= 4):
            raise BadLevel(_("'{word}' is not a tile", word=tile[:20]), number, column)
        tiles.append(int(tile))
        column += len(word) + 1
    return tiles


def dump(levels: Sequence[Level]) -> str:
    """A level as `parse` reads it."""
    [level] = levels
    width = len(str(level.size**2 - 1))
    rows = [level.tiles[start : start + level.size] for start in range(0, level.size**2, level.size)]
    return level.headers.dump() + "".join("|".join(str(tile).rjust(width) for tile in row) + "\n" for row in rows)


def likeness(text: str) -> int:
    """Bars between numbers are the sign; with a typing error among them it still looks like a taquin."""
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    if not lines or "|" not in lines[0]:
        return 0
    return 95 if set("".join(lines)) <= set("0123456789| ") else 70
