"""What the searches of the portfolio share: arrays, nodes that wait in heaps, and how macro moves are unfolded."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.driver import NEED_GROW, RUNNING, grown

from ..box_paths import box_paths, pushes_to
from ..floor_graph import FloorGraph, Push, mask
from ..kernels.board import Scratch
from ..kernels.corral_deadlock import CorralSearch
from ..kernels.macro_moves import MacroMoves
from ..kernels.move_heaps import MoveHeaps
from ..kernels.nodes import BEST, EXPANDED, LEFT, Nodes
from ..model import State
from .level_arrays import LevelArrays, lost_pairs_of
from .node_arrays import size, with_room
from .packing_plan import new_macro_moves

STRETCH = 16
"""How many nodes a search expands at once, where they take long."""

CORRAL_NODES = 1024
CORRAL_FIRST, CORRAL_THEN = 64, 64
CORRAL_RINGS = 3
CORRAL_VERDICTS = 1 << 20
"""How far a corral is searched at most, and at first; how many rings of boxes are added; how many verdicts are
remembered."""


class SharedArrays(NamedTuple):
    """What the searches of a portfolio share: scratch arrays, and the verdicts on corrals."""

    scratch: Scratch
    corral_scratch: Scratch
    macros: MacroMoves
    corral_search: CorralSearch


def shared_arrays(arrays: LevelArrays, state: State) -> SharedArrays:
    """New arrays for a level's portfolio."""
    boxes, pairs = len(arrays.boxes(state)), lost_pairs_of(arrays.level)
    corral_search = CorralSearch(
        boxes=np.zeros((CORRAL_NODES, boxes), np.int16),
        player=np.zeros(CORRAL_NODES, np.int32),
        sizes=np.zeros(CORRAL_NODES, np.int32),
        table=np.zeros(8 * CORRAL_NODES, np.uint64),
        slots=np.zeros(CORRAL_NODES, np.int64),
        score=np.zeros(CORRAL_NODES, np.int32),
        verdicts=np.zeros(CORRAL_VERDICTS, np.uint64),
        asked=np.zeros(CORRAL_VERDICTS, np.uint16),
        numbers=np.array([0, CORRAL_FIRST, CORRAL_THEN, CORRAL_RINGS, 0], np.int64),
        stack=np.zeros(CORRAL_NODES, np.int32),
        child=np.zeros(boxes, np.int16),
        pushes=np.zeros((boxes, 4), np.uint8),
        pair_number=pairs.number,
        pair_part=pairs.part,
        pair_penalty=pairs.penalty,
    )
    macros = new_macro_moves(arrays.graph.wall)
    return SharedArrays(arrays.scratch(), arrays.scratch(), macros, corral_search)


class NodeSearch:
    """What the searches of a portfolio have in common: nodes, heaps of moves, and a kernel that goes on with them."""

    arrays: LevelArrays
    state: State
    nodes: Nodes
    heaps: MoveHeaps
    kernel: ModuleType
    guides: tuple[Any, Any]
    """What the kernel's features are read from."""
    stretch = STRETCH
    work = 0
    """What it has taken, in array elements looked at."""

    def size(self) -> int:
        """The bytes of its arrays."""
        return size((*self.nodes, *self.heaps))

    def advance(self, shared: SharedArrays, budget: int) -> int:
        """Expand some nodes, or go on with those that were begun (`paused`); the kernel's status code."""
        scratch, corral_scratch, macros, corral_search = shared
        own = self.nodes, self.heaps, *self.guides
        if not self.paused:
            self.nodes.numbers[LEFT] = budget
        code = self.kernel.advance(self.arrays.board, scratch, corral_scratch, *own, macros, corral_search)
        self.work += int(scratch.work[0])
        if code != RUNNING:
            self.nodes.numbers[LEFT] = 0
        if code == NEED_GROW:
            self.nodes = with_room(self.arrays.board, self.nodes, self.most_children)
            lists = {name: getattr(self.heaps, name) for name in ("rank", "best", "left", "right")}
            self.heaps = self.heaps._replace(
                **{name: grown(array, len(self.nodes.player)) for name, array in lists.items()}
            )
        return int(code)

    @property
    def expanded(self) -> int:
        """How many positions it has expanded."""
        return int(self.nodes.numbers[EXPANDED])

    @property
    def most_children(self) -> int:
        """More children than any position has."""
        return 4 * len(self.arrays.board.step) * int(self.nodes.boxes.shape[1])

    @property
    def paused(self) -> bool:
        """Whether the last call ended before its nodes were expanded: no other search may use the scratch arrays."""
        return bool(self.nodes.numbers[LEFT] > 0)

    def moves(self) -> tuple[Direction, ...]:
        """The moves of the solution."""
        return moves_to_winner(self.arrays, self.state, self.nodes)


def moves_to_winner(arrays: LevelArrays, state: State, nodes: Nodes) -> tuple[Direction, ...]:
    """The macro moves to the node that wins, each unfolded into its pushes and walks."""
    line = []
    node = int(nodes.numbers[BEST])
    while node:
        line.append((*divmod(int(nodes.came[node, 1]), 32768), int(nodes.player[node])))
        node = int(nodes.came[node, 0])
    return moves_along(arrays, state, reversed(line))


def moves_along(arrays: LevelArrays, state: State, line: Iterable[tuple[int, int, int]]) -> tuple[Direction, ...]:
    """All moves of a line of macro moves: of the box on one cell to another, after which the player can walk to a
    third."""
    pushes: list[Push] = []
    boxes = {int(box) for box in arrays.boxes(state)}
    player = arrays.player(state)
    for start, end, where in line:
        boxes.remove(start)
        pushes += unfolded(arrays.graph, mask(boxes), start, player, end, where)
        boxes.add(end)
        player = pushes[-1][0]
    return arrays.moves_of(state, pushes)


def new_heaps(room: int, cells: int) -> MoveHeaps:
    """Empty heaps for so many moves and cells."""
    return MoveHeaps(
        rank=np.zeros(room, np.int64),
        best=np.zeros(room, np.int64),
        left=np.zeros(room, np.int32),
        right=np.zeros(room, np.int32),
        roots=np.full(cells, -2, np.int32),
        active=np.zeros(cells, np.int32),
    )


def unfolded(graph: FloorGraph, others: int, box: int, player: int, end: int, where: int) -> list[Push]:
    """The fewest pushes of one box from a cell to another, after which the player can walk to `where`."""
    came = box_paths(graph, others, box, player)
    for pushed in came:
        if pushed[0] == end and graph.walks(pushed[1], others | 1 << end)[where] >= 0:
            return pushes_to(graph, came, pushed)
    raise AssertionError("a macro move that cannot be unfolded")
