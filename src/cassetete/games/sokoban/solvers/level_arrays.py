"""A level in the arrays of the kernels, made once for all its positions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.random import Random

from ..floor_graph import FloorGraph, Push, bits, floor_graph, without_boxes
from ..kernels import pairs as pair_kernels
from ..kernels.board import NO_SIDE, WORK, BoardArrays, Scratch, fill_distances, fill_sides
from ..kernels.frozen_walls import Walls
from ..kernels.matching import FAR
from ..kernels.pairs import Pairs
from ..model import Level, State
from .tunnels import tunnel_pushes

_MOST_PARTS = 1 << 24
_MOST_WEIGHED = 100_000_000
_WEIGHED_A_NODE = 2000
_PULLED_AT_ONCE = 100_000
_MOST_WALLS = 1 << 26


class LevelArrays(NamedTuple):
    """A level without boxes: its floor, its arrays, and its targets' cells in the order of `board.distance`."""

    level: Level
    graph: FloorGraph
    board: BoardArrays
    targets: Any

    def player(self, state: State) -> int:
        """The player's cell."""
        assert state.player is not None
        return self.graph.number[state.player]

    def boxes(self, state: State) -> Any:
        """The boxes the player may ever touch, sorted."""
        return np.array(bits(self.graph.boxes_of(state)), np.int16)

    def scratch(self) -> Scratch:
        """The scratch arrays of one search."""
        n, t = len(self.board.step), max(1, len(self.targets))
        box = np.zeros(n, np.uint8)
        box[n - 1] = 1
        return Scratch(
            box=box,
            seen=np.zeros(n, np.int64),
            stamp=np.zeros(1, np.int64),
            queue=np.zeros(n, np.int32),
            walk=np.zeros(n, np.int32),
            reached=np.zeros(1, np.int64),
            seen_after=np.zeros(n, np.int64),
            stamp_after=np.zeros(1, np.int64),
            walk_after=np.zeros(n, np.int32),
            frozen=np.zeros(n, np.uint8),
            frozen_count=np.zeros(1, np.int64),
            corral=np.zeros(n, np.int32),
            group=np.zeros(n, np.uint8),
            held=np.zeros(n, np.uint8),
            wanted=np.zeros(n, np.uint8),
            cost=np.zeros((t, t), np.int32),
            prices=np.zeros((2, 2, t + 1), np.int64),
            owner=np.zeros((2, t + 1), np.int32),
            least=np.zeros(t + 1, np.int64),
            before=np.zeros(t + 1, np.int32),
            used=np.zeros(t + 1, np.uint8),
            penalties=np.zeros((t, t), np.int32),
            penalty=np.zeros(t, np.int32),
            paired=np.zeros(t, np.uint8),
            child=np.zeros(t, np.int16),
            row_best=np.zeros(t, np.int32),
            row_with=np.zeros(t, np.int32),
            work=np.zeros(1, np.int64),
            push_walk=np.zeros((t, 4), np.int32),
            features=np.zeros((2, 8), np.int64),
        )

    def moves_of(self, state: State, pushes: Iterable[Push]) -> tuple[Direction, ...]:
        """All the moves of a line of pushes from a state."""
        return tuple(self.graph.moves_of(self.graph.boxes_of(state), self.player(state), pushes))


def level_arrays(level: Level) -> LevelArrays:
    """The level's arrays, made once for all its positions."""
    return _level_arrays(without_boxes(level))


@lru_cache(maxsize=8)
def _level_arrays(level: Level) -> LevelArrays:
    graph = floor_graph(level)
    n = graph.wall
    step = np.array(graph.step, np.int32)
    targets = np.array(graph.target_cells, np.int32)
    target = np.zeros(n + 1, np.uint8)
    target[targets] = 1
    side = np.full((n + 1, n + 1), NO_SIDE, np.uint8)
    distance = np.full((n, 4, max(1, len(targets))), FAR, np.int32)
    full = np.zeros(n + 1, np.uint8)
    full[n] = 1
    queue, pulls = np.zeros(n + 1, np.int32), np.zeros(4 * n + 4, np.int32)
    at_once = max(1, WORK // (4 * n + 1))
    for first in range(0, n, at_once):
        fill_sides(step, side, queue, full, first, min(n, first + at_once))
        checkpoint()
    for g in range(len(targets)):
        fill_distances(step, targets, side, distance, pulls, g)
        checkpoint()
    dead = np.ones(n + 1, np.uint8)
    dead[:n] = distance.min(axis=(1, 2)) >= FAR
    random = Random(n)
    board = BoardArrays(
        step=step,
        target=target,
        dead=dead,
        side=side,
        distance=distance,
        nearest=distance.min(axis=2),
        keys=np.array([[random.bits() for _c in range(n + 1)] for _kind in range(2)], np.uint64),
        around=_around(step),
        no_freeze=np.zeros(1, np.uint8),
        tunnel=tunnel_pushes(step, target, dead),
    )
    return LevelArrays(level, graph, board, targets)


def _around(step: Any) -> Any:
    """The eight cells around each; those across a corner by the way that is open."""
    cells = step.tolist()
    wall = len(cells) - 1
    clockwise = ((0, 3), (3, 1), (1, 2), (2, 0))
    around = []
    for beside in cells:
        for d, turned in clockwise:
            across = cells[beside[d]][turned]
            around += [beside[d], cells[beside[turned]][d] if across == wall else across]
    return np.array(around, np.int32).reshape(len(cells), 8)


def walls_of(arrays: LevelArrays, most: int = 1 << 12) -> Walls:
    """Room for so many sets of frozen boxes, less where the level is large; with one, frozen boxes are no walls."""
    board, t = arrays.board, arrays.board.distance.shape[2]
    n = arrays.graph.wall
    slots = max(1, min(most, _MOST_WALLS // (n * (n + 16 * t + 16))))
    walls = Walls(
        frozen=np.zeros((slots, t + 1), np.int16),
        side=np.zeros((slots, n, n + 1), np.uint8),
        distance=np.zeros((slots, n, 4, t), np.int32),
        slack=np.zeros((slots, n, 4), np.int32),
        full=np.zeros(n + 1, np.uint8),
        queue=np.zeros(4 * n + 4, np.int32),
        targets=arrays.targets if len(arrays.targets) else np.zeros(t, np.int32),
        row_slack=np.zeros(t, np.int32),
        numbers=np.zeros(2, np.int64),
    )
    walls.full[n] = 1
    walls.side[0] = board.side[:n]
    walls.distance[0] = board.distance
    return walls


def no_pairs() -> Pairs:
    """Nothing known of pairs of boxes."""
    return Pairs(np.zeros((0, 0), np.int32), np.zeros((0, 0), np.uint8), np.zeros((0, pair_kernels.PARTS), np.int32))


def nodes_for_pairs(arrays: LevelArrays) -> int:
    """About how many nodes the exact search expands in the time that `pairs_of` takes."""
    live = int(np.count_nonzero(arrays.board.dead == 0))
    return (len(arrays.targets) * live) ** 2 // _WEIGHED_A_NODE


def pairs_of(level: Level) -> Pairs:
    """What every two boxes cost each other, made once; nothing where there are too many of them."""
    return _pairs_of(without_boxes(level))


@lru_cache(maxsize=8)
def _pairs_of(level: Level) -> Pairs:
    arrays = _level_arrays(level)
    targets, n = arrays.targets, arrays.graph.wall
    labelled = _labelled_pairs(level)
    if labelled is None or (len(targets) * n) ** 2 > _MOST_WEIGHED:
        return no_pairs()
    number, part, first = labelled
    penalty = np.full((len(part), pair_kernels.PARTS), FAR, np.int32)
    pushes = np.zeros((n * n, pair_kernels.PARTS), np.int32)
    queue = np.zeros(2 * len(part) * pair_kernels.PARTS, np.int32)
    for g, h in combinations(range(len(targets)), 2):
        pair_kernels.weigh_pairs(arrays.board, targets, number, part, first, penalty, pushes, queue, g, h)
        checkpoint()
    return Pairs(number, part, penalty)


@lru_cache(maxsize=8)
def _labelled_pairs(level: Level) -> tuple[Any, Any, Any] | None:
    """The pairs of live cells by number, the parts of the floor that they leave, and a cell of each; None if there are
    too many."""
    arrays = _level_arrays(level)
    board, n = arrays.board, arrays.graph.wall
    live = int(np.count_nonzero(board.dead == 0))
    count = live * (live - 1) // 2
    if count * (n + 1) > _MOST_PARTS or len(arrays.targets) < 2:
        return None
    number = np.full((n + 1, n + 1), -1, np.int32)
    part = np.full((count, n + 1), pair_kernels.NO_PART, np.uint8)
    first = np.full((count, pair_kernels.PARTS), -1, np.int32)
    queue, full = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.uint8)
    full[n] = 1
    for a in range(n):
        pair_kernels.label_pairs(board.step, board.dead, number, part, first, queue, full, a)
        checkpoint()
    number[n, n] = -1
    return number, part, first


def lost_pairs_of(level: Level) -> Pairs:
    """Which two boxes are lost together: what `pairs_of` says of that, in less time. The others cost nothing."""
    return _lost_pairs_of(without_boxes(level))


@lru_cache(maxsize=8)
def _lost_pairs_of(level: Level) -> Pairs:
    arrays, labelled = _level_arrays(level), _labelled_pairs(level)
    if labelled is None:
        return no_pairs()
    number, part, first = labelled
    penalty = np.full((len(part), pair_kernels.PARTS), FAR, np.int32)
    queue, ends = np.zeros(len(part) * pair_kernels.PARTS, np.int32), np.zeros(2, np.int64)
    pair_kernels.begin_pulls(arrays.targets, number, first, penalty, queue, ends)
    while pair_kernels.pull_pairs(arrays.board.step, number, part, penalty, queue, ends, _PULLED_AT_ONCE):
        checkpoint()
    return Pairs(number, part, penalty)


def unreached_pairs(arrays: LevelArrays, boxes: Any, player: int) -> Pairs:
    """Which two boxes cannot be reached from any two starts with the player's cell: lost for who plays backwards."""
    labelled = _labelled_pairs(arrays.level)
    if labelled is None:
        return no_pairs()
    number, part, _first = labelled
    penalty = np.full((len(part), pair_kernels.PARTS), FAR, np.int32)
    queue, ends = np.zeros(len(part) * pair_kernels.PARTS, np.int32), np.zeros(2, np.int64)
    pair_kernels.begin_pushes(boxes.astype(np.int32), number, part, penalty, queue, ends, player)
    while pair_kernels.push_pairs(arrays.board.step, number, part, penalty, queue, ends, _PULLED_AT_ONCE):
        checkpoint()
    return Pairs(number, part, penalty)
