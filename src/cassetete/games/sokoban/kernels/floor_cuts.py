"""Into which parts a box would cut the floor, wherever it stood: one depth-first walk tells it for every cell.

A cell cuts off what the walk found below one of its neighbours if nothing down there touches a cell found before it
(articulation points: Hopcroft and Tarjan 1973, "Algorithm 447: efficient algorithms for graph manipulation"). Each walk
begins at the lowest cell of a part of the floor, so what is not cut off from the beginning has that as its lowest cell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.arrays import np
from cassetete.speed.jit import lean


class FloorCuts(NamedTuple):
    """The walk over the free floor."""

    enter: Any  # int32[n + 1]: the number of a cell in the order of the walk, -1 where it is not free
    leave: Any  # int32[n + 1]: the number after those of the cells found below it
    low: Any  # int32[n + 1]: the least number that the cells below it touch
    parent: Any  # int32[n + 1]: the cell it was found from, n for the first
    least: Any  # int32[n + 1]: the lowest of the cells below it and itself
    first: Any  # int32[n + 1]: where its walk began
    way: Any  # int8[n + 1]: the next direction to try
    parts: Any  # int64[1]: how many parts the free floor has


@lean
def find_cuts(step: Any, full: Any, cuts: Any) -> None:
    """Walk over all cells where `full` is 0."""
    n = step.shape[0] - 1
    enter, low, parent, least, way = cuts.enter, cuts.low, cuts.parent, cuts.least, cuts.way
    for c in range(n + 1):
        enter[c] = -1
    number = np.int32(0)
    parts = 0
    for first in range(n):
        if full[first] or enter[first] >= 0:
            continue
        parts += 1
        at = np.int64(first)
        parent[at] = n
        while at != n:
            if enter[at] < 0:
                enter[at] = number
                low[at] = number
                least[at] = at
                cuts.first[at] = first
                way[at] = 0
                number += 1
            d = way[at]
            if d < 4:
                way[at] = d + 1
                to = np.int64(step[at, d])
                if full[to] == 0:
                    if enter[to] < 0:
                        parent[to] = at
                        at = to
                    elif enter[to] < low[at] and to != parent[at]:
                        low[at] = enter[to]
            else:
                cuts.leave[at] = number
                up = np.int64(parent[at])
                if up != n:
                    low[up] = min(low[up], low[at])
                    least[up] = min(least[up], least[at])
                at = up
    cuts.parts[0] = parts


@lean
def lowest_without(step: Any, cuts: Any, cell: Any, player: Any) -> Any:
    """The lowest cell the player can come to when a box stands on a cell; both cells were free in the walk."""
    first = np.int64(cuts.first[cell])
    if first != cuts.first[player]:
        return np.int64(cuts.first[player])
    number = cuts.enter[player]
    if cuts.enter[cell] <= number < cuts.leave[cell]:
        for d in range(4):
            below = step[cell, d]
            found = cuts.enter[below]
            if found >= 0 and cuts.parent[below] == cell and found <= number < cuts.leave[below]:
                return np.int64(cuts.least[below]) if cuts.low[below] >= cuts.enter[cell] else first
    return first


@lean
def parts_without(step: Any, cuts: Any, cell: Any) -> Any:
    """How many parts the floor has when a box stands on a cell."""
    parts = cuts.parts[0] - (cuts.first[cell] == cell)
    for d in range(4):
        below = step[cell, d]
        if cuts.enter[below] >= 0 and cuts.parent[below] == cell and cuts.low[below] >= cuts.enter[cell]:
            parts += 1
    return parts
