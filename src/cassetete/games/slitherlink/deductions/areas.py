"""Areas in plain Python: the inside of the loop is one piece, and so is the outside, which goes around the grid."""

from __future__ import annotations

from collections.abc import Sequence

INSIDE, OUTSIDE = 1, 0


class Torn(Exception):
    """The cells of one colour cannot hang together any more: this one is cut off from others."""

    def __init__(self, cell: int, colour: int) -> None:
        self.cell, self.colour = cell, colour


def needed(near: Sequence[Sequence[int]], colours: Sequence[int | None]) -> list[tuple[int, int]]:
    """The cells whose colour follows, with the colour; both lists have an entry for each cell.

    >>> from ..model import lattice
    >>> needed(lattice(1, 3).neighbours, [INSIDE, None, INSIDE, OUTSIDE])
    [(1, 1)]
    """
    found: dict[int, int] = {}
    for colour in (OUTSIDE, INSIDE):
        start = next((node for node in reversed(range(len(near))) if colours[node] == colour), None)
        if start is None:
            continue
        reached, cuts = _walk(near, colours, start, colour)
        found.update((node, colour) for node in cuts if colours[node] is None)
        for node in range(len(near)):
            if node not in reached:
                if colours[node] == colour:
                    raise Torn(node, colour)
                if colours[node] is None:
                    found[node] = 1 - colour
    return sorted(found.items())


def _walk(
    near: Sequence[Sequence[int]], colours: Sequence[int | None], start: int, colour: int
) -> tuple[dict[int, int], set[int]]:
    """The nodes that may have the colour and can be reached, and those without which some that have it cannot be."""
    order = {start: 0}
    low = {start: 0}
    found = {start: 1}
    cuts: set[int] = set()
    stack = [(start, iter(near[start]))]
    while stack:
        node, ways = stack[-1]
        for other in ways:
            if colours[other] == 1 - colour:
                continue
            if other in order:
                low[node] = min(low[node], order[other])
                continue
            order[other] = low[other] = len(order)
            found[other] = int(colours[other] == colour)
            stack.append((other, iter(near[other])))
            break
        else:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[node])
                found[above] += found[node]
                if low[node] >= order[above] and found[node]:
                    cuts.add(above)
    return order, cuts
