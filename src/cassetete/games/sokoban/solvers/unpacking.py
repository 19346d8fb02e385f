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
from ..kernels.board import WORK
from ..kernels.box_graph import BoxGraph
from ..kernels.plan_features import OUTSIDE, STARTS, Guide
from .cell_queue import CellQueue
from .level_arrays import LevelArrays
from .packing_plan import PackingStep, new_macro_moves

_MOST_EXPANDED = 400
_MOST_FOUND = 30_000


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


def _without(boxes: tuple[int, ...], row: int) -> tuple[int, ...]:
    return boxes[:row] + boxes[row + 1 :]


class PullList:
    """The pulls from positions, by the kernel, and what they do."""

    def __init__(self, arrays: LevelArrays, guide: Guide) -> None:
        self.arrays, self.guide = arrays, guide
        self.scratch, self.macros = arrays.scratch(), new_macro_moves(arrays.graph.wall)
        cells, n, boxes = arrays.graph.cells, arrays.graph.wall, len(arrays.targets)
        self._in_order = sorted(range(n), key=cells.__getitem__)
        self._place = np.argsort(self._in_order).tolist()
        self._at_once = max(1, min(boxes, WORK // (n * boxes)))
        self._out = np.zeros((self._at_once * (4 * n + 4), kernel.LINKS_GONE + 1), np.int32)

    def describe(self, boxes: tuple[int, ...], player: int) -> tuple[int, list[int]]:
        """The player's lowest cell, and what a position is like, as of a pull that leads there."""
        array = np.array(boxes, np.int16)
        lowest = kernel.describe(self.arrays.board, self.scratch, self.guide, array, player, self._out)
        return int(lowest), self._out[0].tolist()

    def of(
        self, boxes: tuple[int, ...], player: int, possible: list[bool], leaving: Iterable[int] = ()
    ) -> list[list[int]]:
        """All pulls to cells that are possible, a row of numbers each (`kernel.ROW` and so on)."""
        board, array = self.arrays.board, np.array(boxes, np.int16)
        cells = np.array([cell for cell in self._in_order if possible[cell]], np.int32)
        rows = np.array(sorted(range(len(boxes)), key=lambda row: self._place[boxes[row]]), np.int32)
        may_leave = np.zeros(self.arrays.graph.wall + 1, np.uint8)
        may_leave[list(leaving)] = 1
        found: list[list[int]] = []
        for first in range(0, len(boxes), self._at_once):
            checkpoint()
            some = rows[first : first + self._at_once]
            count = kernel.list_pulls(
                board, self.scratch, self.macros, self.guide, array, player, some, cells, may_leave, self._out
            )
            found += self._out[:count].tolist()
        return found


class StartMatching:
    """A start of its own for each box of a position, that it could have come from (Kuhn's augmenting paths). `starts`
    has a bit for each."""

    def __init__(self, origins: list[int], boxes: tuple[int, ...], starts: int) -> None:
        self._origins, self._starts = origins, starts
        self._owner: dict[int, int] = {}
        self._start_of: dict[int, int] = {}
        free = starts
        self.complete = True
        for box in boxes:
            chain = self._chain(box, starts, free)
            if not chain:
                self.complete = False
                break
            free &= ~chain[-1][0]
            for start, one in chain:
                self._owner[start] = one
                self._start_of[one] = start

    def _chain(self, box: int, starts: int, free: int) -> list[tuple[int, int]]:
        """Who takes which start so that one more box has one, the last of them a free start; empty if it cannot be."""
        wanted_by: dict[int, int] = {}
        waiting = [box]
        unseen = starts
        for one in waiting:  # grows on the way
            new = self._origins[one] & unseen
            start = new & free
            if start:
                start &= -start
                chain = [(start, one)]
                while one != box:
                    start = self._start_of[one]
                    one = wanted_by[start]
                    chain.append((start, one))
                return chain[::-1]
            unseen &= ~new
            while new:
                start = new & -new
                new ^= start
                wanted_by[start] = one
                waiting.append(self._owner[start])
        return []

    def without(self, box: int, start: int) -> bool:
        """Whether the other boxes have starts of their own if one box leaves on a start; of a complete matching in
        which no start is left over."""
        start = 1 << start
        other, free = self._owner[start], self._start_of[box]
        return other == box or bool(self._chain(other, self._starts & ~start, free))


class _Search:
    def __init__(self, arrays: LevelArrays, graph: BoxGraph, guide: Guide, boxes: list[int], opening: bool) -> None:
        self.arrays, self.graph, self.guide, self.opening = arrays, graph, guide, opening
        self.start = np.zeros(arrays.graph.wall + 1, np.uint8)
        self.start[boxes] = 1
        self.starts = frozenset(boxes)
        self.origins = origins_of(guide.returns, boxes)
        self.pulls = PullList(arrays, guide)
        reached = guide.returns[:, arrays.targets].astype(bool)
        walks = np.where(reached, guide.walk_distance[:, arrays.targets], 0)
        self.distance: list[int] = walks.sum(axis=1).tolist()
        self.target: list[int] = arrays.board.target.tolist()
        self.wall = arrays.graph.wall
        self.hole = {c for c in map(int, arrays.targets) if sum(int(d) == self.wall for d in arrays.board.step[c]) > 2}
        self.waiting: CellQueue[tuple[_Node, _Pull]] = CellQueue()

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
        seen = set()
        for cell in range(self.wall):
            if cell not in boxes:
                checkpoint()
                lowest, _does = self.pulls.describe(boxes, cell)
                if lowest not in seen:
                    seen.add(lowest)
                    yield lowest

    def _score(self, boxes: tuple[int, ...], player: int) -> tuple[int, ...]:
        _lowest, does = self.pulls.describe(boxes, player)
        return self._scored(boxes, does[kernel.PARTS], does[kernel.LINKS])

    def _scored(self, boxes: tuple[int, ...], parts: int, links: int) -> tuple[int, ...]:
        """The features, the least the best: boxes left, parts, boxes on targets, closed links, far from targets."""
        on_targets = sum(self.target[box] for box in boxes)
        return len(boxes), parts, on_targets, links, -sum(self.distance[box] for box in boxes)

    def _is_alive(self, position: _Position) -> bool:
        boxes = np.array(position.boxes, np.int16)
        if not kernel.can_leave(self.arrays.board, self.pulls.scratch, boxes, position.player, self.start):
            return False
        return StartMatching(self.origins, position.boxes, mask(position.starts)).complete

    def _pulls(self, position: _Position) -> list[_Pull]:
        """All pulls; only those after which a box leaves, one of each box, if there are any."""
        boxes, starts = position.boxes, mask(position.starts)
        possible = self.guide.returns[sorted(position.starts)].any(axis=0).tolist()
        rows = self.pulls.of(boxes, position.player, possible, self._leaving(position))
        out: dict[int, _Pull] = {}
        matching: StartMatching | None = None
        for row in rows:
            if not row[kernel.LEAVES]:
                continue
            box, to = boxes[row[kernel.ROW]], row[kernel.TO]
            if box in out:
                continue
            matching = matching or StartMatching(self.origins, boxes, starts)
            others = _without(boxes, row[kernel.ROW])
            if matching.complete:
                may_leave = matching.without(box, to)
            else:
                may_leave = StartMatching(self.origins, others, starts & ~(1 << to)).complete
            if may_leave:
                score = self._scored(others, row[kernel.PARTS_GONE], row[kernel.LINKS_GONE])
                following = _Position(others, row[kernel.PLAYER_GONE], position.starts - {to})
                out[box] = _Pull(box, to, True, following, score, False, row[kernel.PARTS])
        if out:
            return list(out.values())
        pulls: list[_Pull] = []
        _count, _parts, on_targets, _links, far = self._scored(boxes, 0, 0)
        for row in rows:
            box, to = boxes[row[kernel.ROW]], row[kernel.TO]
            packed = on_targets + self.target[to] - self.target[box]
            score = (
                len(boxes),
                row[kernel.PARTS],
                packed,
                row[kernel.LINKS],
                far - self.distance[to] + self.distance[box],
            )
            others = _without(boxes, row[kernel.ROW])
            place = bisect(others, to)
            following = _Position((*others[:place], to, *others[place:]), row[kernel.PLAYER], position.starts)
            pulls.append(_Pull(box, to, False, following, score, bool(row[kernel.OPENS]), row[kernel.PULLS]))
        return pulls

    def _leaving(self, position: _Position) -> set[int]:
        """The starts on which boxes may leave: the most that can be reached from each other; none if the player cannot
        come to one of them."""
        boxes = np.array(position.boxes, np.int16)
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
        self.pulls.describe(position.boxes, position.player)
        s = self.pulls.scratch
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
