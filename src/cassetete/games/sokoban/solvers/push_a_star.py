"""A* (Hart, Nilsson and Raphael 1968) over pushes, in plain Python.

Between two pushes the player walks the shortest way, so only where they end up matters.
"""

from __future__ import annotations

from heapq import heappop, heappush

from cassetete.core.answers import EXHAUSTED, Answer, Limits, Verdict, Visit, Why
from cassetete.core.contract import Metric, Search, Status
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search.meter import Meter

from .. import rules
from ..floor_graph import FloorGraph, Push, bits, floor_graph
from ..model import Level, State

_ = Catalogue("sokoban")

DEADLOCK = Why("deadlock", _("a box can no longer reach a target"))


def weights(level: Level, metric: Metric) -> tuple[int, int]:
    """What a step and a push weigh: what the metric counts in the high bits, the move in the low 32."""
    step, push = {Metric.MOVES: (0, 0), Metric.PUSHES: (0, 1), Metric.COST: level.costs}[metric]
    return (step << 32) + 1, (push << 32) + 1


def trivial_answer(level: Level, state: State) -> Answer[Direction] | None:
    """What can be said without searching: won already, no player, or a deadlock; None for all others."""
    if rules.status(level, state) is Status.WON:
        return Answer(Verdict.SOLVED, (), optimal=True)
    graph = floor_graph(level)
    if state.player not in graph.number:
        return Answer(Verdict.IMPOSSIBLE, why=EXHAUSTED)
    if graph.lost(state, level.targets):
        return Answer(Verdict.IMPOSSIBLE, why=DEADLOCK)
    return None


def fewest(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Direction]:
    """The least for any metric, ties by the number of moves.

    A node is the boxes and the player's cell after a push. The bound is the least total of pushes that brings each
    box to a target of its own; nodes with a dead or frozen box are dropped.
    """
    answer = trivial_answer(level, state)
    if answer is not None:
        return answer
    assert state.player is not None
    graph = floor_graph(level)
    search = _PushSearch(graph, *weights(level, metric), graph.number[state.player], graph.boxes_of(state))
    out_of_reach = frozenset(box for box in state.boxes if box not in graph.number)
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
        shown = State(graph.cells[player], out_of_reach.union([graph.cells[box] for box in bits(boxes)]))
        yield Visit(shown, meter.expanded, len(search.frontier), search.depth[node])
        search.expand(node)
    return Answer(Verdict.IMPOSSIBLE, expanded=meter.expanded, why=EXHAUSTED)


class _PushSearch:
    """The frontier and what is known of each node; a node is boxes * size + player, one int."""

    def __init__(self, graph: FloorGraph, step: int, push: int, player: int, boxes: int) -> None:
        self.graph, self.step, self.push, self.size = graph, step, push, len(graph.cells)
        self.start = node = boxes * self.size + player
        self.spent = {node: 0}
        self.depth = {node: 0}
        self.came_from: dict[int, tuple[int, Push]] = {}
        self.frontier = [(graph.bound(boxes) * push, 0, node)]
        self.closed: dict[int, int] = {}
        self.deadlocked: dict[int, bool] = {}

    def take(self) -> int | None:
        """The most promising node; None if it was expanded already at no higher cost."""
        _rank, _minus_depth, node = heappop(self.frontier)
        if self.closed.get(node, -1) == self.spent[node]:
            return None
        self.closed[node] = self.spent[node]
        return node

    def won(self, node: int) -> bool:
        """Whether all boxes are on targets."""
        return not node // self.size & ~self.graph.targets

    def expand(self, node: int) -> None:
        """Queue what each possible push leads to."""
        graph, size = self.graph, self.size
        boxes, player = divmod(node, size)
        walks = graph.walks(player, boxes)
        spent, depth = self.spent[node], self.depth[node] + 1
        blocked = boxes | graph.dead | 1 << graph.wall
        for box in bits(boxes):
            around = graph.step[box]
            for d, to in enumerate(around):
                behind = around[d ^ 1]
                if walks[behind] < 0 or blocked >> to & 1:
                    continue
                following_boxes = boxes ^ (1 << box) ^ (1 << to)
                following = following_boxes * size + box
                total = spent + walks[behind] * self.step + self.push
                if total >= self.spent.get(following, total + 1) or self.hopeless(following_boxes):
                    continue
                self.spent[following] = total
                self.depth[following] = depth
                self.came_from[following] = (node, (box, d))
                heappush(self.frontier, (total + graph.bound(following_boxes) * self.push, -depth, following))

    def hopeless(self, boxes: int) -> bool:
        """Whether the boxes are in a deadlock; remembered, as they come back with the player elsewhere."""
        known = self.deadlocked.get(boxes)
        if known is None:
            known = self.deadlocked[boxes] = self.graph.deadlocked(boxes)
        return known

    def path(self, node: int) -> list[Direction]:
        """The moves from the start to a node."""
        pushes: list[Push] = []
        while node in self.came_from:
            node, push = self.came_from[node]
            pushes.append(push)
        boxes, player = divmod(self.start, self.size)
        return self.graph.moves_of(boxes, player, reversed(pushes))
