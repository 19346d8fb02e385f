"""A level seen by the searches: the cells the keeper can come to, numbered, and how far boxes are from goals.

In plain Python, for what must answer without NumPy or before kernels are compiled. Dead squares by pulling back from
the goals, boxes that freeze each other, and the least matching of boxes and goals as a bound (Junghanns and Schaeffer
2001; Kuhn 1955, "The Hungarian method for the assignment problem"); kernel.py has their twins, whose ways and dead
squares are tested against these.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache

from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers

from ..model import Level, State
from ..rules import beside

NOWHERE = -1
FAR = 1 << 20
"""No box can come there."""

DIRECTIONS = tuple(Direction)
OPPOSITE = tuple(DIRECTIONS.index(direction.opposite) for direction in DIRECTIONS)
_FREEZE_BUDGET = 200
_REMEMBERED = 1 << 20


def region(level: Level) -> list[Cell]:
    """The cells the keeper could walk to if no box stood in the way, nearest first."""
    if level.player is None:
        return []
    seen = {level.player}
    found = [level.player]
    for cell in found:
        for direction in DIRECTIONS:
            following = beside(cell, direction)
            if following in level.floor and following not in seen:
                seen.add(following)
                found.append(following)
    return found


class Warehouse:
    """The region of a level with its cells numbered; sets of cells are the bits of an int.

    `step[d][c]` is the cell beside c, or NOWHERE; `near[c]` the cells around c; `far[g][c]` how many pushes bring a
    box from c to the goal g when nothing else is in the way, or FAR; `dead` the cells no box ever comes back from.
    """

    def __init__(self, level: Level) -> None:
        self.cells = region(level)
        self.number = {cell: n for n, cell in enumerate(self.cells)}
        self.step = [[self.number.get(beside(cell, d), NOWHERE) for cell in self.cells] for d in DIRECTIONS]
        self.near = [tuple(s[n] for s in self.step if s[n] != NOWHERE) for n in range(len(self.cells))]
        self._goals = [n for n, cell in enumerate(self.cells) if cell in level.goals]
        self.goals = self.mask(self._goals)
        self._bounds: dict[int, int] = {}

    @cached_property
    def far(self) -> list[list[int]]:
        """Counted when first asked for: walking and dragging need it not."""
        return [self._pulls(goal) for goal in self._goals]

    @cached_property
    def dead(self) -> int:
        """Likewise."""
        return self.mask(n for n in range(len(self.cells)) if all(far[n] == FAR for far in self.far))

    @staticmethod
    def mask(numbers: Iterable[int]) -> int:
        """A set of cells as an int."""
        bits = 0
        for number in numbers:
            bits |= 1 << number
        return bits

    def boxes_of(self, state: State) -> int:
        """The boxes the keeper may ever touch; the others are decoration."""
        return self.mask(self.number[box] for box in state.boxes if box in self.number)

    def _pulls(self, goal: int) -> list[int]:
        """By pulling a box backwards from the goal: the fewest pushes from each cell to it."""
        far = [FAR] * len(self.cells)
        far[goal] = 0
        queue = deque([goal])
        while queue:
            at = queue.popleft()
            for step in self.step:
                back = step[at]
                if back != NOWHERE and step[back] != NOWHERE and far[back] == FAR:
                    far[back] = far[at] + 1
                    queue.append(back)
        return far

    def walks(self, player: int, boxes: int) -> list[int]:
        """How many steps take the keeper to each cell, -1 where he cannot come; boxes stay where they are."""
        near = self.near
        steps = [-1] * len(near)
        steps[player] = 0
        queue = [player]
        for at in queue:
            further = steps[at] + 1
            for following in near[at]:
                if steps[following] < 0 and not boxes >> following & 1:
                    steps[following] = further
                    queue.append(following)
        return steps

    def way(self, start: int, end: int, boxes: int) -> list[Direction] | None:
        """A shortest walk between two cells; None if there is none."""
        steps = self.walks(end, boxes & ~(1 << start))
        if steps[start] < 0:
            return None
        moves = []
        while start != end:
            d = next(d for d in range(4) if self.step[d][start] >= 0 and steps[self.step[d][start]] == steps[start] - 1)
            moves.append(DIRECTIONS[d])
            start = self.step[d][start]
        return moves

    def bound(self, boxes: int) -> int:
        """The pushes every solution needs at least, each box going to a goal of its own; FAR if they cannot."""
        known = self._bounds.get(boxes)
        if known is None:
            if len(self._bounds) >= _REMEMBERED:
                self._bounds.clear()
            known = self._bounds[boxes] = least_matching([[far[b] for far in self.far] for b in bits(boxes)])
        return known

    def frozen(self, boxes: int, box: int) -> bool:
        """Whether the box can never move again, or only onto a dead cell. Sound, not complete."""
        self._budget = _FREEZE_BUDGET
        return self._stuck(boxes, box, 0)

    def _stuck(self, boxes: int, box: int, assumed: int) -> bool:
        """`assumed` are the boxes further up the proof: while it lasts they count as walls."""
        self._budget -= 1
        assumed |= 1 << box
        return self._budget > 0 and all(self._blocked(boxes, box, axis, assumed) for axis in (0, 2))

    def _blocked(self, boxes: int, box: int, axis: int, assumed: int) -> bool:
        """Whether the box cannot move along UP-DOWN (axis 0) or LEFT-RIGHT (axis 2)."""
        sides = self.step[axis][box], self.step[axis + 1][box]
        if any(side == NOWHERE or assumed >> side & 1 for side in sides):
            return True
        if all(self.dead >> side & 1 for side in sides):
            return True
        return any(boxes >> side & 1 and self._stuck(boxes, side, assumed) for side in sides)

    def frozen_around(self, boxes: int, pushed: int) -> bool:
        """Whether the box just pushed, or one beside it, is frozen away from the goals: the game is lost."""
        loose = boxes & ~self.goals
        if loose >> pushed & 1 and self.frozen(boxes, pushed):
            return True
        return any(loose >> other & 1 and self.frozen(boxes, other) for other in self.near[pushed])

    def lost(self, state: State, goals: frozenset[Cell]) -> bool:
        """Whether it shows at a glance that the state cannot be won any more."""
        if any(box not in self.number and box not in goals for box in state.boxes):
            return True
        boxes = self.boxes_of(state)
        return self.bound(boxes) >= FAR or any(self.frozen(boxes, b) for b in bits(boxes & ~self.goals))


@lru_cache(maxsize=8)
def ground(level: Level) -> Level:
    """The level without boxes, its keeper in the first cell he could come to: the same for all its positions."""
    return replace(level, player=min(region(level), default=None), boxes=frozenset(), costs=(1, 1), headers=Headers())


def warehouse(level: Level) -> Warehouse:
    """The level's warehouse, made once for all its positions: a level that starts elsewhere has the same."""
    return on_ground(ground(level))


@lru_cache(maxsize=8)
def on_ground(level: Level) -> Warehouse:
    """The same of what `ground` gives."""
    return Warehouse(level)


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
    """The least sum with each row in a column of its own (the Hungarian method); FAR if that cannot be.

    >>> least_matching([[1, 2], [1, 5]])
    3
    >>> least_matching([[1, FAR], [1, FAR]]) == FAR
    True
    """
    width = len(costs[0]) if costs else 0
    if len(costs) > width:
        return FAR
    rows, columns = [0] * (len(costs) + 1), [0] * (width + 1)
    owner = [0] * (width + 1)  # the row that has a column, from 1; column 0 holds the row being placed
    for row in range(1, len(costs) + 1):
        owner[0] = row
        if not _place(costs, rows, columns, owner):
            return FAR
    return sum(costs[row - 1][column - 1] for column, row in enumerate(owner) if column and row)


def _place(costs: list[list[int]], rows: list[int], columns: list[int], owner: list[int]) -> bool:
    """Give one more row a column along a cheapest chain of exchanges; False if only FAR columns are left."""
    width = len(columns) - 1
    least = [FAR] * (width + 1)
    before = [0] * (width + 1)
    used = [False] * (width + 1)
    at = 0
    while True:
        used[at] = True
        row = owner[at]
        price, line = rows[row], costs[row - 1]
        delta, following = FAR, 0
        for column in range(1, width + 1):
            if used[column]:
                continue
            if line[column - 1] < FAR:
                reduced = line[column - 1] - price - columns[column]
                if reduced < least[column]:
                    least[column], before[column] = reduced, at
            if least[column] < delta:
                delta, following = least[column], column
        if not following:
            return False
        for column in range(width + 1):
            if used[column]:
                rows[owner[column]] += delta
                columns[column] -= delta
            elif least[column] < FAR:
                least[column] -= delta
        at = following
        if owner[at] == 0:
            break
    while at:
        owner[at] = owner[before[at]]
        at = before[at]
    return True
