"""A* over pushes, natively: positions in arrays that Python owns and grows.

Layout: node i is the sorted row `boxes[i]` and the cell `keeper[i]` (the lowest he can walk to, where only pushes
count; else where he stands); `came[i]` is the node before it and the push as box * 4 + direction, `cost[i]` what it
took. `table` finds a node by its Zobrist hash: open addressing, its high half above index + 1. `numbers` holds the
counters named below. Where only pushes count, `queue` is a list of (node, next) in one bucket for each cost + bound,
deepest last in first out; else it is a binary heap of (rank, node).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cassetete.speed.jit import lean

from .kernel import (
    EXHAUSTED,
    FAR,
    FOUND,
    NEED_GROW,
    RUNNING,
    caught,
    hash_of,
    match,
    match_after,
    reach,
    reach_after,
    stuck,
)
from .kernel_corral import LOST, PRUNED, prune
from .kernel_pairs import charge, dues, recharge

COUNT, QUEUED, BUCKET, BEST, EXPANDED, LIMIT, STEP, PUSH = range(8)
"""Nodes, entries of the queue, the bucket being emptied, the node that wins, nodes expanded; the most pushes allowed,
and what a step and a push weigh."""

_HIGH = np.uint64(0xFFFFFFFF00000000)
_LOW = np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


class Nodes(NamedTuple):
    """Every position met."""

    boxes: Any  # int16[room, boxes]
    keeper: Any  # int16[room]
    cost: Any  # int64[room]
    pushes: Any  # int32[room]
    bound: Any  # int32[room]
    came: Any  # int32[room, 2]
    closed: Any  # uint8[room]
    table: Any  # uint64[power of two]
    queue: Any  # int64[room of the queue, 2]
    heads: Any  # int32[buckets]
    numbers: Any  # int64[8]


@lean
def lookup(nodes: Any, boxes: Any, keeper: Any, key: Any) -> Any:
    """The node of a position, or -1 - the slot where it belongs."""
    mask = np.uint64(nodes.table.shape[0] - 1)
    slot = key & mask
    while nodes.table[slot] != _ZERO:
        entry = nodes.table[slot]
        if (entry & _HIGH) == (key & _HIGH):
            node = np.int64(entry & _LOW) - 1
            same = nodes.keeper[node] == keeper
            for i in range(boxes.shape[0]):
                same = same and nodes.boxes[node, i] == boxes[i]
            if same:
                return node
        slot = (slot + _ONE) & mask
    return -1 - np.int64(slot)


@lean
def add(nodes: Any, boxes: Any, keeper: Any, key: Any, slot: Any) -> Any:
    """A new node for a position, at the slot that `lookup` gave."""
    node = nodes.numbers[COUNT]
    nodes.numbers[COUNT] = node + 1
    for i in range(boxes.shape[0]):
        nodes.boxes[node, i] = boxes[i]
    nodes.keeper[node] = keeper
    nodes.closed[node] = 0
    nodes.table[-1 - slot] = (key & _HIGH) | np.uint64(node + 1)
    return node


@lean
def refill(board: Any, nodes: Any) -> None:
    """Fill a new, empty table with the nodes there are."""
    mask = np.uint64(nodes.table.shape[0] - 1)
    for node in range(nodes.numbers[COUNT]):
        key = hash_of(board, nodes.boxes[node], np.int64(nodes.keeper[node]))
        slot = key & mask
        while nodes.table[slot] != _ZERO:
            slot = (slot + _ONE) & mask
        nodes.table[slot] = (key & _HIGH) | np.uint64(node + 1)


@lean
def moved(boxes: Any, row: int, to: Any, out: Any) -> None:
    """The sorted boxes with the one in a row moved elsewhere, into `out`."""
    for i in range(boxes.shape[0]):
        out[i] = boxes[i]
    while row > 0 and out[row - 1] > to:
        out[row] = out[row - 1]
        row -= 1
    while row + 1 < out.shape[0] and out[row + 1] < to:
        out[row] = out[row + 1]
        row += 1
    out[row] = to


@lean
def _enter(nodes: Any, rank: Any, node: Any) -> None:
    """Queue a node: in its bucket where only pushes count, else in the heap."""
    last = nodes.numbers[QUEUED]
    nodes.numbers[QUEUED] = last + 1
    queue = nodes.queue
    if nodes.numbers[STEP] == 0:
        queue[last, 0] = node
        queue[last, 1] = nodes.heads[rank]
        nodes.heads[rank] = last
        if rank < nodes.numbers[BUCKET]:
            nodes.numbers[BUCKET] = rank
        return
    while last > 0 and queue[(last - 1) // 2, 0] > rank:
        above = (last - 1) // 2
        queue[last, 0] = queue[above, 0]
        queue[last, 1] = queue[above, 1]
        last = above
    queue[last, 0] = rank
    queue[last, 1] = node


@lean
def _leave(nodes: Any) -> Any:
    """The most promising node that is still open, or -1."""
    numbers, queue = nodes.numbers, nodes.queue
    if numbers[STEP] == 0:
        while numbers[BUCKET] < nodes.heads.shape[0]:
            entry = nodes.heads[numbers[BUCKET]]
            if entry < 0:
                numbers[BUCKET] += 1
                continue
            nodes.heads[numbers[BUCKET]] = queue[entry, 1]
            if not nodes.closed[queue[entry, 0]]:
                return queue[entry, 0]
        return -1
    while numbers[QUEUED] > 0:
        node = queue[0, 1]
        numbers[QUEUED] -= 1
        size = numbers[QUEUED]
        rank, moving = queue[size, 0], queue[size, 1]
        at = 0
        while 2 * at + 1 < size:
            child = 2 * at + 1
            if child + 1 < size and queue[child + 1, 0] < queue[child, 0]:
                child += 1
            if queue[child, 0] >= rank:
                break
            queue[at, 0] = queue[child, 0]
            queue[at, 1] = queue[child, 1]
            at = child
        queue[at, 0] = rank
        queue[at, 1] = moving
        if not nodes.closed[node]:
            return node
    return -1


@lean
def begin(board: Any, s: Any, nodes: Any, boxes: Any, keeper: Any) -> None:
    """The first node; nothing is queued if it is lost."""
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    if nodes.numbers[STEP] == 0:
        keeper = reach(board.step, s, keeper)
    key = hash_of(board, boxes, keeper)
    node = add(nodes, boxes, keeper, key, lookup(nodes, boxes, keeper, key))
    bound = match(board, s, boxes, keeper)
    lost = stuck(board, s, boxes)
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0
    nodes.bound[node] = bound
    if bound < FAR and not lost and bound <= nodes.numbers[LIMIT]:
        _enter(nodes, bound * nodes.numbers[PUSH], node)


@lean
def _push(board: Any, s: Any, pairs: Any, nodes: Any, node: Any, row: int, d: int, walk: Any, child: Any) -> None:
    """Meet the position after a push: a new node, a cheaper way to an old one, or nothing."""
    numbers = nodes.numbers
    box = nodes.boxes[node, row]
    to = board.step[box, d]
    moved(nodes.boxes[node], row, to, child)
    s.box[box] = 0
    s.box[to] = 1
    if not caught(board, s, child, to):
        keeper = np.int64(box)
        if numbers[STEP] == 0:
            keeper = reach_after(board, s, keeper, np.int64(nodes.keeper[node]), keeper, to)
        key = hash_of(board, child, keeper)
        found = lookup(nodes, child, keeper, key)
        cost = nodes.cost[node] + walk * numbers[STEP] + numbers[PUSH]
        pushes = nodes.pushes[node] + 1
        if found < 0:
            here = np.int64(nodes.keeper[node])
            bound = match_after(board, s, nodes.boxes[node], here, row, child, np.int64(to), np.int64(box))
            if bound < FAR and pairs.toll.shape[0]:
                if recharge(pairs, nodes.boxes[node], row, to, np.int64(box), s.toll):
                    bound += dues(s.tolls[: child.shape[0]], s.toll, row, s.paired)
                else:
                    bound = FAR
            if bound < FAR and pushes + bound <= numbers[LIMIT]:
                found = add(nodes, child, keeper, key, found)
                nodes.bound[found] = bound
                nodes.cost[found] = cost + 1
        if found >= 0 and cost < nodes.cost[found] and pushes + nodes.bound[found] <= min(numbers[LIMIT], FAR - 1):
            nodes.cost[found] = cost
            nodes.pushes[found] = pushes
            nodes.came[found, 0] = node
            nodes.came[found, 1] = box * 4 + d
            nodes.closed[found] = 0
            _enter(nodes, cost + nodes.bound[found] * numbers[PUSH], found)
    s.box[to] = 0
    s.box[box] = 1


@lean
def _raised(pairs: Any, s: Any, nodes: Any, node: Any, bound: Any) -> bool:
    """Whether the tolls of pairs, unknown when it was met, put a node back into the queue, or out of it."""
    boxes = nodes.boxes[node]
    charge(pairs, boxes, np.int64(nodes.keeper[node]), s.tolls)
    bound += dues(s.tolls[: boxes.shape[0]], s.toll, np.int64(-1), s.paired)
    if bound <= nodes.bound[node]:
        return False
    nodes.bound[node] = bound
    if bound < FAR and nodes.pushes[node] + bound <= nodes.numbers[LIMIT]:
        nodes.closed[node] = 0
        _enter(nodes, nodes.cost[node] + bound * nodes.numbers[PUSH], node)
    return True


@lean
def _expand(board: Any, s: Any, pairs: Any, nodes: Any, node: Any, pruning: bool) -> None:
    boxes, step = nodes.boxes[node], board.step
    n = step.shape[0] - 1
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 1
    keeper = np.int64(nodes.keeper[node])
    reach(step, s, keeper)
    verdict = prune(board, s, boxes) if pruning else 0
    if verdict != LOST:
        bound = match(board, s, boxes, keeper)
        if pairs.toll.shape[0] and _raised(pairs, s, nodes, node, bound):
            verdict = LOST
    if verdict != LOST:
        child, ways = s.child[: boxes.shape[0]], s.ways
        for i in range(boxes.shape[0]):
            for d in range(4):
                stand, to = step[boxes[i], d ^ 1], step[boxes[i], d]
                free = stand != n and s.seen[stand] == s.stamp[0] and s.box[to] == 0 and not board.dead[to]
                ways[i, d] = s.walk[stand] if free and (verdict != PRUNED or s.wanted[boxes[i]]) else -1
        for i in range(boxes.shape[0]):
            for d in range(4):
                if ways[i, d] >= 0:
                    _push(board, s, pairs, nodes, node, i, d, ways[i, d], child)
    for i in range(boxes.shape[0]):
        s.box[boxes[i]] = 0


@lean
def advance(board: Any, s: Any, pairs: Any, nodes: Any, pruning: bool, budget: int) -> int:
    """Expand up to so many nodes. FOUND: `numbers[BEST]` wins, and nothing is cheaper."""
    numbers = nodes.numbers
    children = 4 * nodes.boxes.shape[1]
    for _ in range(budget):
        room = numbers[COUNT] + children
        if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
            return NEED_GROW
        if numbers[QUEUED] + children >= nodes.queue.shape[0]:
            return NEED_GROW
        node = _leave(nodes)
        if node < 0:
            return EXHAUSTED
        won = True
        for i in range(nodes.boxes.shape[1]):
            won = won and board.goal[nodes.boxes[node, i]] != 0
        if won:
            numbers[BEST] = node
            return FOUND
        nodes.closed[node] = 1
        numbers[EXPANDED] += 1
        _expand(board, s, pairs, nodes, node, pruning)
    return RUNNING


def warm_up() -> None:
    """Solve a tiny level in every way, so that everything is compiled."""
    from cassetete.core.answers import Limits
    from cassetete.core.contract import Metric

    from . import rules, xsb
    from .optimal import fewest, rehearse_the_rest

    (parsed,) = xsb.parse("#######\n#  #  #\n#@$ $ #\n#.. # #\n#######")
    level = getattr(parsed, "level")  # noqa: B009
    for _visit in fewest(level, rules.start(level), Metric.PUSHES, Limits()):
        pass
    rehearse_the_rest(level, rules.start(level))
