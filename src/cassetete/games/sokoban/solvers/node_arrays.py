"""The arrays that hold a native search's positions: made small, and grown when a kernel asks for room."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from cassetete.speed.arrays import np
from cassetete.speed.driver import grown

from ..kernels.board import BoardArrays
from ..kernels.nodes import COUNT, LISTS, MEET, QUEUED, Nodes, refill

MOST_MEMORY = 3_000_000_000
"""What a search may hold where the caller sets no limit."""

_LEAST_ROOM = 1 << 10
BUCKETS = 1 << 10
"""Of the queue, at once: so many values of cost + bound."""
_BY_NODE = ("boxes", "player", "cost", "pushes", "bound", "came", "parked", "closed")


def new_nodes(boxes: int, room: int = 0, slots: int = 4, without: Collection[str] = ()) -> Nodes:
    """Arrays for a search's first positions, of so many boxes, with so many slots of the hash table a node.

    What the search has no use for (`cost`, `pushes`, `bound`, `queue`) may be left out.
    """
    wanted = max(room, 16 * boxes)
    room = _LEAST_ROOM
    while room < wanted:
        room *= 2
    some = {name: 0 if name in without else room for name in ("cost", "pushes", "bound", "queue")}
    nodes = Nodes(
        boxes=np.zeros((room, boxes), np.int16),
        player=np.zeros(room, np.int16),
        cost=np.zeros(some["cost"], np.int64),
        pushes=np.zeros(some["pushes"], np.int32),
        bound=np.zeros(some["bound"], np.int32),
        came=np.zeros((room, 2), np.int32),
        parked=np.zeros(some["queue"], np.uint8),
        closed=np.zeros(room, np.uint8),
        table=np.zeros(slots * room, np.uint64),
        queue=np.zeros((2 * some["queue"], 2), np.int64),
        heads=np.zeros((BUCKETS if some["queue"] else 0, LISTS), np.int32),
        numbers=np.zeros(24, np.int64),
    )
    nodes.numbers[MEET] = -1
    return nodes


def with_room(board: BoardArrays, nodes: Nodes, more: int = 0) -> Nodes:
    """The same nodes in arrays twice as long, where these have no room for so many more, or for a node's children."""
    more = max(more, 4 * nodes.boxes.shape[1])
    if len(nodes.queue) and nodes.numbers[QUEUED] + more >= len(nodes.queue):
        nodes = nodes._replace(queue=grown(nodes.queue))
    if nodes.numbers[COUNT] + more >= len(nodes.player):
        held = {name: getattr(nodes, name) for name in _BY_NODE}
        nodes = nodes._replace(**{name: grown(array) for name, array in held.items() if len(array)})
        nodes = nodes._replace(table=np.zeros(2 * len(nodes.table), np.uint64))
        refill(board, nodes)
    return nodes


def size(arrays: Iterable[Any]) -> int:
    """The bytes of some arrays."""
    return sum(array.nbytes for array in arrays)
