"""Why a position cannot be won any more, and where to look: for a warning while one plays.

Four reasons, the simplest first: a crate on a dead square, crates that hold each other, crates that have no target left
for each, and crates around a closed-off corner that cannot be freed. All are proofs; a position without any of them
may still be lost. (Dead squares by pulling back, freeze and corral deadlocks, as the Sokoban wiki has them,
https://sokobano.de/wiki; that boxes lack goals is Hall's condition, found by matching.)
"""

from __future__ import annotations

from typing import NamedTuple

from cassetete.core.contract import Advice, Mark, MarkKind, Status
from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from .. import rules
from ..model import Level, State
from .search_board import FAR, NOWHERE, OPPOSITE, Warehouse, bits, warehouse

_ = Catalogue("sokoban")

_NODES = 400

REASONS = {
    "away": _("The keeper can never come to this crate, and it is not on a target: the level cannot be won."),
    "dead": _("From here this crate can never be pushed to a target."),
    "frozen": _("These crates can never move again, and not all are on targets."),
    "targets": _("These crates can no longer all have a target of their own."),
    "corral": _("The keeper can never open this corner: these crates cannot be freed."),
}


class Deadlock(NamedTuple):
    """A reason (a key of REASONS), the boxes that show it, and the closed-off cells of a corral."""

    reason: str
    boxes: frozenset[Cell]
    cells: frozenset[Cell] = frozenset()

    @property
    def text(self) -> Text:
        """The reason in words."""
        return REASONS[self.reason]


def deadlock(level: Level, state: State) -> Deadlock | None:
    """A proof that the state cannot be won, or None if none is found.

    >>> from . import xsb
    >>> level = xsb.parse("#####\\n#$  #\\n#@ .#\\n#####")[0].level
    >>> deadlock(level, rules.start(level)).reason
    'dead'
    """
    if state.player is None or rules.status(level, state) is not Status.OPEN:
        return None
    house = warehouse(level)
    if state.player not in house.number:
        return None
    away = frozenset(box for box in state.boxes if box not in house.number and box not in level.goals)
    if away:
        return Deadlock("away", away)
    boxes = house.boxes_of(state)
    for reason, found in (
        ("dead", boxes & house.dead),
        ("frozen", frozen(house, boxes)),
        ("targets", _short(house, boxes)),
    ):
        if found:
            return Deadlock(reason, _cells(house, found))
    return _corral(house, boxes, house.number[state.player])


def _cells(house: Warehouse, mask: int) -> frozenset[Cell]:
    return frozenset(house.cells[n] for n in bits(mask))


def frozen(house: Warehouse, boxes: int) -> int:
    """The boxes that hold each other for ever, if one of them is off the goals; else none.

    The largest set in which each is blocked both ways by a wall, by one of the set, or by dead squares.
    """
    held = boxes
    changed = True
    while changed:
        changed = False
        for box in bits(held):
            if not all(_blocked(house, held, box, axis) for axis in (0, 2)):
                held ^= 1 << box
                changed = True
    return _group(house, held, house.goals)


def _blocked(house: Warehouse, held: int, box: int, axis: int) -> bool:
    sides = house.step[axis][box], house.step[axis + 1][box]
    if any(side == NOWHERE or held >> side & 1 for side in sides):
        return True
    return all(house.dead >> side & 1 for side in sides)


def _group(house: Warehouse, held: int, goals: int) -> int:
    """Of the frozen boxes, one cluster with a box off the goals: what to show."""
    for box in bits(held & ~goals):
        cluster = todo = 1 << box
        while todo:
            low = todo & -todo
            todo ^= low
            for near in house.near[low.bit_length() - 1]:
                if held >> near & 1 and not cluster >> near & 1:
                    cluster |= 1 << near
                    todo |= 1 << near
        return cluster
    return 0


def _short(house: Warehouse, boxes: int) -> int:
    """A smallest set of boxes, as far as dropping one after another tells, that has too few goals to go to."""
    if house.bound(boxes) < FAR:
        return 0
    for box in bits(boxes):
        if house.bound(boxes & ~(1 << box)) >= FAR:
            boxes &= ~(1 << box)
    return boxes


def _corral(house: Warehouse, boxes: int, player: int) -> Deadlock | None:
    """A closed-off part of the floor whose boxes, alone in the warehouse, can neither open it nor come home."""
    walks = house.walks(player, boxes)
    left = {n for n in range(len(walks)) if walks[n] < 0 and not boxes >> n & 1}
    while left:
        part = {left.pop()}
        todo = list(part)
        for at in todo:
            for near in house.near[at]:
                if near in left:
                    left.discard(near)
                    part.add(near)
                    todo.append(near)
        around = house.mask(near for at in part for near in house.near[at] if boxes >> near & 1)
        if around & ~house.goals and _closed_for_ever(house, around, player):
            return Deadlock("corral", _cells(house, around), frozenset(house.cells[n] for n in part))
    return None


def _closed_for_ever(house: Warehouse, boxes: int, player: int) -> bool:
    """Whether every position that these boxes alone can come to has a closed-off part and a box off the goals."""
    seen: set[tuple[int, int]] = set()
    todo = [(boxes, player)]
    while todo:
        at, keeper = todo.pop()
        walks = house.walks(keeper, at)
        lowest = next(n for n in range(len(walks)) if walks[n] >= 0)
        if (at, lowest) in seen:
            continue
        seen.add((at, lowest))
        shut = any(walks[n] < 0 and not at >> n & 1 for n in range(len(walks)))
        if not shut or not at & ~house.goals or len(seen) > _NODES:
            return False
        for box in bits(at):
            for d in range(4):
                to, stand = house.step[d][box], house.step[OPPOSITE[d]][box]
                if NOWHERE in (to, stand) or walks[stand] < 0 or (at | house.dead) >> to & 1:
                    continue
                after = at ^ (1 << box) ^ (1 << to)
                if not (all(_blocked(house, after, to, axis) for axis in (0, 2)) and frozen(house, after)):
                    todo.append((after, box))  # were any frozen now, then the one just pushed
    return True


def warn(level: Level, state: State) -> Advice | None:
    """The deadlock as advice, its boxes marked as a mistake."""
    found = deadlock(level, state)
    if found is None:
        return None
    marks = [Mark(cell, MarkKind.MISTAKE) for cell in sorted(found.boxes)]
    return Advice(found.text, tuple(marks + [Mark(cell, MarkKind.BECAUSE) for cell in sorted(found.cells)]))
