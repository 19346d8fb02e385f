"""The features of a position, as numbers, and the cell of the feature space they make.

After Shoham, "Solving Sokoban by Searching in Feature-Space" (the draft of Shoham and Schaeffer, "The FESS Algorithm: A
Feature Based Approach to Single-Agent Search", 2020): steps of the packing plan done, connectivity (closed-off parts of
the floor), room connectivity (links between rooms that are closed), boxes out of plan; and for the order of moves only,
hotspots (boxes that reduce the targets another can come to) and mobility (sides of boxes the player can come to). The
basin of a step is theirs too; that each box out of the basin must have a step of its own left is ours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .board import spread
from .pi_corral import label_corrals

PACKED, CONNECTIVITY, ROOM_CONNECTIVITY, OUT_OF_PLAN, HOTSPOTS, MOBILITY, NEWLY_OPEN, UNSERVED = range(8)
"""The features; then how many pushes there are from parts of the floor that the move has opened, and how many of the
boxes out of plan no step is left for (the others stand where they are not due)."""

_CONNECTIVITY, _ROOM_CONNECTIVITY, _OUT_OF_PLAN = 16, 16, 32
CELLS = _CONNECTIVITY * _ROOM_CONNECTIVITY * _OUT_OF_PLAN
STEPS = 128
FINE = 1 << 15
"""The part of a score above this is the cell's; steps left beyond STEPS are not distinguished."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class PackingPlan(NamedTuple):
    """The order in which boxes are to be packed: `need[k, :size[k]]` must hold boxes once k steps are done, `kept[k]`
    marks the same cells; `due[c]` is the first step that wants a box on c (0: none does)."""

    need: Any  # int32[steps + 1, boxes]
    size: Any  # int32[steps + 1]
    kept: Any  # uint8[steps + 1, n + 1]
    due: Any  # int32[n + 1]
    serves: Any  # uint64[n + 1]: the steps that bring in a box for which one standing here will do
    later: Any  # uint64[steps + 1]: those of them that come after k steps
    arrivals: Any  # int32[steps + 1]: how many these are


class FeatureTables(NamedTuple):
    """What the features need to know of a level, and scratch arrays."""

    hotspot: Any  # uint8[n + 1, n + 1]: 1 if a box on the second cell takes targets from one on the first
    room: Any  # int32[n + 1]: the room a cell belongs to, or -1
    linked_rooms: Any  # int64[1]: how many pairs of rooms are linked on the empty floor
    walk_distance: Any  # int32[n + 1, n + 1]: steps between two cells
    links: Any  # uint64[rooms]: the rooms each is linked to now
    reachable_before: Any  # uint8[n + 1]: where the player could come before the move
    advice: Any  # int64[2, 8]: the best value of each adviser, and the child that has it


@lean
def packed(plan: Any, box: Any) -> Any:
    """How many steps of the plan are done."""
    k = plan.size.shape[0] - 1
    while k > 0:
        whole = True
        for i in range(plan.size[k]):
            if not box[plan.need[k, i]]:
                whole = False
                break
        if whole:
            return k
        k -= 1
    return 0


@lean
def _unserved(plan: Any, s: Any, boxes: Any, k: int) -> Any:
    """How many of the boxes not yet packed have no step left, each step taking one box.

    Augmenting paths as in Kuhn's matching, sets of steps being bits.
    """
    left = plan.later[k]
    choosy, loose = False, 0
    for i in range(boxes.shape[0]):
        if not plan.kept[k, boxes[i]]:
            loose += 1
            choosy = choosy or (plan.serves[boxes[i]] & left) != left
    steps = plan.size.shape[0] - 1
    if not choosy and loose <= plan.arrivals[k]:
        return 0
    owner, came, queue = s.steps[0], s.steps[1], s.steps[2]
    owner[:] = -1
    without = 0
    for i in range(boxes.shape[0]):
        if plan.kept[k, boxes[i]]:
            continue
        seen = _ZERO
        head, tail, row, end = 0, 0, i, -1
        while end < 0:
            fresh = plan.serves[boxes[row]] & plan.later[k] & ~seen
            seen |= fresh
            step = 0
            while fresh != _ZERO and end < 0:
                if fresh & _ONE:
                    came[step] = row
                    if owner[step] < 0:
                        end = step
                    else:
                        queue[tail] = owner[step]
                        tail += 1
                fresh >>= _ONE
                step += 1
            if end < 0:
                if head == tail:
                    break
                row = queue[head]
                head += 1
        if end < 0:
            without += 1
        while end >= 0:
            row = came[end]
            following = -1
            for step in range(min(64, steps)):
                if owner[step] == row and step != end:
                    following = step
            owner[end] = row
            end = following if row != i else -1
    return without


@lean
def closed_links(board: Any, s: Any, tables: Any) -> Any:
    """How many of the links between rooms are closed."""
    step, room, links = board.step, tables.room, tables.links
    n = step.shape[0] - 1
    links[:] = _ZERO
    s.stamp_after[0] += 1
    stamp = s.stamp_after[0]
    for c in range(n):
        if s.box[c]:
            continue
        if room[c] >= 0:
            for d in range(4):
                to = step[c, d]
                if s.box[to] == 0 and room[to] >= 0 and room[to] != room[c]:
                    links[room[c]] |= _ONE << np.uint64(room[to])
        elif s.seen_after[c] != stamp:
            s.seen_after[c] = stamp
            s.queue[0] = c
            head, tail = 0, 1
            touched = _ZERO
            while head < tail:
                at = s.queue[head]
                head += 1
                for d in range(4):
                    to = step[at, d]
                    if s.box[to]:
                        continue
                    if room[to] >= 0:
                        touched |= _ONE << np.uint64(room[to])
                    elif s.seen_after[to] != stamp:
                        s.seen_after[to] = stamp
                        s.queue[tail] = to
                        tail += 1
            for r in range(links.shape[0]):
                if touched >> np.uint64(r) & _ONE:
                    links[r] |= touched
    open_links = 0
    for r in range(links.shape[0]):
        for q in range(r):
            if links[r] >> np.uint64(q) & _ONE:
                open_links += 1
    return tables.linked_rooms[0] - open_links


@lean
def features(board: Any, s: Any, plan: Any, tables: Any, boxes: Any, out: Any) -> None:
    """All of them, after `reach`."""
    step = board.step
    n = step.shape[0] - 1
    stamp = s.stamp[0]
    k = packed(plan, s.box)
    out[PACKED] = k
    out[CONNECTIVITY] = min(_CONNECTIVITY - 1, label_corrals(step, s))
    out[ROOM_CONNECTIVITY] = min(_ROOM_CONNECTIVITY - 1, closed_links(board, s, tables))
    kept = plan.kept[k]
    early = hotspot = sides = newly = 0
    for i in range(boxes.shape[0]):
        c = boxes[i]
        if plan.due[c] > k + 1 and not kept[c]:
            early += 1
        for d in range(4):
            stand = step[c, d]
            if stand != n and s.seen[stand] == stamp:
                sides += 1
                to = step[c, d ^ 1]
                if not tables.reachable_before[stand] and s.box[to] == 0 and not board.dead[to]:
                    newly += 1
        if not kept[c]:
            for j in range(boxes.shape[0]):
                if tables.hotspot[boxes[j], c] and not kept[boxes[j]]:
                    hotspot += 1
                    break
    out[UNSERVED] = min(_OUT_OF_PLAN - 1, _unserved(plan, s, boxes, k))
    out[OUT_OF_PLAN] = min(_OUT_OF_PLAN - 1, early + out[UNSERVED])
    out[HOTSPOTS] = hotspot
    out[MOBILITY] = sides
    out[NEWLY_OPEN] = newly


@lean
def score_of(plan: Any, out: Any) -> Any:
    """The features as one number, the least the best: boxes out of plan, then steps of the plan, then the others."""
    value = out[OUT_OF_PLAN] * STEPS + min(STEPS - 1, plan.size.shape[0] - out[PACKED])
    value = (value * _CONNECTIVITY + out[CONNECTIVITY]) * _ROOM_CONNECTIVITY + out[ROOM_CONNECTIVITY]
    return (value * 128 + min(127, out[HOTSPOTS])) * 256 + 255 - min(255, out[MOBILITY])


@lean
def cell_of(score: Any) -> Any:
    """The cell of a score."""
    value = score // FINE
    linked_rooms, value = value % _ROOM_CONNECTIVITY, value // _ROOM_CONNECTIVITY
    parts, value = value % _CONNECTIVITY, value // _CONNECTIVITY
    left, out = value % STEPS, value // STEPS
    return ((left * _OUT_OF_PLAN + out) * _CONNECTIVITY + parts) * _ROOM_CONNECTIVITY + linked_rooms


@lean
def fill_hotspots(
    board: Any, targets: Any, hotspot: Any, whole: Any, there: Any, queue: Any, first: int, last: int
) -> None:
    """Fill `hotspot` for the cells from `first` to before `last`, of which -1, none, must come before all others: a box
    alone is pulled from each target, the cell being taken."""
    step = board.step
    n = step.shape[0] - 1
    for y in range(first, last):
        if y >= 0 and board.dead[y]:
            continue
        for g in range(targets.shape[0]):
            if targets[g] == y:
                continue
            there[:] = 0
            there[targets[g]] = 1
            queue[0] = targets[g]
            head, tail = 0, 1
            while head < tail:
                c = queue[head]
                head += 1
                for d in range(4):
                    back = step[c, d ^ 1]
                    stand = step[back, d ^ 1]
                    if back in (n, y) or stand in (n, y) or there[back]:
                        continue
                    there[back] = 1
                    queue[tail] = back
                    tail += 1
            for c in range(n):
                if y < 0:
                    whole[c, g] = there[c]
                elif c != y and whole[c, g] and not there[c]:
                    hotspot[c, y] = 1


@lean
def fill_walks(step: Any, s: Any, walk_distance: Any, first: int, last: int) -> None:
    """Fill `walk_distance` with the steps from the cells from `first` to before `last`."""
    for c in range(first, last):
        s.stamp_after[0] += 1
        spread(step, s.box, s.queue, s.seen_after, s.stamp_after[0], walk_distance[c], np.int64(c), np.int64(-1))
