"""The features of a position in a search that follows a packing plan, and the cell of the feature space they make.

After the features of Festival (Shoham and Schaeffer 2020, "The FESS Algorithm: A Feature Based Approach to
Single-Agent Search"): steps of the plan done, parts of the floor, links between rooms that are closed, boxes in the
zone that the plan is about to close, boxes that keep others from targets, and the distance to the targets.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean

from .floor_cuts import parts_without
from .pi_corral import label_corrals

PACKED, PARTS, LINKS, OUT, BLOCKERS, NEAR = range(6)
"""The features: the first the more the better, the last the farther the better, the others the fewer the better."""

MOST_STEPS = 1023
MOST_PARTS = 31
MOST_LINKS = 31
MOST_OUT = 127
_MOST_BLOCKERS = 127
_MOST_NEAR = 4095
FINE = (_MOST_BLOCKERS + 1) * (_MOST_NEAR + 1)
"""The part of a score above this is what cells are made of."""
SCORE_BITS = 46

STARTS, OUTSIDE = -2, -1
"""Where the box of a step comes from, if it is no cell: it is there before the plan begins; from anywhere."""

ADVISED_WEIGHT, CHECKED = range(2)
"""Settings: the weight of a move that is advised; 1 where advice is not wasted on moves that are lost."""

SCORE, FOUND_ROW, BOX_AND_CELL, KIND, SURE = range(5)
"""Of a move: its score, its row (-1: expanded before; -3: lost), the box and its cell, whether it opens new floor (1)
or weighs more (2), whether it is known not to be lost."""

_ONE, _ZERO = np.uint64(1), np.uint64(0)


class Guide(NamedTuple):
    """A packing plan, and tables. Step i brings a box to `end[i]` from `start[i]`, and it stays until step `until[i]`
    (-1: to the end). The steps that come first are STARTS: their boxes have to be there in any order."""

    start: Any  # int32[steps]
    end: Any  # int32[steps]
    until: Any  # int32[steps]
    zone: Any  # uint8[steps + 1, n + 1]: after k steps, the cells that boxes must leave soon
    zone_distance: Any  # int32[steps + 1, n + 1]: pushes from the zone to a cell, -1: none
    blocks: Any  # uint8[n + 1, n + 1]: 1 if a box on the second cell takes targets from one on the first
    returns: Any  # uint8[n + 1, n + 1]: 1 if a box can be pushed from the first cell to the second
    walk_distance: Any  # int32[n + 1, n + 1]
    nearest: Any  # int32[n + 1]: pushes to the nearest target
    room: Any  # int32[n + 1]: the room a cell belongs to, or -1
    linked: Any  # uint64[rooms]: the rooms each is linked to on the empty floor
    links: Any  # uint64[rooms]: now
    reachable: Any  # uint8[n + 1]: where the player could come before the move, or a box was
    advice: Any  # int64[2, 8]: the best value of each adviser, and the child that has it
    weight: Any  # int64[2, ranks]: of a move that no adviser names: by its rank among its position's, and their number
    waiting: Any  # int64[n + 1]: what a move to a cell weighs besides, and no adviser names it then
    mouth: Any  # uint8[n + 1]: the directions in which a tunnel begins, a bit each
    settings: Any  # int64[2]: see ADVISED_WEIGHT
    asked: Any  # int64[moves, 5]: the moves of the position that is expanded; see SCORE
    order: Any  # int64[moves]: scores, sorted
    blocking: Any  # int32[boxes]: from how many others a box takes targets, in the position that is expanded
    closed: Any  # int64[1]: how many links are closed on the floor without the box that is moved


@lean
def steps_done(guide: Any, box: Any) -> Any:
    """How many steps of the plan are done in order, STARTS apart."""
    done = guide.end.shape[0]
    i = done - 1
    while i >= 0 and guide.start[i] != STARTS:
        if not box[guide.end[i]] and (guide.until[i] < 0 or guide.until[i] >= done):
            done = i
        i -= 1
    return done


@lean
def _packed(guide: Any, box: Any) -> Any:
    """The same, less the STARTS still needed; only those that stay to the end if one of them is missing."""
    lasting = missing = 0
    for i in range(guide.end.shape[0]):
        if guide.start[i] != STARTS:
            break
        if guide.until[i] < 0:
            if box[guide.end[i]]:
                lasting += 1
            else:
                missing += 1
    if missing:
        return lasting
    done = steps_done(guide, box)
    for i in range(guide.end.shape[0]):
        if guide.start[i] != STARTS:
            break
        if not box[guide.end[i]] and guide.until[i] >= done:
            missing += 1
    return done - missing


@lean
def next_cell(guide: Any, box: Any) -> Any:
    """The cell that the next step fills, or -1."""
    for i in range(guide.end.shape[0]):
        if guide.start[i] != STARTS:
            break
        if guide.until[i] < 0 and not box[guide.end[i]]:
            return np.int64(-1)
    done = steps_done(guide, box)
    return np.int64(guide.end[done]) if done < guide.end.shape[0] else np.int64(-1)


@lean
def link_rooms(step: Any, s: Any, room: Any, links: Any) -> None:
    """The rooms that each room is linked to, by corridors only, from every one of its parts."""
    n = step.shape[0] - 1
    links[:] = ~_ZERO
    s.stamp_after[0] += 1
    base = s.stamp_after[0]
    for c in range(n):
        if s.box[c] or room[c] < 0 or s.seen_after[c] >= base:
            continue
        s.stamp_after[0] += 1
        stamp = s.stamp_after[0]
        mine = room[c]
        touched = _ZERO
        s.seen_after[c] = stamp
        s.queue[0] = c
        head, tail = 0, 1
        while head < tail:
            at = s.queue[head]
            head += 1
            for d in range(4):
                to = step[at, d]
                if to == n:
                    continue
                if room[to] >= 0 and room[to] != mine:
                    touched |= _ONE << np.uint64(room[to])
                elif s.box[to] == 0 and s.seen_after[to] != stamp:
                    s.seen_after[to] = stamp
                    s.queue[tail] = to
                    tail += 1
        s.work[0] += tail
        links[mine] &= touched
    for r in range(links.shape[0]):
        if links[r] == ~_ZERO:
            links[r] = _ZERO
    for r in range(links.shape[0]):
        for q in range(links.shape[0]):
            if not links[r] >> np.uint64(q) & _ONE:
                links[q] &= ~(_ONE << np.uint64(r))


@lean
def closed_links(step: Any, s: Any, guide: Any) -> Any:
    """How many links between rooms are closed."""
    link_rooms(step, s, guide.room, guide.links)
    closed = 0
    for r in range(guide.links.shape[0]):
        lost = guide.linked[r] & ~guide.links[r]
        while lost != _ZERO:
            lost &= lost - _ONE
            closed += 1
    return closed // 2


@lean
def _closes_nothing(around: Any, full: Any, room: Any, cell: Any) -> bool:
    """Whether a box on a cell leaves all links as they are: it is in a room and touches no other one, and its free
    neighbours, one of them of the room, hang together around it."""
    mine = room[cell]
    if mine < 0:
        return False
    sides = joined = 0
    same = False
    for i in range(0, 8, 2):
        c = around[cell, i]
        if room[c] >= 0 and room[c] != mine:
            return False
        if full[c] == 0:
            sides += 1
            same = same or room[c] == mine
            across, following = around[cell, i + 1], around[cell, (i + 2) % 8]
            if full[across] == 0 and full[following] == 0 and (room[across] == mine or room[across] < 0):
                joined += 1
    return same and sides - joined <= 1


@lean
def closed_links_with(board: Any, s: Any, guide: Any, cell: Any) -> Any:
    """How many links are closed when the box that is moved stands on a cell, where it is marked. Without it,
    `guide.closed` are."""
    if _closes_nothing(board.around, s.box, guide.room, cell):
        return guide.closed[0]
    return closed_links(board.step, s, guide)


@lean
def count_blocking(board: Any, guide: Any, boxes: Any) -> None:
    """From how many boxes, none on a target, each takes targets."""
    for i in range(boxes.shape[0]):
        guide.blocking[i] = 0
        for j in range(boxes.shape[0]):
            if guide.blocks[boxes[j], boxes[i]] and not board.target[boxes[j]]:
                guide.blocking[i] += 1


@lean
def _blockers_after(board: Any, guide: Any, boxes: Any, row: int, to: Any) -> Any:
    """How many boxes take targets from others once one is moved; after `count_blocking`."""
    target, blocks, box = board.target, guide.blocks, boxes[row]
    blockers = 0
    blocked = not target[to] and blocks[to, to] != 0
    for i in range(boxes.shape[0]):
        c = boxes[i]
        if i == row or target[c]:
            continue
        others = guide.blocking[i] - (blocks[box, c] != 0 and not target[box])
        if others > 0 or (blocks[to, c] != 0 and not target[to]):
            blockers += 1
        blocked = blocked or (blocks[c, to] != 0 and not target[to])
    return blockers + blocked


@lean
def _write_features(s: Any, guide: Any, boxes: Any, parts: Any, links: Any, blockers: Any, out: Any) -> None:
    """All of them; these three are known."""
    out[PACKED] = _packed(guide, s.box)
    out[PARTS] = min(MOST_PARTS, parts)
    out[LINKS] = min(MOST_LINKS, links)
    zone = guide.zone[out[PACKED]]
    outside = near = 0
    for i in range(boxes.shape[0]):
        if zone[boxes[i]]:
            outside += 1
        near += guide.nearest[boxes[i]]
    out[OUT] = min(MOST_OUT, outside)
    out[BLOCKERS] = min(_MOST_BLOCKERS, blockers)
    out[NEAR] = min(_MOST_NEAR, near)


@lean
def plan_features(board: Any, s: Any, guide: Any, boxes: Any, out: Any) -> None:
    """The features of a position, after `reach`."""
    count_blocking(board, guide, boxes)
    blockers = 0
    for i in range(boxes.shape[0]):
        if guide.blocking[i] and not board.target[boxes[i]]:
            blockers += 1
    parts, links = label_corrals(board.step, s), closed_links(board.step, s, guide)
    _write_features(s, guide, boxes, parts, links, blockers, out)


@lean
def features_after(
    board: Any, s: Any, guide: Any, cuts: Any, boxes: Any, row: int, to: Any, child: Any, out: Any
) -> None:
    """The same of `child`, where one of the boxes is moved; after `find_cuts`, `count_blocking`, and `closed`."""
    parts = parts_without(board.step, cuts, to) - 1
    links = closed_links_with(board, s, guide, to)
    _write_features(s, guide, child, parts, links, _blockers_after(board, guide, boxes, row, to), out)


@lean
def plan_score(guide: Any, out: Any) -> Any:
    """The features as one number, the least the best."""
    left = min(MOST_STEPS, guide.end.shape[0] - out[PACKED])
    value = ((left * (MOST_PARTS + 1) + out[PARTS]) * (MOST_LINKS + 1) + out[LINKS]) * (MOST_OUT + 1) + out[OUT]
    return (value * (_MOST_BLOCKERS + 1) + out[BLOCKERS]) * (_MOST_NEAR + 1) + _MOST_NEAR - out[NEAR]


@lean
def features_of(guide: Any, score: Any, out: Any) -> None:
    """The features that a score was made of."""
    out[NEAR] = _MOST_NEAR - score % (_MOST_NEAR + 1)
    score //= _MOST_NEAR + 1
    out[BLOCKERS] = score % (_MOST_BLOCKERS + 1)
    score //= _MOST_BLOCKERS + 1
    out[OUT] = score % (MOST_OUT + 1)
    score //= MOST_OUT + 1
    out[LINKS] = score % (MOST_LINKS + 1)
    score //= MOST_LINKS + 1
    out[PARTS] = score % (MOST_PARTS + 1)
    out[PACKED] = guide.end.shape[0] - score // (MOST_PARTS + 1)


@lean
def plan_cell(score: Any) -> Any:
    """The cell of a score: steps left, parts of the floor, boxes in the zone."""
    value = score // FINE
    outside, value = value % (MOST_OUT + 1), value // (MOST_OUT + 1) // (MOST_LINKS + 1)
    return value * (MOST_OUT + 1) + outside
