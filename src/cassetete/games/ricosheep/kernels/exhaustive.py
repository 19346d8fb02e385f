"""Every board of a small size: which is the hardest, by looking at all of them.

For one layout of bushes, how far a herd can get depends only on its two tallies (see `kernel`): those are the seeds of
its search. So each layout's graph of tallies is made once, the reach of each tally alone is found, and a herd is
searched only if the greater reach of its two tallies beats the record for that many sheep: what both at once reach is
no farther than from the one that reaches it. Layouts are taken once for all mirror images and turns.

Layout: sets are int64, a bit a cell of the whole rectangle. `number[axis, herd]` int32 is the tally whose low end the
herd is. Tallies of both axes share one numbering: `ends[t, s]` int64, `links[t, s]` int32, `axes[t]` int8, `reach[t]`,
`queue[t]`, `depth[t]` int32, `met[t]` int64 (the search that met it last). `best[n]` int64: the record for n sheep;
`hardest[n]` int64: its bushes, herd and farthest state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cassetete.games.ricosheep.kernels.hunt import lay_out
from cassetete.games.ricosheep.kernels.narrow import bit_count, packed
from cassetete.speed.jit import lean


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
def pack(herd: Any, axis: Any, runs: Any, masks: Any, packs: Any, fixed: Any) -> Any:
    """The two herds that moving along an axis gives, as whole numbers."""
    low, high = packed(np.uint64(herd), axis, runs, masks, packs, fixed)
    return np.int64(low), np.int64(high)


@lean
def tallies(
    free: Any,
    runs: Any,
    masks: Any,
    packs: Any,
    fixed: Any,
    number: Any,
    ends: Any,
    links: Any,
    axes: Any,
) -> Any:
    """Number all the tallies of a layout and link them; how many there are."""
    count, herd = 0, free
    while herd != 0:
        for axis in range(2):
            low, high = pack(herd, axis, runs, masks, packs, fixed)
            if low == herd:
                number[axis, herd] = count
                axes[count] = axis
                ends[count, 0] = low
                ends[count, 1] = high
                count += 1
        herd = (herd - 1) & free
    for tally in range(count):
        across = np.int64(1 - axes[tally])
        for side in range(2):
            low, _high = pack(ends[tally, side], across, runs, masks, packs, fixed)
            links[tally, side] = number[across, low]
    return count


@lean
def spread(begin: Any, other: Any, search: Any, links: Any, met: Any, queue: Any, depth: Any) -> Any:
    """Search from one or two tallies; how many were met, in the order of `queue`."""
    queue[0] = begin
    met[begin] = search
    depth[begin] = 1
    head, tail = 0, 1
    if met[other] != search:
        queue[1] = other
        met[other] = search
        depth[other] = 1
        tail = 2
    while head < tail:
        tally = queue[head]
        head += 1
        for side in range(2):
            following = links[tally, side]
            if met[following] != search:
                met[following] = search
                depth[following] = depth[tally] + 1
                queue[tail] = following
                tail += 1
    return tail


@lean
def deepest(herd: Any, count: Any, ends: Any, links: Any, queue: Any, depth: Any) -> Any:
    """The last end of a search that is not the herd itself nor met nearer as an end of its other tally; -1 if none."""
    for place in range(count - 1, -1, -1):
        tally = queue[place]
        for side in range(2):
            end, other = ends[tally, side], links[tally, side]
            nearer = depth[other] < depth[tally] and (end == ends[other, 0] or end == ends[other, 1])
            if end != herd and not nearer:
                return 2 * tally + side
    return -1


@lean
def exhaust(
    part: Any,
    parts: Any,
    place: Any,
    rows: Any,
    columns: Any,
    images: Any,
    runs: Any,
    masks: Any,
    packs: Any,
    fixed: Any,
    number: Any,
    ends: Any,
    links: Any,
    axes: Any,
    reach: Any,
    met: Any,
    queue: Any,
    depth: Any,
    best: Any,
    hardest: Any,
    budget: Any,
) -> Any:
    """Look at the herds of some layouts of this part; False when no layout is left.

    `place` int64: the next layout, the searches so far, the herds looked at.
    """
    cells = rows * columns
    while place[0] < 1 << cells and budget > 0:
        bushes = place[0]
        place[0] += 1
        # The highest bits change least, so that parts are of like difficulty only if cut by the lowest.
        if bushes % parts != part or not first_of_its_images(bushes, images):
            continue
        budget -= 1
        lay_out(np.uint64(bushes), rows, columns, runs, masks, packs, fixed)
        free = (1 << cells) - 1 & ~bushes
        many = tallies(free, runs, masks, packs, fixed, number, ends, links, axes)
        for tally in range(many):
            place[1] += 1
            count = spread(tally, tally, place[1], links, met, queue, depth)
            reach[tally] = depth[queue[count - 1]]
        herd = free
        while herd != 0:
            place[2] += 1
            low, _high = pack(herd, 0, runs, masks, packs, fixed)
            across = number[0, low]
            low, _high = pack(herd, 1, runs, masks, packs, fixed)
            along = number[1, low]
            sheep = np.int64(bit_count(np.uint64(herd)))
            if max(reach[across], reach[along]) > best[sheep]:
                place[1] += 1
                count = spread(across, along, place[1], links, met, queue, depth)
                end = deepest(herd, count, ends, links, queue, depth)
                if end >= 0 and depth[end >> 1] > best[sheep]:
                    best[sheep] = depth[end >> 1]
                    hardest[sheep, 0], hardest[sheep, 1] = bushes, herd
                    hardest[sheep, 2] = ends[end >> 1, end & 1]
            herd = (herd - 1) & free
    return place[0] < 1 << cells
