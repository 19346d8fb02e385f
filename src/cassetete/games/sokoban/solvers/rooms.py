"""The rooms of a level, and the other tables that the searches after a plan need."""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.speed.arrays import np

from ..kernels.board import WORK
from ..kernels.obstacles import fill_hotspots, fill_walks
from .level_arrays import LevelArrays

_MOST_ROOMS = 64


def rooms(step: Any) -> Any:
    """The room of each cell, -1 in corridors and doors: blocks of 2x3 cells, one room if they share two."""
    n = len(step) - 1
    blocks = []
    for c in range(n):
        checkpoint()
        for wide, high in ((3, 2), (2, 3)):
            cells, row = [], c
            for _i in range(high):
                at = row
                for _j in range(wide):
                    cells.append(at)
                    at = int(step[at, 3])
                row = int(step[row, 1])
            if n not in cells:
                blocks.append(set(cells))
    groups: list[set[int]] = []
    for block in blocks:
        checkpoint()
        touching = [group for group in groups if len(group & block) >= 2]
        merged = block.union(*touching)
        groups = [group for group in groups if group not in touching] + [merged]
    room = np.full(n + 1, -1, np.int32)
    for number, group in enumerate(groups[:_MOST_ROOMS]):
        for c in group:
            room[c] = number if sum(c in other for other in groups) == 1 else -1
    return room


class LevelTables(NamedTuple):
    """What is known of a level's floor without boxes."""

    hotspot: Any  # uint8[n + 1, n + 1]: 1 if a box on the second cell takes targets from one on the first
    room: Any  # int32[n + 1]: the room a cell belongs to, or -1
    walk_distance: Any  # int32[n + 1, n + 1]: steps between two cells


def level_tables(arrays: LevelArrays) -> LevelTables:
    """The tables of a level."""
    board, targets, scratch = arrays.board, arrays.targets, arrays.scratch()
    n = arrays.graph.wall
    hotspot = np.zeros((n + 1, n + 1), np.uint8)
    marks = np.zeros(n + 1, np.uint8)
    whole = np.zeros((n, len(targets)), np.uint8)
    at_once = max(1, WORK // (4 * n * len(targets) + 1))
    for first in range(-1, n, at_once):
        fill_hotspots(board, targets, hotspot, whole, marks, scratch.queue, first, min(n, first + at_once))
        checkpoint()
    walk_distance = np.full((n + 1, n + 1), -1, np.int32)
    at_once = max(1, WORK // (4 * n + 1))
    for first in range(0, n, at_once):
        fill_walks(board.step, scratch, walk_distance, first, min(n, first + at_once))
        checkpoint()
    return LevelTables(hotspot, rooms(board.step), walk_distance)
