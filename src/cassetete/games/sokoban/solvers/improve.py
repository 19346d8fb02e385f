"""`improve`: a solution made shorter, window by window, until nothing is found any more.

A window of pushes is taken out of the solution, and the optimal search looks for a better way from the position before
it to the one after it, in a level whose targets are where the boxes have to stand ("window" and "vicinity" optimisation
of Damgaard's YASO and Meger's JSoko). It is kept if the whole solution is better by the metric, ties by moves.
"""

from __future__ import annotations

from collections import abc
from dataclasses import replace

from cassetete.core.answers import Limits, Visit
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import Improvement, Metric
from cassetete.core.drain import relay
from cassetete.core.grid import Direction
from cassetete.speed.budget import Budget

from .. import rules
from ..floor_graph import floor_graph
from ..model import Level, State
from .level_arrays import level_arrays
from .node_arrays import MOST_MEMORY
from .optimal import NO_LIMIT, search
from .push_a_star import weights

Moves = tuple[Direction, ...]

_NODES = 3000
_WINDOWS = (12, 24, 48)


def improve(
    level: Level, state: State, moves: Moves, metric: Metric, limits: Limits, rounds: int = NO_LIMIT
) -> abc.Generator[Improvement[Direction], None, Moves]:
    """Round after round until one finds nothing; yields the best so far, and every better solution at once."""
    budget = Budget(limits, MOST_MEMORY)
    expanded = 0
    for _round in range(rounds):
        before = moves
        for width in _WINDOWS:
            start = 0
            while start == 0 or start + width // 2 < len(pushes_of(level, state, moves)):
                if budget.exceeded(expanded) is not None:
                    return moves
                nodes = budget.step(expanded, _NODES)
                try:
                    better, cost = yield from _window(level, state, moves, metric, start, width, nodes, expanded)
                except LimitReached:
                    return moves
                expanded += cost
                if better is not None:
                    moves = better
                    yield Improvement(moves, expanded)
                start += max(1, width // 2)
        if moves == before:
            break
    return moves


def shortened(
    level: Level, state: State, moves: Moves, metric: Metric, limits: Limits, rounds: int = 2
) -> abc.Generator[Visit[State], None, Moves]:
    """The solution, or a better one, never a worse one; yields as a search does."""
    work = improve(level, state, moves, metric, limits, rounds)
    return (yield from relay(work, lambda step: Visit(None, step.expanded, 0, 0)))


def pushes_of(level: Level, state: State, moves: Moves) -> list[tuple[int, State]]:
    """For each push the number of moves before it and the state after it."""
    found = []
    for count, move in enumerate(moves):
        pushing = rules.pushes(level, state, move)
        state = rules.play(level, state, move)
        if pushing:
            found.append((count, state))
    return found


def weight(level: Level, state: State, moves: Moves, metric: Metric) -> int:
    """What a line of moves weighs, one number for the metric and its tie by moves."""
    step, push = weights(level, metric)
    total = 0
    for move in moves:
        total += push if rules.pushes(level, state, move) else step
        state = rules.play(level, state, move)
    return total


def _window(
    level: Level, state: State, moves: Moves, metric: Metric, start: int, width: int, nodes: int, expanded: int
) -> abc.Generator[Improvement[Direction], None, tuple[Moves | None, int]]:
    """A better line with the pushes from `start` on replaced, if there is one, and the nodes it took."""
    marks = pushes_of(level, state, moves)
    if start >= len(marks):
        return None, 0
    end = min(start + width, len(marks)) - 1
    cut, here = (marks[start - 1][0] + 1, marks[start - 1][1]) if start else (0, state)
    targets = marks[end][1].boxes
    if targets == here.boxes:
        return None, 0
    window = replace(level, targets=targets, boxes=here.boxes, player=here.player)
    arrays, budget = level_arrays(window), Budget(Limits(nodes=nodes), MOST_MEMORY)
    work = search(arrays, budget, here, *weights(window, metric), NO_LIMIT, 0)
    result = yield from relay(work, lambda visit: Improvement(moves, expanded + visit.expanded))
    if result.pushes is None:
        return None, result.expanded
    middle = arrays.moves_of(here, result.pushes)
    after = here
    for move in middle:
        after = rules.play(replace(window, targets=frozenset()), after, move)
    tail = _tail(level, after, moves[marks[end][0] + 1 :], marks[end][1])
    if tail is None:
        return None, result.expanded
    line = (*moves[:cut], *middle, *tail)
    better = weight(level, state, line, metric) < weight(level, state, moves, metric)
    return line if better else None, result.expanded


def _tail(level: Level, here: State, line: Moves, before: State) -> Moves | None:
    """The remaining moves from a state that differs only in where the player stands; None if there is no way."""
    graph = floor_graph(level)
    at = before
    for count, move in enumerate(line):
        if rules.pushes(level, at, move):
            assert here.player is not None and at.player is not None
            walk = graph.way(graph.number[here.player], graph.number[at.player], graph.boxes_of(here))
            return None if walk is None else (*walk, *line[count:])
        at = rules.play(level, at, move)
    return ()
