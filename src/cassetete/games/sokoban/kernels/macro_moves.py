"""One box pushed, or pulled, wherever it can go while the others stay: the macro moves of searches.

A search over (the box's cell, the player's part of the floor), each pair found once. `MacroMoves` holds the box's cell,
the lowest cell the player can then come to, and the pushes it took. Which part the player is in is read off one walk
over the floor without the box (`floor_cuts.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .floor_cuts import FloorCuts, find_cuts, lowest_without
from .matching import FAR


class MacroMoves(NamedTuple):
    """Where a box can go; entry 0 is where it stood."""

    cell: Any  # int32[4 n + 4]
    player: Any  # int32[4 n + 4]
    pushes: Any  # int32[4 n + 4]
    normal: Any  # int32[n + 1, 4]: the lowest player cells already found with the box there, -1 after the last
    entry: Any  # int32[n + 1, 4]: the entries of these
    cuts: FloorCuts  # of the floor without the box


@lean
def _enter(macros: Any, count: Any, cell: Any, lowest: Any, pushes: Any) -> Any:
    """Add an entry, if it is the first with the box there and the player in that part of the floor; how many then."""
    for k in range(4):
        if macros.normal[cell, k] == lowest:
            return count
        if macros.normal[cell, k] < 0:
            macros.normal[cell, k] = lowest
            macros.entry[cell, k] = count
            break
    macros.cell[count] = cell
    macros.player[count] = lowest
    macros.pushes[count] = pushes
    return count + 1


@lean
def _anywhere(board: Any, s: Any, macros: Any, box: Any, player: Any, pulling: bool) -> Any:
    """All that pushes, or pulls, of this box alone lead to; how many entries. `s.box` is left as it was."""
    step, cuts = board.step, macros.cuts
    n = step.shape[0] - 1
    macros.normal[:] = -1
    s.box[box] = 0
    find_cuts(step, s.box, cuts)
    count = _enter(macros, np.int64(0), np.int64(box), lowest_without(step, cuts, np.int64(box), player), 0)
    at = 0
    while at < count:
        c, lowest = np.int64(macros.cell[at]), np.int64(macros.player[at])
        for d in range(4):
            to = np.int64(step[c, d])
            stand = to if pulling else np.int64(step[c, d ^ 1])
            if s.box[to] or s.box[stand] or lowest_without(step, cuts, c, stand) != lowest:
                continue
            after = np.int64(step[to, d]) if pulling else c
            if s.box[after] if pulling else board.dead[to] or not _can_reach_target(board, to, c):
                continue
            found = lowest_without(step, cuts, to, after)
            count = _enter(macros, count, to, found, macros.pushes[at] + 1)
        at += 1
    s.work[0] += 4 * n + 16 * count
    s.box[box] = 1
    return count


@lean
def _can_reach_target(board: Any, to: Any, player: Any) -> bool:
    """Whether a box there, the player behind it, can still come to some target."""
    return bool(board.nearest[to, board.side[to, player]] < FAR)


@lean
def pushed_anywhere(board: Any, s: Any, macros: Any, box: Any, player: Any) -> Any:
    """All that pushes of this box alone lead to; how many entries. `s.box` holds the position and is left as it was."""
    return _anywhere(board, s, macros, np.int64(box), np.int64(player), False)


@lean
def pulled_anywhere(board: Any, s: Any, macros: Any, box: Any, player: Any) -> Any:
    """All that pulls of this box alone lead to; how many entries."""
    return _anywhere(board, s, macros, np.int64(box), np.int64(player), True)
