"""The lay of a level for the feature-space search: its rooms, the ways between them, what stands in whose way."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernels import features as kernel_lay
from ..kernels.features import Lay

_MOST_ROOMS = 64


def rooms(step: Any) -> Any:
    """The room of each cell, -1 in corridors and doors: blocks of 2x3 cells, one room if they share two."""
    n = len(step) - 1
    blocks = []
    for c in range(n):
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
        touching = [group for group in groups if len(group & block) >= 2]
        merged = block.union(*touching)
        groups = [group for group in groups if group not in touching] + [merged]
    room = np.full(n + 1, -1, np.int32)
    for number, group in enumerate(groups[:_MOST_ROOMS]):
        for c in group:
            room[c] = number if sum(c in other for other in groups) == 1 else -1
    return room


def lay(place: Any) -> Lay:
    """What the features need to know of a level."""
    board = place.board
    n = board.step.shape[0] - 1
    goals = np.asarray(place.goals, np.int32)
    hot = np.zeros((n + 1, n + 1), np.uint8)
    marks, queue = np.zeros(n + 1, np.uint8), np.zeros(n + 1, np.int32)
    kernel_lay.survey_hot(board, goals, hot, np.zeros((n, len(goals)), np.uint8), marks, queue)
    apart = np.full((n + 1, n + 1), -1, np.int32)
    kernel_lay.survey_apart(board.step, apart, queue)
    room = rooms(board.step)
    links = np.zeros(max(1, int(room.max()) + 1), np.uint64)
    made = Lay(hot, room, np.zeros(1, np.int64), apart, links, marks, np.zeros((2, 8), np.int64))
    made.ways[0] = -kernel_lay.shut_ways(board, place.scratch(), made)
    return made
