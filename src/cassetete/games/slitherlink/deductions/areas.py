"""Areas in plain Python: the inside of the loop is one piece, and so is the outside, which goes around the grid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

INSIDE, OUTSIDE = 1, 0


class Torn(Exception):
    """The cells of one colour cannot hang together any more: a barrier of the other colour, with the dead ends among
    the cells beside it, cuts a piece with this cell off from another one."""

    def __init__(
        self,
        cell: int,
        other: int,
        colour: int,
        barrier: frozenset[int],
        piece: frozenset[int],
        dead_ends: frozenset[int] = frozenset(),
    ) -> None:
        self.cell, self.other, self.colour = cell, other, colour
        self.barrier, self.piece, self.dead_ends = barrier, piece, dead_ends


def needed(
    near: Sequence[Sequence[int]], colours: Sequence[int | None], dead_ends: Collection[int] = ()
) -> list[tuple[int, int, bool]]:
    """The cells whose colour follows, with the colour, and whether the cells of that colour would fall apart without
    it (else the cells of the other colour cannot reach it); both lists have an entry for each cell.

    A dead end has just one cell of its colour beside it, so nothing hangs together through it.

    >>> from ..model import lattice
    >>> needed(lattice(1, 3).neighbours, [INSIDE, None, INSIDE, OUTSIDE])
    [(1, 1, True)]
    """
    found: dict[int, tuple[int, bool]] = {}
    ways = _without(near, dead_ends)
    for colour in (OUTSIDE, INSIDE):
        nodes = (node for node in reversed(range(len(near))) if node not in dead_ends)
        start = next((node for node in nodes if colours[node] == colour), None)
        if start is None:
            continue
        reached, cuts = _walk(ways, colours, start, colour)
        found.update((node, (colour, True)) for node in cuts if colours[node] is None)
        for node in range(len(near)):
            if node not in reached and not (node in dead_ends and any(other in reached for other in ways[node])):
                if colours[node] == colour:
                    raise _torn(near, colours, node, reached, dead_ends)
                if colours[node] is None:
                    found[node] = (1 - colour, False)
    return sorted((node, colour, cut) for node, (colour, cut) in found.items())


def why(near: Sequence[Sequence[int]], colours: Sequence[int | None], cell: int, colour: int) -> frozenset[int]:
    """The coloured cells because of which a cell has the colour that `needed` says."""
    torn = torn_without(near, colours, cell, colour)
    return frozenset({torn.cell, torn.other, *torn.barrier}) - {cell} if torn is not None else frozenset()


def torn_without(
    near: Sequence[Sequence[int]],
    colours: Sequence[int | None],
    cell: int,
    colour: int,
    dead_ends: Collection[int] = (),
) -> Torn | None:
    """What would fall apart if a cell did not have the colour that `needed` says; None if it had no choice at all."""
    try:
        needed(near, [1 - colour if node == cell else its for node, its in enumerate(colours)], dead_ends)
    except Torn as torn:
        return torn
    return None


def _without(near: Sequence[Sequence[int]], dead_ends: Collection[int]) -> Sequence[Sequence[int]]:
    """The cells beside each cell without the dead ends."""
    return [[other for other in others if other not in dead_ends] for others in near] if dead_ends else near


def _torn(
    near: Sequence[Sequence[int]],
    colours: Sequence[int | None],
    cell: int,
    others: dict[int, int],
    dead_ends: Collection[int],
) -> Torn:
    """A cell that is cut off from others, told from the side of the smaller piece."""
    colour = colours[cell]
    assert colour is not None
    piece, _cuts = _walk(_without(near, dead_ends), colours, cell, colour)
    other = next(iter(others))
    if len(others) < len(piece):
        cell, other, piece = other, cell, others
    beside = {each for node in piece for each in near[node]} - piece.keys()
    ends = frozenset(node for node in beside if node in dead_ends)
    barrier = frozenset(node for node in beside - ends if colours[node] == 1 - colour)
    return Torn(cell, other, colour, barrier, frozenset(piece), ends)


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
