"""The rules: an animal slides until a wall or another animal stops it; the turtle on its hideout wins."""

from __future__ import annotations

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .model import BITS, LETTERS, Level, Move, State

_ = Catalogue("turtle")


def start(level: Level) -> State:
    """Where the animals are at first."""
    return level.animals


def moves(level: Level, state: State) -> list[Move]:
    """The slides that lead somewhere: by animal, then up, down, left, right as the sheet's tree has them.

    >>> level = Level(2, 2, (0, 0, 0, 0), (0, 1), 3)
    >>> [f"{animal}{LETTERS[direction]}" for animal, direction in moves(level, start(level))]
    ['0B', '1B']
    """
    if status(level, state) is not Status.OPEN:
        return []
    return [
        Move(animal, direction)
        for animal, cell in enumerate(state)
        for direction in LETTERS
        if slide(level, state, cell, direction) != cell
    ]


def play(level: Level, state: State, move: Move) -> State:
    """One animal slides, the others stay.

    >>> level = Level(2, 2, (0, 0, 0, 0), (0, 1), 3)
    >>> play(level, (0, 1), Move(1, Direction.DOWN))
    (0, 3)
    """
    animal, direction = move
    if status(level, state) is not Status.OPEN:
        raise IllegalMove(_("the turtle is home: the game is over"))
    if not 0 <= animal < len(state):
        raise IllegalMove(_("there is no animal {n} here", n=animal))
    stop = slide(level, state, state[animal], direction)
    if stop == state[animal]:
        raise IllegalMove(_("animal {n} cannot move that way", n=animal))
    return (*state[:animal], stop, *state[animal + 1 :])


def status(level: Level, state: State) -> Status:
    """WON once the turtle stands on its hideout; a turtle that starts there has won already."""
    return Status.WON if level.goal is not None and state[:1] == (level.goal,) else Status.OPEN


def cost(level: Level, state: State, move: Move) -> int:  # noqa: ARG001 (the contract's signature)
    """Every slide counts one, however long."""
    return 1


def slide(level: Level, state: State, cell: int, direction: Direction) -> int:
    """Where an animal standing on `cell` stops."""
    wall = BITS[direction]
    rows, columns = direction.step
    step = rows * level.columns + columns
    while not level.closed[cell] & wall and cell + step not in state:
        cell += step
    return cell
