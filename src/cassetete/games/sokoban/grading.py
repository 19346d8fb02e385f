"""How hard a level is for a person (`search.difficulty`): pushes that lose, and boxes that go away from targets."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from cassetete.core.contract import Grade, Metric
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import Difficulty, difficulty, solved_states
from cassetete.search.space import Space

from . import rules
from .floor_graph import bits, floor_graph
from .model import Level, State
from .solvers.searches import SOLVERS

_ = Catalogue("sokoban")

WORDS = (12.0, 30.0, 70.0)
"""The greatest scores of easy, normal and hard."""


class Node(NamedTuple):
    """The boxes, as bits, and the lowest cell the player can walk to: all that matters between two pushes."""

    boxes: int
    player: int


def measured(level: Level) -> Difficulty | None:
    """How hard the level is; None if no solution is found."""
    graph = floor_graph(level)
    state = rules.start(level)
    if state.player not in graph.number:
        return None
    doomed: dict[int, bool] = {}

    def node(boxes: int, player: int) -> Node:
        walks = graph.walks(player, boxes)
        return Node(boxes, next(cell for cell, steps in enumerate(walks) if steps >= 0))

    def pushes(at: Node) -> list[tuple[tuple[int, int], Node]]:
        walks = graph.walks(at.player, at.boxes)
        blocked = at.boxes | 1 << graph.wall
        return [
            ((box, d), node(at.boxes ^ 1 << box ^ 1 << to, box))
            for box in bits(at.boxes)
            for d, to in enumerate(graph.step[box])
            if graph.step[box][d ^ 1] != graph.wall and walks[graph.step[box][d ^ 1]] >= 0 and not blocked >> to & 1
        ]

    def lost(at: Node) -> bool:
        if at.boxes not in doomed:
            doomed[at.boxes] = bool(at.boxes & graph.dead) or graph.deadlocked(at.boxes)
        return doomed[at.boxes]

    def solution() -> list[Node] | None:
        states = solved_states(SOLVERS, level, state, Metric.PUSHES, rules.play)
        if states is None:
            return None
        after = [then for here, then in pairwise(states) if here.boxes != then.boxes]
        return [_node_of(one) for one in (state, *after)]

    def _node_of(one: State) -> Node:
        assert one.player is not None
        return node(graph.boxes_of(one), graph.number[one.player])

    bounds: dict[int, int] = {}

    def bound(at: Node) -> int:
        if at.boxes not in bounds:
            bounds[at.boxes] = graph.bound(at.boxes)
        return bounds[at.boxes]

    return difficulty(Space(_node_of(state), pushes, lambda at: not at.boxes & ~graph.targets), bound, solution, lost)


def grade(level: Level) -> Grade | None:
    """The grade of a level; None if no solution is found."""
    found = measured(level)
    return found.graded(*WORDS) if found is not None else None
