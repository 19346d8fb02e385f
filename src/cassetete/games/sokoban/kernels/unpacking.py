"""What the search for a packing plan asks of a position played backwards: pulls of one box, and what they do."""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import mark, reach
from .box_graph import begin_spread, distance_at, fill_parts, spread_box, start_at
from .macro_moves import pulled_anywhere
from .pi_corral import label_corrals
from .plan_features import closed_links

PARTS, LINKS, OPENS, STUCK = range(4)
"""Of a position after a pull: parts of the floor, links closed, whether another box can be pulled from new floor, how
many boxes cannot be pulled, wherever the player is (counted only where the floor is in one part)."""


@lean
def _opens(step: Any, s: Any, boxes: Any, reachable: Any, row: int) -> bool:
    """Whether a box that was not moved can be pulled from where the player could not come before; after `reach`."""
    for i in range(boxes.shape[0]):
        if i == row:
            continue
        for d in range(4):
            stand = step[boxes[i], d]
            if s.seen[stand] == s.stamp[0] and not reachable[stand] and s.box[step[stand, d]] == 0:
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
def pulls_of(board: Any, s: Any, macros: Any, guide: Any, boxes: Any, row: int, player: Any, out: Any) -> Any:
    """All pulls of one box of a position, in `macros`, and what they do, in `out`; how many entries."""
    step = board.step
    n = step.shape[0] - 1
    mark(s.box, boxes, 1)
    reach(step, s, player)
    for c in range(n):
        guide.reachable[c] = s.seen[c] == s.stamp[0] or s.box[c] != 0
    box = np.int64(boxes[row])
    count = pulled_anywhere(board, s, macros, box, player)
    s.box[box] = 0
    for f in range(1, count):
        if macros.pushes[f] <= 0:
            continue
        to = macros.cell[f]
        s.box[to] = 1
        reach(step, s, np.int64(macros.player[f]))
        out[f, PARTS] = label_corrals(step, s)
        out[f, LINKS] = closed_links(step, s, guide)
        out[f, OPENS] = _opens(step, s, boxes, guide.reachable, row)
        out[f, STUCK] = _stuck(step, s.box, boxes, row, to) if out[f, PARTS] == 0 else 0
        s.box[to] = 0
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
