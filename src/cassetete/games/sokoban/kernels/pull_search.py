"""Weighted A* from the end, natively: single pulls, until the boxes stand where they start.

A position is worth the pulls that led to it and nine times the least matching of boxes and starts, a little less if the
box just pulled is on a start; of equal ones the last found comes next. Where a level is small and full of boxes, what
is lost is hard to see forwards; backwards a box that has been pulled off its target is out of the way, and few
positions are lost. So this looks at a great many positions, each for a few microseconds. (Weighted A*: Pohl 1970,
"Heuristic search viewed as path finding in a graph". Damgaard's YASS searches small levels so.)

Layout: `Nodes` (`nodes.py`), which wait in a list for each rank (`Ranks`). `board` and `walls` are those of a search
backwards (`solvers/meeting_search.py`). `came[i]` is the node before it and the pull as box * 32768 + cell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

from .board import WORK, hash_of, mark, reach, reach_after, spread
from .frozen_walls import match, rematch, undo_rematch
from .lost_pairs import makes_lost_pair
from .matching import FAR
from .nodes import BEST, BUCKET, COUNT, EXPANDED, LEFT, add, lookup, moved

PLAYER, WEIGHT = 16, 17
"""More counters: the lowest cell the player can come to at the start, and how many pulls a pull that is still needed
counts as."""

_REMATCH = 8
"""What a matching that is known but for one box takes, in array elements looked at, for each box. Mostly that is far
less than it might take, and so is a whole one, which counts as two rows for each box."""


class Ranks(NamedTuple):
    """Lists of nodes: the first of each rank, and the next of each node. They count from 1; 0 is none."""

    first: Any  # int32[ranks]
    following: Any  # int32[room]


@lean
def _queue(ranks: Any, numbers: Any, node: Any, pulls: Any, bound: Any, on_start: Any) -> None:
    """Let a node wait, the next of its rank."""
    rank = (pulls + numbers[WEIGHT] * bound) // 2 - on_start
    rank = max(np.int64(0), min(np.int64(rank), np.int64(ranks.first.shape[0] - 1)))
    ranks.following[node] = ranks.first[rank]
    ranks.first[rank] = node + 1
    if rank < numbers[BUCKET]:
        numbers[BUCKET] = rank


@lean
def _leave(ranks: Any, numbers: Any) -> Any:
    """The node whose turn it is, or -1 if none waits."""
    while numbers[BUCKET] < ranks.first.shape[0]:
        node = np.int64(ranks.first[numbers[BUCKET]]) - 1
        if node >= 0:
            ranks.first[numbers[BUCKET]] = ranks.following[node]
            return node
        numbers[BUCKET] += 1
    return np.int64(-1)


@lean
def begin(board: Any, s: Any, walls: Any, nodes: Any, ranks: Any, boxes: Any) -> None:
    """The first nodes: the end, one for each part of the floor that the player may be in."""
    mark(s.box, boxes, 1)
    s.stamp_after[0] += 1
    for c in range(board.step.shape[0] - 1):
        cell = np.int64(c)
        if s.box[cell] == 0 and s.seen_after[cell] != s.stamp_after[0]:
            spread(board.step, s.box, s.queue, s.seen_after, s.stamp_after[0], s.walk_after, cell, np.int64(-1))
            key = hash_of(board, boxes, cell)
            node = add(nodes, boxes, cell, key, lookup(nodes, boxes, cell, key))
            nodes.came[node, 0] = -1
            nodes.pushes[node] = 0
            bound = match(board, s, walls, boxes, cell)
            if bound < FAR:
                _queue(ranks, nodes.numbers, node, np.int64(0), bound, np.int64(0))
    mark(s.box, boxes, 0)


@lean
def _expand(board: Any, s: Any, walls: Any, nodes: Any, ranks: Any, known: Any, node: Any) -> bool:
    """Make the position after each pull of a node, if it is new; whether one is the start. The boxes are marked."""
    numbers, boxes, step, keys = nodes.numbers, nodes.boxes[node], board.step, board.keys
    player = np.int64(nodes.player[node])
    child = s.child[: boxes.shape[0]]
    lowest = reach(step, s, player)
    base = hash_of(board, boxes, np.int64(0)) ^ keys[1, 0]
    work = s.work[0] + 2 * boxes.shape[0] * boxes.shape[0]
    matched = False
    for i in range(boxes.shape[0]):
        box = np.int64(boxes[i])
        for d in range(4):
            to = np.int64(step[box, d])
            if s.seen[to] != s.stamp[0] or s.box[to]:
                continue
            after = np.int64(step[to, d])
            if s.box[after]:
                continue
            s.box[box] = 0
            s.box[to] = 1
            part = reach_after(board, s, after, lowest, box, to)
            moved(boxes, i, to, child)
            key = base ^ keys[0, box] ^ keys[0, to] ^ keys[1, part]
            slot = lookup(nodes, child, part, key)
            bound = np.int64(FAR)
            if slot < 0 and not makes_lost_pair(known, child, to, part):
                if not matched:
                    s.box[to] = 0
                    s.box[box] = 1
                    match(board, s, walls, boxes, player)
                    s.box[box] = 0
                    s.box[to] = 1
                    matched = True
                bound = rematch(s, walls, i, to, part)
                undo_rematch(s, walls, i, box, player)
                work += _REMATCH * boxes.shape[0]
            s.box[to] = 0
            s.box[box] = 1
            if bound >= FAR:
                continue
            found = add(nodes, child, part, key, slot)
            nodes.came[found, 0] = node
            nodes.came[found, 1] = box * 32768 + to
            nodes.pushes[found] = nodes.pushes[node] + 1
            _queue(ranks, numbers, found, np.int64(nodes.pushes[found]), bound, np.int64(board.target[to]))
            if bound == 0 and part == numbers[PLAYER]:
                numbers[BEST] = found
                return True
    s.work[0] = work
    return False


@lean
def advance(board: Any, s: Any, walls: Any, nodes: Any, ranks: Any, known: Any) -> int:
    """Expand up to `numbers[LEFT]` nodes. FOUND: node `numbers[BEST]` is the start."""
    numbers = nodes.numbers
    children = 4 * nodes.boxes.shape[1]
    s.work[0] = 0
    while numbers[LEFT] > 0 and s.work[0] < WORK:
        room = numbers[COUNT] + children
        if room >= nodes.boxes.shape[0] or 2 * room >= nodes.table.shape[0]:
            return NEED_GROW
        node = _leave(ranks, numbers)
        if node < 0:
            return EXHAUSTED
        numbers[EXPANDED] += 1
        numbers[LEFT] -= 1
        mark(s.box, nodes.boxes[node], 1)
        found = _expand(board, s, walls, nodes, ranks, known, node)
        mark(s.box, nodes.boxes[node], 0)
        s.work[0] += children
        if found:
            return FOUND
    return RUNNING
