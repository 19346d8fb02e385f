"""A greedy search from both ends at once: its sides, their arrays, and the moves it finds."""

from __future__ import annotations

from typing import Any

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, NEED_GROW, RUNNING, grown

from ..kernels import meeting_search as kernel
from ..kernels.board import BoardArrays, fill_start_distances
from ..kernels.frozen_walls import Walls
from ..kernels.matching import FAR
from ..kernels.nodes import BEST, EXPANDED, LEFT, MEET, Nodes
from ..model import State
from .advised_search import box_graph_of
from .level_arrays import LevelArrays, walls_of
from .node_arrays import new_nodes, size, with_room
from .node_search import STRETCH, SharedArrays, moves_along, new_heaps

_EVERY = 3
_WEIGHT = 1
_MOST_WALLS = 1 << 10


class _Side:
    """One of the two searches."""

    def __init__(self, board: BoardArrays, walls: Walls, boxes: int, backwards: bool) -> None:
        self.board, self.walls = board, walls
        self.most_children = 4 * len(board.step) * boxes
        self.nodes: Nodes = new_nodes(
            boxes, 2 * self.most_children, slots=2, without=("cost", "pushes", "bound", "queue")
        )
        self.heaps = new_heaps(len(self.nodes.player), boxes + 1)
        self.heaps.roots[:] = -1
        self.nodes.numbers[kernel.BACKWARDS] = backwards
        self.nodes.numbers[kernel.EVERY] = _EVERY
        self.nodes.numbers[kernel.WEIGHT] = _WEIGHT
        self.work = 0

    def grow(self) -> None:
        """Make room for more nodes."""
        self.nodes = with_room(self.board, self.nodes, self.most_children)
        lists = {name: getattr(self.heaps, name) for name in ("rank", "left", "right")}
        self.heaps = self.heaps._replace(
            **{name: grown(array, len(self.nodes.player)) for name, array in lists.items()}
        )

    def size(self) -> int:
        """The bytes of its arrays; of those for sets of frozen boxes, which are large, as far as they are filled."""
        filled = 1 + int(self.walls.numbers[1])
        return size((*self.nodes, *self.heaps)) + size(self.walls) * filled // len(self.walls.frozen)

    def line(self, node: int) -> list[tuple[int, int, int, int]]:
        """The moves to a node, the last first: from which cell to which, and from which node to which."""
        moves = []
        while (before := int(self.nodes.came[node, 0])) >= 0:
            moves.append((*divmod(int(self.nodes.came[node, 1]), 32768), before, node))
            node = before
        return moves


class MeetingSearch:
    """A search of the portfolio without a plan."""

    spent = False
    stretch = STRETCH

    def __init__(self, arrays: LevelArrays, state: State) -> None:
        self._arrays, self._state = arrays, state
        boxes = arrays.boxes(state)
        self._graph = box_graph_of(arrays)
        self._sides = (
            _Side(arrays.board, walls_of(arrays, _MOST_WALLS), len(boxes), False),
            _Side(*backwards(arrays, boxes), len(boxes), True),
        )
        self._side = 0
        self.method: Any = "meeting"
        scratch = arrays.scratch()
        ends = (boxes, arrays.player(state)), (np.sort(arrays.targets).astype(np.int16), -1)
        for side, (first, player) in zip(self._sides, ends, strict=True):
            kernel.begin(side.board, scratch, side.walls, side.nodes, side.heaps, first, np.int64(player))

    @property
    def nodes(self) -> Nodes:
        """The nodes of the side whose turn it is."""
        return self._sides[self._side].nodes

    @property
    def expanded(self) -> int:
        """As of `AdvisedSearch`."""
        return sum(int(side.nodes.numbers[EXPANDED]) for side in self._sides)

    @property
    def paused(self) -> bool:
        """As of `AdvisedSearch`."""
        return bool(self.nodes.numbers[LEFT] > 0)

    @property
    def work(self) -> int:
        """What it has taken, in array elements looked at."""
        return sum(side.work for side in self._sides)

    def size(self) -> int:
        """The bytes of its arrays."""
        return sum(side.size() for side in self._sides)

    def advance(self, shared: SharedArrays, budget: int) -> int:
        """As of `AdvisedSearch`, one side at a time; EXHAUSTED (`spent`) says only that it has nothing more to try."""
        if not self.paused:
            self._side = int(self._sides[1].work < self._sides[0].work)
            self.nodes.numbers[LEFT] = budget
        side, other = self._sides[self._side], self._sides[1 - self._side]
        scratch, corral_scratch, macros, corral_search = shared
        own = side.walls, side.nodes, side.heaps, other.nodes, self._graph
        code = kernel.advance(side.board, scratch, corral_scratch, *own, macros, corral_search)
        side.work += int(scratch.work[0])
        if code != RUNNING:
            side.nodes.numbers[LEFT] = 0
        if code == NEED_GROW:
            side.grow()
        self.spent = code == EXHAUSTED
        return int(code)

    def moves(self) -> tuple[Direction, ...]:
        """The moves of the solution: those of the side that plays forwards, then the pulls played forwards."""
        numbers = self.nodes.numbers
        met = int(numbers[BEST]), int(numbers[MEET])
        first, second = (side.line(node) for side, node in zip(self._sides, met[:: 1 - 2 * self._side], strict=True))
        forwards, backwards = (side.nodes.player for side in self._sides)
        line = [(box, to, int(forwards[after])) for box, to, _before, after in reversed(first)]
        line += [(to, box, int(backwards[before])) for box, to, before, _after in second]
        return moves_along(self._arrays, self._state, line)


def meeting_search(arrays: LevelArrays, state: State) -> MeetingSearch | None:
    """The search of a level, None where targets are left over: the end is then not one position."""
    return MeetingSearch(arrays, state) if 0 < len(arrays.boxes(state)) == len(arrays.targets) else None


def backwards(arrays: LevelArrays, starts: Any) -> tuple[BoardArrays, Walls]:
    """The board with the starts as targets, and the pulls that a box alone needs to come to each."""
    board, n = arrays.board, arrays.graph.wall
    distance = np.full((n, 4, len(starts)), FAR, np.int32)
    queue = np.zeros(4 * n + 4, np.int32)
    for number, start in enumerate(starts):
        fill_start_distances(board.step, board.side, distance, queue, np.int64(start), number)
        checkpoint()
    target = np.zeros(n + 1, np.uint8)
    target[starts] = 1
    walls = walls_of(arrays, 1)
    walls.distance[0] = distance
    own = walls._replace(targets=starts.astype(np.int32))
    return board._replace(distance=distance, target=target, no_freeze=np.ones(1, np.uint8)), own
