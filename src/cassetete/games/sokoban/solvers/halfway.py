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
from cassetete.core.contract import Status
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
from .unpacking import PullList, StartMatching, origins_of

OPEN, FAR = "open", "far"
"""Styles of positions halfway: all that is closed is open, or the boxes are far from the targets."""

_MOST_EXPANDED = 150
_MOST_FOUND = 100_000
_CLOSED = 1 << 10


class _Node:
    """A position played backwards, and the pull that led to it: of the box now on `to` from `box`."""

    def __init__(
        self,
        before: _Node | None,
        boxes: tuple[int, ...],
        player: int,
        score: tuple[int, ...],
        weight: int = 0,
        box: int = 0,
        to: int = 0,
    ) -> None:
        self.before, self.boxes, self.player, self.score = before, boxes, player, score
        self.weight, self.box, self.to = weight, box, to
        self.best: tuple[int, ...] = min(score, before.best) if before else score

    @property
    def cell(self) -> tuple[int, ...]:
        """The cell in which its pulls wait."""
        return self.best[:2]


def _scored(does: list[int], far: int, style: str) -> tuple[int, ...]:
    """The features, the least the best: closed-off parts of the floor, closed links, boxes that could not have been
    pushed to where they are, far from targets; in the style FAR, that comes second."""
    parts = does[kernel.PARTS]
    links, stuck = does[kernel.LINKS], does[kernel.STUCK] if parts == 0 else _CLOSED
    return (parts, links, stuck, -far) if style == OPEN else (parts, -far, links, stuck)


class _Backwards:
    """The search from the end: cells of parts of the floor and closed links take turns, every other turn is the best's.
    In each position the best pull weighs 0 if it is better than the position, the others 1."""

    def __init__(self, arrays: LevelArrays, state: State, style: str) -> None:
        self.arrays, self.style = arrays, style
        self.guide = level_guide(arrays, box_graph_of(arrays))
        self.pulls = PullList(arrays, self.guide)
        boxes = arrays.boxes(state)
        self.start = np.zeros(arrays.graph.wall + 1, np.uint8)
        self.start[boxes] = 1
        self.starts = mask(boxes.tolist())
        self.origins = origins_of(self.guide.returns, boxes.tolist())
        self.possible: list[bool] = self.guide.returns[boxes].any(axis=0).tolist()
        self.nearest: list[int] = self.guide.nearest.tolist()
        self.waiting: CellQueue[tuple[_Node, tuple[int, ...], list[int]]] = CellQueue()
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
            node = self._after(step[0], *step[1])
            if (node.boxes, node.player) in self.seen:
                continue
            self.seen.add((node.boxes, node.player))
            checkpoint()
            boxes = np.array(node.boxes, np.int16)
            if not kernel.can_leave(self.arrays.board, self.pulls.scratch, boxes, node.player, self.start):
                continue
            if not StartMatching(self.origins, node.boxes, self.starts).complete:
                continue
            expanded += 1
            best = node if node.score < best.score else best
            self._expand(node)
        return best

    def _described(self, boxes: tuple[int, ...], player: int) -> tuple[int, tuple[int, ...]]:
        """The player's lowest cell, and the score of a position."""
        lowest, does = self.pulls.describe(boxes, player)
        return lowest, _scored(does, sum(self.nearest[box] for box in boxes), self.style)

    def _expand(self, node: _Node) -> None:
        """All pulls from a position wait in its cell."""
        far = sum(self.nearest[box] for box in node.boxes)
        found: list[tuple[tuple[int, ...], int, list[int]]] = []
        for number, does in enumerate(self.pulls.of(node.boxes, node.player, self.possible)):
            change = self.nearest[does[kernel.TO]] - self.nearest[node.boxes[does[kernel.ROW]]]
            found.append((_scored(does, far + change, self.style), number, does))
        self.waiting.open(node.cell)
        found.sort()
        for i, (score, _number, does) in enumerate(found):
            weight = node.weight + (i > 0 or score >= node.score)
            self.waiting.push(node.cell, weight, score, (node, score, does))

    def _after(self, weight: int, node: _Node, score: tuple[int, ...], does: list[int]) -> _Node:
        """The position after a pull."""
        row, to = does[kernel.ROW], does[kernel.TO]
        others = node.boxes[:row] + node.boxes[row + 1 :]
        place = bisect(others, to)
        boxes = (*others[:place], to, *others[place:])
        return _Node(node, boxes, does[kernel.PLAYER], score, weight, node.boxes[row], to)


def halfway_search(arrays: LevelArrays, state: State, way: Way, style: str) -> HalfwaySearch | None:
    """A search by way of a position halfway, if one is found in which the player can go everywhere."""
    if len(arrays.boxes(state)) != len(arrays.targets):
        return None
    best = _Backwards(arrays, state, style).best()
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
        self.method: Any = halfway.boxes, way
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
        for count, move in enumerate(moves):
            if rules.status(self._arrays.level, state) is Status.WON:
                return moves[:count]
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
