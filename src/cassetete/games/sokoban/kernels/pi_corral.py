"""PI-corrals: a closed-off part of the floor whose boxes can only be pushed inwards, all of them now (see `board.py`).

A solution that touches such a part at all can touch it at once: its first push there is possible now, spoils nothing
outside and only gives the player more room. So other pushes need not be tried: no push is lost by it, but steps may
be, so a search for the fewest moves must not use it. If there is no push at all and a box around the part is off
the targets, the position is lost.
"""

from __future__ import annotations

from typing import Any

from cassetete.speed.jit import lean

from .board import flood

NONE, PRUNED, LOST = 0, 1, 2
_MANY = 1 << 20


@lean
def label_corrals(step: Any, s: Any) -> Any:
    """Number the closed-off parts in `corral` from 1, after `reach`; how many there are."""
    n = step.shape[0] - 1
    parts = 0
    for c in range(n):
        s.corral[c] = 0
    for c in range(n):
        if s.box[c] or s.seen[c] == s.stamp[0] or s.corral[c]:
            continue
        parts += 1
        flood(step, s.box, s.queue, s.corral, parts, c)
    return parts


@lean
def share_a_box(step: Any, s: Any, boxes: Any, first: Any, second: Any) -> bool:
    """Whether some box touches both of two closed-off parts by its sides."""
    for i in range(boxes.shape[0]):
        one = other = False
        for d in range(4):
            c = step[boxes[i], d]
            if s.box[c] == 0 and s.seen[c] != s.stamp[0]:
                one = one or s.corral[c] == first
                other = other or s.corral[c] == second
        if one and other:
            return True
    return False


@lean
def _join_beside(step: Any, s: Any, box: Any) -> bool:
    """Take the closed-off parts beside a box into the group; False if that changes nothing."""
    joined = False
    for d in range(4):
        c = step[box, d]
        if s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.group[s.corral[c]] == 0:
            s.group[s.corral[c]] = 1
            joined = True
    return joined


@lean
def _join(step: Any, s: Any, cell: Any) -> bool:
    """Take the closed-off part of a cell, or those beside the box on it, into the group."""
    if s.box[cell]:
        return _join_beside(step, s, cell)
    if s.seen[cell] == s.stamp[0] or s.group[s.corral[cell]]:
        return False
    s.group[s.corral[cell]] = 1
    return True


@lean
def _pushes(board: Any, s: Any, boxes: Any) -> Any:
    """How many pushes the group of parts has; -1 if it is no PI-corral, -2 if another part was taken in: again."""
    step = board.step
    n = step.shape[0] - 1
    stamp = s.stamp[0]
    for i in range(boxes.shape[0]):
        s.held[boxes[i]] = 0
        for d in range(4):
            c = step[boxes[i], d]
            if s.box[c] == 0 and s.seen[c] != stamp and s.group[s.corral[c]]:
                s.held[boxes[i]] = 1
    count = 0
    for i in range(boxes.shape[0]):
        b = boxes[i]
        if not s.held[b]:
            continue
        for d in range(4):
            stand, to = step[b, d ^ 1], step[b, d]
            if stand == n or to == n or board.dead[to]:
                continue
            if (s.box[stand] and s.held[stand]) or (s.box[to] and s.held[to]):
                continue  # possible only after another push of this corral
            free = s.box[stand] == 0
            here = free and s.seen[stand] == stamp
            if free and not here and s.group[s.corral[stand]]:
                continue  # from the inside
            if not here:
                return -2 if _join(step, s, stand) else -1
            if s.box[to] or s.seen[to] == stamp or not s.group[s.corral[to]]:
                return -2 if _join(step, s, to) else -1
            count += 1
    return count


@lean
def prune(board: Any, s: Any, boxes: Any) -> Any:
    """After `reach`: PRUNED with the only boxes worth pushing in `wanted`, LOST, or NONE."""
    parts = label_corrals(board.step, s)
    fewest = _MANY
    for part in range(1, parts + 1):
        s.work[0] += parts + 8 * boxes.shape[0]
        s.group[: parts + 1] = 0
        s.group[part] = 1
        count = -2
        while count == -2:
            count = _pushes(board, s, boxes)
        if count < 0 or count >= fewest:
            continue
        loose = False
        for i in range(boxes.shape[0]):
            loose = loose or (s.held[boxes[i]] != 0 and not board.target[boxes[i]])
        if not loose:
            continue
        if count == 0:
            return LOST
        fewest = count
        for i in range(boxes.shape[0]):
            s.wanted[boxes[i]] = s.held[boxes[i]]
    return PRUNED if fewest < _MANY else NONE
