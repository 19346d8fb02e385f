"""PI-corrals (`pi_corral.py`) among boxes that have settled, and without pushes that lose boxes of the corral itself.

Until the first push of a corral's boxes, all of them stand where they are: a push that would freeze some of them off
the targets, or leave a pair that is lost, is not that first push, so it need not be possible, nor go inwards. Settled
boxes are walls. A corral with an empty target has to be entered too. With `corners`, boxes that touch the corral across
a corner are boxes of the corral: more pushes freeze something, but more pushes have to go inwards.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean

from .lost_pairs import is_lost_pair
from .pi_corral import LOST, NONE, PRUNED, _join, label_corrals, share_a_box

_MANY = 1 << 20


@lean
def _stuck(step: Any, dead: Any, wall: Any, full: Any, c: Any) -> bool:
    """Whether a box on c is blocked both ways by walls, by boxes in `full`, or by dead squares on both sides."""
    up, down, left, right = step[c, 0], step[c, 1], step[c, 2], step[c, 3]
    if not (full[up] or full[down] or wall[up] or wall[down] or (dead[up] and dead[down])):
        return False
    return bool(full[left] or full[right] or wall[left] or wall[right] or (dead[left] and dead[right]))


@lean
def _freezes(board: Any, s: Any, graph: Any, boxes: Any, box: Any, to: Any) -> bool:
    """Whether a push freezes boxes among those held, one of them off the targets."""
    step, dead, wall, full = board.step, board.dead, graph.wall, s.frozen
    for i in range(boxes.shape[0]):
        full[boxes[i]] = s.held[boxes[i]]
    full[box] = 0
    full[to] = 1
    lost = False
    if _stuck(step, dead, wall, full, to):
        s.work[0] += 8 * boxes.shape[0]
        changed = True
        while changed:
            changed = False
            for i in range(boxes.shape[0]):
                c = boxes[i] if boxes[i] != box else to
                if full[c] and not _stuck(step, dead, wall, full, c):
                    full[c] = 0
                    changed = True
        for i in range(boxes.shape[0]):
            c = boxes[i] if boxes[i] != box else to
            lost = lost or (full[c] != 0 and not board.target[c])
    for i in range(boxes.shape[0]):
        full[boxes[i]] = 0
    full[to] = 0
    return lost


@lean
def _pairs_off(s: Any, graph: Any, corral_search: Any, boxes: Any, box: Any, to: Any) -> bool:
    """Whether a push leaves a pair that is lost, with a box that is held or has settled."""
    for i in range(boxes.shape[0]):
        b = boxes[i]
        if b != box and (s.held[b] or graph.wall[b]) and is_lost_pair(corral_search, b, to, box):
            return True
    return False


@lean
def _hold(board: Any, s: Any, graph: Any, boxes: Any, corners: bool) -> None:
    """Mark the boxes around the parts of the group."""
    for i in range(boxes.shape[0]):
        b = boxes[i]
        s.held[b] = 0
        if graph.wall[b]:
            continue
        for k in range(0, 8, 1 if corners else 2):
            c = board.around[b, k]
            if s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.group[s.corral[c]]:
                s.held[b] = 1


@lean
def _pushes(board: Any, s: Any, graph: Any, corral_search: Any, boxes: Any, corners: bool) -> Any:
    """How many pushes the group of parts has; -1 if it is no PI-corral, -2 if another part was taken in: again."""
    step, wall = board.step, graph.wall
    stamp = s.stamp[0]
    _hold(board, s, graph, boxes, corners)
    count = 0
    for i in range(boxes.shape[0]):
        b = boxes[i]
        if not s.held[b]:
            continue
        for d in range(4):
            stand, to = step[b, d ^ 1], step[b, d]
            if wall[stand] or wall[to] or board.dead[to]:
                continue
            if (s.box[stand] and s.held[stand]) or (s.box[to] and s.held[to]):
                continue  # possible only after another push of this corral
            free = s.box[stand] == 0
            here = free and s.seen[stand] == stamp
            if free and not here and s.group[s.corral[stand]]:
                continue  # from the inside
            if _pairs_off(s, graph, corral_search, boxes, b, to) or _freezes(board, s, graph, boxes, b, to):
                continue
            if not here:
                return -2 if _join(step, s, stand) else -1
            if s.box[to] or s.seen[to] == stamp or not s.group[s.corral[to]]:
                return -2 if _join(step, s, to) else -1
            count += 1
    return count


@lean
def _needed(board: Any, s: Any, boxes: Any, full_level: bool) -> bool:
    """Whether something is left to do: a box of the corral off the targets, or an empty target in it."""
    for i in range(boxes.shape[0]):
        if s.held[boxes[i]] and not board.target[boxes[i]]:
            return True
    if full_level:
        for c in range(board.step.shape[0] - 1):
            if board.target[c] and s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.group[s.corral[c]]:
                return True
    return False


@lean
def prune_inwards(board: Any, s: Any, graph: Any, corral_search: Any, boxes: Any) -> Any:
    """After `reach` and `settled_deadlock`: PRUNED with the only boxes worth pushing in `wanted`, LOST, or NONE."""
    parts = label_corrals(board.step, s)
    full_level = s.cost.shape[0] == boxes.shape[0]
    fewest = _MANY
    for first in range(1, parts + 1):
        for second in range(first, parts + 1):
            if first != second and not share_a_box(board.step, s, boxes, first, second):
                continue
            for corners in range(2):
                s.work[0] += parts + 8 * boxes.shape[0]
                s.group[: parts + 1] = 0
                s.group[first] = 1
                s.group[second] = 1
                count = -2
                while count == -2:
                    count = _pushes(board, s, graph, corral_search, boxes, corners == 1)
                if count < 0 or count >= fewest or not _needed(board, s, boxes, full_level):
                    continue
                if count == 0:
                    return LOST
                fewest = count
                for i in range(boxes.shape[0]):
                    s.wanted[boxes[i]] = s.held[boxes[i]]
    return PRUNED if fewest < _MANY else NONE
