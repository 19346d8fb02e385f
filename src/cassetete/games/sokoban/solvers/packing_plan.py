"""The order in which to fill the targets: boxes are pulled out of the solved level, and the first to leave comes last.

A box that can be pulled to where some box starts is taken away: the others only get more room, so no choice has to be
undone. When none can, one is parked elsewhere (packing orders of Rolling Stone; Festival, where boxes leave for a sink,
a room that holds any number of them).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, NamedTuple

from cassetete.core.checkpoint import checkpoint
from cassetete.speed.arrays import np

from ..kernels import macro_moves
from ..kernels.board import reach
from ..kernels.floor_cuts import FloorCuts
from ..kernels.macro_moves import MacroMoves
from .level_arrays import LevelArrays

_MOST_EXPANDED = 400
_FIRST_QUEUE_ONLY = 100
_MOST_PARKINGS = 6
_MOST_FAR_STATES = 20_000

Cells = tuple[int, ...]
Sources = tuple[frozenset[int], ...]
"""For each box that has left, the starts it may have come from."""


class PackingStep(NamedTuple):
    """A step of the plan, forwards: a box comes to a cell, from outside (-1) or from where it was parked."""

    start: int
    end: int


def new_macro_moves(n: int) -> MacroMoves:
    """Arrays for the macro moves of one box."""
    cell, player, pushes = (np.zeros(4 * n + 4, np.int32) for _field in range(3))
    enter, leave, low, parent, least, first = (np.zeros(n + 1, np.int32) for _field in range(6))
    cuts = FloorCuts(enter, leave, low, parent, least, first, np.zeros(n + 1, np.int8), np.zeros(1, np.int64))
    normal, entry = (np.zeros((n + 1, 4), np.int32) for _field in range(2))
    return MacroMoves(cell, player, pushes, normal, entry, cuts)


class PlanStyle(NamedTuple):
    """Which of the boxes that can leave does: the nearest, or (`roomy`) one that could come from the most starts. With
    `sink` no box may stay on the target it starts on: each has to leave for a start that is no target. With `bold` the
    fewest parkings are not tried first. With `far` boxes may be parked as often as needed, and targets are emptied
    first, the boxes being parked where they leave the player the most room, far from the targets: this unpacks targets
    that are the only way between two parts of the level."""

    roomy: bool = False
    sink: bool = False
    bold: bool = False
    far: bool = False


class _Unpacked(NamedTuple):
    """A state of the unpacking: the boxes left, the player, the steps so far, and where boxes that left came from."""

    boxes: Cells
    player: int
    parked: int
    steps: tuple[PackingStep, ...]
    sources: Sources


def packing_order(arrays: LevelArrays, starts: list[int], style: PlanStyle) -> list[PackingStep]:
    """The steps that fill the targets; where the search ends too soon, the targets left are in no order.

    States with the fewest boxes left come first, and of these the ones with the fewest parkings; later, in turn, also
    those with the most floor for the player, and with the fewest boxes on targets and the farthest from them.
    """
    search = _UnpackingSearch(arrays, starts, style)
    targets = tuple(int(target) for target in arrays.targets)
    best = _Unpacked((*targets, -1), 0, 0, (), ())
    states: list[_Unpacked] = []
    queues: list[list[tuple[tuple[int, ...], int]]] = [[], [], []]
    seen = set()

    def enter(state: _Unpacked) -> None:
        for queue, rank in zip(queues, search.ranks(state), strict=True):
            heappush(queue, (rank, len(states)))
        states.append(state)

    for player in search.parts(targets):
        enter(_Unpacked(targets, player, 0, (), ()))
    expanded = 0
    while expanded < _MOST_EXPANDED and not (style.far and len(states) > _MOST_FAR_STATES):
        queue = queues[0 if expanded < _FIRST_QUEUE_ONLY and not style.bold else expanded % 3]
        if not queue:
            break
        state = states[heappop(queue)[1]]
        if (state.boxes, state.player) in seen:
            continue
        seen.add((state.boxes, state.player))
        if len(state.boxes) < len(best.boxes):
            best = state
        if not state.boxes:
            break
        expanded += 1
        checkpoint()
        for following in search.successors(state):
            enter(following)
    return [PackingStep(-1, cell) for cell in best.boxes] + list(best.steps[::-1])


def order_in_style(arrays: LevelArrays, boxes: Any, style: str) -> list[PackingStep]:
    """The steps of a plan in a style of that name."""
    chosen = PlanStyle(**{style: True}) if style else PlanStyle()
    return packing_order(arrays, [int(box) for box in boxes], chosen)


class _UnpackingSearch:
    """Which boxes can leave, by the macro moves of the kernels."""

    def __init__(self, arrays: LevelArrays, starts: list[int], style: PlanStyle) -> None:
        self.arrays, self.scratch, self.style = arrays, arrays.scratch(), style
        self.macros = new_macro_moves(len(arrays.graph.cells))
        targets = {int(target) for target in arrays.targets}
        self.starts = frozenset(starts) - (targets if style.sink else set())
        self.spare = len(starts) if style.sink else 0
        self.reachable = self._reachable(starts)
        self.distance = arrays.board.nearest.min(axis=1)

    def _reachable(self, starts: list[int]) -> set[int]:
        """Where the boxes can be pushed to from their starts, each alone."""
        board, s, macros = self.arrays.board, self.scratch, self.macros
        found = set()
        for start in starts:
            checkpoint()
            for player in {int(c) for c in board.step[start] if not s.box[c]}:
                count = macro_moves.pushed_anywhere(board, s, macros, start, player)
                found.update(macros.cell[:count].tolist())
                s.box[start] = 0
        return found

    def parts(self, boxes: Cells) -> list[int]:
        """The lowest cell of each part of the floor that the boxes leave, the largest part first."""
        board, s = self.arrays.board, self.scratch
        s.box[list(boxes)] = 1
        found: dict[int, int] = {}
        for cell in range(len(self.arrays.graph.cells)):
            if not s.box[cell]:
                checkpoint()
                lowest = int(reach(board.step, s, cell))
                found[lowest] = found.get(lowest, 0) + 1
        s.box[list(boxes)] = 0
        return sorted(found, key=lambda lowest: -found[lowest])

    def ranks(self, state: _Unpacked) -> tuple[tuple[int, ...], ...]:
        """Three ranks of a state, the least the best."""
        board, s, boxes = self.arrays.board, self.scratch, list(state.boxes)
        s.box[boxes] = 1
        reach(board.step, s, state.player)
        s.box[boxes] = 0
        shut = len(s.seen) - int(np.count_nonzero(s.seen == s.stamp[0]))
        on_targets = int(np.count_nonzero(board.target[boxes]))
        left = len(boxes)
        if self.style.far:
            rank = on_targets, left, shut, -int(self.distance[boxes].sum())
            return rank, rank, rank
        return (left, state.parked), (left, shut, state.parked), (left, on_targets, -int(self.distance[boxes].sum()))

    def successors(self, state: _Unpacked) -> list[_Unpacked]:
        """The state after a box leaves; if none can leave, every way to park one."""
        board, s, macros, boxes = self.arrays.board, self.scratch, self.macros, state.boxes
        leaving: list[tuple[int, int, frozenset[int], int]] = []
        parkings: list[_Unpacked] = []
        most = 3 * len(self.arrays.targets) if self.style.far else _MOST_PARKINGS
        s.box[list(boxes)] = 1
        for row, box in enumerate(boxes):
            checkpoint()
            count = macro_moves.pulled_anywhere(board, s, macros, box, state.player)
            pulls, cells = macros.pushes[:count].tolist(), macros.cell[:count].tolist()
            out = [f for f in range(count) if cells[f] in self.starts]
            if out:
                leaving.append((pulls[out[0]], row, frozenset(cells[f] for f in out), int(macros.player[out[0]])))
            if state.parked < most:
                for f in range(1, count):
                    if cells[f] not in boxes and cells[f] in self.reachable:
                        after = tuple(sorted((*boxes[:row], cells[f], *boxes[row + 1 :])))
                        steps = (*state.steps, PackingStep(cells[f], box))
                        parkings.append(_Unpacked(after, int(macros.player[f]), state.parked + 1, steps, state.sources))
        s.box[list(boxes)] = 0
        roomy = self.style.roomy
        for _pulls, row, starts, where in sorted(leaving, key=lambda one: (-len(one[2]) * roomy, *one[:2])):
            sources = (*state.sources, starts)
            if _one_each(sources, self.spare):
                steps = (*state.steps, PackingStep(-1, boxes[row]))
                return [_Unpacked(boxes[:row] + boxes[row + 1 :], where, state.parked, steps, sources)]
        return parkings


def _one_each(sources: Sources, spare: int) -> bool:
    """Whether all boxes that left, except `spare`, have a start of their own (Kuhn's augmenting paths)."""
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
