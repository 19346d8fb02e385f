"""In which order to fill the goals: boxes are pulled out of the finished warehouse, and what leaves first comes last.

A box that can be pulled to where some box starts is taken away: that never hurts the others, so no choice has to be
undone. When none can, one is parked elsewhere, the fewest parkings first (packing orders of Rolling Stone, Festival).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

import numpy as np

from . import kernel, kernel_macro
from .kernel_feature import Plan
from .kernel_macro import Finds

_MOST_LOOKS = 400
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


def packing_order(place: Any, starts: list[int], roomy: bool) -> list[Step]:
    """The steps that fill the goals; where the search for them ends too soon, the goals left stand in no order.

    Of the boxes that can leave, the nearest does; `roomy`: one that could come from the most starts.
    """
    search = _Unpacking(place, starts, roomy)
    goals = tuple(int(goal) for goal in place.goals)
    best: tuple[int, list[Step], Cells] = (len(goals) + 1, [], goals)
    frontier: list[tuple[int, int, int, Cells, int, list[Step], Sources]] = []
    seen = set()
    for keeper in search.parts(goals):
        frontier.append((len(goals), 0, len(frontier), goals, keeper, [], ()))
    frontier.sort()
    looks = count = 0
    while frontier and looks < _MOST_LOOKS:
        left, parked, _age, boxes, keeper, steps, sources = heappop(frontier)
        if (boxes, keeper) in seen:
            continue
        seen.add((boxes, keeper))
        if left < best[0]:
            best = (left, steps, boxes)
        if not boxes:
            break
        looks += 1
        for gone, after, where, step in search.look(boxes, keeper, sources):
            if gone is None and parked >= _MOST_PARKINGS:
                continue
            count += 1
            taken = sources if gone is None else (*sources, gone)
            heappush(frontier, (len(after), parked + (gone is None), count, after, where, [*steps, step], taken))
    _left, steps, boxes = best
    return [Step(-1, cell) for cell in boxes] + steps[::-1]


def no_order(place: Any) -> list[Step]:
    """The goals in the order of their cells: what a plan is worth is measured against this."""
    return [Step(-1, int(goal)) for goal in place.goals]


class _Unpacking:
    """The kernel's floods, asked for what can leave."""

    def __init__(self, place: Any, starts: list[int], roomy: bool) -> None:
        self.place, self.scratch, self.roomy = place, place.scratch(), roomy
        self.finds = room_for_finds(len(place.house.cells))
        self.starts = frozenset(starts)

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

    def look(self, boxes: Cells, keeper: int, sources: Sources) -> list[tuple[frozenset[int] | None, Cells, int, Step]]:
        """A box that leaves, with the starts it can come to.

        If none can leave, every way to park one.
        """
        board, s, finds = self.place.board, self.scratch, self.finds
        leaving: list[tuple[int, int, frozenset[int], int]] = []
        parkings: list[tuple[frozenset[int] | None, Cells, int, Step]] = []
        s.box[list(boxes)] = 1
        for row, box in enumerate(boxes):
            count = kernel_macro.pulled_anywhere(board, s, finds, box, keeper)
            pulls, cells = finds.pushes[:count].tolist(), finds.cell[:count].tolist()
            out = [f for f in range(count) if pulls[f] >= 0 and cells[f] in self.starts]
            if out:
                leaving.append((pulls[out[0]], row, frozenset(cells[f] for f in out), int(finds.keeper[out[0]])))
            for f in range(1, count):
                if pulls[f] >= 0 and cells[f] not in boxes:
                    after = tuple(sorted((*boxes[:row], cells[f], *boxes[row + 1 :])))
                    parkings.append((None, after, int(finds.keeper[f]), Step(cells[f], box)))
        s.box[list(boxes)] = 0
        for _pulls, row, starts, where in sorted(leaving, key=lambda one: (-len(one[2]) * self.roomy, *one[:2])):
            if _one_each((*sources, starts)):
                return [(starts, boxes[:row] + boxes[row + 1 :], where, Step(-1, boxes[row]))]
        return parkings


def _one_each(sources: Sources) -> bool:
    """Whether each box that left can have come from a start of its own (Kuhn's augmenting paths)."""
    owner: dict[int, int] = {}

    def settle(box: int, tried: set[int]) -> bool:
        for start in sources[box]:
            if start not in tried:
                tried.add(start)
                if start not in owner or settle(owner[start], tried):
                    owner[start] = box
                    return True
        return False

    return all(settle(box, set()) for box in range(len(sources)))


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


def arrays(place: Any, steps: list[Step], boxes: int, back: int) -> Plan:
    """The plan as the kernel wants it."""
    board = place.board
    n = board.step.shape[0] - 1
    need = np.zeros((len(steps) + 1, boxes + len(steps) + 1), np.int32)
    size = np.zeros(len(steps) + 1, np.int32)
    due = np.zeros(n + 1, np.int32)
    held: list[int] = []
    for k, (start, end) in enumerate(steps, 1):
        held = [cell for cell in held if cell != start] + [end]
        need[k, : len(held)] = held
        size[k] = len(held)
        due[end] = due[end] or k
    serves, later = _served(place, steps)
    door = np.zeros(n + 1, np.uint8)
    for c in range(n):
        up, down, left, right = board.step[c] == n
        door[c] = ((up and down) or (left and right)) and not board.goal[c]
    return Plan(need, size, due, serves, later, door, np.full(1, back, np.int64))
