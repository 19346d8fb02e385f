"""Solvers: the sheet's breadth-first search and deepening with a lower bound, on tables of slides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from cassetete.core.answers import Answer, Limits, Verdict, Why
from cassetete.core.contract import Metric, Search, SolutionStream, Solver
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import a_star, all_shortest, breadth_first, depth_first, ida_star
from cassetete.search.best_first import DEAD_END

from .. import rules
from ..model import BITS, LARGEST, Level, Move, State

_ = Catalogue("turtle")

UNFINISHED = Why("unfinished", _("there is no turtle, or no hideout"))
WALLED_OFF = Why("walled-off", _("walls keep the turtle from its hideout, whatever the others do"))

KERNEL = "cassetete.games.turtle.solvers.warm_up"

_STEP = 64


class Slide(NamedTuple):
    """An animal, whichever it is, leaves a cell in a direction."""

    cell: int
    direction: Direction


class Ray(NamedTuple):
    """A direction from a cell: the cells up to the wall as a set of bits, the last of them, and the slide's name."""

    mask: int
    last: int
    slide: Slide


class Tables:
    """For each cell its four rays, in the sheet's order of directions: towards lower cells, or towards higher.

    Who stands in the way is found by one `&` with the bits of the animals; the nearest is the highest bit on the
    way up or left, the lowest on the way down or right.
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
def tables(level: Level) -> Tables:
    """The tables of a level, made once."""
    return Tables(level)


def interchangeable(level: Level) -> Callable[[State], Iterable[tuple[Slide, State]]]:
    """Successors with the helpers in the order of their cells: as who helps does not matter, 6 states are one."""
    slides = tables(level).slides

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
    slides = tables(level).slides

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


def _hopeless(level: Level, state: State) -> Why | None:
    """A proof that there is no solution, before any search."""
    if not state or level.goal is None:
        return UNFINISHED
    return WALLED_OFF if tables(level).bounds(level.goal)[state[0]] == DEAD_END else None


def _run(level: Level, state: State, search: Callable[[State], Search[State, Slide]]) -> Search[State, Move]:
    """The search over interchangeable helpers, its answer given back to the animals."""
    why = _hopeless(level, state)
    if why is not None:
        return Answer(Verdict.IMPOSSIBLE, why=why)
    answer = yield from search((state[0], *sorted(state[1:])))
    moves = named(level, state, answer.moves)
    return Answer(answer.verdict, moves, answer.optimal, answer.expanded, why=answer.why)


def _bounded(
    search: Callable[..., Search[State, Slide]], level: Level, state: State, limits: Limits
) -> Search[State, Move]:
    """A search cut where the turtle, alone on the board and free to stop anywhere, is too far from its home."""
    left = tables(level).bounds(level.goal)
    return _run(
        level,
        state,
        lambda start: search(
            start,
            interchangeable(level),
            lambda at: at[0] == level.goal,
            lambda _state, _slide: 1,
            lambda at: left[at[0]],
            limits,
        ),
    )


def deepening(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """Depth-first within a growing number of moves, cut where the turtle is too far for what is left."""
    return _bounded(ida_star, level, state, limits)


def guided(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """A* with the same bound: each state once, at the price of memory."""
    return _bounded(a_star, level, state, limits)


def breadth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """The sheet's search: every situation, nearest first."""
    return _run(
        level,
        state,
        lambda start: breadth_first(start, interchangeable(level), lambda at: at[0] == level.goal, limits),
    )


def depth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """Depth-first, for comparison: soon lost in long ways. The animals keep their names, as on the sheet's tree."""
    why = _hopeless(level, state)
    if why is not None:
        return Answer(Verdict.IMPOSSIBLE, why=why)
    return (yield from depth_first(state, distinct(level), lambda at: at[0] == level.goal, limits))


def native(level: Level, state: State, metric: Metric, limits: Limits) -> Search[State, Move]:
    """Compiled: deepening first, then breadth-first search over sets of turtles."""
    from .native import run

    return (yield from run(level, state, metric, limits))


def solutions(level: Level, state: State, metric: Metric, limits: Limits) -> SolutionStream[Move]:
    """All shortest solutions, animals told apart: by compiled code where it is ready, as `one_by_one` elsewhere."""
    from cassetete.speed import jit

    small = max(level.rows, level.columns) <= 16 and len(state) <= 4 and _distinct_cells(level)
    if small and _hopeless(level, state) is None and jit.ready(KERNEL):
        from .native_sets import solutions as over_sets

        return (yield from over_sets(level, state, limits))
    return (yield from one_by_one(level, state, metric, limits))


def one_by_one(level: Level, state: State, _metric: Metric, limits: Limits) -> SolutionStream[Move]:
    """All shortest solutions by plain search.

    Each step is weighed by how little it brings the turtle nearer (1 + bound after − bound before): on every way
    to the goal this takes off the same sum, so the shortest stay the shortest, and the search goes straight. A
    step's own small weight keeps any from being free.
    """
    left = tables(level).bounds(level.goal)

    def weight(at: State, move: Move) -> int:
        gain = 0 if move.animal else left[rules.slide(level, at, at[0], move.direction)] - left[at[0]]
        return _STEP * (1 + gain) + 1

    return all_shortest(state, distinct(level), lambda at: at[:1] == (level.goal,), weight, limits)


def _distinct_cells(level: Level) -> bool:
    return max(level.rows, level.columns) <= LARGEST and len(set(level.animals)) == len(level.animals)


_SHORTEST = frozenset({Metric.MOVES, Metric.COST})

SOLVERS = (
    Solver("native", _("compiled"), native, _SHORTEST, fits=_distinct_cells, kernel=KERNEL),
    Solver("astar", _("A* with a lower bound"), guided, _SHORTEST),
    Solver("idastar", _("deepening with a lower bound"), deepening, _SHORTEST),
    Solver("bfs", _("breadth-first"), breadth, _SHORTEST),
    Solver("dfs", _("depth-first"), depth),
)
