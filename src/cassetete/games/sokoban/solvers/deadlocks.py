"""Why a position cannot be won any more, and where to look: for a warning during play.

Four reasons, the simplest first: a box on a dead square, boxes that hold each other, boxes that have too few targets
left, and boxes around a closed-off part of the floor that cannot be freed. All are proofs; a position without any of
them may still be lost. (Dead squares by pulling back, freeze and corral deadlocks, as the Sokoban wiki has them,
https://sokobano.de/wiki; that boxes lack targets is Hall's condition, found by matching.)
"""

from __future__ import annotations

from typing import NamedTuple

from cassetete.core.contract import Advice, Mark, MarkKind, Status
from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from .. import rules
from ..floor_graph import FloorGraph, bits, floor_graph, mask
from ..kernels.matching import FAR
from ..model import Level, State

_ = Catalogue("sokoban")

_NODES = 400

REASONS = {
    "away": _("The player can never reach this box, and it is not on a target: the level cannot be won."),
    "dead": _("From here this box can never be pushed to a target."),
    "frozen": _("These boxes can never move again, and not all are on targets."),
    "targets": _("There are no longer enough targets within reach for these boxes."),
    "corral": _("The player can never open this corner: these boxes cannot be freed."),
}


class Deadlock(NamedTuple):
    """A reason (a key of REASONS), the boxes that show it, and the closed-off cells of a corral."""

    reason: str
    boxes: frozenset[Cell]
    cells: frozenset[Cell] = frozenset()

    @property
    def text(self) -> Text:
        """The reason as a message."""
        return REASONS[self.reason]


def deadlock(level: Level, state: State) -> Deadlock | None:
    """A proof that the state cannot be won, or None if none is found.

    >>> from ..formats import xsb
    >>> level = xsb.parse("#####\\n#$  #\\n#@ .#\\n#####")[0].level
    >>> deadlock(level, rules.start(level)).reason
    'dead'
    """
    if state.player is None or rules.status(level, state) is not Status.OPEN:
        return None
    graph = floor_graph(level)
    if state.player not in graph.number:
        return None
    away = frozenset(box for box in state.boxes if box not in graph.number and box not in level.targets)
    if away:
        return Deadlock("away", away)
    boxes = graph.boxes_of(state)
    for reason, found in (
        ("dead", boxes & graph.dead),
        ("frozen", _frozen_group(graph, boxes)),
        ("targets", _too_few_targets(graph, boxes)),
    ):
        if found:
            return Deadlock(reason, _cells(graph, found))
    return _corral(graph, boxes, graph.number[state.player])


def _cells(graph: FloorGraph, numbers: int) -> frozenset[Cell]:
    return frozenset(graph.cells[n] for n in bits(numbers))


def _frozen_group(graph: FloorGraph, boxes: int) -> int:
    """Of the frozen boxes, one group with a box off the targets; none if there is no such box."""
    frozen = graph.frozen(boxes)
    for box in bits(frozen & ~graph.targets):
        return mask(_connected(graph, box, frozen))
    return 0


def _connected(graph: FloorGraph, start: int, among: int) -> list[int]:
    """The cells of a set that hang together with one of them."""
    found = [start]
    for at in found:
        among &= ~(1 << at)
        for beside in graph.neighbours[at]:
            if among >> beside & 1:
                among &= ~(1 << beside)
                found.append(beside)
    return found


def _too_few_targets(graph: FloorGraph, boxes: int) -> int:
    """A smallest set of boxes, as far as leaving out one after another shows, that has too few targets to go to."""
    if graph.bound(boxes) < FAR:
        return 0
    for box in bits(boxes):
        if graph.bound(boxes & ~(1 << box)) >= FAR:
            boxes &= ~(1 << box)
    return boxes


def _corral(graph: FloorGraph, boxes: int, player: int) -> Deadlock | None:
    """A closed-off part of the floor whose boxes, alone in the level, can neither open it nor reach targets."""
    walks = graph.walks(player, boxes)
    left = mask(n for n in range(graph.wall) if walks[n] < 0) & ~boxes
    while left:
        part = _connected(graph, left.bit_length() - 1, left)
        left &= ~mask(part)
        around = mask(beside for at in part for beside in graph.neighbours[at]) & boxes
        if around & ~graph.targets and _closed_for_ever(graph, around, player):
            return Deadlock("corral", _cells(graph, around), frozenset(graph.cells[n] for n in part))
    return None


def _closed_for_ever(graph: FloorGraph, boxes: int, player: int) -> bool:
    """Whether every position that these boxes alone can come to has a closed-off part and a box off the targets.

    `kernels/corral_deadlock.py` is the fast twin, for searches: it keeps positions in arrays and remembers verdicts.
    """
    seen: set[tuple[int, int]] = set()
    todo = [(boxes, player)]
    while todo:
        boxes, player = todo.pop()
        walks = graph.walks(player, boxes)
        lowest = next(n for n in range(graph.wall) if walks[n] >= 0)
        if (boxes, lowest) in seen:
            continue
        seen.add((boxes, lowest))
        closed = any(walks[n] < 0 and not boxes >> n & 1 for n in range(graph.wall))
        if not closed or not boxes & ~graph.targets or len(seen) > _NODES:
            return False
        blocked = boxes | graph.dead | 1 << graph.wall
        for box in bits(boxes):
            for d, to in enumerate(graph.step[box]):
                if walks[graph.step[box][d ^ 1]] < 0 or blocked >> to & 1:
                    continue
                after = boxes ^ (1 << box) ^ (1 << to)
                if not graph.frozen(after) & ~graph.targets:
                    todo.append((after, box))
    return True


def warn(level: Level, state: State) -> Advice | None:
    """The deadlock as advice, its boxes marked as a mistake."""
    found = deadlock(level, state)
    if found is None:
        return None
    marks = [Mark(cell, MarkKind.MISTAKE) for cell in sorted(found.boxes)]
    return Advice(found.text, tuple(marks + [Mark(cell, MarkKind.BECAUSE) for cell in sorted(found.cells)]))
