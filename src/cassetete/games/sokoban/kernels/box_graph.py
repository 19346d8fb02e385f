"""Where one box can be pushed, and from where, while some cells are walls for good.

A box on cell c, alone, cuts the floor beside it into at most four parts: `parts[c, d]` is the lowest direction whose
neighbour is in the same part as the one in direction d, -1 at a wall. A state is a cell and a part, c * 4 + p.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean


class BoxGraph(NamedTuple):
    """Scratch arrays."""

    wall: Any  # uint8[n + 1]
    parts: Any  # int8[n + 1, 4]
    mark: Any  # int32[n + 1]
    queue: Any  # int32[4 n + 4]
    distance: Any  # int32[n + 1, 4]: pushes or pulls to a state, -1 where there are none


@lean
def fill_parts(step: Any, around: Any, graph: Any) -> None:
    """Fill `parts` for the walls in `graph.wall`."""
    n = step.shape[0] - 1
    wall, parts, queue = graph.wall, graph.parts, graph.queue
    graph.mark[:] = -1
    for c in range(n):
        for d in range(4):
            parts[c, d] = -1
        if wall[c]:
            continue
        sides = links = 0
        for i in range(0, 8, 2):
            if wall[around[c, i]] == 0:
                sides += 1
                if wall[around[c, i + 1]] == 0 and wall[around[c, (i + 2) % 8]] == 0:
                    links += 1
        if sides - links <= 1:  # the neighbours are joined around the box
            first = -1
            for d in range(4):
                if wall[step[c, d]] == 0:
                    first = d if first < 0 else first
                    parts[c, d] = first
            continue
        for d in range(4):
            start = step[c, d]
            if wall[start] or parts[c, d] >= 0:
                continue
            label = c * 4 + d
            graph.mark[start] = label
            queue[0] = start
            head, tail = 0, 1
            while head < tail:
                at = queue[head]
                head += 1
                for e in range(4):
                    to = step[at, e]
                    if wall[to] == 0 and to != c and graph.mark[to] != label:
                        graph.mark[to] = label
                        queue[tail] = to
                        tail += 1
            for e in range(d, 4):
                if wall[step[c, e]] == 0 and graph.mark[step[c, e]] == label:
                    parts[c, e] = d


@lean
def begin_spread(graph: Any) -> None:
    """No state is reached yet."""
    graph.distance[:] = -1


@lean
def start_at(graph: Any, cell: Any, tail: Any) -> Any:
    """Queue all states of a cell; the queue's new end."""
    for d in range(4):
        if graph.parts[cell, d] == d and graph.distance[cell, d] < 0:
            graph.distance[cell, d] = 0
            graph.queue[tail] = cell * 4 + d
            tail += 1
    return tail


@lean
def spread_box(step: Any, graph: Any, tail: Any, pulling: bool) -> None:
    """Fill `distance` from the states queued, by pushes or by pulls."""
    wall, parts, distance, queue = graph.wall, graph.parts, graph.distance, graph.queue
    head = np.int64(0)
    while head < tail:
        c, p = queue[head] // 4, queue[head] % 4
        head += 1
        for d in range(4):
            to = step[c, d]
            if wall[to]:
                continue
            if pulling:
                stand = step[to, d]
                if parts[c, d] != p or wall[stand]:
                    continue
                part = parts[to, d]
            else:
                if wall[step[c, d ^ 1]] or parts[c, d ^ 1] != p:
                    continue
                part = parts[to, d ^ 1]
            if distance[to, part] < 0:
                distance[to, part] = distance[c, p] + 1
                queue[tail] = to * 4 + part
                tail += 1


@lean
def distance_at(graph: Any, cell: Any) -> Any:
    """The fewest pushes or pulls to a cell, with the player on any side; -1 if it was not reached."""
    least = np.int64(-1)
    for p in range(4):
        found = np.int64(graph.distance[cell, p])
        if found >= 0 and (least < 0 or found < least):
            least = found
    return least


@lean
def fill_zone(step: Any, around: Any, graph: Any, starts: Any, pulling: bool, out: Any) -> None:
    """`out[c]` becomes the fewest pushes (or pulls) of one box from the cells marked in `starts` to c, or -1."""
    n = step.shape[0] - 1
    fill_parts(step, around, graph)
    begin_spread(graph)
    tail = np.int64(0)
    for c in range(n):
        if starts[c] and graph.wall[c] == 0:
            tail = start_at(graph, c, tail)
    spread_box(step, graph, tail, pulling)
    for c in range(n):
        out[c] = distance_at(graph, c)
    for c in range(n):
        if starts[c] and graph.wall[c] == 0:
            out[c] = 0


@lean
def fill_returns(step: Any, graph: Any, returns: Any, first: int, last: int) -> None:
    """Mark in `returns` where a box can be pushed to from the cells `first` to before `last`; after `fill_parts`."""
    n = step.shape[0] - 1
    for c in range(first, last):
        begin_spread(graph)
        spread_box(step, graph, start_at(graph, c, np.int64(0)), False)
        for to in range(n):
            returns[c, to] = distance_at(graph, to) >= 0
