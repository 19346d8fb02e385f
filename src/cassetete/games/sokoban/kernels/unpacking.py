"""What the search for a packing plan asks of a position played backwards: pulls of one box, and what they do."""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import mark, reach
from .box_graph import begin_spread, distance_at, fill_parts, spread_box, start_at
from .floor_cuts import lowest_without, parts_without
from .macro_moves import pulled_anywhere
from .pi_corral import label_corrals
from .plan_features import closed_links, closed_links_with

ROW, TO, PULLS, PLAYER, PARTS, LINKS, OPENS, STUCK, LEAVES, PLAYER_GONE, PARTS_GONE, LINKS_GONE = range(12)
"""Of a pull: the box, by its row, and its new cell; how many cells; the lowest cell the player can then come to; parts
of the floor that are closed off, links closed, whether another box can be pulled from new floor, how many boxes cannot
be pulled, wherever the player is (counted only where the floor is in one part); whether the box may leave there, and
the player's cell, parts and links once it has."""

_FAR = 6
"""A box that leaves must have come so far, or from another room."""


@lean
def _opens(step: Any, s: Any, cuts: Any, boxes: Any, reachable: Any, row: int, to: Any, lowest: Any) -> bool:
    """Whether a box that was not moved can be pulled from where the player could not come before."""
    for i in range(boxes.shape[0]):
        if i == row:
            continue
        for d in range(4):
            stand = np.int64(step[boxes[i], d])
            if reachable[stand] or s.box[stand] or s.box[step[stand, d]]:
                continue
            if lowest_without(step, cuts, to, stand) == lowest:
                return True
    return False


@lean
def _stuck(step: Any, box: Any, boxes: Any, row: int, to: Any) -> Any:
    """How many boxes cannot be pulled wherever the player is, the one in a row being on another cell."""
    n = step.shape[0] - 1
    count = 0
    for i in range(boxes.shape[0]):
        c = to if i == row else boxes[i]
        free = False
        for d in range(4):
            stand = step[c, d]
            free = free or (stand != n and box[step[stand, d]] == 0)
        count += not free
    return count


@lean
def _is_far(guide: Any, box: Any, to: Any) -> bool:
    if guide.walk_distance[box, to] >= _FAR:
        return True
    return bool(guide.room[box] >= 0 and guide.room[to] >= 0 and guide.room[box] != guide.room[to])


@lean
def list_pulls(
    board: Any,
    s: Any,
    macros: Any,
    guide: Any,
    boxes: Any,
    player: Any,
    rows: Any,
    cells: Any,
    leaving: Any,
    out: Any,
) -> Any:
    """All pulls from a position, those of the boxes in the order of `rows`, each to the `cells` in their order; a row
    of `out` each; how many. Boxes may leave where `leaving` is 1."""
    step, cuts = board.step, macros.cuts
    mark(s.box, boxes, 1)
    reach(step, s, player)
    for c in range(step.shape[0] - 1):
        guide.reachable[c] = s.seen[c] == s.stamp[0] or s.box[c] != 0
    count = 0
    for i in rows:
        box = np.int64(boxes[i])
        if pulled_anywhere(board, s, macros, box, player) == 1:
            continue
        s.box[box] = 0
        guide.closed[0] = closed_links(step, s, guide)
        for to in cells:
            for k in range(4):
                if macros.normal[to, k] < 0 or to == box:
                    break
                f = macros.entry[to, k]
                lowest = np.int64(macros.player[f])
                s.box[to] = 1
                row = out[count]
                count += 1
                row[ROW], row[TO], row[PULLS], row[PLAYER] = i, to, macros.pushes[f], lowest
                row[PARTS] = parts_without(step, cuts, np.int64(to)) - 1
                row[LINKS] = closed_links_with(board, s, guide, to)
                row[OPENS] = _opens(step, s, cuts, boxes, guide.reachable, i, np.int64(to), lowest)
                row[STUCK] = _stuck(step, s.box, boxes, i, to) if row[PARTS] == 0 else 0
                row[LEAVES] = leaving[to] != 0 and _is_far(guide, box, to)
                row[PLAYER_GONE], row[PARTS_GONE], row[LINKS_GONE] = (
                    cuts.first[lowest],
                    cuts.parts[0] - 1,
                    guide.closed[0],
                )
                s.box[to] = 0
        s.box[box] = 1
    mark(s.box, boxes, 0)
    return count


@lean
def describe(board: Any, s: Any, guide: Any, boxes: Any, player: Any, out: Any) -> Any:
    """The same of a position; the lowest cell the player can come to."""
    mark(s.box, boxes, 1)
    lowest = reach(board.step, s, player)
    out[0, PARTS] = label_corrals(board.step, s)
    out[0, LINKS] = closed_links(board.step, s, guide)
    out[0, STUCK] = _stuck(board.step, s.box, boxes, -1, np.int64(0)) if out[0, PARTS] == 0 else 0
    mark(s.box, boxes, 0)
    return lowest


@lean
def can_leave(board: Any, s: Any, boxes: Any, player: Any, start: Any) -> bool:
    """Whether all boxes that do not stand on starts could leave, if each pulled one cell counted as gone."""
    step = board.step
    mark(s.box, boxes, 1)
    changed = True
    while changed:
        changed = False
        reach(step, s, player)
        for i in range(boxes.shape[0]):
            c = boxes[i]
            if s.box[c] == 0:
                continue
            for d in range(4):
                stand = step[c, d]
                if s.box[c] and s.seen[stand] == s.stamp[0] and s.box[step[stand, d]] == 0:
                    s.box[c] = 0
                    changed = True
    free = True
    for i in range(boxes.shape[0]):
        if s.box[boxes[i]]:
            free = free and start[boxes[i]] != 0
            s.box[boxes[i]] = 0
    return free


@lean
def link_starts(board: Any, graph: Any, boxes: Any, starts: Any, out: Any) -> None:
    """`out[i, j]` becomes 1 where a box can be pushed from one start to another while the boxes are walls."""
    graph.wall[:] = 0
    graph.wall[board.step.shape[0] - 1] = 1
    mark(graph.wall, boxes, 1)
    fill_parts(board.step, board.around, graph)
    for i in range(starts.shape[0]):
        begin_spread(graph)
        spread_box(board.step, graph, start_at(graph, np.int64(starts[i]), np.int64(0)), False)
        for j in range(starts.shape[0]):
            out[i, j] = i == j or distance_at(graph, np.int64(starts[j])) >= 0
