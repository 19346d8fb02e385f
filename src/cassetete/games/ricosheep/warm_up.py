"""Compiles all of the game's kernels."""

from __future__ import annotations

from .generators.annealing import Annealing
from .generators.exhaustive import ExhaustiveSearch
from .model import Level
from .solvers.state_graph import StateGraph


def warm_up() -> None:
    """Run every kernel once, on boards of one word and of more."""
    for pieces in ("S__", "SW_"):
        level = Level(("___", "__G"), (pieces, "___"))
        graph = StateGraph(level, level.start)
        graph.step(2)
        graph.grow()
        graph.distances()
        graph.wins(0)
        graph.node(level.start, 0)
    annealing = Annealing(2, 2)
    annealing.begin(0, 0, 1, fewest=1, most=2, iterations=2, hot=1)
    annealing.advance(2)
    ExhaustiveSearch(1, 2, 0, 1).advance()
