"""Corral deadlocks: can the boxes around a closed-off part be freed at all, were they alone in the warehouse?

A small search over their pushes only. If it ends without opening the part and without bringing them all to goals,
the position is lost, whatever the other boxes do: taking boxes away never makes a position worse. Verdicts are kept
by the boxes and the keeper's part of the floor for the whole search (pattern searches of
Rolling Stone: Junghanns and Schaeffer 2001, "Sokoban: enhancing general single-agent search methods using domain
knowledge"; corral deadlock sets of Damgaard's YASS).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cassetete.speed.jit import lean

from .board import caught, hash_of, reach
from .pi_corral import label_parts

FREE, DOOMED = 1, 2
"""Verdicts; FREE also where the budget ran out."""

_RINGS = 3
_ROOT = np.int64(0)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_THREE = np.uint64(3)


class Doubt(NamedTuple):
    """Room for a small search; `verdicts` is a table of hashes whose low two bits are a verdict."""

    boxes: Any  # int16[most nodes, boxes]
    keeper: Any  # int32[most nodes]
    table: Any  # uint64[8 x most nodes]
    slots: Any  # int64[most nodes]
    verdicts: Any  # uint64[power of two]
    numbers: Any  # int64[2]: verdicts kept, and how many were DOOMED
    stack: Any  # int32[most nodes]
    child: Any  # int16[boxes]
    ways: Any  # uint8[boxes, 4]


@lean
def _known(verdicts: Any, key: Any) -> Any:
    """The slot of a hash in the table of verdicts, empty or not."""
    mask = np.uint64(verdicts.shape[0] - 1)
    slot = (key >> np.uint64(2)) & mask
    while verdicts[slot] != _ZERO and (verdicts[slot] | _THREE) != (key | _THREE):
        slot = (slot + _ONE) & mask
    return slot


@lean
def _fresh(doubt: Any, key: Any, count: Any) -> bool:
    """Whether the small search has not met that hash; it has now, as its node `count`."""
    mask = np.uint64(doubt.table.shape[0] - 1)
    slot = key & mask
    while doubt.table[slot] != _ZERO:
        if doubt.table[slot] == (key | _ONE):
            return False
        slot = (slot + _ONE) & mask
    doubt.table[slot] = key | _ONE
    doubt.slots[count] = np.int64(slot)
    return True


@lean
def _free(board: Any, t: Any, boxes: Any, keeper: Any) -> bool:
    """Whether no part of the floor is closed off, or all the boxes are home; `reach` is done on the way."""
    home = True
    for i in range(boxes.shape[0]):
        home = home and board.goal[boxes[i]] != 0
    reach(board.step, t, keeper)
    return home or label_parts(board.step, t) == 0


@lean
def _search(board: Any, t: Any, doubt: Any, size: Any) -> Any:
    """Depth first from node 0, whose boxes fill the first `size` columns."""
    step = board.step
    n = step.shape[0] - 1
    most = doubt.boxes.shape[0]
    count, height = _ROOT + 1, 1
    verdict = DOOMED
    stack, child, ways = doubt.stack, doubt.child[:size], doubt.ways
    stack[0] = 0
    _fresh(doubt, hash_of(board, doubt.boxes[0, :size], np.int64(doubt.keeper[0])), _ROOT)
    while height > 0 and verdict == DOOMED:
        height -= 1
        node = stack[height]
        boxes = doubt.boxes[node, :size]
        for i in range(size):
            t.box[boxes[i]] = 1
        if _free(board, t, boxes, np.int64(doubt.keeper[node])):
            verdict = FREE
        stamp = t.stamp[0]
        for i in range(size):
            for d in range(4):
                stand, to = step[boxes[i], d ^ 1], step[boxes[i], d]
                ways[i, d] = stand != n and t.seen[stand] == stamp and t.box[to] == 0 and not board.dead[to]
        for i in range(size):
            for d in range(4):
                if not ways[i, d] or verdict == FREE:
                    continue
                for j in range(size):
                    child[j] = boxes[j]
                child[i] = step[boxes[i], d]
                t.box[boxes[i]] = 0
                t.box[child[i]] = 1
                if not caught(board, t, child, np.int64(child[i])):
                    keeper = reach(step, t, np.int64(boxes[i]))
                    if _fresh(doubt, hash_of(board, child, keeper), count):
                        for j in range(size):
                            doubt.boxes[count, j] = child[j]
                        doubt.keeper[count] = keeper
                        stack[height] = count
                        height += 1
                        count += 1
                        if count == most:
                            verdict = FREE
                t.box[child[i]] = 0
                t.box[boxes[i]] = 1
        for i in range(size):
            t.box[boxes[i]] = 0
    for i in range(min(count, most)):
        doubt.table[doubt.slots[i]] = _ZERO
    return verdict


@lean
def _beside(step: Any, chosen: Any, cell: Any) -> bool:
    """Whether a cell touches one of the chosen boxes, by a side."""
    touching = False
    for d in range(4):
        touching = touching or chosen[step[cell, d]] != 0
    return touching


@lean
def _judge(board: Any, t: Any, doubt: Any, boxes: Any, keeper: Any) -> Any:
    """The verdict on the boxes marked in `t.held`, remembered or found."""
    size = _ROOT
    for i in range(boxes.shape[0]):
        if t.held[boxes[i]]:
            doubt.boxes[0, size] = boxes[i]
            t.box[boxes[i]] = 1
            size += 1
    doubt.keeper[0] = reach(board.step, t, keeper)
    for i in range(size):
        t.box[doubt.boxes[0, i]] = 0
    key = hash_of(board, doubt.boxes[0, :size], np.int64(doubt.keeper[0]))
    slot = _known(doubt.verdicts, key)
    verdict = np.int64(doubt.verdicts[slot] & _THREE)
    if verdict == 0:
        verdict = _search(board, t, doubt, size)
        if 2 * doubt.numbers[0] < doubt.verdicts.shape[0]:
            doubt.verdicts[slot] = (key & ~_THREE) | np.uint64(verdict)
            doubt.numbers[0] += 1
    return verdict


@lean
def doomed(board: Any, s: Any, t: Any, doubt: Any, boxes: Any, keeper: Any) -> bool:
    """Whether the boxes around some closed-off part can never be freed; after `reach` on `s`.

    If they alone can, those that touch them are added, and those that touch these.
    """
    step = board.step
    parts = label_parts(step, s)
    lost = False
    for part in range(1, parts + 1):
        loose = False
        for i in range(boxes.shape[0]):
            t.held[boxes[i]] = 0
            for d in range(4):
                c = step[boxes[i], d]
                if s.box[c] == 0 and s.seen[c] != s.stamp[0] and s.corral[c] == part:
                    t.held[boxes[i]] = 1
        for _ in range(_RINGS):
            for i in range(boxes.shape[0]):
                loose = loose or (t.held[boxes[i]] != 0 and not board.goal[boxes[i]])
            if loose and _judge(board, t, doubt, boxes, keeper) == DOOMED:
                lost = True
                break
            added = False
            for i in range(boxes.shape[0]):
                if not t.held[boxes[i]] and _beside(step, t.held, boxes[i]):
                    t.held[boxes[i]] = 2
                    added = True
            if not added:
                break
        if lost:
            break
    for i in range(boxes.shape[0]):
        t.held[boxes[i]] = 0
    doubt.numbers[1] += lost
    return lost
