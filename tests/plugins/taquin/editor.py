"""Drawing a level: swap tiles with the hole."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.message import Catalogue

from .model import Level

_ = Catalogue("taquin")


def blank(rows: int, columns: int) -> Level:
    """A board in order."""
    size = min(rows, columns)
    return Level(size, (*range(1, size * size), 0))


def swap_with_hole(level: Level, _tool: str, target: Hashable) -> Level:
    """What the one brush does."""
    assert isinstance(target, tuple)
    tiles = list(level.tiles)
    here, hole = target[0] * level.size + target[1], tiles.index(0)
    tiles[here], tiles[hole] = tiles[hole], tiles[here]
    return replace(level, tiles=tuple(tiles))


def resize(level: Level, rows: int, columns: int) -> Level:
    """The tiles of the upper left corner, numbered again; more tiles around them when it grows."""
    size = min(rows, columns)
    inside = [divmod(at, size) for at in range(size * size)]
    kept = [level.tiles[row * level.size + column] for row, column in inside if max(row, column) < level.size]
    rank = {tile: number for number, tile in enumerate(sorted(kept))}
    old, new = iter(kept), iter(range(len(kept), size * size))
    tiles = tuple(rank[next(old)] if max(place) < level.size else next(new) for place in inside)
    return Level(size, tiles, level.headers.of_position())


EDITOR = Editor(
    blank,
    (Tool("swap", _("swap with the hole")),),
    swap_with_hole,
    smallest=(2, 2),
    largest=(4, 4),
    size=lambda level: (level.size, level.size),
    resize=resize,
)
