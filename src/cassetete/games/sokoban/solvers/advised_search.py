"""One search of the portfolio that follows a packing plan closely: its tables, its arrays, and the moves it finds."""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.speed.arrays import np

from ..kernels import advised_search as kernel
from ..kernels import box_graph
from ..kernels.board import WORK
from ..kernels.box_graph import BoxGraph
from ..kernels.plan_features import (
    ADVISED_WEIGHT,
    CHECKED,
    MOST_OUT,
    MOST_PARTS,
    STARTS,
    Guide,
    link_rooms,
)
from ..model import State
from .level_arrays import LevelArrays
from .node_arrays import new_nodes, size
from .node_search import NodeSearch, new_heaps
from .packing_plan import PackingStep, order_in_style
from .rooms import level_tables
from .unpacking import unpacked

UNPACKED, OPENING = "unpacked", "opening"
"""The styles of plans that `unpacking` makes."""

_UNIT = 4
"""The weight of a choice between two equal moves."""

_RANKS = 512
_OFFSET = 4
_IN_A_TUNNEL = 4 * _UNIT


class Way(NamedTuple):
    """How moves are weighed. All that no adviser names alike; or (`ranked`) by how likely they are taken to be, the one
    of rank r as likely as 1 / (r + 4), so that a position with few moves costs little. The weight is then the logarithm
    of that, and what is searched up to a weight is bounded (Orseau, Lelis, Lattimore and Weber 2018, "Single-agent
    policy tree search with guarantees"). With `checked`, advisers name nothing that is lost, and no box in a tunnel."""

    ranked: bool = False
    checked: bool = False


def _weights(ranked: bool) -> Any:
    """The weights of moves by their rank, and by how many there are."""
    if not ranked:
        return np.array([[_UNIT], [0]], np.int64)
    likely = 1 / (np.arange(_RANKS) + _OFFSET)
    total = np.concatenate(([1.0], np.cumsum(likely)[:-1]))
    return np.round(_UNIT * np.log2(np.array([1 / likely, total]))).astype(np.int64)


def _fill_tunnels(guide: Guide, step: Any, kept: set[int]) -> None:
    """Mark the cells of tunnels but the first of each, unless it has one that is kept. A box in a tunnel, or at its
    mouth beside a wall, can only be pushed on or back, so it waits nowhere better than in these places."""
    n = len(step) - 1
    for back, one, two in ((0, 2, 3), (2, 0, 1)):
        narrow = {c for c in range(n) if step[c, one] == n and step[c, two] == n}
        for first in sorted(c for c in narrow if int(step[c, back]) not in narrow):
            tunnel = [first]
            while int(step[tunnel[-1], back + 1]) in narrow:
                tunnel.append(int(step[tunnel[-1], back + 1]))
            for d, mouth in ((back + 1, int(step[first, back])), (back, int(step[tunnel[-1], back + 1]))):
                if mouth < n and mouth not in kept and n in step[mouth, [one, two]]:
                    guide.mouth[mouth] |= 1 << d
                    guide.waiting[mouth] = _IN_A_TUNNEL
            waiting = set(tunnel) - kept
            guide.waiting[list(waiting if kept & set(tunnel) else waiting - {first})] = _IN_A_TUNNEL


def box_graph_of(arrays: LevelArrays) -> BoxGraph:
    """Scratch arrays for a box alone."""
    n = arrays.graph.wall
    wall = np.zeros(n + 1, np.uint8)
    wall[n] = 1
    return BoxGraph(
        wall=wall,
        parts=np.zeros((n + 1, 4), np.int8),
        mark=np.zeros(n + 1, np.int32),
        queue=np.zeros(4 * n + 4, np.int32),
        distance=np.zeros((n + 1, 4), np.int32),
    )


def _untils(steps: list[PackingStep]) -> list[int]:
    """For each step, the later one that takes its box away, or -1."""
    return [
        next((j for j in range(i + 1, len(steps)) if steps[j].start == step.end), -1) for i, step in enumerate(steps)
    ]


def _zones(arrays: LevelArrays, graph: BoxGraph, steps: list[PackingStep], until: list[int]) -> tuple[Any, Any]:
    """After k steps, the cells from which boxes could not come to the later cells of the plan any more once these
    cells change again; and the pushes from there to each cell."""
    n, count = arrays.graph.wall, len(steps)
    board = arrays.board
    zone = np.zeros((count + 1, n + 1), np.uint8)
    distance = np.full((count + 1, n + 1), -1, np.int32)
    found = np.zeros(n + 1, np.int32)
    own = []
    for i in range(count - 1):
        checkpoint()
        starts = np.zeros(n + 1, np.uint8)
        starts[[step.end for step in steps[i + 1 :]]] = 1
        _wall(graph, n, [steps[j].end for j in range(i + 1) if until[j] < 0])
        box_graph.fill_zone(board.step, board.around, graph, starts, True, found)
        own.append(((found < 0) & (board.dead == 0) & (graph.wall == 0)).astype(np.uint8))
    current, last = np.zeros(n + 1, np.uint8), 0
    for i, mine in enumerate(own):
        if not np.array_equal(mine, current):
            current = mine
            zone[last : i + 1] = mine
            last = i
    zone[last:] = current
    inits = sum(step.start == STARTS for step in steps)
    for k in range(count - 1):
        checkpoint()
        at = max(k, inits)
        _wall(graph, n, [steps[j].end for j in range(at) if until[j] < 0 or until[j] >= at])
        box_graph.fill_zone(board.step, board.around, graph, zone[k], False, distance[k])
    return zone, distance


def _wall(graph: BoxGraph, n: int, cells: list[int]) -> None:
    """Make these cells the only walls on the floor."""
    graph.wall[:] = 0
    graph.wall[n] = 1
    graph.wall[cells] = 1


def level_guide(arrays: LevelArrays, graph: BoxGraph) -> Guide:
    """What is known of a level without a plan."""
    n, board = arrays.graph.wall, arrays.board
    tables = level_tables(arrays)
    _wall(graph, n, [])
    box_graph.fill_parts(board.step, board.around, graph)
    returns = np.zeros((n + 1, n + 1), np.uint8)
    at_once = max(1, WORK // (64 * n + 1))
    for first in range(0, n, at_once):
        box_graph.fill_returns(board.step, graph, returns, first, min(n, first + at_once))
        checkpoint()
    linked = np.zeros(max(1, int(tables.room.max()) + 1), np.uint64)
    link_rooms(board.step, arrays.scratch(), tables.room, linked)
    nearest = np.zeros(n + 1, np.int32)
    nearest[:n] = np.where(board.dead[:n], 0, board.nearest.min(axis=1))
    none = np.zeros(0, np.int32)
    return Guide(
        start=none,
        end=none,
        until=none,
        zone=np.zeros((1, n + 1), np.uint8),
        zone_distance=np.zeros((1, n + 1), np.int32),
        blocks=tables.hotspot,
        returns=returns,
        walk_distance=tables.walk_distance,
        nearest=nearest,
        room=tables.room,
        linked=linked,
        links=np.zeros(len(linked), np.uint64),
        reachable=np.zeros(n + 1, np.uint8),
        advice=np.zeros((2, 8), np.int64),
        weight=np.zeros((2, 1), np.int64),
        waiting=np.zeros(n + 1, np.int64),
        mouth=np.zeros(n + 1, np.uint8),
        settings=np.zeros(2, np.int64),
        asked=np.zeros((1, 5), np.int64),
        order=none,
        blocking=none,
        closed=np.zeros(1, np.int64),
    )


def planned(arrays: LevelArrays, graph: BoxGraph, guide: Guide, steps: list[PackingStep]) -> Guide:
    """The same with a plan."""
    until = _untils(steps)
    zone, distance = _zones(arrays, graph, steps, until)
    return guide._replace(
        start=np.array([step.start for step in steps], np.int32),
        end=np.array([step.end for step in steps], np.int32),
        until=np.array(until, np.int32),
        zone=zone,
        zone_distance=distance,
    )


class AdvisedSearch(NodeSearch):
    """A search after a plan."""

    kernel = kernel

    def __init__(
        self, arrays: LevelArrays, state: State, plan: str | list[PackingStep], way: Way | None = None
    ) -> None:
        """`plan` is a style or the steps themselves."""
        way = way or Way()
        self.arrays, self.state = arrays, state
        boxes = arrays.boxes(state)
        self.graph = box_graph_of(arrays)
        guide = level_guide(arrays, self.graph)
        self.steps = steps = self._steps(plan, guide) if isinstance(plan, str) else plan
        self.method: Any = steps, way
        children = 4 * len(arrays.board.step) * len(boxes)
        self.guide = planned(arrays, self.graph, guide, steps)._replace(
            weight=_weights(way.ranked),
            asked=np.zeros((children, 5), np.int64),
            order=np.zeros(children, np.int64),
            blocking=np.zeros(len(boxes), np.int32),
        )
        if way.checked:
            kept = {step.end for step in steps} | {int(target) for target in arrays.targets}
            _fill_tunnels(self.guide, arrays.board.step, kept)
        self.guides = self.guide, self.graph
        self.guide.settings[ADVISED_WEIGHT] = way.ranked
        self.guide.settings[CHECKED] = way.checked
        self.nodes = new_nodes(len(boxes), 2 * children, slots=2, without=("pushes", "bound", "queue"))
        cells = (len(steps) + 2) * (MOST_PARTS + 1) * (MOST_OUT + 1)
        self.heaps = new_heaps(len(self.nodes.player), cells)
        kernel.begin(arrays.board, arrays.scratch(), self.nodes, self.heaps, self.guide, boxes, arrays.player(state))

    def _steps(self, style: str, guide: Guide) -> list[PackingStep]:
        """A plan in a style."""
        boxes = self.arrays.boxes(self.state)
        if style not in (UNPACKED, OPENING):
            return order_in_style(self.arrays, boxes, style)
        if len(boxes) != len(self.arrays.targets):
            return order_in_style(self.arrays, boxes, "")
        return unpacked(self.arrays, self.graph, guide, [int(box) for box in boxes], style == OPENING)

    def size(self) -> int:
        """The bytes of its arrays."""
        return super().size() + size((self.guide.asked, self.guide.order))
