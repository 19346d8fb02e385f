"""Breadth-first search state by state (`kernels/states.py`): its arrays, for any board and number of animals."""

from __future__ import annotations

from itertools import pairwise

from cassetete.core.answers import Visit
from cassetete.core.contract import Search
from cassetete.speed import hashset
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget
from cassetete.speed.driver import grown, solve

from ..kernels import states as kernel
from ..kernels.deepening import packed
from ..model import Level, Move, State
from .deepening import DeepeningBoard
from .slides import named, slide_between

_STRIDE = 4096
_FIRST_ROOM = 1 << 12


class StateSearch:
    """One search under way; `before` are the states that others have expanded."""

    def __init__(self, level: Level, state: State, before: int) -> None:
        assert level.goal is not None
        self._level, self._state, self._before = level, state, before
        self._board = DeepeningBoard(level, level.goal)
        self._at = np.array(self._board.placed(state), np.int64)
        self._queue, self._parent = np.empty(_FIRST_ROOM, np.uint64), np.empty(_FIRST_ROOM, np.int64)
        self._table, self._marks = hashset.empty(_FIRST_ROOM), np.array([0, 1, 0], np.int64)
        self._queue[0] = packed(*(self._at[animal] for animal in range(5)))
        self._parent[0] = -1
        hashset.insert(self._table, self._queue[0])

    @property
    def expanded(self) -> int:
        """How many states were expanded."""
        return self._before + int(self._marks[0])

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""
        return int(self._queue.nbytes + self._parent.nbytes + self._table.nbytes)

    def step(self, budget: int) -> int:
        """Expand so many states."""
        return int(
            kernel.step(
                self._board.tables, self._board.goal, len(self._state), self._at,
                self._queue, self._parent, self._table, self._marks, budget,
            )
        )  # fmt: skip

    def grow(self) -> None:
        """Double the arrays."""
        self._queue, self._parent = grown(self._queue), grown(self._parent)
        self._table = hashset.doubled(self._table)

    def visit(self) -> Visit[State]:
        """How far the search is."""
        return Visit(None, self.expanded, int(self._marks[1] - self._marks[0]), 0)

    def moves(self) -> tuple[Move, ...]:
        """The moves that lead from the first state of the queue to the one that was found."""
        chain: list[State] = []
        place, count = int(self._marks[2]), len(self._state)
        while place >= 0:
            key = int(self._queue[place])
            chain.append(tuple(self._board.cells.narrow(key >> 10 * animal & 1023) for animal in range(count)))
            place = int(self._parent[place])
        chain.reverse()
        slides = [slide_between(self._level, before, after) for before, after in pairwise(chain)]
        return named(self._level, self._state, slides)


def search(level: Level, state: State, budget: Budget, expanded: int = 0) -> Search[State, Move]:
    """A shortest solution, or the proof that there is none; `expanded` states were expanded before."""
    return solve(StateSearch(level, state, expanded), budget, _STRIDE)
