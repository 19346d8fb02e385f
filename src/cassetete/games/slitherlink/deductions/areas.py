"""Areas in plain Python: the inside of the loop is one piece, and so is the outside, which goes around the grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

INSIDE, OUTSIDE = 1, 0


class Torn(Exception):
    """The cells of one colour cannot hang together any more: a barrier of the other colour cuts this one off from
    another one."""

    def __init__(self, cell: int, other: int, colour: int, barrier: frozenset[int]) -> None:
        self.cell, self.other, self.colour, self.barrier = cell, other, colour, barrier


def needed(near: Sequence[Sequence[int]], colours: Sequence[int | None]) -> list[tuple[int, int, bool]]:
    """The cells whose colour follows, with the colour, and whether the cells of that colour would fall apart without
    it (else the cells of the other colour cannot reach it); both lists have an entry for each cell.

    >>> from ..model import lattice
    >>> needed(lattice(1, 3).neighbours, [INSIDE, None, INSIDE, OUTSIDE])
    [(1, 1, True)]
    """
    found: dict[int, tuple[int, bool]] = {}
    for colour in (OUTSIDE, INSIDE):
        start = next((node for node in reversed(range(len(near))) if colours[node] == colour), None)
        if start is None:
            continue
        reached, cuts = _walk(near, colours, start, colour)
        found.update((node, (colour, True)) for node in cuts if colours[node] is None)
        for node in range(len(near)):
            if node not in reached:
                if colours[node] == colour:
                    raise _torn(near, colours, node, reached)
                if colours[node] is None:
                    found[node] = (1 - colour, False)
    return sorted((node, colour, cut) for node, (colour, cut) in found.items())


def why(near: Sequence[Sequence[int]], colours: Sequence[int | None], cell: int, colour: int) -> frozenset[int]:
    """The coloured cells because of which a cell has the colour that `needed` says."""
    try:
        needed(near, [1 - colour if node == cell else its for node, its in enumerate(colours)])
    except Torn as torn:
        return frozenset({torn.cell, torn.other, *torn.barrier}) - {cell}
    return frozenset()  # the cell had no choice at all


def _torn(near: Sequence[Sequence[int]], colours: Sequence[int | None], cell: int, others: dict[int, int]) -> Torn:
    """A cell that is cut off from others, told from the side of the smaller piece."""
    colour = colours[cell]
    assert colour is not None
    piece, _cuts = _walk(near, colours, cell, colour)
    other = next(iter(others))
    if len(others) < len(piece):
        cell, other, piece = other, cell, others
    beside = {each for node in piece for each in near[node]}
    return Torn(cell, other, colour, frozenset(node for node in beside if colours[node] == 1 - colour))


def _walk(
    near: Sequence[Sequence[int]], colours: Sequence[int | None], start: int, colour: int
) -> tuple[dict[int, int], set[int]]:
    """The nodes that may have the colour and can be reached, and those without which some that have it cannot be."""
    order = {start: 0}
    low, found = [0] * len(near), [0] * len(near)
    found[start] = 1
    cuts: set[int] = set()
    stack: list[tuple[int, Iterator[int]]] = []
    node, ways, barred = start, iter(near[start]), 1 - colour
    while True:
        for other in ways:
            if other in order:
                if order[other] < low[node]:
                    low[node] = order[other]
            elif colours[other] != barred:
                order[other] = low[other] = len(order)
                found[other] = int(colours[other] == colour)
                stack.append((node, ways))
                node, ways = other, iter(near[other])
                break
        else:
            if not stack:
                return order, cuts
            above, ways = stack.pop()
            low[above] = min(low[above], low[node])
            found[above] += found[node]
            if found[node] and low[node] >= order[above]:
                cuts.add(above)
            node = above
