"""In which order to fill the goals: boxes are pulled out of the finished warehouse, and what leaves first comes last.

A box that can be pulled to where some box starts is taken away: that never hurts the others, so no choice has to be
undone. When none can, one is parked elsewhere (packing orders of Rolling Stone; Festival, where boxes leave for a sink,
a room that holds any number of them).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from ..kernels import board as kernel
from ..kernels import macro_moves as kernel_macro
from ..kernels.features import Plan
from ..kernels.macro_moves import Finds

_MOST_LOOKS = 400
_PLAIN_LOOKS = 100
_MOST_PARKINGS = 6

Cells = tuple[int, ...]
Sources = tuple[frozenset[int], ...]
"""For each box that has left, the starts it may have come from."""


class Step(NamedTuple):
    """A step of the plan, forwards: a box comes to a cell, from outside (-1) or from where it was parked."""

    start: int
    end: int


def room_for_finds(n: int) -> Finds:
    """Arrays for the floods of one box."""
    cell, keeper, pushes, before = (np.zeros(16 * n + 4, np.int32) for _field in range(4))
    return Finds(cell, keeper, pushes, before, np.zeros((n + 1, 4), np.int32))


class Style(NamedTuple):
    """Which of the boxes that can leave does: the nearest, or (`roomy`) one that could come from the most starts. With
    `sink` no box may stay on the goal it starts on: each has to leave for a start that is no goal. With `bold` the
    fewest parkings are not tried first."""

    roomy: bool = False
    sink: bool = False
    bold: bool = False


class _Look(NamedTuple):
    """A state of the unpacking: the boxes left, the keeper, the steps so far, and what has left came from."""

    boxes: Cells
    keeper: int
    parked: int
    steps: tuple[Step, ...]
    sources: Sources


def packing_order(place: Any, starts: list[int], style: Style) -> list[Step]:
    """The steps that fill the goals; where the search for them ends too soon, the goals left stand in no order.

    States with the fewest boxes left come first, and of these the ones with the fewest parkings; after some looks, in
    turn also those with the most floor for the keeper, and with the fewest boxes on goals and the farthest from them.
    """
    search = _Unpacking(place, starts, style)
    goals = tuple(int(goal) for goal in place.goals)
    best = _Look((*goals, -1), 0, 0, (), ())
    states: list[_Look] = []
    queues: list[list[tuple[tuple[int, ...], int]]] = [[], [], []]
    seen = set()

    def enter(look: _Look) -> None:
        for queue, rank in zip(queues, search.ranks(look), strict=True):
            heappush(queue, (rank, len(states)))
        states.append(look)

    for keeper in search.parts(goals):
        enter(_Look(goals, keeper, 0, (), ()))
    looks = 0
    while looks < _MOST_LOOKS:
        queue = queues[0 if looks < _PLAIN_LOOKS and not style.bold else looks % 3]
        if not queue:
            break
        look = states[heappop(queue)[1]]
        if (look.boxes, look.keeper) in seen:
            continue
        seen.add((look.boxes, look.keeper))
        if len(look.boxes) < len(best.boxes):
            best = look
        if not look.boxes:
            break
        looks += 1
        for following in search.look(look):
            enter(following)
    return [Step(-1, cell) for cell in best.boxes] + list(best.steps[::-1])


def no_order(place: Any) -> list[Step]:
    """The goals in the order of their cells: what a plan is worth is measured against this."""
    return [Step(-1, int(goal)) for goal in place.goals]


class _Unpacking:
    """The kernel's floods, asked for what can leave."""

    def __init__(self, place: Any, starts: list[int], style: Style) -> None:
        self.place, self.scratch, self.style = place, place.scratch(), style
        self.finds = room_for_finds(len(place.house.cells))
        goals = {int(goal) for goal in place.goals}
        self.starts = frozenset(starts) - (goals if style.sink else set())
        self.spare = len(starts) if style.sink else 0
        self.comes = self._comes(starts)
        self.far = place.board.near.min(axis=1)

    def _comes(self, starts: list[int]) -> set[int]:
        """Where a box that starts somewhere can be pushed to, were it alone."""
        board, s, finds = self.place.board, self.scratch, self.finds
        found = set()
        for start in starts:
            for keeper in {int(c) for c in board.step[start] if not s.box[c]}:
                count = kernel_macro.pushed_anywhere(board, s, finds, start, keeper)
                found.update(finds.cell[:count].tolist())
                s.box[start] = 0
        return found

    def parts(self, boxes: Cells) -> list[int]:
        """The lowest cell of each part of the floor that the boxes leave, the largest part first."""
        board, s = self.place.board, self.scratch
        s.box[list(boxes)] = 1
        found: dict[int, int] = {}
        for cell in range(len(self.place.house.cells)):
            if not s.box[cell]:
                lowest = int(kernel.reach(board.step, s, cell))
                found[lowest] = found.get(lowest, 0) + 1
        s.box[list(boxes)] = 0
        return sorted(found, key=lambda lowest: -found[lowest])

    def ranks(self, look: _Look) -> tuple[tuple[int, ...], ...]:
        """Three ways to say how good a state is, the least the best."""
        board, s, boxes = self.place.board, self.scratch, list(look.boxes)
        s.box[boxes] = 1
        kernel.reach(board.step, s, look.keeper)
        s.box[boxes] = 0
        shut = len(s.seen) - int(np.count_nonzero(s.seen == s.stamp[0]))
        home = int(np.count_nonzero(board.goal[boxes]))
        left = len(boxes)
        return (left, look.parked), (left, shut, look.parked), (left, home, -int(self.far[boxes].sum()))

    def look(self, look: _Look) -> list[_Look]:
        """A box that leaves, with the starts it can come to.

        If none can leave, every way to park one.
        """
        board, s, finds, boxes = self.place.board, self.scratch, self.finds, look.boxes
        leaving: list[tuple[int, int, frozenset[int], int]] = []
        parkings: list[_Look] = []
        s.box[list(boxes)] = 1
        for row, box in enumerate(boxes):
            count = kernel_macro.pulled_anywhere(board, s, finds, box, look.keeper)
            pulls, cells = finds.pushes[:count].tolist(), finds.cell[:count].tolist()
            out = [f for f in range(count) if pulls[f] >= 0 and cells[f] in self.starts]
            if out:
                leaving.append((pulls[out[0]], row, frozenset(cells[f] for f in out), int(finds.keeper[out[0]])))
            if look.parked < _MOST_PARKINGS:
                for f in range(1, count):
                    if pulls[f] >= 0 and cells[f] not in boxes and cells[f] in self.comes:
                        after = tuple(sorted((*boxes[:row], cells[f], *boxes[row + 1 :])))
                        steps = (*look.steps, Step(cells[f], box))
                        parkings.append(_Look(after, int(finds.keeper[f]), look.parked + 1, steps, look.sources))
        s.box[list(boxes)] = 0
        roomy = self.style.roomy
        for _pulls, row, starts, where in sorted(leaving, key=lambda one: (-len(one[2]) * roomy, *one[:2])):
            sources = (*look.sources, starts)
            if _one_each(sources, self.spare):
                steps = (*look.steps, Step(-1, boxes[row]))
                return [_Look(boxes[:row] + boxes[row + 1 :], where, look.parked, steps, sources)]
        return parkings


def _one_each(sources: Sources, spare: int) -> bool:
    """Whether each box that left can have come from a start of its own, but for so many (Kuhn's augmenting paths)."""
    owner: dict[int, int] = {}

    def settle(box: int, tried: set[int]) -> bool:
        for start in sources[box]:
            if start not in tried:
                tried.add(start)
                if start not in owner or settle(owner[start], tried):
                    owner[start] = box
                    return True
        return False

    return sum(not settle(box, set()) for box in range(len(sources))) <= spare


def _served(place: Any, steps: list[Step]) -> tuple[Any, Any]:
    """For each cell the steps that a box there can serve while only what is packed before stands in its way."""
    board, s = place.board, place.scratch()
    n = board.step.shape[0] - 1
    finds = room_for_finds(n)
    serves, later = np.zeros(n + 1, np.uint64), np.zeros(len(steps) + 1, np.uint64)
    held: list[int] = []
    if len(steps) > 63:
        serves[:] = later[:] = np.uint64(2**64 - 1)
        return serves, later
    for k, (start, end) in enumerate(steps):
        held = [cell for cell in held if cell != start]
        if start < 0:
            s.box[held] = 1
            for keeper in {int(c) for c in board.step[end] if not s.box[c]}:
                count = kernel_macro.pulled_anywhere(board, s, finds, end, keeper)
                serves[np.unique(finds.cell[:count])] |= np.uint64(1 << k)
                s.box[end] = 0
            s.box[held] = 0
            later[: k + 1] |= np.uint64(1 << k)
        held.append(end)
    return serves, later


def arrays(place: Any, steps: list[Step], boxes: int) -> Plan:
    """The plan as the kernel wants it."""
    n = place.board.step.shape[0] - 1
    need = np.zeros((len(steps) + 1, boxes + len(steps) + 1), np.int32)
    size = np.zeros(len(steps) + 1, np.int32)
    kept = np.zeros((len(steps) + 1, n + 1), np.uint8)
    due = np.zeros(n + 1, np.int32)
    held: list[int] = []
    for k, (start, end) in enumerate(steps, 1):
        held = [cell for cell in held if cell != start] + [end]
        need[k, : len(held)] = held
        size[k] = len(held)
        kept[k, held] = 1
        due[end] = due[end] or k
    arrivals = [sum(step.start < 0 for step in steps[k:]) for k in range(len(steps) + 1)]
    return Plan(need, size, kept, due, *_served(place, steps), np.array(arrivals, np.int32))
