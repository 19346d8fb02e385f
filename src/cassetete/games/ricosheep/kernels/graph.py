"""The state graph that both kernels fill, and every state's distance to a win.

A move along an axis keeps the number of sheep in each run of that axis (a run: free cells in a line between two
obstacles). Both moves of the axis pack the same numbers, to the low side (left, up) or to the high side (right, down).
So a *node* of the graph is an axis and the number of sheep in each of its runs. It stands for two herds, its *ends*.
Moving an end along the other axis gives the next node; moving it along its own gives nothing new. One look into the
hash table serves two herds.

An end is numbered 2·node + side, with side 0 for the low end and 1 for the high one. The arrays:
  table       the hash table, see `single_word` and `multi_word`; at most half full
  ends[e]     uint64   the herd of an end, a row of words; the last row holds the herd that a search starts from
  links[n, s] int32    the node of the other axis that an end leads to (-1: not moved yet, or it has won)
  nodes[n]    int32    PARENT the end it was met from (-1: the start), DEPTH in moves from the start, AXIS
  counters    int64    NEXT node to expand (-1: the start), COUNT of nodes, GOAL the first end met that wins (-1),
                       LIMIT the depth from which none is expanded, EPOCH the number of this graph in these arrays
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING
from cassetete.speed.jit import lean

PARENT, DEPTH, AXIS = 0, 1, 2
NEXT, COUNT, GOAL, LIMIT, EPOCH = 0, 1, 2, 3, 4
NO_LIMIT = 1 << 30


class Graph(NamedTuple):
    """The arrays, as kernels take them."""

    table: Any
    ends: Any
    links: Any
    nodes: Any
    counters: Any


@lean
def reset(graph: Any, limit: Any) -> None:
    """Begin a new graph in the same arrays."""
    graph.counters[NEXT] = graph.counters[GOAL] = -1
    graph.counters[COUNT] = 0
    graph.counters[LIMIT] = limit
    graph.counters[EPOCH] += 1


@lean
def room_in(graph: Any) -> Any:
    """With more nodes than this, the arrays cannot take the two that the next expansion may add."""
    return min(graph.nodes.shape[0] - 2, graph.table.shape[0] >> 1) - 2


@lean
def next_status(graph: Any, room: Any) -> Any:
    """RUNNING if a node waits to be expanded and there is room for what it leads to, else EXHAUSTED or NEED_GROW."""
    counters = graph.counters
    now = counters[NEXT]
    if now == counters[COUNT] or (now >= 0 and graph.nodes[now, DEPTH] >= counters[LIMIT]):
        return EXHAUSTED
    return NEED_GROW if counters[COUNT] > room else RUNNING


@lean
def end_to_move(graph: Any, now: Any, side: Any) -> Any:
    """An end of the node being expanded and the axis to move it along; of the start, the herd and each axis in turn."""
    if now < 0:
        return np.int64(graph.ends.shape[0] - 1), np.int64(side)
    return np.int64(2 * now + side), np.int64(1 - graph.nodes[now, AXIS])


@lean
def add_node(graph: Any, now: Any, side: Any, axis: Any) -> Any:
    """A new node, met from a side of the node being expanded; its number."""
    node = graph.counters[COUNT]
    graph.counters[COUNT] = node + 1
    graph.links[node, 0] = graph.links[node, 1] = -1
    graph.nodes[node, PARENT] = 2 * now + side if now >= 0 else -1
    graph.nodes[node, DEPTH] = graph.nodes[now, DEPTH] + 1 if now >= 0 else 1
    graph.nodes[node, AXIS] = axis
    return node


@lean
def distances(links: Any, count: Any, far: Any, first: Any, before: Any, queue: Any) -> None:
    """From the nodes whose `far` is 0 back over the links: the moves from the nearer end to a win, -1 if lost.

    `first` (count + 2 zeros) and `before` (2·count) hold, for each node, those that link to it; `queue` holds count.
    """
    for node in range(count):
        for side in range(2):
            if links[node, side] >= 0:
                first[links[node, side] + 1] += 1
    for node in range(count):
        first[node + 1] += first[node]
    first[count + 1] = first[count]
    # Filling each part from its end leaves `first` at its beginning.
    for node in range(count):
        for side in range(2):
            if links[node, side] >= 0:
                first[links[node, side] + 1] -= 1
                before[first[links[node, side] + 1]] = node
    head = tail = 0
    for node in range(count):
        if far[node] == 0:
            queue[tail] = node
            tail += 1
    while head < tail:
        node = queue[head]
        head += 1
        for place in range(first[node + 1], first[node + 2]):
            if far[before[place]] < 0:
                far[before[place]] = far[node] + 1
                queue[tail] = before[place]
                tail += 1
