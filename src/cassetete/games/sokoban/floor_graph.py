"""The floor as a graph: the cells the player can come to, numbered; distances of boxes, walks, and what is lost.

In plain Python, for what must answer without NumPy or before kernels are compiled. The layout is that of
`kernels/board.py`, in lists; the distances here ignore on which side of a box the player is, which is weaker but fast
to compute.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cached_property, lru_cache

from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers

from .kernels.freeze import freeze
from .kernels.matching import FAR, augment
from .model import Level, State
from .rules import beside

DIRECTIONS = tuple(Direction)
"""A direction is its number d here; d ^ 1 is the way back."""

Push = tuple[int, int]
"""The cell of a box, and the direction it is pushed."""

_MOST_REMEMBERED = 1 << 20


def region(level: Level) -> list[Cell]:
    """The cells the player could walk to if no box stood in the way, nearest first."""
    return [] if level.player is None else connected([level.player], level.floor)


def connected(start: Iterable[Cell], floor: Collection[Cell]) -> list[Cell]:
    """These cells, and all cells of the floor that are connected with them, nearest first."""
    found = list(start)
    seen = set(found)
    for cell in found:
        for direction in DIRECTIONS:
            following = beside(cell, direction)
            if following in floor and following not in seen:
                seen.add(following)
                found.append(following)
    return found


class FloorGraph:
    """The region of a level with its cells numbered; sets of cells are the bits of an int.

    `step[c][d]` is the cell beside c, or `wall`, a number of its own; `neighbours[c]` are the cells around c.
    """

    def __init__(self, level: Level) -> None:
        self.cells = region(level)
        self.wall = len(self.cells)
        self.number = {cell: n for n, cell in enumerate(self.cells)}
        self.step = [[self.number.get(beside(cell, d), self.wall) for d in DIRECTIONS] for cell in self.cells]
        self.step.append([self.wall] * 4)
        self.neighbours = [tuple(to for to in around if to != self.wall) for around in self.step]
        self.target_cells = [n for n, cell in enumerate(self.cells) if cell in level.targets]
        self.targets = mask(self.target_cells)
        self._bounds: dict[int, int] = {}

    @cached_property
    def distance(self) -> list[list[int]]:
        """`distance[t][c]`: the pushes that bring a box from c to the target number t if it is alone, or FAR."""
        return [self._pulls(target) for target in self.target_cells]

    @cached_property
    def dead(self) -> int:
        """The dead squares: no box ever comes back from there."""
        return mask(n for n in range(self.wall) if all(distance[n] == FAR for distance in self.distance))

    @cached_property
    def _dead_flags(self) -> list[int]:
        return [self.dead >> n & 1 for n in range(self.wall)] + [1]

    def boxes_of(self, state: State) -> int:
        """The boxes the player may ever touch; the others are decoration."""
        return mask(self.number[box] for box in state.boxes if box in self.number)

    def _pulls(self, target: int) -> list[int]:
        """By pulling a box back from the target: the fewest pushes from each cell to it."""
        checkpoint()
        distance = [FAR] * self.wall
        distance[target] = 0
        queue = deque([target])
        while queue:
            at = queue.popleft()
            for d, back in enumerate(self.step[at]):
                if self.step[back][d] != self.wall and distance[back] == FAR:
                    distance[back] = distance[at] + 1
                    queue.append(back)
        return distance

    def walks(self, player: int, boxes: int, until: int = -1) -> list[int]:
        """How many steps take the player to each cell while the boxes stay; -1 where there is no way.

        It looks no farther than the cell `until`.
        """
        neighbours = self.neighbours
        steps = [-1] * len(neighbours)
        steps[player] = 0
        queue = [player]
        for at in queue:
            if at == until:
                break
            further = steps[at] + 1
            for following in neighbours[at]:
                if steps[following] < 0 and not boxes >> following & 1:
                    steps[following] = further
                    queue.append(following)
        return steps

    def way(self, start: int, end: int, boxes: int) -> list[Direction] | None:
        """A shortest walk between two cells; None if there is none."""
        steps = self.walks(end, boxes & ~(1 << start), start)
        if steps[start] < 0:
            return None
        moves = []
        while start != end:
            d = next(d for d, to in enumerate(self.step[start]) if steps[to] == steps[start] - 1)
            moves.append(DIRECTIONS[d])
            start = self.step[start][d]
        return moves

    def moves_of(self, boxes: int, player: int, pushes: Iterable[Push]) -> list[Direction]:
        """All the moves of a line of pushes: the player walks the shortest way to each."""
        moves: list[Direction] = []
        for box, d in pushes:
            moves += self.way(player, self.step[box][d ^ 1], boxes) or []
            moves.append(DIRECTIONS[d])
            boxes ^= 1 << box | 1 << self.step[box][d]
            player = box
        return moves

    def bound(self, boxes: int) -> int:
        """The pushes every solution needs at least, each box going to a target of its own; FAR if they cannot."""
        known = self._bounds.get(boxes)
        if known is None:
            if len(self._bounds) >= _MOST_REMEMBERED:
                self._bounds.clear()
            costs = [[distance[box] for distance in self.distance] for box in bits(boxes)]
            known = self._bounds[boxes] = least_matching(costs)
        return known

    def frozen(self, boxes: int) -> int:
        """The boxes that can never move again, or only onto dead squares."""
        flags = [0] * len(self.step)
        numbers = bits(boxes)
        freeze(self.step, self._dead_flags, flags, numbers)
        return mask(box for box in numbers if flags[box])

    def lost(self, state: State, targets: frozenset[Cell]) -> bool:
        """Whether it is clear without searching that the state cannot be won any more."""
        if any(box not in self.number and box not in targets for box in state.boxes):
            return True
        return self.deadlocked(self.boxes_of(state))

    def deadlocked(self, boxes: int) -> bool:
        """Whether the boxes cannot all come to targets, or one that is frozen is off the targets."""
        return self.bound(boxes) >= FAR or self.frozen(boxes) & ~self.targets != 0


@lru_cache(maxsize=8)
def without_boxes(level: Level) -> Level:
    """The level without boxes, its player in the first cell of the region: the same for all its positions."""
    return replace(level, player=min(region(level), default=None), boxes=frozenset(), costs=(1, 1), headers=Headers())


def floor_graph(level: Level) -> FloorGraph:
    """The level's graph, made once for all its positions."""
    return _floor_graph(without_boxes(level))


@lru_cache(maxsize=8)
def _floor_graph(level: Level) -> FloorGraph:
    return FloorGraph(level)


def mask(numbers: Iterable[int]) -> int:
    """A set of numbers as the bits of an int."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def bits(mask: int) -> list[int]:
    """The numbers in a set of bits.

    >>> bits(0b10100)
    [2, 4]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def least_matching(costs: list[list[int]]) -> int:
    """The least sum with each row in a column of its own; FAR if that cannot be.

    >>> least_matching([[1, 2], [1, 5]])
    3
    >>> least_matching([[1, FAR], [1, FAR]]) == FAR
    True
    """
    width = len(costs[0]) if costs else 0
    if len(costs) > width:
        return FAR
    row_prices, column_prices = [0] * (len(costs) + 1), [0] * (width + 1)
    owner, least, before, used = ([0] * (width + 1) for _array in range(4))
    for row in range(1, len(costs) + 1):
        checkpoint()
        if not augment(costs, row_prices, column_prices, owner, least, before, used, row):
            return FAR
    return sum(costs[row - 1][column - 1] for column, row in enumerate(owner) if column and row)
