"""A search by way of a position halfway: the end is played backwards until the floor hangs together, and a search of
the portfolio solves the level whose targets are where the boxes then stand.

Where targets are filled from several sides no order of them is a good guide, but a few pulls open what is closed. Since
the player can go everywhere in the position halfway, it does not matter where the first half ends. (Festival's second
strategy searches backwards and forwards in this way, the forward search with features of its own: Shoham and Schaeffer
2020.) What the first half does not reach may be reached another way: such a search never says that there is no
solution.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from typing import Any

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND

from .. import rules
from ..floor_graph import Push, mask
from ..kernels import unpacking as kernel
from ..model import State
from .advised_search import UNPACKED, AdvisedSearch, Way, box_graph_of, level_guide
from .cell_queue import CellQueue
from .feature_search import SharedArrays, shared_arrays, unfolded
from .level_arrays import LevelArrays, level_arrays
from .packing_plan import new_macro_moves
from .unpacking import can_match, origins_of

_MOST_EXPANDED = 150
_MOST_FOUND = 100_000
_CLOSED = 1 << 10


class _Node:
    """A position played backwards, and the pull that led to it: of the box now on `to` from `box`."""

    def __init__(self, before: _Node | None, boxes: tuple[int, ...], player: int, score: tuple[int, ...]) -> None:
        self.before, self.boxes, self.player, self.score = before, boxes, player, score
        self.weight = self.box = self.to = 0
        self.best: tuple[int, ...] = min(score, before.best) if before else score

    @property
    def cell(self) -> tuple[int, ...]:
        """The cell in which its pulls wait."""
        return self.best[:2]


def _scored(does: list[int], far: int) -> tuple[int, ...]:
    """The features, the least the best: closed-off parts of the floor, closed links, boxes that could not have been
    pushed to where they are, far from targets."""
    parts = does[kernel.PARTS]
    return parts, does[kernel.LINKS], does[kernel.STUCK] if parts == 0 else _CLOSED, -far


class _Backwards:
    """The search from the end: cells of parts of the floor and closed links take turns, every other turn is the best's.
    In each position the best pull weighs 0 if it is better than the position, the others 1."""

    def __init__(self, arrays: LevelArrays, state: State) -> None:
        self.arrays = arrays
        self.guide = level_guide(arrays, box_graph_of(arrays))
        self.scratch, self.macros = arrays.scratch(), new_macro_moves(arrays.graph.wall)
        self.out = np.zeros((len(self.macros.cell), 4), np.int32)
        boxes = arrays.boxes(state)
        self.start = np.zeros(arrays.graph.wall + 1, np.uint8)
        self.start[boxes] = 1
        self.starts = mask(boxes.tolist())
        self.origins = origins_of(self.guide.returns, boxes.tolist())
        self.possible: list[bool] = self.guide.returns[boxes].any(axis=0).tolist()
        self.nearest: list[int] = self.guide.nearest.tolist()
        self.waiting: CellQueue[_Node] = CellQueue()
        self.seen: set[tuple[tuple[int, ...], int]] = set()

    def best(self) -> _Node | None:
        """The best position found."""
        targets = tuple(sorted(int(target) for target in self.arrays.targets))
        best: _Node | None = None
        for cell in range(self.arrays.graph.wall):
            if cell in targets:
                continue
            checkpoint()
            player, score = self._described(targets, cell)
            if (targets, player) not in self.seen:
                node = _Node(None, targets, player, score)
                self.seen.add((targets, player))
                self._expand(node)
                best = node if best is None or node.score < best.score else best
        expanded = turns = 0
        while best is not None and expanded < _MOST_EXPANDED and self.waiting.pushed < _MOST_FOUND:
            turns += 1
            step = self.waiting.pop(best.cell if turns % 2 == 0 else None)
            if step is None:
                break
            node = step[1]
            if (node.boxes, node.player) in self.seen:
                continue
            self.seen.add((node.boxes, node.player))
            checkpoint()
            boxes = np.array(node.boxes, np.int16)
            if not kernel.can_leave(self.arrays.board, self.scratch, boxes, node.player, self.start):
                continue
            if not can_match(self.origins, node.boxes, self.starts):
                continue
            expanded += 1
            best = node if node.score < best.score else best
            self._expand(node)
        return best

    def _described(self, boxes: tuple[int, ...], player: int) -> tuple[int, tuple[int, ...]]:
        """The player's lowest cell, and the score of a position."""
        array = np.array(boxes, np.int16)
        lowest = int(kernel.describe(self.arrays.board, self.scratch, self.guide, array, player, self.out))
        far = sum(self.nearest[box] for box in boxes)
        return lowest, _scored(self.out[0].tolist(), far)

    def _expand(self, node: _Node) -> None:
        """All pulls from a position wait in its cell."""
        array = np.array(node.boxes, np.int16)
        found: list[_Node] = []
        for row, box in enumerate(node.boxes):
            count = kernel.pulls_of(
                self.arrays.board, self.scratch, self.macros, self.guide, array, row, node.player, self.out
            )
            others = node.boxes[:row] + node.boxes[row + 1 :]
            far = sum(self.nearest[one] for one in others)
            cells, counts = self.macros.cell[:count].tolist(), self.macros.pushes[:count].tolist()
            players, does = self.macros.player[:count].tolist(), self.out[:count].tolist()
            for f in range(1, count):
                to = cells[f]
                if counts[f] <= 0 or to == box or not self.possible[to]:
                    continue
                place = bisect(others, to)
                boxes = (*others[:place], to, *others[place:])
                if (boxes, players[f]) in self.seen:
                    continue
                after = _Node(node, boxes, players[f], _scored(does[f], far + self.nearest[to]))
                after.box, after.to = box, to
                found.append(after)
        self.waiting.open(node.cell)
        found.sort(key=lambda after: after.score)
        for i, after in enumerate(found):
            after.weight = node.weight + (i > 0 or after.score >= node.score)
            self.waiting.push(node.cell, after.weight, after.score, after)


def halfway_search(arrays: LevelArrays, state: State, way: Way) -> HalfwaySearch | None:
    """A search by way of a position halfway, if one is found in which the player can go everywhere."""
    if len(arrays.boxes(state)) != len(arrays.targets):
        return None
    best = _Backwards(arrays, state).best()
    closed = best is None or best.before is None or best.score[0] > 0
    return None if best is None or closed else HalfwaySearch(arrays, state, best, way)


class HalfwaySearch:
    """A search for a position halfway, with arrays of its own."""

    def __init__(self, arrays: LevelArrays, state: State, halfway: _Node, way: Way) -> None:
        self._arrays, self._state, self._halfway = arrays, state, halfway
        targets = frozenset(arrays.graph.cells[box] for box in halfway.boxes)
        first = level_arrays(replace(arrays.level, targets=targets))
        self._search = AdvisedSearch(first, state, UNPACKED, way)
        self._shared = shared_arrays(first, state)
        self._met = set(halfway.boxes) == {int(box) for box in arrays.boxes(state)}
        self.method: Any = "halfway", way
        self.spent = False

    @property
    def nodes(self) -> Any:
        """The nodes of the search."""
        return self._search.nodes

    @property
    def paused(self) -> bool:
        """As of `AdvisedSearch`."""
        return self._search.paused

    @property
    def work(self) -> int:
        """As of `AdvisedSearch`."""
        return self._search.work

    def size(self) -> int:
        """The bytes of its arrays."""
        return self._search.size()

    def advance(self, _shared: SharedArrays, budget: int) -> int:
        """As of `AdvisedSearch`; EXHAUSTED (`spent`) says only that the position halfway is not reached."""
        if self._met:
            return FOUND
        code = self._search.advance(self._shared, budget)
        self.spent = code == EXHAUSTED
        return code

    def moves(self) -> tuple[Direction, ...]:
        """The moves of the solution: those of the first half, then the pulls played forwards."""
        moves, state = () if self._met else self._search.moves(), self._state
        for move in moves:
            state = rules.play(self._arrays.level, state, move)
        pushes: list[Push] = []
        boxes, player = {int(box) for box in self._arrays.boxes(state)}, self._arrays.player(state)
        node = self._halfway
        while node.before is not None:
            boxes.remove(node.to)
            pushes += unfolded(self._arrays.graph, mask(boxes), node.to, player, node.box, node.before.player)
            boxes.add(node.box)
            player = pushes[-1][0]
            node = node.before
        return moves + self._arrays.moves_of(state, pushes)
