"""A packing plan by playing backwards: boxes are pulled from the targets to where boxes start, and leave there.

After the packing search of Festival (Shoham and Schaeffer 2020). It is a feature-space search like the forward one,
with few positions: cells of boxes left, boxes on targets, parts of the floor and closed links take turns, every other
turn is the best cell's; a move that an adviser names weighs 0, others 1. A box leaves on a start far from where it
stands, if it can be pushed from there to most of the other starts; if one can leave, nothing else is tried.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.speed.arrays import np

from ..floor_graph import mask
from ..kernels import unpacking as kernel
from ..kernels.box_graph import BoxGraph
from ..kernels.plan_features import OUTSIDE, STARTS, Guide
from .cell_queue import CellQueue
from .level_arrays import LevelArrays
from .packing_plan import PackingStep, new_macro_moves

_MOST_EXPANDED = 400
_MOST_FOUND = 30_000
_FAR = 6
"""A box that leaves must have come so far, or from another room."""


class _Position(NamedTuple):
    """Boxes still there, the player's lowest cell, and the starts no box has left for."""

    boxes: tuple[int, ...]
    player: int
    starts: frozenset[int]


class _Pull(NamedTuple):
    """A box pulled to a cell, where it may leave; what comes of it. Last, how many pulls it took, or the parts of the
    floor before it left."""

    box: int
    to: int
    leaves: bool
    position: _Position
    score: tuple[int, ...]
    opens: bool
    detail: int


class _Node:
    """A position in the tree."""

    def __init__(self, before: _Node | None, pull: _Pull | None, score: tuple[int, ...], weight: int) -> None:
        self.before, self.pull, self.score, self.weight = before, pull, score, weight
        self.best: tuple[int, ...] = min(score, before.best) if before else score

    @property
    def cell(self) -> tuple[int, ...]:
        """The cell in which its moves wait."""
        return self.best[:4]


def unpacked(
    arrays: LevelArrays, graph: BoxGraph, guide: Guide, boxes: list[int], opening: bool = False
) -> list[PackingStep]:
    """The steps of a plan. What could not leave has to be where it is before the plan begins (STARTS).

    Of boxes on targets that can leave, the one does so that keeps the floor together on its way, or (`opening`) after
    it has left.
    """
    return _Search(arrays, graph, guide, boxes, opening).plan()


def origins_of(returns: Any, starts: Iterable[int]) -> list[int]:
    """For each cell, the starts from which a box could have come there, a bit each."""
    origins = [0] * len(returns)
    for start in starts:
        for cell in np.flatnonzero(returns[start]).tolist():
            origins[cell] |= 1 << start
    return origins


def can_match(origins: list[int], boxes: tuple[int, ...], starts: int) -> bool:
    """Whether each box has a start of its own that it could have come from (Kuhn's augmenting paths). `starts` has a
    bit for each."""
    owner: dict[int, int] = {}
    start_of: dict[int, int] = {}
    unowned = starts
    for box in boxes:
        wanted_by: dict[int, int] = {}
        chain = [box]
        unseen = starts
        free = 0
        for one in chain:  # grows on the way
            new = origins[one] & unseen
            free = new & unowned
            if free:
                free &= -free
                wanted_by[free] = one
                break
            unseen &= ~new
            while new:
                start = new & -new
                new ^= start
                wanted_by[start] = one
                chain.append(owner[start])
        if not free:
            return False
        unowned &= ~free
        while free:
            one = wanted_by[free]
            owner[free] = one
            start_of[one], free = free, start_of.get(one, 0)
    return True


class _Search:
    def __init__(self, arrays: LevelArrays, graph: BoxGraph, guide: Guide, boxes: list[int], opening: bool) -> None:
        self.arrays, self.graph, self.guide, self.opening = arrays, graph, guide, opening
        self.scratch, self.macros = arrays.scratch(), new_macro_moves(arrays.graph.wall)
        self.start = np.zeros(arrays.graph.wall + 1, np.uint8)
        self.start[boxes] = 1
        self.starts = frozenset(boxes)
        self.origins = origins_of(guide.returns, boxes)
        self.out = np.zeros((len(self.macros.cell), 4), np.int32)
        reached = guide.returns[:, arrays.targets].astype(bool)
        walks = np.where(reached, guide.walk_distance[:, arrays.targets], 0)
        self.distance: list[int] = walks.sum(axis=1).tolist()
        self.target: list[int] = arrays.board.target.tolist()
        self.wall = arrays.graph.wall
        self.hole = {c for c in map(int, arrays.targets) if sum(int(d) == self.wall for d in arrays.board.step[c]) > 2}
        self.waiting: CellQueue[tuple[_Node, _Pull]] = CellQueue()
        cells = arrays.graph.cells
        self.place = np.argsort(sorted(range(len(cells)), key=cells.__getitem__)).tolist()

    def plan(self) -> list[PackingStep]:
        """Search until no box is left, or for so long, and read the steps off."""
        targets = tuple(sorted(int(target) for target in self.arrays.targets))
        closed: set[_Position] = set()
        best: _Node | None = None
        for player in self._zones(targets):
            position = _Position(targets, player, self.starts)
            node = _Node(None, None, self._score(targets, player), 0)
            closed.add(position)
            self._expand(node, position, closed)
            best = node if best is None or node.best < best.best else best
        expanded = turns = 0
        while best is not None and expanded < _MOST_EXPANDED and self.waiting.pushed < _MOST_FOUND:
            turns += 1
            step = self.waiting.pop(best.cell if turns % 2 == 0 else None)
            if step is None:
                break
            weight, (before, pull) = step
            if pull.position in closed:
                continue
            closed.add(pull.position)
            checkpoint()
            if not pull.leaves and not self._is_alive(pull.position):
                continue
            node = _Node(before, pull, pull.score, weight)
            expanded += 1
            if node.best < best.best:
                best = node
            if not pull.position.boxes:
                best = node
                break
            self._expand(node, pull.position, closed)
        return self._steps(best) if best is not None else []

    def _zones(self, boxes: tuple[int, ...]) -> Iterator[int]:
        """The lowest cell of each part of the floor that the boxes leave."""
        array = np.array(boxes, np.int16)
        seen = set()
        for cell in range(self.wall):
            if cell not in boxes:
                checkpoint()
                board = self.arrays.board
                lowest = int(kernel.describe(board, self.scratch, self.guide, array, cell, self.out))
                if lowest not in seen:
                    seen.add(lowest)
                    yield lowest

    def _score(self, boxes: tuple[int, ...], player: int) -> tuple[int, ...]:
        array = np.array(boxes, np.int16)
        kernel.describe(self.arrays.board, self.scratch, self.guide, array, player, self.out)
        return self._scored(boxes, int(self.out[0, kernel.PARTS]), int(self.out[0, kernel.LINKS]))

    def _scored(self, boxes: tuple[int, ...], parts: int, links: int) -> tuple[int, ...]:
        """The features, the least the best: boxes left, parts, boxes on targets, closed links, far from targets."""
        on_targets = sum(self.target[box] for box in boxes)
        return len(boxes), parts, on_targets, links, -sum(self.distance[box] for box in boxes)

    def _is_alive(self, position: _Position) -> bool:
        boxes = np.array(position.boxes, np.int16)
        if not kernel.can_leave(self.arrays.board, self.scratch, boxes, position.player, self.start):
            return False
        return can_match(self.origins, position.boxes, mask(position.starts))

    def _pulls(self, position: _Position) -> list[_Pull]:
        """All pulls; only those after which a box leaves, one of each box, if there are any."""
        boxes = np.array(position.boxes, np.int16)
        leaving = self._leaving(position, boxes)
        starts = mask(position.starts)
        possible = self.guide.returns[sorted(position.starts)].any(axis=0)
        pulls: list[_Pull] = []
        out: dict[int, _Pull] = {}
        for row, box in sorted(enumerate(position.boxes), key=lambda one: self.place[one[1]]):
            count = kernel.pulls_of(
                self.arrays.board, self.scratch, self.macros, self.guide, boxes, row, position.player, self.out
            )
            others = position.boxes[:row] + position.boxes[row + 1 :]
            _count, _parts, on_targets, _links, far = self._scored(others, 0, 0)
            cells, counts = self.macros.cell[:count].tolist(), self.macros.pushes[:count].tolist()
            players, does = self.macros.player[:count].tolist(), self.out[:count].tolist()
            for f in sorted(range(1, count), key=lambda f: self.place[cells[f]]):
                to = cells[f]
                if counts[f] <= 0 or to == box or not possible[to]:
                    continue
                parts, links, opens, _stuck = does[f]
                may_leave = box not in out and to in leaving and self._is_far(box, to)
                if may_leave and can_match(self.origins, others, starts & ~(1 << to)):
                    out[box] = self._gone(box, to, others, players[f], position.starts - {to}, parts)
                if not out:
                    place = bisect(others, to)
                    after = (*others[:place], to, *others[place:])
                    score = len(after), parts, on_targets + self.target[to], links, far - self.distance[to]
                    following = _Position(after, players[f], position.starts)
                    pulls.append(_Pull(box, to, False, following, score, bool(opens), counts[f]))
        return list(out.values()) or pulls

    def _gone(
        self, box: int, to: int, others: tuple[int, ...], player: int, starts: frozenset[int], parts: int
    ) -> _Pull:
        """The pull of a box to a start, where it leaves."""
        array = np.array(others, np.int16)
        lowest = int(kernel.describe(self.arrays.board, self.scratch, self.guide, array, player, self.out))
        score = self._scored(others, int(self.out[0, kernel.PARTS]), int(self.out[0, kernel.LINKS]))
        return _Pull(box, to, True, _Position(others, lowest, starts), score, False, parts)

    def _is_far(self, box: int, to: int) -> bool:
        if self.guide.walk_distance[box, to] >= _FAR:
            return True
        one, other = self.guide.room[box], self.guide.room[to]
        return bool(one >= 0 and other >= 0 and one != other)

    def _leaving(self, position: _Position, boxes: Any) -> set[int]:
        """The starts on which boxes may leave: the most that can be reached from each other; none if the player cannot
        come to one of them."""
        starts = np.array(sorted(position.starts), np.int32)
        links = np.zeros((len(starts), len(starts)), np.uint8)
        kernel.link_starts(self.arrays.board, self.graph, boxes, starts, links)
        both = links & links.T
        group = [-1] * len(starts)
        for i in range(len(starts)):
            if group[i] < 0:
                for j in range(i, len(starts)):
                    if both[i, j]:
                        group[j] = i
        most = max(group.count(i) for i in group)
        leaving = {int(starts[i]) for i in range(len(starts)) if group.count(group[i]) == most}
        kernel.describe(self.arrays.board, self.scratch, self.guide, boxes, position.player, self.out)
        s = self.scratch
        return leaving if all(s.seen[c] == s.stamp[0] for c in leaving) else set()

    def _advised(self, node: _Node, pulls: list[_Pull]) -> set[int]:
        """The pulls that an adviser names."""
        if pulls and pulls[0].leaves:
            return {min(range(len(pulls)), key=lambda i: self._leaving_rank(pulls[i]))}
        here = node.score
        likes: list[list[int]] = [[], [], []]
        unpack: list[int] = []
        for i, pull in enumerate(pulls):
            score = pull.score
            if score[1] < here[1]:
                likes[0].append(i)
            if score[3] < here[3]:
                likes[1].append(i)
            if pull.opens:
                likes[2].append(i)
            if score[1] <= here[1] and score[3] <= here[3] and score[4] < here[4] and self.target[pull.box]:
                unpack.append(i)
        chosen = {min(mine, key=lambda i: pulls[i].score) for mine in likes if mine}
        if unpack:
            chosen.add(min(unpack, key=lambda i: self._unpack_rank(pulls[i])))
        return chosen

    def _leaving_rank(self, pull: _Pull) -> tuple[int, ...]:
        far = int(self.guide.walk_distance[pull.box, pull.to])
        parts = pull.score[1] if self.opening else pull.detail
        return self.target[pull.box], int(pull.box in self.hole), parts, -far

    def _unpack_rank(self, pull: _Pull) -> tuple[int, ...]:
        return int(pull.box in self.hole), pull.score[1], pull.score[3], -pull.detail

    def _expand(self, node: _Node, position: _Position, closed: set[_Position]) -> None:
        """All pulls from a position wait in its cell."""
        pulls = self._pulls(position)
        advised = self._advised(node, pulls)
        if 0 < len(pulls) <= 2:
            advised.add(0)
        self.waiting.open(node.cell)
        for i, pull in enumerate(pulls):
            if pull.position not in closed:
                self.waiting.push(node.cell, node.weight + (i not in advised), pull.score, (node, pull))

    def _steps(self, node: _Node) -> list[PackingStep]:
        """The pulls to a node, played forwards."""
        left = node.pull.position.boxes if node.pull else tuple(int(target) for target in self.arrays.targets)
        steps: list[PackingStep] = []
        removed = False
        at: _Node | None = node
        while at is not None and at.pull is not None:
            removed = removed or at.pull.leaves
            steps.append(PackingStep(OUTSIDE if at.pull.leaves else at.pull.to, at.pull.box))
            at = at.before
        steps = _joined(steps)
        moved = {step.start for step in steps}
        first = [PackingStep(STARTS, box) for box in sorted(left, key=lambda box: box in moved)]
        if removed or not steps:
            return first + steps
        every = first + steps
        lasting = [i for i, step in enumerate(every) if all(later.start != step.end for later in every[i + 1 :])]
        return [every[i] if every[i].start == STARTS else PackingStep(OUTSIDE, every[i].end) for i in lasting]


def _joined(steps: list[PackingStep]) -> list[PackingStep]:
    """Steps of the same box one after another as one; those that lead nowhere left out."""
    joined: list[PackingStep] = []
    for step in steps:
        if joined and joined[-1].end == step.start:
            step = PackingStep(joined.pop().start, step.end)
        if step.start != step.end:
            joined.append(step)
    return joined
