"""The rules: the ball never climbs; it rolls onto a neighbour no higher, or pushes the block that stands in its way.

Row i, column j; the four directions always in the sheet's order: down, right, up, left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .model import Level, State

_ = Catalogue("pushit")

ORDER = (Direction.DOWN, Direction.RIGHT, Direction.UP, Direction.LEFT)


class Way(NamedTuple):
    """A way out of a cell: the direction, the cell next to it and the one behind that (None: off the board)."""

    direction: Direction
    next: int
    behind: int | None


@lru_cache(maxsize=1 << 16)
def ways(rows: int, columns: int, cell: int) -> tuple[Way, ...]:
    """The ways that stay on the board.

    >>> [(way.direction.letter, way.next, way.behind) for way in ways(3, 3, 1)]
    [('D', 4, 7), ('R', 2, None), ('L', 0, None)]
    """

    def at(steps: int, direction: Direction) -> int | None:
        row, column = cell // columns + steps * direction.step[0], cell % columns + steps * direction.step[1]
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else None

    around = ((direction, at(1, direction), at(2, direction)) for direction in ORDER)
    return tuple(Way(direction, beside, behind) for direction, beside, behind in around if beside is not None)


def ways_from(level: Level, state: State) -> tuple[Way, ...]:
    """The ways out of the ball's cell that stay on the board."""
    return ways(level.rows, level.columns, state.ball)


def pushed(level: Level, state: State, way: Way) -> int | None:
    """How many blocks the ball pushes by going this way: 0 if it just rolls, None if it cannot go."""
    ball, heights = state
    climb = heights[way.next] - heights[ball]
    if climb <= 0:
        return 0
    if climb <= level.tall and way.behind is not None and heights[way.behind] <= heights[ball]:
        return climb
    return None


def after(state: State, way: Way, blocks: int) -> State:
    """The state once the ball has gone that way, pushing so many blocks: they slide onto the cell behind, or fall."""
    if not blocks:
        return State(way.next, state.heights)
    assert way.behind is not None
    heights = list(state.heights)
    heights[way.next] -= blocks
    heights[way.behind] += blocks
    return State(way.next, tuple(heights))


def start(level: Level) -> State:
    """The ball on the start cell; a start outside the board (a problem of the level) counts as the nearest cell."""
    row = min(level.start[0], level.rows - 1)
    column = min(level.start[1], level.columns - 1)
    return State(row * level.columns + column, level.heights)


def moves(level: Level, state: State) -> list[Direction]:
    """The directions the ball can take."""
    if status(level, state) is not Status.OPEN:
        return []
    return [way.direction for way in ways_from(level, state) if pushed(level, state, way) is not None]


def play(level: Level, state: State, move: Direction) -> State:
    """The ball rolls onto the next cell; if it pushed a block off it, the ball takes the place it freed.

    >>> level = Level(3, (1, 2, 0, 0, 0, 1, 0, 0, 1))
    >>> play(level, start(level), Direction.RIGHT)
    State(ball=1, heights=(1, 1, 1, 0, 0, 1, 0, 0, 1))
    """
    if status(level, state) is not Status.OPEN:
        raise IllegalMove(_("the ball has reached the exit: the game is over"))
    way = _way(level, state, move)
    if way is None:
        raise IllegalMove(_("the ball cannot leave the board"))
    blocks = pushed(level, state, way)
    if blocks is None:
        raise IllegalMove(_("the ball cannot climb, and what is in its way cannot be pushed"))
    return after(state, way, blocks)


def status(level: Level, state: State) -> Status:
    """WON once the ball is on the exit; OPEN before: no rule says when a game is lost."""
    return Status.WON if state.ball == level.exit else Status.OPEN


def pushes(level: Level, state: State, move: Direction) -> int:
    """1 if the move pushes, 0 if it does not."""
    way = _way(level, state, move)
    return 1 if way is not None and pushed(level, state, way) else 0


def cost(level: Level, state: State, move: Direction) -> int:
    """What the level says a move, or a push, costs."""
    return level.cost[pushes(level, state, move)]


def line(level: Level, state: State, moves: Sequence[Direction]) -> tuple[State, int, int] | None:
    """Where moves lead that win, with their pushes and their cost; None if they do not, or are not all allowed.

    Each move is looked at once here; `play`, `pushes` and `cost` each look at it on their own.
    """
    pushing = 0
    for move in moves:
        way = _way(level, state, move)
        blocks = None if way is None or state.ball == level.exit else pushed(level, state, way)
        if way is None or blocks is None:
            return None
        pushing += blocks > 0
        state = after(state, way, blocks)
    roll, push = level.cost
    cost = roll * (len(moves) - pushing) + push * pushing
    return (state, pushing, cost) if status(level, state) is Status.WON else None


def _way(level: Level, state: State, move: Direction) -> Way | None:
    for way in ways_from(level, state):
        if way.direction is move:
            return way
    return None
