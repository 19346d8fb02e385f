"""A lower bound on the moves to a win, and the proof that there are too few sheep to win."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable

from cassetete.core.answers import Why
from cassetete.core.checkpoint import checkpoint
from cassetete.core.grid import Cell, Direction
from cassetete.core.message import Catalogue
from cassetete.search.best_first import DEAD_END

from ..model import BUSH, Level, State

_ = Catalogue("ricosheep")


def too_few_sheep(level: Level, state: State) -> Why | None:
    """The proof, without a search, that some grass stays uncovered: sheep never leave their part of the meadow."""
    for part in _parts(level):
        coats = Counter(coat for row, column, coat in state.sheep if (row, column) in part)
        tints = Counter(coat for row, column, coat in level.tinted_grass if (row, column) in part)
        tufts = tints.total() + len(level.plain_grass & part)
        wants = [(coats[tint], count) for tint, count in sorted(tints.items())] + [(coats.total(), tufts)]
        for sheep, grass in wants:
            if sheep < grass:
                text = _("there is more grass ({grass}) than sheep to cover it ({sheep})", grass=grass, sheep=sheep)
                return Why("too-few-sheep", text)
    return None


def _parts(level: Level) -> Iterable[set[Cell]]:
    """The parts of the meadow that bushes cut off from each other."""
    walls = level.walls[Direction.LEFT]
    unseen = {(row, column) for row, column in walls if level.ground[row][column] != BUSH}
    while unseen:
        waiting = [unseen.pop()]
        part = set(waiting)
        while waiting:
            row, column = waiting.pop()
            for direction in Direction:
                beside = (row + direction.step[0], column + direction.step[1])
                if beside in unseen:
                    unseen.remove(beside)
                    part.add(beside)
                    waiting.append(beside)
        yield part


def lower_bound(level: Level, sheep: int) -> Callable[[State], int]:
    """A number of moves that is never more than what is left to play, for herds of that many sheep.

    For each tuft, the nearest sheep that may cover it, as if it could choose at each move how many of the others stop
    before it; the farthest tuft counts. DEAD_END once a wolf has eaten, or for a tuft that no sheep can reach.
    """
    wants: list[tuple[str, dict[Cell, int]]] = [("", _distances(level, cell, sheep)) for cell in level.plain_grass]
    wants += [(coat, _distances(level, (row, column), sheep)) for row, column, coat in level.tinted_grass]

    def bound(state: State) -> int:
        if state.eaten:
            return DEAD_END
        farthest = 0
        for coat, far in wants:
            near = (far.get((i, j), DEAD_END) for i, j, own in state.sheep if coat in ("", own))
            farthest = max(farthest, min(near, default=DEAD_END))
        return farthest

    return bound


def _distances(level: Level, goal: Cell, sheep: int) -> dict[Cell, int]:
    """From each cell, the fewest moves a sheep needs to the goal if the others stand as it needs.

    A sheep that ends k cells from its wall has k sheep before it: k is less than their number, and it came from
    that cell or from farther behind it in the same line.
    """
    checkpoint()
    far = {goal: 0}
    waiting = deque([goal])
    while waiting:
        cell = waiting.popleft()
        for direction in Direction:
            wall = level.walls[direction][cell]
            if abs(wall[0] - cell[0]) + abs(wall[1] - cell[1]) >= sheep:
                continue
            row, column = cell
            last = level.walls[direction.opposite][cell]
            while (row, column) != last:
                row, column = row - direction.step[0], column - direction.step[1]
                if (row, column) not in far:
                    far[row, column] = far[cell] + 1
                    waiting.append((row, column))
    return far
