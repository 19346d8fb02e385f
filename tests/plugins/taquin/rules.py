"""The rules: a tile next to the hole slides into it; the game is won when the tiles are in order, the hole last."""

from __future__ import annotations

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .model import Level, State

_ = Catalogue("taquin")


def start(level: Level) -> State:
    """The tiles as the level has them."""
    return level.tiles


def moves(level: Level, state: State) -> list[Direction]:
    """The directions in which some tile can slide."""
    if status(level, state) is not Status.OPEN:
        return []
    return [direction for direction in Direction if sliding_tile(level, state, direction) is not None]


def play(level: Level, state: State, move: Direction) -> State:
    """The tile on the other side of the hole slides in the direction of the move."""
    tile = sliding_tile(level, state, move)
    if tile is None or status(level, state) is not Status.OPEN:
        raise IllegalMove(_("no tile can slide that way"))
    tiles = list(state)
    hole = state.index(0)
    tiles[hole], tiles[tile] = tiles[tile], 0
    return tuple(tiles)


def status(level: Level, state: State) -> Status:
    """Won in order; a taquin is never lost."""
    return Status.WON if state == (*range(1, level.size**2), 0) else Status.OPEN


def cost(_level: Level, _state: State, _move: Direction) -> int:
    """Every slide costs 1."""
    return 1


def sliding_tile(level: Level, state: State, direction: Direction) -> int | None:
    """Where the tile stands that would slide into the hole; None at the edge, or where there is no hole."""
    if 0 not in state:
        return None
    row, column = divmod(state.index(0), level.size)
    row, column = row - direction.step[0], column - direction.step[1]
    inside = 0 <= row < level.size and 0 <= column < level.size
    return row * level.size + column if inside else None
