"""A weighted A* from the end: its arrays, and the moves it finds."""

from __future__ import annotations

from typing import Any

from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING, grown

from ..kernels import pull_search as kernel
from ..kernels.board import reach
from ..kernels.lost_pairs import KnownPairs
from ..kernels.nodes import BEST, EXPANDED, LEFT, Nodes
from ..model import State
from .level_arrays import LevelArrays, unreached_pairs
from .meeting_search import backwards
from .node_arrays import new_nodes, size, with_room
from .node_search import SharedArrays, moves_along

_RANKS = 1 << 13
_WEIGHT = 9


class PullSearch:
    """A search of the portfolio without a plan."""

    spent = False
    method: Any = "pulls"
    stretch = 1024
    work = 0

    def __init__(self, arrays: LevelArrays, state: State) -> None:
        self._arrays, self._state = arrays, state
        boxes, player = arrays.boxes(state), arrays.player(state)
        self._board, self._walls = backwards(arrays, boxes)
        self._known = KnownPairs(*unreached_pairs(arrays, boxes, player))
        self._children = 4 * len(boxes)
        scratch = arrays.scratch()
        room = len(arrays.board.step)
        self.nodes: Nodes = new_nodes(len(boxes), room, slots=2, without=("cost", "bound", "queue"))
        self._ranks = kernel.Ranks(np.zeros(_RANKS, np.int32), np.zeros(len(self.nodes.player), np.int32))
        scratch.box[boxes] = 1
        self.nodes.numbers[kernel.PLAYER] = reach(arrays.board.step, scratch, player)
        scratch.box[boxes] = 0
        self.nodes.numbers[kernel.WEIGHT] = _WEIGHT
        ends = np.sort(arrays.targets).astype(np.int16)
        kernel.begin(self._board, scratch, self._walls, self.nodes, self._ranks, ends)

    @property
    def expanded(self) -> int:
        """As of `AdvisedSearch`."""
        return int(self.nodes.numbers[EXPANDED])

    @property
    def paused(self) -> bool:
        """As of `AdvisedSearch`."""
        return bool(self.nodes.numbers[LEFT] > 0)

    def size(self) -> int:
        """The bytes of its arrays."""
        return size((*self.nodes, *self._ranks, *self._walls))

    def advance(self, shared: SharedArrays, budget: int) -> int:
        """As of `AdvisedSearch`; EXHAUSTED (`spent`) says only that it has nothing more to try."""
        if not self.paused:
            self.nodes.numbers[LEFT] = budget
        code = kernel.advance(self._board, shared.scratch, self._walls, self.nodes, self._ranks, self._known)
        self.work += int(shared.scratch.work[0])
        if code != RUNNING:
            self.nodes.numbers[LEFT] = 0
        if code == NEED_GROW:
            self.nodes = with_room(self._board, self.nodes, self._children)
            self._ranks = self._ranks._replace(following=grown(self._ranks.following, len(self.nodes.player)))
        self.spent = code == EXHAUSTED
        return int(code)

    def moves(self) -> tuple[Direction, ...]:
        """The moves of the solution: the pulls played forwards."""
        nodes, line, node = self.nodes, [], int(self.nodes.numbers[BEST])
        while (before := int(nodes.came[node, 0])) >= 0:
            box, to = divmod(int(nodes.came[node, 1]), 32768)
            line.append((to, box, int(nodes.player[before])))
            node = before
        return moves_along(self._arrays, self._state, line)


def pull_search(arrays: LevelArrays, state: State) -> PullSearch | None:
    """The search of a level, None where targets are left over: the end is then not one position."""
    return PullSearch(arrays, state) if 0 < len(arrays.boxes(state)) == len(arrays.targets) else None
