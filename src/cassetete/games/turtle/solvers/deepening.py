"""Iterative deepening (`kernels/deepening.py`): its arrays, for boards of up to 32 by 32."""

from __future__ import annotations

from typing import Any

from cassetete.speed.arrays import np

from ..kernels import deepening as kernel
from ..model import Level, Move, State
from .board_tables import Renumbering
from .slides import DIRECTIONS

_ABSENT = (kernel.ABSENT,) * 5
_SLOTS = 1 << 16
_MOVES = tuple(Move(animal, direction) for animal in range(5) for direction in DIRECTIONS)


class DeepeningBoard:
    """The tables of a level for a goal, as `kernels/deepening.py` describes them."""

    def __init__(self, level: Level, goal: int) -> None:
        self.level = level
        self.cells = Renumbering(level.columns, kernel.SIDE)
        self.goal = self.cells.wide(goal)
        self.tables = np.empty((kernel.LINES, kernel.ABSENT + 1), np.int16)
        walls = np.frombuffer(bytes(level.walls), np.uint8)
        kernel.fill_tables(walls, level.rows, level.columns, kernel.STEP, self.goal, self.tables)

    def placed(self, state: State) -> tuple[int, int, int, int, int]:
        """The cells of the animals, five of them."""
        turtle, one, two, three, four = (*map(self.cells.wide, state), *_ABSENT[len(state) :])
        return turtle, one, two, three, four

    def walled_off(self, state: State) -> bool:
        """Whether the turtle could not get to the goal even if it could stop anywhere."""
        turtle = self.cells.wide(state[0])
        far = self.tables.item(kernel.OPEN, turtle) == kernel.FAR == self.tables.item(kernel.SHUT, turtle)
        return far and turtle != self.goal


class _Workspace:
    """Arrays that one search after another uses: the table's entries carry the stamp of their search."""

    def __init__(self) -> None:
        self.table = np.zeros(_SLOTS, np.uint64)
        self.stamp = 0
        self.stacks = np.zeros((kernel.STACKS, kernel.DEEPEST + 8), np.int64)

    def next_stamp(self) -> Any:
        self.stamp = self.stamp % 255 + 1
        if self.stamp == 1:
            self.table.fill(0)
        return np.uint64(self.stamp)


_spare: list[_Workspace] = []


def deepen(board: DeepeningBoard, state: State, budget: int) -> tuple[tuple[Move, ...] | None, int]:
    """A shortest solution, or None when the budget is used up, and the number of states visited."""
    work = _spare.pop() if _spare else _Workspace()
    length = kernel.deepen(
        board.tables, kernel.STEP, board.goal, len(state), *board.placed(state),
        work.table, work.next_stamp(), budget, work.stacks,
    )  # fmt: skip
    moves = work.stacks[kernel.PATH, : max(0, length)].tolist()
    visited: int = work.stacks.item(kernel.COUNT, 0)
    _spare[:] = [work]
    if length < 0:
        return None, visited
    return tuple([_MOVES[move] for move in moves]), visited
