"""One box pushed, or pulled, wherever it can go while the others stand still: the macro moves of the strong search.

A flood over (the box's cell, the keeper's part of the floor), each pair met once. It leaves its finds in `Finds`: the
box's cell, the lowest cell the keeper can then come to, the pushes it took and the find it came from.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cassetete.speed.jit import lean

from .board import FAR, reach


class Finds(NamedTuple):
    """What a flood found; find 0 is where the box stood."""

    cell: Any  # int32[4 n + 4]
    keeper: Any  # int32[4 n + 4]
    pushes: Any  # int32[4 n + 4]
    before: Any  # int32[4 n + 4]
    normal: Any  # int32[n + 1, 4]: the lowest keeper cells already met with the box there


@lean
def _is_new(finds: Any, cell: Any, lowest: Any) -> bool:
    """Note that the box has been there with the keeper in that part of the floor."""
    for k in range(4):
        if finds.normal[cell, k] == lowest:
            return False
        if finds.normal[cell, k] < 0:
            finds.normal[cell, k] = lowest
            return True
    return True


@lean
def _anywhere(board: Any, s: Any, finds: Any, box: Any, keeper: Any, pulling: bool) -> Any:
    """All that pushes, or pulls, of this box alone lead to; how many finds. `s.box` is left as it was."""
    step = board.step
    n = step.shape[0] - 1
    finds.normal[:] = -1
    finds.cell[0] = box
    finds.keeper[0] = keeper
    finds.pushes[0] = 0
    finds.before[0] = -1
    count = 1
    at = 0
    s.box[box] = 0
    while at < count:
        c = finds.cell[at]
        s.box[c] = 1
        lowest = reach(step, s, np.int64(finds.keeper[at]))
        finds.keeper[at] = lowest
        if not _is_new(finds, c, lowest):
            finds.pushes[at] = -1
        else:
            for d in range(4):
                to = step[c, d]
                stand = to if pulling else step[c, d ^ 1]
                if s.box[to] or stand == n or s.seen[stand] != s.stamp[0]:
                    continue
                after = step[to, d] if pulling else c
                if s.box[after] if pulling else board.dead[to] or not _hopeful(board, to, c):
                    continue
                if count < finds.cell.shape[0]:
                    finds.cell[count] = to
                    finds.keeper[count] = after
                    finds.pushes[count] = finds.pushes[at] + 1
                    finds.before[count] = at
                    count += 1
        s.box[c] = 0
        at += 1
    s.box[box] = 1
    return count


@lean
def _hopeful(board: Any, to: Any, keeper: Any) -> bool:
    """Whether a box there, the keeper behind it, can still come to some goal."""
    return bool(board.near[to, board.side[to, keeper]] < FAR)


@lean
def pushed_anywhere(board: Any, s: Any, finds: Any, box: Any, keeper: Any) -> Any:
    """All that pushes of this box alone lead to; how many finds. `s.box` holds the position and is left as it was."""
    return _anywhere(board, s, finds, box, keeper, False)


@lean
def pulled_anywhere(board: Any, s: Any, finds: Any, box: Any, keeper: Any) -> Any:
    """All that pulls of this box alone lead to, the keeper walking between them."""
    return _anywhere(board, s, finds, box, keeper, True)
