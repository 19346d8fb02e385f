"""`improve`: a solution made shorter, window by window, for as long as one likes.

A window of pushes is taken out of the solution and the way from the position before it to the one after it is sought
anew, exactly, by the optimal search in a level whose goals are where the boxes have to stand ("window" and "vicinity"
optimisation of Damgaard's YASO and Meger's JSoko). What comes out is kept if the whole is better for the metric, ties
by moves.
"""

from __future__ import annotations

from collections import abc
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Limits, Visit
from cassetete.core.contract import Improvement, Metric
from cassetete.core.grid import Cell, Direction

from .. import rules
from ..model import Level, State
from .push_a_star import weights

Push = tuple[Cell, Direction]

_NODES = 3000
_WINDOWS = (12, 24, 48)
_NO_LIMIT = 1 << 30


def shortened(
    level: Level, state: State, moves: tuple[Direction, ...], metric: Metric, limits: Limits, rounds: int = 2
) -> abc.Generator[Visit[State], None, tuple[Direction, ...]]:
    """The solution, or a better one. It is never worse, wherever the search stops; yields as a search does."""
    work = bettered(level, state, moves, metric, limits, rounds)
    while True:
        try:
            yield Visit(None, next(work).expanded, 0, 0)
        except StopIteration as end:
            best: tuple[Direction, ...] = end.value
            return best


def bettered(
    level: Level, state: State, moves: tuple[Direction, ...], metric: Metric, limits: Limits, rounds: int
) -> abc.Generator[Improvement[Direction], None, tuple[Direction, ...]]:
    """The same, the best so far told all the time: while a window is searched, and at once when there is a better."""
    from . import kernel_arrays as native

    meter = native.Meter(limits)
    expanded = 0
    for _round in range(rounds):
        before = moves
        for width in _WINDOWS:
            start = 0
            while start == 0 or start + width // 2 < len(pushes_of(level, state, moves)):
                if meter.exceeded(expanded) is not None:
                    return moves
                window = _window(level, state, moves, metric, start, width, meter.nodes - expanded)
                better, cost = yield from _telling(window, moves, expanded)
                expanded += cost
                if better is not None:
                    moves = better
                    yield Improvement(moves, expanded)
                start += max(1, width // 2)
        if moves == before:
            break
    return moves


def _telling(
    window: abc.Generator[Visit[State], None, tuple[tuple[Direction, ...] | None, int]],
    moves: tuple[Direction, ...],
    expanded: int,
) -> abc.Generator[Improvement[Direction], None, tuple[tuple[Direction, ...] | None, int]]:
    """What a window's search comes to; meanwhile the best is what it was."""
    while True:
        try:
            visit = next(window)
        except StopIteration as end:
            found: tuple[tuple[Direction, ...] | None, int] = end.value
            return found
        yield Improvement(moves, expanded + visit.expanded)


def pushes_of(level: Level, state: State, moves: tuple[Direction, ...]) -> list[tuple[int, State]]:
    """For each push the number of moves before it and the state after it."""
    found = []
    for count, move in enumerate(moves):
        pushing = rules.pushes(level, state, move)
        state = rules.play(level, state, move)
        if pushing:
            found.append((count, state))
    return found


def weight(level: Level, state: State, moves: tuple[Direction, ...], metric: Metric) -> int:
    """What a line of moves weighs, one number for the metric and its tie by moves."""
    step, push = weights(level, metric)
    total = 0
    for move in moves:
        total += push if rules.pushes(level, state, move) else step
        state = rules.play(level, state, move)
    return total


def _window(
    level: Level, state: State, moves: tuple[Direction, ...], metric: Metric, start: int, width: int, nodes: int
) -> abc.Generator[Visit[State], None, tuple[tuple[Direction, ...] | None, int]]:
    """A better line with the pushes from `start` on replaced, if there is one, and the nodes it took to look."""
    marks = pushes_of(level, state, moves)
    if start >= len(marks):
        return None, 0
    end = min(start + width, len(marks)) - 1
    cut, here = (marks[start - 1][0] + 1, marks[start - 1][1]) if start else (0, state)
    goals = marks[end][1].boxes
    if goals == here.boxes:
        return None, 0
    room = replace(level, goals=goals, boxes=here.boxes, player=here.player)
    found, cost = yield from _between(room, here, metric, min(_NODES, nodes))
    if found is None:
        return None, cost
    tail = _rest(level, found[1], moves[marks[end][0] + 1 :], marks[end][1])
    if tail is None:
        return None, cost
    line = (*moves[:cut], *found[0], *tail)
    return (line if weight(level, state, line, metric) < weight(level, state, moves, metric) else None), cost


def _between(
    room: Level, here: State, metric: Metric, nodes: int
) -> abc.Generator[Visit[State], None, tuple[tuple[tuple[Direction, ...], State] | None, int]]:
    """A cheapest way to bring the boxes onto the goals of the room, and the state it ends in."""
    from . import kernel_arrays as native
    from .optimal import search

    place = native.place(room)
    outcome = yield from search(place, native.Meter(Limits(nodes=nodes)), here, *weights(room, metric), _NO_LIMIT, 0)
    if outcome.pushes is None:
        return None, outcome.expanded
    line = place.walked(here, outcome.pushes)
    end = here
    for move in line:
        end = rules.play(replace(room, goals=frozenset()), end, move)
    return (line, end), outcome.expanded


def _rest(level: Level, here: State, line: tuple[Direction, ...], before: State) -> tuple[Direction, ...] | None:
    """The remaining moves from a state that differs only in where the keeper stands; None if he cannot get there."""
    from .search_board import warehouse

    house: Any = warehouse(level)
    at = before
    for count, move in enumerate(line):
        if rules.pushes(level, at, move):
            assert here.player is not None and at.player is not None
            walk = house.way(house.number[here.player], house.number[at.player], house.boxes_of(here))
            return None if walk is None else (*walk, *line[count:])
        at = rules.play(level, at, move)
    return ()
