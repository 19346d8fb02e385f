"""Frozen boxes as walls: the matching bound by distances that go around boxes which can never move again.

A frozen box (`freeze.py`) stays where it is in every solution, so for all other boxes it is a wall. With such walls a
target may be out of reach, or only reached the long way round: most wrong orders of packing a room full of targets
show as soon as one box of it is frozen. The distances of a set of frozen boxes are made when it first comes up, and
kept in a slot of `Walls` that its hash chooses; whose slot it is, is compared in full. Slot 0 is the level without
frozen boxes.

Penalties of pairs (`pairs.py`) are what two boxes need beyond their distances alone in the level. The distances used
here may already contain some of that: `slack[slot, c, s]` is the most by which a box on c has become farther from a
target that it can still reach, and a penalty counts only as far as it is more than the slack of both boxes. That is
sound: two boxes need at least d1 + d2 + penalty, and d1 + d2 is at least what is used here less both slacks.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import NO_SIDE, blocked, freeze_boxes, mark, total
from .matching import FAR, augment

_augment = lean(augment)


class Walls(NamedTuple):
    """The sets of frozen boxes that have come up, each with its distances."""

    frozen: Any  # int16[slots, targets + 1]: how many boxes, then which, in order
    side: Any  # uint8[slots, n, n + 1]
    distance: Any  # int32[slots, n, 4, targets]
    slack: Any  # int32[slots, n, 4]
    full: Any  # uint8[n + 1]: 1 at the wall, and (while a slot is filled) at frozen boxes
    queue: Any  # int32[4 * n + 4]
    targets: Any  # int32[targets]
    row_slack: Any  # int32[targets]: the slack of each box of the position that was matched last
    numbers: Any  # int64[2]: the slot of that position, and how many slots were filled


@lean
def _flood(step: Any, full: Any, queue: Any, labels: Any, label: Any, start: Any) -> Any:
    """Label all that is connected with a cell, where `full` is 0; how many cells that is."""
    labels[start] = label
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        for d in range(4):
            to = step[at, d]
            if full[to] == 0 and labels[to] != label:
                labels[to] = label
                queue[tail] = to
                tail += 1
    return tail


@lean
def _fill_sides(board: Any, walls: Any, slot: Any) -> Any:
    """Fill the parts of the floor beside a box, for each cell of one; how much work that was."""
    step, full = board.step, walls.full
    n = step.shape[0] - 1
    work = 0
    for c in range(n):
        if full[c] or board.dead[c]:
            continue
        labels = walls.side[slot, c]
        labels[:] = NO_SIDE
        full[c] = 1
        parts = 0
        for d in range(4):
            beside = step[c, d]
            if full[beside] == 0 and labels[beside] == NO_SIDE:
                work += _flood(step, full, walls.queue, labels, parts, beside)
                parts += 1
        full[c] = 0
    return work


@lean
def _fill_distances(board: Any, walls: Any, slot: Any, g: int) -> Any:
    """Fill the distances to a target: a box alone is pulled back from it; how much work that was."""
    step, full, pulls = board.step, walls.full, walls.queue
    distance, side = walls.distance[slot], walls.side[slot]
    target = walls.targets[g]
    tail = 0
    if not full[target]:
        for s in range(4):
            distance[target, s, g] = 0
            pulls[tail] = target * 4 + s
            tail += 1
    head = 0
    while head < tail:
        c, s = pulls[head] // 4, pulls[head] % 4
        head += 1
        for d in range(4):
            back = step[c, d ^ 1]
            stand = step[back, d ^ 1]
            if full[back] or full[stand] or side[c, back] != s:
                continue
            t = side[back, stand]
            if distance[back, t, g] == FAR:
                distance[back, t, g] = distance[c, s, g] + 1
                pulls[tail] = back * 4 + t
                tail += 1
    return 4 * tail


@lean
def _fill_slack(board: Any, walls: Any, slot: Any) -> None:
    """Fill by how much boxes have become farther from targets they can still reach."""
    step = board.step
    n = step.shape[0] - 1
    for c in range(n):
        if walls.full[c] or board.dead[c]:
            continue
        for d in range(4):
            beside = step[c, d]
            if walls.full[beside]:
                continue
            s, before = walls.side[slot, c, beside], board.side[c, beside]
            most = 0
            for g in range(walls.targets.shape[0]):
                now = walls.distance[slot, c, s, g]
                if now < FAR:
                    most = max(most, now - board.distance[c, before, g])
            walls.slack[slot, c, s] = most


@lean
def _fill(board: Any, s: Any, walls: Any, slot: Any, boxes: Any, count: Any) -> None:
    """Make a slot that of the boxes marked in `s.frozen`, so many."""
    row = walls.frozen[slot]
    if row[0] == 0:
        walls.numbers[1] += 1
    row[0] = count
    at = 1
    for i in range(boxes.shape[0]):
        if s.frozen[boxes[i]]:
            row[at] = boxes[i]
            at += 1
            walls.full[boxes[i]] = 1
    walls.distance[slot] = FAR
    walls.slack[slot] = 0
    work = _fill_sides(board, walls, slot)
    for g in range(walls.targets.shape[0]):
        work += _fill_distances(board, walls, slot, g)
    _fill_slack(board, walls, slot)
    mark(walls.full, boxes, 0)
    s.work[0] += 4 * work


@lean
def _slot_of(board: Any, s: Any, walls: Any, boxes: Any, count: Any) -> Any:
    """The slot of the boxes marked in `s.frozen`, so many, filled if it was another's."""
    slots = np.uint64(walls.frozen.shape[0])
    if count == 0 or slots < np.uint64(2):
        return np.int64(0)
    key = np.uint64(0)
    for i in range(boxes.shape[0]):
        if s.frozen[boxes[i]]:
            key ^= board.keys[0, boxes[i]]
    slot = np.int64(key % (slots - np.uint64(1))) + 1
    row = walls.frozen[slot]
    same = row[0] == count
    at = 1
    for i in range(boxes.shape[0]):
        if same and s.frozen[boxes[i]]:
            same = row[at] == boxes[i]
            at += 1
    if not same:
        _fill(board, s, walls, slot, boxes, count)
    return slot


@lean
def _write_row(s: Any, walls: Any, slot: Any, row: int, box: Any, player: Any) -> Any:
    """Write a row of the matching: the distance from a box to each target; its slack."""
    side = walls.side[slot, box, player]
    width = s.cost.shape[0]
    if side == NO_SIDE:  # out of the player's reach for ever
        for g in range(width):
            s.cost[row, g] = 0 if walls.targets[g] == box else FAR
        return np.int32(0)
    line = walls.distance[slot, box, side]
    for g in range(width):
        s.cost[row, g] = line[g]
    return walls.slack[slot, box, side]


@lean
def match(board: Any, s: Any, walls: Any, boxes: Any, player: Any) -> Any:
    """The least total of pushes, each box to a target of its own; FAR if they cannot. Targets left over are free.

    A box that can never be pushed again keeps the target it stands on.
    """
    width = s.cost.shape[0]
    count = 0 if board.no_freeze[0] else freeze_boxes(board.step, board.dead, s.frozen, boxes)
    s.frozen_count[0] = count
    slot = _slot_of(board, s, walls, boxes, count)
    walls.numbers[0] = slot
    for i in range(boxes.shape[0]):
        box = np.int64(boxes[i])
        if s.frozen[box]:
            walls.row_slack[i] = 0
            for g in range(width):
                s.cost[i, g] = 0 if walls.targets[g] == box else FAR
        else:
            walls.row_slack[i] = _write_row(s, walls, slot, i, box, player)
    mark(s.frozen, boxes, 0)
    s.cost[boxes.shape[0] :] = 0
    s.work[0] += width * width * (8 + width // 4)
    s.prices[0] = 0
    s.owner[0] = 0
    for i in range(width):
        if not _augment(s.cost, s.prices[0, 0], s.prices[0, 1], s.owner[0], s.least, s.before, s.used, i + 1):
            return np.int64(FAR)
    return total(s.cost, s.owner[0])


@lean
def rematch(s: Any, walls: Any, row: int, to: Any, player: Any) -> Any:
    """The same after `match` when one box has moved and no more are frozen: one exchange chain instead of all."""
    width = s.cost.shape[0]
    s.work[0] += width * (8 + width // 4)
    for j in range(width + 1):
        s.prices[1, 0, j] = s.prices[0, 0, j]
        s.prices[1, 1, j] = s.prices[0, 1, j]
        s.owner[1, j] = s.owner[0, j] if s.owner[0, j] != row + 1 else 0
    s.prices[1, 0, row + 1] = 0
    walls.row_slack[row] = _write_row(s, walls, walls.numbers[0], row, to, player)
    if not _augment(s.cost, s.prices[1, 0], s.prices[1, 1], s.owner[1], s.least, s.before, s.used, row + 1):
        return np.int64(FAR)
    return total(s.cost, s.owner[1])


@lean
def undo_rematch(s: Any, walls: Any, row: int, box: Any, player: Any) -> None:
    """Take `rematch` back: the box is where it was."""
    walls.row_slack[row] = _write_row(s, walls, walls.numbers[0], row, box, player)


@lean
def more_frozen(board: Any, s: Any, after: Any, to: Any) -> bool:
    """Whether more boxes are frozen than in the position that was matched, after the push of a box to a cell."""
    if not blocked(board, s, to):
        return False
    more = freeze_boxes(board.step, board.dead, s.frozen, after) > s.frozen_count[0]
    mark(s.frozen, after, 0)
    return bool(more)
