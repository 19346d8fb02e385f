"""One crate's errands, the others staying where they are: where it can be pushed, and by which moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from functools import lru_cache

from cassetete.core.grid import Cell, Direction

from . import rules
from .model import Level, State
from .warehouse import DIRECTIONS, NOWHERE, OPPOSITE, Warehouse, warehouse


def bring(level: Level, state: State, crate: Hashable, target: Hashable) -> list[Direction]:
    """The fewest pushes that bring a crate to a cell; steps are fewest then, too."""
    house = warehouse(level)
    if crate not in state.boxes or crate not in house.number or target not in house.number:
        return []
    if crate == target or state.player not in house.number or not rules.moves(level, state):
        return []
    for place, moves in _pushed(house, state, house.number[crate]):
        if place == house.number[target]:
            return _until_over(level, state, moves)
    return []


@lru_cache(maxsize=64)
def reach(level: Level, state: State, crate: Cell) -> frozenset[Cell]:
    """The cells a crate can be pushed to."""
    house = warehouse(level)
    if crate not in state.boxes or crate not in house.number or state.player not in house.number:
        return frozenset()
    cells = {number: cell for cell, number in house.number.items()}
    return frozenset(cells[place] for place, _moves in _pushed(house, state, house.number[crate])) - {crate}


def _pushed(house: Warehouse, state: State, crate: int) -> Iterator[tuple[int, list[Direction]]]:
    """Each place of the crate with the keeper behind it, by fewest pushes, and the moves that lead there."""
    assert state.player is not None
    others = house.boxes_of(state) & ~(1 << crate)
    first = (crate, house.number[state.player])
    ways: dict[tuple[int, int], list[Direction]] = {first: []}
    queue = deque([first])
    while queue:
        at, player = queue.popleft()
        for d, direction in enumerate(DIRECTIONS):
            to, behind = house.step[d][at], house.step[OPPOSITE[d]][at]
            if to == NOWHERE or behind == NOWHERE or others >> to & 1 or (to, at) in ways:
                continue
            walk = None if others >> behind & 1 else house.way(player, behind, others | 1 << at)
            if walk is None:
                continue
            ways[to, at] = [*ways[at, player], *walk, direction]
            yield to, ways[to, at]
            queue.append((to, at))


def _until_over(level: Level, state: State, moves: list[Direction]) -> list[Direction]:
    """The moves, up to one that wins on the way."""
    for n, move in enumerate(moves):
        if move not in rules.moves(level, state):
            return moves[:n]
        state = rules.play(level, state, move)
    return moves
