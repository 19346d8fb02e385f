"""A* (Hart, Nilsson and Raphael 1968) over pushes, in plain Python.

Between two pushes the keeper walks the shortest way, so only where he ends up matters.
"""

from __future__ import annotations

from heapq import heappop, heappush

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search.meter import Meter

from .. import rules
from ..model import Level, State
from .search_board import DIRECTIONS, FAR, NOWHERE, OPPOSITE, Warehouse, bits, warehouse

_ = Catalogue("sokoban")

DEADLOCK = Why("deadlock", _("a crate can never come to a target any more"))


def weights(level: Level, metric: Metric) -> tuple[int, int]:
    """What a step and a push weigh: what the metric counts in the high bits, the move in the low 32."""
    step, push = {Metric.MOVES: (0, 0), Metric.PUSHES: (0, 1), Metric.COST: level.costs}[metric]
    return (step << 32) + 1, (push << 32) + 1


def fewest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric, ties by the number of moves.

    A node is the boxes and the keeper's cell after a push. The bound is the least total of pushes that brings each
    box to a goal of its own; nodes with a dead or frozen box are dropped.
    """
    if rules.status(level, state) is Status.WON:
        return Answer(Verdict.SOLVED, (), optimal=True)
    house = warehouse(level)
    if state.player not in house.number:
        return Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)
    if house.lost(state, level.goals):
        return Answer(Verdict.IMPOSSIBLE, why=DEADLOCK)
    search = _PushSearch(house, *weights(level, metric), house.number[state.player], house.boxes_of(state))
    still = frozenset(box for box in state.boxes if box not in house.number)
    meter = Meter(limits)
    while search.frontier:
        node = search.take()
        if node is None:
            continue
        if search.won(node):
            return Answer(Verdict.SOLVED, tuple(search.path(node)), optimal=True, expanded=meter.expanded)
        why = meter.exceeded()
        if why is not None:
            return Answer(Verdict.UNKNOWN, expanded=meter.expanded, why=why)
        boxes, player = divmod(node, search.size)
        shown = State(house.cells[player], still.union([house.cells[box] for box in bits(boxes)]))
        yield Visit(shown, meter.expanded, len(search.frontier), search.depth[node])
        search.expand(node)
    return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)


class _PushSearch:
    """The frontier and what is known of each node; a node is boxes * size + player, one int."""

    def __init__(self, house: Warehouse, step: int, push: int, player: int, boxes: int) -> None:
        self.house, self.step, self.push, self.size = house, step, push, len(house.cells)
        node = boxes * self.size + player
        self.spent = {node: 0}
        self.depth = {node: 0}
        self.came_from: dict[int, tuple[int, int, int]] = {}  # the node before, the box's cell, the direction
        self.frontier = [(house.bound(boxes) * push, 0, node)]
        self.closed: dict[int, int] = {}
        self.frozen: dict[int, bool] = {}

    def take(self) -> int | None:
        """The most promising node; None if it was expanded already on a way no dearer."""
        _rank, _minus_depth, node = heappop(self.frontier)
        if self.closed.get(node, -1) == self.spent[node]:
            return None
        self.closed[node] = self.spent[node]
        return node

    def won(self, node: int) -> bool:
        """Whether all boxes are on goals."""
        return not node // self.size & ~self.house.goals

    def expand(self, node: int) -> None:
        """Queue what each possible push leads to."""
        house, size = self.house, self.size
        boxes, player = divmod(node, size)
        walks = house.walks(player, boxes)
        spent, depth = self.spent[node], self.depth[node] + 1
        blocked = boxes | house.dead
        for box in bits(boxes):
            for d in range(4):
                to, behind = house.step[d][box], house.step[OPPOSITE[d]][box]
                if to == NOWHERE or behind == NOWHERE or walks[behind] < 0 or blocked >> to & 1:
                    continue
                following_boxes = boxes ^ (1 << box) ^ (1 << to)
                following = following_boxes * size + box
                total = spent + walks[behind] * self.step + self.push
                if total >= self.spent.get(following, total + 1) or self.hopeless(following_boxes, to):
                    continue
                self.spent[following] = total
                self.depth[following] = depth
                self.came_from[following] = (node, box, d)
                heappush(self.frontier, (total + house.bound(following_boxes) * self.push, -depth, following))

    def hopeless(self, boxes: int, pushed: int) -> bool:
        """Whether the push has lost the game; remembered, for the same boxes come back with the keeper elsewhere."""
        known = self.frozen.get(boxes)
        if known is None:
            house = self.house
            known = self.frozen[boxes] = house.bound(boxes) >= FAR or house.frozen_around(boxes, pushed)
        return known

    def path(self, node: int) -> list[Direction]:
        """The keeper's moves from the start to a node."""
        pushes = []
        while node in self.came_from:
            pushes.append(self.came_from[node])
            node = self.came_from[node][0]
        moves: list[Direction] = []
        for before, box, d in reversed(pushes):
            boxes, player = divmod(before, self.size)
            moves += self.house.way(player, self.house.step[OPPOSITE[d]][box], boxes) or []
            moves.append(DIRECTIONS[d])
        return moves
