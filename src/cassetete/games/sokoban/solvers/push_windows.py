"""Fewer pushes, window by window: how `optimal` comes by an upper bound that is often the optimum.

A window of pushes is taken out of a solution, and the exact search looks for fewer from the position before it to the
one after it, in a level whose targets are where the boxes have to stand. Where the bound says that there are none, the
window is done at once; so windows may be long. When no window of any width gives anything, windows at random are
replaced by others of as many pushes: they lead to solutions around which there may be a shorter one.

Only pushes count here; `improve.py` is the same for players, who count moves too.
"""

from __future__ import annotations

from collections import abc
from dataclasses import replace
from typing import NamedTuple

from cassetete.core.answers import Limits
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget
from cassetete.speed.random import Random

from ..floor_graph import FloorGraph, Push, bits
from ..kernels.board import fill_distances
from ..kernels.matching import FAR
from ..model import State
from .level_arrays import LevelArrays
from .optimal import PushResult, search
from .tunnels import tunnel_pushes

_WIDTHS = (10, 20, 40, 80, 160, 320)
_NODES = 200
"""For each push of a window, so many nodes."""
_MORE, _ROUNDS = 3, 3
"""After a round in which no window gave anything, they get so many times the nodes; it ends after so many rounds."""
_SHAKES, _SHAKEN, _SHAKEN_NODES = 200, 60, 1000
"""How many windows at random then come first, how wide they are at most, and their nodes."""


class Position(NamedTuple):
    """The boxes, as the bits of an int, and the player's cell."""

    boxes: int
    player: int


class PushWindows:
    """A solution that gets shorter, the positions it goes through, and the windows tried in vain."""

    def __init__(self, arrays: LevelArrays, state: State, pushes: list[Push], memory: int) -> None:
        self._arrays, self._graph, self._memory = arrays, arrays.graph, memory
        self.pushes = pushes
        self._positions = positions(self._graph, Position(self._graph.boxes_of(state), arrays.player(state)), pushes)
        self._tried: set[tuple[Position, Position, int]] = set()
        self._random = Random(1)
        self.expanded = self.windows = 0

    def run(self) -> abc.Generator[None, None, None]:
        """Shorten the solution, a stretch of work at a time, until nothing has come of some rounds."""
        in_vain = 0
        while in_vain < _ROUNDS:
            before = len(self.pushes)
            for width in _WIDTHS:
                yield from self._all_of_width(width, _NODES * _MORE**in_vain * width)
            if len(self.pushes) == before:
                yield from self._shake()
            in_vain = in_vain + 1 if len(self.pushes) == before else 0

    def _all_of_width(self, width: int, nodes: int) -> abc.Generator[None, None, None]:
        """Windows that overlap, from the first push to the last."""
        first = last = 0
        while last < len(self.pushes):
            last = min(first + width, len(self.pushes))
            if last - first == len(self.pushes):
                return  # that is what A* does
            key = self._positions[first], self._positions[last], nodes
            if key not in self._tried:
                self._tried.add(key)
                yield from self._replace(first, last, last - first - 1, nodes)
            first += max(1, width // 3)

    def _shake(self) -> abc.Generator[None, None, None]:
        """Windows at random, replaced by others of as many pushes, until one has fewer by chance."""
        before = len(self.pushes)
        for _window in range(_SHAKES):
            first = self._random.below(before)
            last = min(first + 4 + self._random.below(min(_SHAKEN, 1 + before // 3)), before)
            yield from self._replace(first, last, last - first, _SHAKEN_NODES)
            if len(self.pushes) < before:
                return

    def _replace(self, first: int, last: int, most: int, nodes: int) -> abc.Generator[None, None, None]:
        """Look for another way from one position to another, of so many pushes at most."""
        here, there = self._positions[first], self._positions[last]
        self.windows += 1
        if here.boxes == there.boxes:
            result = PushResult([], 0, None)
        else:
            window, cells = self._with_targets(there.boxes), self._graph.cells
            state = State(cells[here.player], frozenset(cells[box] for box in bits(here.boxes)))
            budget = Budget(Limits(nodes=nodes), self._memory)
            before = self.expanded
            work = search(window, budget, state, 0, 1, most, 0)
            while True:
                try:
                    self.expanded = before + next(work).expanded
                except StopIteration as stop:
                    result = stop.value
                    break
                yield
            self.expanded = before + result.expanded
        if result.pushes is None:
            return
        line = positions(self._graph, here, result.pushes)
        if last < len(self.pushes) and self._graph.walks(line[-1].player, there.boxes)[there.player] < 0:
            return  # the player is in another part of the floor than before
        self.pushes = self.pushes[:first] + result.pushes + self.pushes[last:]
        self._positions = self._positions[:first] + line[:-1] + self._positions[last:]
        self._end_where_won()
        yield

    def _end_where_won(self) -> None:
        """Leave out what comes after the first win: a way between two positions may lead over one."""
        others = ~self._graph.targets
        end = next(count for count, position in enumerate(self._positions) if position.boxes & others == 0)
        self.pushes, self._positions = self.pushes[:end], self._positions[: end + 1]

    def _with_targets(self, targets: int) -> LevelArrays:
        """The level with its targets elsewhere; cells have the same numbers."""
        cells, n = bits(targets), self._graph.wall
        where = np.array(cells, np.int32)
        step, side = self._arrays.board.step, self._arrays.board.side
        distance, pulls = np.full((n, 4, len(cells)), FAR, np.int32), np.zeros(4 * n + 4, np.int32)
        for g in range(len(cells)):
            fill_distances(step, where, side, distance, pulls, g)
        target, dead = np.zeros(n + 1, np.uint8), np.ones(n + 1, np.uint8)
        target[where] = 1
        dead[:n] = distance.min(axis=(1, 2)) >= FAR
        tunnel, nearest = tunnel_pushes(step, target, dead), distance.min(axis=2)
        board = self._arrays.board._replace(target=target, dead=dead, distance=distance, nearest=nearest, tunnel=tunnel)
        level = replace(self._arrays.level, targets=frozenset(self._graph.cells[cell] for cell in cells))
        return LevelArrays(level, self._graph, board, where)


def positions(graph: FloorGraph, start: Position, pushes: abc.Iterable[Push]) -> list[Position]:
    """The positions before, between and after the pushes."""
    found = [start]
    boxes = start.boxes
    for box, d in pushes:
        boxes ^= 1 << box | 1 << graph.step[box][d]
        found.append(Position(boxes, box))
    return found
