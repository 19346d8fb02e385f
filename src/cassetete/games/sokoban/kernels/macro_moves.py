"""One box pushed, or pulled, wherever it can go while the others stay: the macro moves of the feature-space search.

A search over (the box's cell, the player's part of the floor), each pair found once. `MacroMoves` holds the box's cell,
the lowest cell the player can then come to, and the pushes it took.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import reach
from .matching import FAR


class MacroMoves(NamedTuple):
    """Where a box can go; entry 0 is where it stood."""

    cell: Any  # int32[4 n + 4]
    player: Any  # int32[4 n + 4]
    pushes: Any  # int32[4 n + 4]
    normal: Any  # int32[n + 1, 4]: the lowest player cells already found with the box there


@lean
def _is_new(macros: Any, cell: Any, lowest: Any) -> bool:
    """Whether this is the first time that the box is there with the player in that part of the floor."""
    for k in range(4):
        if macros.normal[cell, k] == lowest:
            return False
        if macros.normal[cell, k] < 0:
            macros.normal[cell, k] = lowest
            return True
    return True


@lean
def _anywhere(board: Any, s: Any, macros: Any, box: Any, player: Any, pulling: bool) -> Any:
    """All that pushes, or pulls, of this box alone lead to; how many entries. `s.box` is left as it was."""
    step = board.step
    n = step.shape[0] - 1
    macros.normal[:] = -1
    macros.cell[0] = box
    macros.player[0] = player
    macros.pushes[0] = 0
    count = 1
    at = 0
    s.box[box] = 0
    while at < count:
        c = macros.cell[at]
        s.box[c] = 1
        lowest = reach(step, s, np.int64(macros.player[at]))
        macros.player[at] = lowest
        if not _is_new(macros, c, lowest):
            macros.pushes[at] = -1
        else:
            for d in range(4):
                to = step[c, d]
                stand = to if pulling else step[c, d ^ 1]
                if s.box[to] or stand == n or s.seen[stand] != s.stamp[0]:
                    continue
                after = step[to, d] if pulling else c
                if s.box[after] if pulling else board.dead[to] or not _can_reach_target(board, to, c):
                    continue
                if count < macros.cell.shape[0]:
                    macros.cell[count] = to
                    macros.player[count] = after
                    macros.pushes[count] = macros.pushes[at] + 1
                    count += 1
        s.box[c] = 0
        at += 1
    s.box[box] = 1
    return count


@lean
def _can_reach_target(board: Any, to: Any, player: Any) -> bool:
    """Whether a box there, the player behind it, can still come to some target."""
    return bool(board.nearest[to, board.side[to, player]] < FAR)


@lean
def pushed_anywhere(board: Any, s: Any, macros: Any, box: Any, player: Any) -> Any:
    """All that pushes of this box alone lead to; how many entries. `s.box` holds the position and is left as it was."""
    return _anywhere(board, s, macros, box, player, False)


@lean
def pulled_anywhere(board: Any, s: Any, macros: Any, box: Any, player: Any) -> Any:
    """All that pulls of this box alone lead to; how many entries."""
    return _anywhere(board, s, macros, box, player, True)
