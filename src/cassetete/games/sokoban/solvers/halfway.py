"""A search by way of a position halfway: the end is played backwards until the floor hangs together, and a search of
the portfolio solves the level whose targets are where the boxes then stand.

Where targets are filled from several sides no order of them is a good guide, but a few pulls open what is closed. Since
the player can go everywhere in the position halfway, it does not matter where the first half ends. (Festival's second
strategy searches backwards and forwards in this way, the forward search with features of its own: Shoham and Schaeffer
2020.) A position halfway that cannot be reached is left out, with all that it was the way to, and the next best comes.
There may be other ways to the end than by those that are looked at: such a search never says that there is no solution.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from typing import Any

from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import Status
from cassetete.core.grid import Direction
from cassetete.speed.arrays import np
from cassetete.speed.driver import EXHAUSTED, FOUND, RUNNING

from .. import rules
from ..floor_graph import mask
from ..kernels import unpacking as kernel
from ..model import State
from .advised_search import UNPACKED, AdvisedSearch, Way, box_graph_of, level_guide
from .cell_queue import CellQueue
from .level_arrays import LevelArrays, level_arrays
from .meeting_search import MeetingSearch
from .node_search import STRETCH, SharedArrays, moves_along, shared_arrays
from .unpacking import PullList, StartMatching, origins_of

OPEN, FAR = "open", "far"
"""Styles of positions halfway: all that is closed is open, or the boxes are far from the targets."""

_FIRST_EXPANDED, _THEN_EXPANDED, _MOST_EXPANDED = 150, 50, 2000
"""How many positions are looked at before the first one halfway is chosen, how many more when none is left, and how
many at all."""

_MOST_FOUND = 100_000
_CLOSED = 1 << 10

_LOOKED, _AIMED, _PLANNED = 100_000, 2_000_000, 30_000_000
"""What counts as work, about as long as so many array elements take: to look at a position, to aim at one, and to make
a plan for it."""


class HalfwayPosition:
    """A position played backwards, and the pull that led to it: of the box now on `to` from `box`."""

    def __init__(
        self,
        before: HalfwayPosition | None,
        boxes: tuple[int, ...],
        player: int,
        score: tuple[int, ...],
        weight: int = 0,
        box: int = 0,
        to: int = 0,
    ) -> None:
        self.before, self.boxes, self.player, self.score = before, boxes, player, score
        self.weight, self.box, self.to = weight, box, to
        self.left_out = False
        self.best: tuple[int, ...] = min(score, before.best) if before else score

    @property
    def cell(self) -> tuple[int, ...]:
        """The cell in which its pulls wait."""
        return self.best[:2]

    @property
    def possible(self) -> bool:
        """Whether neither it nor a position after it was left out."""
        return not self.left_out and (self.before is None or self.before.possible)


def _scored(does: list[int], far: int, style: str) -> tuple[int, ...]:
    """The features, the least the best: closed-off parts of the floor, closed links, boxes that could not have been
    pushed to where they are, far from targets; in the style FAR, that comes second."""
    parts = does[kernel.PARTS]
    links, stuck = does[kernel.LINKS], does[kernel.STUCK] if parts == 0 else _CLOSED
    return (parts, links, stuck, -far) if style == OPEN else (parts, -far, links, stuck)


def _is_halfway(node: HalfwayPosition) -> bool:
    """Whether it is not an end, may be reached, and the player can go everywhere."""
    return node.before is not None and node.possible and node.score[0] == 0


class HalfwayPositions:
    """Positions halfway of a level in a style: a search from the end, in which cells of parts of the floor and closed
    links take turns, every other turn is the best's. In each position the best pull weighs 0 if it is better than the
    position, the others 1."""

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
        self.waiting: CellQueue[tuple[HalfwayPosition, tuple[int, ...], list[int]]] = CellQueue()
        self.seen: set[tuple[tuple[int, ...], int]] = set()
        self.found: list[HalfwayPosition] = []

    def best(self) -> HalfwayPosition | None:
        """The best position in which the player can go everywhere, after a look at some more; None if there is none."""
        if not self.found:
            self._begin()
            self._look(_FIRST_EXPANDED)
        best = self._best()
        while not _is_halfway(best) and self._look(_THEN_EXPANDED):
            best = self._best()
        return best if _is_halfway(best) else None

    def _best(self) -> HalfwayPosition:
        """The best of those that are possible."""
        return min(self.found, key=lambda node: (not node.possible, node.score))

    def _begin(self) -> None:
        """The ends: one for each part of the floor that the player may be in."""
        targets = tuple(sorted(int(target) for target in self.arrays.targets))
        for cell in range(self.arrays.graph.wall):
            if cell in targets:
                continue
            checkpoint()
            player, score = self._described(targets, cell)
            if (targets, player) not in self.seen:
                self._keep(HalfwayPosition(None, targets, player, score))

    def _keep(self, node: HalfwayPosition) -> None:
        self.seen.add((node.boxes, node.player))
        self.found.append(node)
        self._expand(node)

    def _look(self, count: int) -> bool:
        """Look at so many positions more; whether there were any."""
        best, turns, begun = self._best(), 0, len(self.found)
        end = min(begun + count, _MOST_EXPANDED)
        while len(self.found) < end and self.waiting.pushed < _MOST_FOUND:
            turns += 1
            step = self.waiting.pop(best.cell if turns % 2 == 0 else None)
            if step is None:
                break
            node = self._after(step[0], *step[1])
            if (node.boxes, node.player) in self.seen or not node.possible:
                continue
            checkpoint()
            boxes = np.array(node.boxes, np.int16)
            if (
                kernel.can_leave(self.arrays.board, self.pulls.scratch, boxes, node.player, self.start)
                and StartMatching(self.origins, node.boxes, self.starts).complete
            ):
                self._keep(node)
                best = node if node.score < best.score else best
            else:
                self.seen.add((node.boxes, node.player))
        return len(self.found) > begun

    def _described(self, boxes: tuple[int, ...], player: int) -> tuple[int, tuple[int, ...]]:
        """The player's lowest cell, and the score of a position."""
        lowest, does = self.pulls.describe(boxes, player)
        return lowest, _scored(does, sum(self.nearest[box] for box in boxes), self.style)

    def _expand(self, node: HalfwayPosition) -> None:
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

    def _after(self, weight: int, node: HalfwayPosition, score: tuple[int, ...], does: list[int]) -> HalfwayPosition:
        """The position after a pull."""
        row, to = does[kernel.ROW], does[kernel.TO]
        others = node.boxes[:row] + node.boxes[row + 1 :]
        place = bisect(others, to)
        boxes = (*others[:place], to, *others[place:])
        return HalfwayPosition(node, boxes, does[kernel.PLAYER], score, weight, node.boxes[row], to)


def halfway_positions(arrays: LevelArrays, state: State, style: str) -> HalfwayPositions | None:
    """The positions halfway of a level, None where targets are left over."""
    return HalfwayPositions(arrays, state, style) if 0 < len(arrays.boxes(state)) == len(arrays.targets) else None


class HalfwaySearch:
    """A search for a position halfway, with arrays of its own: a greedy one from both ends (`meeting_search.py`), or in
    some way after a plan."""

    stretch = STRETCH

    def __init__(
        self,
        arrays: LevelArrays,
        state: State,
        positions: HalfwayPositions,
        halfway: HalfwayPosition,
        way: Way | None = None,
    ) -> None:
        self._arrays, self._state, self._positions, self._way = arrays, state, positions, way
        self._before = 0, 0
        self.method: Any = halfway.boxes, way
        self.spent = False
        self._aim_at(halfway)

    def _aim_at(self, halfway: HalfwayPosition) -> None:
        """Search for a position halfway."""
        arrays, state, way = self._arrays, self._state, self._way
        self._halfway = halfway
        targets = frozenset(arrays.graph.cells[box] for box in halfway.boxes)
        first = level_arrays(replace(arrays.level, targets=targets))
        self._search = MeetingSearch(first, state) if way is None else AdvisedSearch(first, state, UNPACKED, way)
        self._shared = shared_arrays(first, state)
        self._met = set(halfway.boxes) == {int(box) for box in arrays.boxes(state)}

    @property
    def nodes(self) -> Any:
        """The nodes of the search."""
        return self._search.nodes

    @property
    def expanded(self) -> int:
        """As of `AdvisedSearch`."""
        return self._before[0] + self._search.expanded

    @property
    def paused(self) -> bool:
        """As of `AdvisedSearch`."""
        return self._search.paused

    @property
    def work(self) -> int:
        """As of `AdvisedSearch`."""
        return self._before[1] + self._search.work

    def size(self) -> int:
        """The bytes of its arrays."""
        return self._search.size()

    def advance(self, _shared: SharedArrays, budget: int) -> int:
        """As of `AdvisedSearch`; EXHAUSTED (`spent`) says only that there is no other position halfway to try."""
        if self._met:
            return FOUND
        code = self._search.advance(self._shared, budget)
        if code == EXHAUSTED:
            self._halfway.left_out = True
        if code == FOUND or self._halfway.possible or self.paused:
            return code
        looked = len(self._positions.found)
        halfway = self._positions.best()
        if halfway is None:
            self.spent = True
            return EXHAUSTED
        aside = _LOOKED * (len(self._positions.found) - looked) + (_PLANNED if self._way else _AIMED)
        self._before = self.expanded, self.work + aside
        self._aim_at(halfway)
        return RUNNING

    def moves(self) -> tuple[Direction, ...]:
        """The moves of the solution: those of the first half, then the pulls played forwards."""
        moves, state = () if self._met else self._search.moves(), self._state
        for count, move in enumerate(moves):
            if rules.status(self._arrays.level, state) is Status.WON:
                return moves[:count]
            state = rules.play(self._arrays.level, state, move)
        line = []
        node = self._halfway
        while node.before is not None:
            line.append((node.to, node.box, node.before.player))
            node = node.before
        return moves + moves_along(self._arrays, state, line)
