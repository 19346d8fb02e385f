"""Boards that look like real ones: stubs on the outer walls, corners in the open, a block in the middle."""

from __future__ import annotations

from cassetete.core.grid import Direction
from cassetete.speed.random import Random

from ..model import BITS, Level

_TURNS = (
    (Direction.UP, Direction.RIGHT),
    (Direction.RIGHT, Direction.DOWN),
    (Direction.DOWN, Direction.LEFT),
    (Direction.LEFT, Direction.UP),
)
_BLOCK = 9
_STUBS = 6


class WallPlan:
    """A board being drawn: the walls so far, and the cells of its corners, where hideouts look right."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.codes = [0] * (rows * columns)
        self.corners: list[int] = []
        self.inner: set[int] = set()

    def wall(self, cell: int, direction: Direction) -> None:
        """Put up a wall on one side of a cell; `level` closes the other."""
        self.codes[cell] |= BITS[direction]

    def level(self) -> Level:
        """The board, each wall coded on both sides and the outer edge too."""
        codes = Level(self.rows, self.columns, tuple(self.codes)).closed
        return Level(self.rows, self.columns, codes)


def composed(rows: int, columns: int, corners: int, random: Random) -> WallPlan:
    """A board with so many corners for a hundred cells.

    Each quarter has one stub on each of its two outer sides and its share of corners, turned each way in turn; no
    corner touches another, the edge or the block in the middle.

    >>> plan = composed(16, 16, 7, Random(1))
    >>> len(plan.corners), len(plan.inner)
    (17, 4)
    """
    plan = WallPlan(rows, columns)
    if min(rows, columns) >= _BLOCK:
        _block(plan)
    if min(rows, columns) >= _STUBS:
        _stubs(plan, random)
    wanted = corners * rows * columns // 100
    ways = list(_TURNS)
    random.shuffle(ways)
    for number in range(wanted):
        south, east = divmod(number % 4, 2)
        _corner(plan, (south, east), ways[number // 4 % 4], random)
    return plan


def _block(plan: WallPlan) -> None:
    """The closed block in the middle: two by two on even sides, one on odd ones."""
    for row in {(plan.rows - 1) // 2, plan.rows // 2}:
        for column in {(plan.columns - 1) // 2, plan.columns // 2}:
            cell = row * plan.columns + column
            plan.codes[cell] = 15
            plan.inner.add(cell)


def _stubs(plan: WallPlan, random: Random) -> None:
    """One wall standing out from each half of each side."""
    for half in range(2):
        for far in range(2):
            row = half * plan.rows // 2 + random.below(plan.rows // 2 - 1) + (1 - half)
            plan.wall(row * plan.columns + far * (plan.columns - 1), Direction.UP if row else Direction.DOWN)
            column = half * plan.columns // 2 + random.below(plan.columns // 2 - 1) + (1 - half)
            cell = far * (plan.rows - 1) * plan.columns + column
            plan.wall(cell, Direction.LEFT if column else Direction.RIGHT)


def _corner(plan: WallPlan, quarter: tuple[int, int], way: tuple[Direction, Direction], random: Random) -> None:
    """A corner somewhere in a quarter, if there is still room for it."""
    top, left = (quarter[0] * plan.rows // 2, quarter[1] * plan.columns // 2)
    bottom, right = ((quarter[0] + 1) * plan.rows // 2, (quarter[1] + 1) * plan.columns // 2)
    places = [
        row * plan.columns + column
        for row in range(max(1, top), min(plan.rows - 1, bottom))
        for column in range(max(1, left), min(plan.columns - 1, right))
        if _free(plan, row, column)
    ]
    if places:
        cell = random.choice(places)
        plan.corners.append(cell)
        for direction in way:
            plan.wall(cell, direction)


def _free(plan: WallPlan, row: int, column: int) -> bool:
    taken = (divmod(cell, plan.columns) for cell in (*plan.corners, *plan.inner))
    return all(abs(row - other) > 1 or abs(column - beside) > 1 for other, beside in taken)
