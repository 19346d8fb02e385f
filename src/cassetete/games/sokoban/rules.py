"""The rules of the sheet: the player steps onto a free cell, or pushes one box onto a free cell, and never pulls."""

from __future__ import annotations

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Cell, Direction
from cassetete.core.message import Catalogue

from .model import Level, State

_ = Catalogue("sokoban")


def start(level: Level) -> State:
    """The player and the boxes where the file puts them."""
    return State(level.player, level.boxes)


def moves(level: Level, state: State) -> list[Direction]:
    """The directions the player can go, in the sheet's order: UP, DOWN, LEFT, RIGHT."""
    if state.player is None or status(level, state) is not Status.OPEN:
        return []
    return [direction for direction in Direction if _allowed(level, state.boxes, state.player, direction)]


def play(level: Level, state: State, move: Direction) -> State:
    """The player takes one step, and the box that stood there, if any, one step the same way."""
    player, boxes = state
    if player is None or status(level, state) is not Status.OPEN:
        raise IllegalMove(_("the game is over") if player else _("there is no player"))
    ahead = beside(player, move)
    if ahead not in level.floor:
        raise IllegalMove(_("there is a wall"))
    if ahead not in boxes:
        return State(ahead, boxes)
    beyond = beside(ahead, move)
    if beyond not in level.floor or beyond in boxes:
        raise IllegalMove(_("the box is blocked"))
    return State(ahead, boxes - {ahead} | {beyond})


def status(level: Level, state: State) -> Status:
    """Won when every box is on a target, no matter which."""
    return Status.WON if state.boxes and state.boxes <= level.targets else Status.OPEN


def cost(level: Level, state: State, move: Direction) -> int:
    """What the level says a step or a push costs."""
    return level.costs[pushes(level, state, move)]


def pushes(_level: Level, state: State, move: Direction) -> int:
    """1 if the move pushes a box, 0 if the player only walks."""
    return int(state.player is not None and beside(state.player, move) in state.boxes)


def beside(cell: Cell, direction: Direction) -> Cell:
    """The next cell in a direction.

    >>> beside((2, 2), Direction.UP)
    (1, 2)
    """
    return cell[0] + direction.step[0], cell[1] + direction.step[1]


def _allowed(level: Level, boxes: frozenset[Cell], player: Cell, direction: Direction) -> bool:
    ahead = beside(player, direction)
    if ahead not in level.floor:
        return False
    if ahead not in boxes:
        return True
    beyond = beside(ahead, direction)
    return beyond in level.floor and beyond not in boxes
