"""One crate's errands, the others staying where they are: where it can be pushed, and by which moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from functools import lru_cache

from cassetete.core.grid import Cell, Direction

from . import rules
from .model import Level, State
from .solvers.search_board import DIRECTIONS, NOWHERE, OPPOSITE, Warehouse, warehouse


def bring(level: Level, state: State, crate: Hashable, target: Hashable) -> list[Direction]:
    """The fewest pushes that bring a crate to a cell; steps are fewest then, too."""
    house = warehouse(level)
    if crate not in state.boxes or crate not in house.number or target not in house.number:
        return []
    if crate == target or state.player not in house.number or not rules.moves(level, state):
        return []
    came = _pushed(house, state, house.number[crate], house.number[target])
    return _until_over(level, state, _moves(house, state, house.number[crate], came))


@lru_cache(maxsize=64)
def reach(level: Level, state: State, crate: Cell) -> frozenset[Cell]:
    """The cells a crate can be pushed to."""
    house = warehouse(level)
    if crate not in state.boxes or crate not in house.number or state.player not in house.number:
        return frozenset()
    return frozenset(house.cells[place] for place, _keeper in _pushed(house, state, house.number[crate])) - {crate}


Errand = tuple[int, int]
"""Where the crate is, and where the keeper stands after he pushed it there."""


def _pushed(house: Warehouse, state: State, crate: int, target: int | None = None) -> dict[Errand, Errand]:
    """Each errand of the crate, by fewest pushes, and the one before it; the target's errand is the last."""
    assert state.player is not None
    others = house.boxes_of(state) & ~(1 << crate)
    keeper = house.number[state.player]
    around = house.walks(keeper, others | 1 << crate)
    block = _blocks(house, others, crate)
    first = (crate, keeper)
    came: dict[Errand, Errand] = {}
    queue = deque([first])
    while queue:
        at, player = queue.popleft()
        for d in range(4):
            to, behind = house.step[d][at], house.step[OPPOSITE[d]][at]
            if to == NOWHERE or behind == NOWHERE or (others >> to | others >> behind) & 1 or (to, at) in came:
                continue
            # The keeper walks round the crate if both cells beside it are in one block with it.
            can = around[behind] >= 0 if (at, player) == first else block[at, player] == block[at, behind]
            if can and (to, at) != first:
                came[to, at] = (at, player)
                if to == target:
                    return came
                queue.append((to, at))
    return {} if target is not None else came


def _moves(house: Warehouse, state: State, crate: int, came: dict[Errand, Errand]) -> list[Direction]:
    """The moves of the last errand: each time the shortest walk, then the push."""
    assert state.player is not None
    if not came:
        return []
    others = house.boxes_of(state) & ~(1 << crate)
    chain = [next(reversed(came))]
    while chain[-1] in came:
        chain.append(came[chain[-1]])
    moves: list[Direction] = []
    for (at, player), (to, _at) in zip(chain[:0:-1], chain[-2::-1], strict=True):
        d = next(d for d in range(4) if house.step[d][at] == to)
        walk = house.way(player, house.step[OPPOSITE[d]][at], others | 1 << at)
        assert walk is not None  # the errand is possible
        moves += [*walk, DIRECTIONS[d]]
    return moves


def _blocks(house: Warehouse, others: int, start: int) -> dict[tuple[int, int], int]:
    """For each pair of neighbours the block they are in: what stays in one piece when any one cell is taken away.

    Tarjan's search in depth: a block is closed where nothing below reaches above.
    """
    found: dict[tuple[int, int], int] = {}
    order, lowest = {start: 0}, {start: 0}
    pairs: list[tuple[int, int]] = []
    path = [(start, NOWHERE, iter(house.near[start]))]
    while path:
        cell, parent, rest = path[-1]
        for other in rest:
            if others >> other & 1 or other == parent:
                continue
            if other not in order:
                order[other] = lowest[other] = len(order)
                pairs.append((cell, other))
                path.append((other, cell, iter(house.near[other])))
                break
            if order[other] < order[cell]:
                pairs.append((cell, other))
                lowest[cell] = min(lowest[cell], order[other])
        else:
            path.pop()
            if parent == NOWHERE:
                continue
            lowest[parent] = min(lowest[parent], lowest[cell])
            if lowest[cell] >= order[parent]:
                number = len(found)
                while True:
                    one, two = pairs.pop()
                    found[one, two] = found[two, one] = number
                    if (one, two) == (parent, cell):
                        break
    return found


def _until_over(level: Level, state: State, moves: list[Direction]) -> list[Direction]:
    """The moves, up to one that wins on the way."""
    for n, move in enumerate(moves):
        if move not in rules.moves(level, state):
            return moves[:n]
        state = rules.play(level, state, move)
    return moves
