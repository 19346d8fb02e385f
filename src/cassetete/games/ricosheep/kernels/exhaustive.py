"""Exhaustive search: the hardest of all the boards of a small size.

For one layout of bushes, how far a herd can get depends only on its two nodes (see `graph`): its search starts from
them. So each layout's graph of nodes is made once, the reach of each node alone is found, and a herd is searched only
if the greater reach of its two nodes beats the record for that many sheep: what both at once reach is no farther than
from the one that reaches it. Mirror images and turns of a layout are tried once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.bits import bits_in
from cassetete.speed.jit import lean

from .single_word import packed, write_runs

LAYOUT, SEARCHES, HERDS = 0, 1, 2


class GraphArrays(NamedTuple):
    """The nodes of a layout, both axes in one numbering; sets are int64, a bit a cell of the whole rectangle.

    number[axis, herd] int32  the node whose low end the herd is
    ends[n, s]         int64  its two herds             links[n, s]  int32  the node of the other axis they lead to
    axes[n]            int8   its axis                  reach[n]     int32  how far a search from it alone gets
    """

    number: Any
    ends: Any
    links: Any
    axes: Any
    reach: Any


class Search(NamedTuple):
    """A breadth-first search over the nodes: `met[n]` int64 is the last search that met it; `queue`, `depth` int32."""

    met: Any
    queue: Any
    depth: Any


class RecordTables(NamedTuple):
    """For n sheep, `best[n]` int64 is the record and `hardest[n]` int64 its bushes, herd and farthest state."""

    best: Any
    hardest: Any


@lean
def first_of_its_images(bushes: Any, images: Any) -> Any:
    """Whether no image of a layout is a smaller number; `images[k, cell]` is where a symmetry puts a cell."""
    for symmetry in range(images.shape[0]):
        image = 0
        for cell in range(images.shape[1]):
            image |= (bushes >> cell & 1) << images[symmetry, cell]
        if image < bushes:
            return False
    return True


@lean
def pack(herd: Any, axis: Any, board: Any) -> Any:
    """The two herds that moving along an axis gives, as whole numbers."""
    low, high = packed(np.uint64(herd), axis, board)
    return np.int64(low), np.int64(high)


@lean
def number_nodes(free: Any, board: Any, nodes: Any) -> Any:
    """Number all the nodes of a layout and link them; how many there are."""
    count, herd = 0, free
    while herd != 0:
        for axis in range(2):
            low, high = pack(herd, axis, board)
            if low == herd:
                nodes.number[axis, herd] = count
                nodes.axes[count] = axis
                nodes.ends[count, 0] = low
                nodes.ends[count, 1] = high
                count += 1
        herd = (herd - 1) & free
    for node in range(count):
        across = np.int64(1 - nodes.axes[node])
        for side in range(2):
            low, _high = pack(nodes.ends[node, side], across, board)
            nodes.links[node, side] = nodes.number[across, low]
    return count


@lean
def spread(start: Any, other: Any, number: Any, links: Any, search: Any) -> Any:
    """Run the search of that number from one or two nodes; how many were met, in the order of `queue`."""
    met, queue, depth = search
    queue[0] = start
    met[start] = number
    depth[start] = 1
    head, tail = 0, 1
    if met[other] != number:
        queue[1] = other
        met[other] = number
        depth[other] = 1
        tail = 2
    while head < tail:
        node = queue[head]
        head += 1
        for side in range(2):
            following = links[node, side]
            if met[following] != number:
                met[following] = number
                depth[following] = depth[node] + 1
                queue[tail] = following
                tail += 1
    return tail


@lean
def deepest(herd: Any, count: Any, nodes: Any, search: Any) -> Any:
    """The last end of a search that is not the herd itself nor met nearer as an end of its other node; -1 if none."""
    ends, depth = nodes.ends, search.depth
    for place in range(count - 1, -1, -1):
        node = search.queue[place]
        for side in range(2):
            end, other = ends[node, side], nodes.links[node, side]
            nearer = depth[other] < depth[node] and (end == ends[other, 0] or end == ends[other, 1])
            if end != herd and not nearer:
                return 2 * node + side
    return -1


@lean
def exhaust(
    part: Any, parts: Any, counters: Any, rows: Any, columns: Any, images: Any,
    board: Any, nodes: Any, search: Any, records: Any, budget: Any,
) -> Any:  # fmt: skip
    """Try the herds of some layouts of this part; False when no layout is left.

    `counters` int64: the next LAYOUT, the SEARCHES so far, the HERDS tried.
    """
    cells, reach, best = rows * columns, nodes.reach, records.best
    while counters[LAYOUT] < 1 << cells and budget > 0:
        bushes = counters[LAYOUT]
        counters[LAYOUT] += 1
        # The highest bits change least, so that parts are of like difficulty only if cut by the lowest.
        if bushes % parts != part or not first_of_its_images(bushes, images):
            continue
        budget -= 1
        write_runs(np.uint64(bushes), rows, columns, board)
        free = (1 << cells) - 1 & ~bushes
        for node in range(number_nodes(free, board, nodes)):
            counters[SEARCHES] += 1
            count = spread(node, node, counters[SEARCHES], nodes.links, search)
            reach[node] = search.depth[search.queue[count - 1]]
        herd = free
        while herd != 0:
            counters[HERDS] += 1
            low, _high = pack(herd, 0, board)
            across = nodes.number[0, low]
            low, _high = pack(herd, 1, board)
            along = nodes.number[1, low]
            sheep = bits_in(np.uint64(herd))
            if max(reach[across], reach[along]) > best[sheep]:
                counters[SEARCHES] += 1
                count = spread(across, along, counters[SEARCHES], nodes.links, search)
                end = deepest(herd, count, nodes, search)
                if end >= 0 and search.depth[end >> 1] > best[sheep]:
                    best[sheep] = search.depth[end >> 1]
                    records.hardest[sheep, 0], records.hardest[sheep, 1] = bushes, herd
                    records.hardest[sheep, 2] = nodes.ends[end >> 1, end & 1]
            herd = (herd - 1) & free
    return counters[LAYOUT] < 1 << cells
