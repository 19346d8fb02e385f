"""The rules: all sheep walk the same way as far as they can; every tuft of grass needs a sheep; wolves eat sheep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Cell, Direction
from cassetete.core.message import Catalogue

from .model import Level, Sheep, State

_ = Catalogue("ricosheep")

DIRECTIONS = (Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN)
"""In the sheet's order."""

Piece = TypeVar("Piece", Sheep, Cell)


def start(level: Level) -> State:
    """Where the pieces stand at first."""
    return level.start


def moves(level: Level, state: State) -> list[Direction]:
    """The directions in which some piece can walk."""
    if status(level, state) is not Status.OPEN:
        return []
    return [direction for direction in DIRECTIONS if _after(level, state, direction) != state]


def play(level: Level, state: State, move: Direction) -> State:
    """Every sheep walks as far as it can, then every wolf does; what a wolf meets, it eats.

    >>> level = Level(("___", "_GB", "___"), ("S_S", "___", "_S_"))
    >>> sorted(play(level, start(level), Direction.LEFT).sheep)
    [(0, 0, 'S'), (0, 1, 'S'), (2, 0, 'S')]
    """
    if status(level, state) is not Status.OPEN:
        raise IllegalMove(_("the game is over"))
    after = _after(level, state, move)
    if after == state:
        raise IllegalMove(_("no animal can move that way"))
    return after


def status(level: Level, state: State) -> Status:
    """LOST once a wolf has eaten; WON when each tuft has a sheep on it, a coloured one a sheep of its colour."""
    if state.eaten:
        return Status.LOST
    if not level.tinted_grass <= state.sheep:
        return Status.OPEN
    covered = {(row, column) for row, column, _coat in state.sheep}
    return Status.WON if level.plain_grass <= covered else Status.OPEN


def cost(level: Level, state: State, move: Direction) -> int:  # noqa: ARG001
    """Every move costs 1."""
    return 1


def slide(level: Level, pieces: Iterable[Piece], direction: Direction) -> list[tuple[Piece, Cell]]:
    """Each piece with the cell where it stops: the nearest to the wall goes first, each next one stops behind it.

    Sorting the pieces is all that takes more than constant time for each: `Level.walls` is made once for a level.
    """
    walls = level.walls[direction]
    down, right = direction.step
    stopped: dict[Cell, int] = {}
    stops = []
    for piece in sorted(pieces, key=lambda piece: -(piece[0] * down + piece[1] * right)):
        wall = walls[piece[0], piece[1]]
        ahead = stopped.get(wall, 0)
        stopped[wall] = ahead + 1
        stops.append((piece, (wall[0] - ahead * down, wall[1] - ahead * right)))
    return stops


def way(piece: Sheep | Cell, stop: Cell) -> list[Cell]:
    """The cells from a piece to its stop, both included.

    >>> way((2, 3), (2, 1))
    [(2, 1), (2, 2), (2, 3)]
    """
    rows = range(min(piece[0], stop[0]), max(piece[0], stop[0]) + 1)
    columns = range(min(piece[1], stop[1]), max(piece[1], stop[1]) + 1)
    return [(row, column) for row in rows for column in columns]


def _after(level: Level, state: State, direction: Direction) -> State:
    herd = slide(level, state.sheep, direction)
    if not state.wolves:
        return State(frozenset((row, column, sheep[2]) for sheep, (row, column) in herd))
    safe = frozenset((stop[0], stop[1], sheep[2]) for sheep, stop in herd if state.wolves.isdisjoint(way(sheep, stop)))
    pack = slide(level, state.wolves, direction)
    trodden = {cell for wolf, stop in pack for cell in way(wolf, stop)}
    left = frozenset(sheep for sheep in safe if (sheep[0], sheep[1]) not in trodden)
    return State(left, frozenset(stop for _wolf, stop in pack), eaten=len(left) < len(state.sheep))
