"""Slides from tables: successors for the plain searches, a lower bound, and slides as moves of the animals."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from cassetete.core.answers import Why
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search.best_first import DEAD_END

from .. import rules
from ..model import BITS, LETTERS, Level, Move, State

_ = Catalogue("turtle")

UNFINISHED = Why("unfinished", _("there is no turtle, or no hideout"))
WALLED_OFF = Why("walled-off", _("walls keep the turtle from its hideout, whatever the others do"))

DIRECTIONS = tuple(LETTERS)


class Slide(NamedTuple):
    """Any animal leaves a cell in a direction."""

    cell: int
    direction: Direction


class Ray(NamedTuple):
    """A direction from a cell: the cells up to the wall as a set of bits, the last of them, and the slide's name."""

    mask: int
    last: int
    slide: Slide


class SlideTables:
    """For each cell its four rays, in the sheet's order of directions: towards lower cells, or towards higher.

    One `&` with the bits of the animals finds those in the way; the nearest is the highest bit on the way up or left,
    the lowest on the way down or right.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self.up = [self._ray(cell, Direction.UP) for cell in range(len(level.walls))]
        self.down = [self._ray(cell, Direction.DOWN) for cell in range(len(level.walls))]
        self.left = [self._ray(cell, Direction.LEFT) for cell in range(len(level.walls))]
        self.right = [self._ray(cell, Direction.RIGHT) for cell in range(len(level.walls))]

    def _ray(self, cell: int, direction: Direction) -> Ray:
        mask, last = 0, cell
        while not self.level.closed[last] & BITS[direction]:
            last += direction.step[0] * self.level.columns + direction.step[1]
            mask |= 1 << last
        return Ray(mask, last, Slide(cell, direction))

    def slides(self, cell: int, occupied: int) -> list[tuple[Slide, int]]:
        """The slides from a cell that lead somewhere, with their stops; `occupied` has the bits of all animals."""
        found = []
        columns = self.level.columns
        mask, stop, slide = self.up[cell]
        if hit := mask & occupied:
            stop = hit.bit_length() - 1 + columns
        if stop != cell:
            found.append((slide, stop))
        mask, stop, slide = self.down[cell]
        if hit := mask & occupied:
            stop = (hit & -hit).bit_length() - 1 - columns
        if stop != cell:
            found.append((slide, stop))
        mask, stop, slide = self.left[cell]
        if hit := mask & occupied:
            stop = hit.bit_length()
        if stop != cell:
            found.append((slide, stop))
        mask, stop, slide = self.right[cell]
        if hit := mask & occupied:
            stop = (hit & -hit).bit_length() - 2
        if stop != cell:
            found.append((slide, stop))
        return found

    def bounds(self, goal: int | None) -> list[int]:
        """At least how many slides of the turtle each cell is from the goal: as if it could stop anywhere.

        A helper can stop it anywhere at best, so the count never exceeds the truth; DEAD_END is proof of no way.
        """
        left = [DEAD_END] * len(self.level.walls)
        if goal is None:
            return left
        left[goal] = 0
        waiting = deque([goal])
        while waiting:
            cell = waiting.popleft()
            # Rays are reversible: the cells that see this one are those it sees.
            for rays in (self.up, self.down, self.left, self.right):
                mask = rays[cell].mask
                while mask:
                    seen = (mask & -mask).bit_length() - 1
                    mask &= mask - 1
                    if left[seen] == DEAD_END:
                        left[seen] = left[cell] + 1
                        waiting.append(seen)
        return left


@lru_cache(maxsize=8)
def slide_tables(level: Level) -> SlideTables:
    """The tables of a level, made once."""
    return SlideTables(level)


def interchangeable(level: Level) -> Callable[[State], Iterable[tuple[Slide, State]]]:
    """Successors with the helpers in the order of their cells: it does not matter who helps, so 6 states are one."""
    slides = slide_tables(level).slides

    def successors(state: State) -> Iterable[tuple[Slide, State]]:
        occupied = 0
        for cell in state:
            occupied |= 1 << cell
        turtle, helpers = state[0], state[1:]
        found: list[tuple[Slide, State]] = [(slide, (stop, *helpers)) for slide, stop in slides(turtle, occupied)]
        for at, cell in enumerate(helpers):
            others = helpers[:at] + helpers[at + 1 :]
            found += [(slide, (turtle, *sorted((*others, stop)))) for slide, stop in slides(cell, occupied)]
        return found

    return successors


def distinct(level: Level) -> Callable[[State], Iterable[tuple[Move, State]]]:
    """Successors with every animal itself: those of the rules, from the tables."""
    slides = slide_tables(level).slides

    def successors(state: State) -> Iterable[tuple[Move, State]]:
        occupied = 0
        for cell in state:
            occupied |= 1 << cell
        return [
            (Move(animal, slide.direction), (*state[:animal], stop, *state[animal + 1 :]))
            for animal, cell in enumerate(state)
            for slide, stop in slides(cell, occupied)
        ]

    return successors


def named(level: Level, state: State, slides: Iterable[Slide]) -> tuple[Move, ...]:
    """The slides as moves of the animals that stand where they begin."""
    moves = []
    for cell, direction in slides:
        move = Move(state.index(cell), direction)
        state = rules.play(level, state, move)
        moves.append(move)
    return tuple(moves)


def slide_between(level: Level, before: State, after: State) -> Slide:
    """The slide that leads from one state to the next, in whatever order the helpers are."""
    (left,) = set(before) - set(after) if before[0] == after[0] else {before[0]}
    (reached,) = set(after) - set(before) if before[0] == after[0] else {after[0]}
    from_row, from_column = level.place(left)
    row, column = level.place(reached)
    if row != from_row:
        return Slide(left, DIRECTIONS[0 if row < from_row else 1])
    return Slide(left, DIRECTIONS[2 if column < from_column else 3])


def no_solution(level: Level, state: State) -> Why | None:
    """A proof that there is no solution, without a search."""
    if not state or level.goal is None:
        return UNFINISHED
    return WALLED_OFF if slide_tables(level).bounds(level.goal)[state[0]] == DEAD_END else None
