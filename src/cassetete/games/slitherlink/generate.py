"""Makes levels: a random loop around a region, all its clues, then fewer while it stays the only solution."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Parameter, Progress
from cassetete.core.grid import Cell
from cassetete.core.headers import Headers
from cassetete.core.text import Catalogue
from cassetete.speed.random import Random

from .answers import unique
from .model import Clues, Level

_ = Catalogue("slitherlink")

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_PROOF = Limits(nodes=20)


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level with one solution, proven; None when every clue together does not make the loop the only one."""
    rows, columns = int(values["rows"]), int(values["columns"])
    random = Random(seed)
    for _attempt in range(50):
        clues = _all_clues(rows, columns, _region(rows, columns, random))
        level = Level(rows, columns, clues, headers=Headers(seed=str(seed)))
        if unique(level, _PROOF):
            return (yield from _thinned(level, random))
        yield Progress(0, rows * columns)
    return None


def _region(rows: int, columns: int, random: Random) -> set[Cell]:
    """Cells in one piece and without holes, grown cell by cell to over half of the board."""
    region = {(random.below(rows), random.below(columns))}
    wanted = max(1, rows * columns * 11 // 20)
    for _step in range(rows * columns * 40):
        if len(region) >= wanted:
            break
        i, j = random.below(rows), random.below(columns)
        # A cell with many neighbours inside makes the region round and the puzzle dull: take it seldom.
        touching = sum((i + di, j + dj) in region for di, dj in _RING[1::2])
        if (i, j) not in region and _keeps_one_border((i, j), region) and random.chance(1, touching * touching or 1):
            region.add((i, j))
    return region


def _keeps_one_border(cell: Cell, region: set[Cell]) -> bool:
    """Whether the region with this cell still has a single border that touches itself nowhere: around the cell there
    is one stretch of region and one of outside, and the region touches it by a side."""
    ring = [(cell[0] + di, cell[1] + dj) in region for di, dj in _RING]
    changes = sum(here != after for here, after in zip(ring, ring[1:] + ring[:1], strict=True))
    return changes == 2 and any(ring[1::2])


def _all_clues(rows: int, columns: int, region: set[Cell]) -> Clues:
    def clue(i: int, j: int) -> int | None:
        lines = sum(((i + di, j + dj) in region) != ((i, j) in region) for di, dj in _RING[1::2])
        return lines if lines < 4 else None

    return tuple(tuple(clue(i, j) for j in range(columns)) for i in range(rows))


def _thinned(level: Level, random: Random) -> abc.Generator[Progress, None, Level]:
    cells = [(i, j) for i in range(level.rows) for j in range(level.columns)]
    random.shuffle(cells)
    for done, (i, j) in enumerate(cells):
        yield Progress(done, len(cells))
        row = level.clues[i]
        fewer = (*level.clues[:i], (*row[:j], None, *row[j + 1 :]), *level.clues[i + 1 :])
        poorer = replace(level, clues=fewer)
        if unique(poorer, _PROOF):
            level = poorer
    return level


GENERATORS = (
    Generator(
        "loop",
        _("random loop"),
        (
            Parameter("rows", "int", 7, (2, 20), _("rows")),
            Parameter("columns", "int", 7, (2, 20), _("columns")),
        ),
        run,
    ),
)
