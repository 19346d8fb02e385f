"""The solver that runs compiled kernels: deepening for short solutions, then breadth-first over sets or states."""

from __future__ import annotations

from cassetete.core.answers import Answer, Limits, Verdict, Visit
from cassetete.core.contract import Metric, Search, SolutionStream
from cassetete.speed.budget import Budget

from ..model import Level, Move, State
from .deepening import DeepeningBoard, deepen
from .slides import UNFINISHED, WALLED_OFF

NODES = 600_000
"""The states that deepening may visit before breadth-first search takes over: about 20 ms. Sets would be faster from a
third of that on, but not in a new process, where their rows take 0.4 s."""

ROOMY = 1 << 28
"""The least memory limit for the search over sets; below, the search over states grows as it needs."""

MOST_MEMORY = 3 << 30
"""The memory that a search takes at most when no limit is given."""


def run(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Move]:
    """A shortest solution, by the kernel that suits the level."""
    if not state or level.goal is None:
        return Answer(Verdict.IMPOSSIBLE, why=UNFINISHED)
    board = DeepeningBoard(level, level.goal)
    if board.walled_off(state):
        return Answer(Verdict.IMPOSSIBLE, why=WALLED_OFF)
    budget = Budget(limits, MOST_MEMORY)
    yield Visit(state, 0, 1, 0)
    why = budget.exceeded(0)
    if why is not None:
        return Answer(Verdict.UNKNOWN, why=why)
    if state[0] == level.goal:
        return Answer(Verdict.SOLVED, optimal=True)
    moves, visited = deepen(board, state, budget.step(0, NODES))
    if moves is not None:
        return Answer(Verdict.SOLVED, moves, optimal=True, expanded=visited)
    from . import states, turtle_sets  # only now: a short search need not load them

    if turtle_sets.fits(level, state) and budget.affords(ROOMY):
        return (yield from turtle_sets.search(level, state, budget, visited))
    return (yield from states.search(level, state, budget, visited))


def solutions(level: Level, state: State, limits: Limits) -> SolutionStream[Move]:
    """All shortest solutions, where `turtle_sets.fits`."""
    from . import turtle_sets

    return turtle_sets.solutions(level, state, Budget(limits, MOST_MEMORY))
