"""The positions a search has found, in arrays that Python owns and grows, found again by hash.

Layout: node i is the sorted row `boxes[i]` and the cell `player[i]` (the lowest cell the player can walk to, where only
pushes count; else where the player stands); `came[i]` is the node before it and the push as box * 4 + direction,
`cost[i]` what it took. `table` finds a node by its hash (Zobrist 1970, "A new hashing method with application for game
playing"); what is found is compared in full. `numbers` holds the counters named below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.bits import ZERO
from cassetete.speed.index_table import entry, first_slot, next_slot, put, row_in
from cassetete.speed.jit import lean

from .board import hash_of

COUNT, QUEUED, BUCKET, BEST, EXPANDED, LIMIT, STEP, PUSH = range(8)
PARITY, MEET, MATCHED, BEFORE_PAIRS, LEFT, ROW, NODE, TURN, ANY, ROUND, PLAIN, BASE, BEYOND = range(8, 21)
"""Nodes, entries of the queue, the bucket being emptied, the node that wins, nodes expanded; the most pushes allowed,
and what a step and a push weigh; whether solutions have an odd number of pushes (-1: not known); where the way goes on
in the perimeter (-1: nowhere); the node whose matching is at hand; how many nodes there were before penalties of pairs
were known; how many nodes the step that was begun may still expand; the push before which it paused (0: between two
nodes), and the node it belongs to; the group of lists and the list whose turn it was last, and how many turns there
were; 1 where a bucket has only one list; the cost + bound of the first bucket, and how many nodes wait behind the last
one."""


GROUPS, PARKINGS = 16, 8
LISTS = 1 + GROUPS * PARKINGS
"""A bucket of the queue is so many lists: one for the box that is being pushed, the others by how many boxes are on
targets (in so many groups), and how often a box was left off the targets (so many times or more)."""

STALE = 2
"""In `closed`: the row is not the first of its position, and the table does not know it."""


class Nodes(NamedTuple):
    """Every position found."""

    boxes: Any  # int16[room, boxes]
    player: Any  # int16[room]
    cost: Any  # int64[room]
    pushes: Any  # int32[room]
    bound: Any  # int32[room]
    came: Any  # int32[room, 2]
    parked: Any  # uint8[room]: how often a box was left off the targets on the way
    closed: Any  # uint8[room]
    table: Any  # uint64[power of two]
    queue: Any  # int64[room of the queue, 2]
    heads: Any  # int32[buckets, LISTS]: the first is for cost + bound of `numbers[BASE]`, each other for one more
    numbers: Any  # int64[24]


@lean
def lookup(nodes: Any, boxes: Any, player: Any, key: Any) -> Any:
    """The node of a position, or -1 - the slot where it belongs."""
    return _lookup(nodes.table, nodes.boxes, nodes.player, boxes, player, key)


@lean
def _lookup(table: Any, rows: Any, players: Any, boxes: Any, player: Any, key: Any) -> Any:
    """The same with the few arrays it needs: in calls, each array costs."""
    last = np.uint64(table.shape[0] - 1)
    slot = first_slot(table, key, last)
    while table[slot] != ZERO:
        node = row_in(table, slot)
        same = players[node] == player
        for i in range(boxes.shape[0]):
            same = same and rows[node, i] == boxes[i]
        if same:
            return node
        slot = next_slot(table, key, slot, last)
    return -1 - np.int64(slot)


@lean
def add(nodes: Any, boxes: Any, player: Any, key: Any, slot: Any) -> Any:
    """A new node for a position, at the slot that `lookup` gave."""
    node = nodes.numbers[COUNT]
    nodes.numbers[COUNT] = node + 1
    for i in range(boxes.shape[0]):
        nodes.boxes[node, i] = boxes[i]
    nodes.player[node] = player
    nodes.closed[node] = 0
    nodes.table[-1 - slot] = entry(key, node)
    return node


@lean
def refill(board: Any, nodes: Any) -> None:
    """Fill a new, empty table with the nodes there are."""
    last = np.uint64(nodes.table.shape[0] - 1)
    for node in range(nodes.numbers[COUNT]):
        if nodes.closed[node] == STALE:
            continue
        key = hash_of(board, nodes.boxes[node], np.int64(nodes.player[node]))
        put(nodes.table, key, node, last)


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
