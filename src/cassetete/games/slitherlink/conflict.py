"""Why a grid has no solution: few of its clues that no loop meets together."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.answers import Limits, Verdict
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import Advice, Mark, MarkKind
from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue

from .model import Level, State
from .solvers.native import solve

_ = Catalogue("slitherlink")

_STEPS = Limits(nodes=3000)
_MOST_SEARCHES = 300


def conflict(level: Level) -> Advice | None:
    """The clues that contradict each other, if the grid is proven to have no solution: without any one of them, the
    others could be met (unless the grid is so large that they are too many to try).

    >>> [mark.target for mark in conflict(Level(1, 3, ((3, 0, 1),))).marks]
    [('cell', 0, 1)]
    """
    if not _impossible(level):
        return None
    kept = [(i, j) for i, row in enumerate(level.clues) for j, clue in enumerate(row) if clue is not None]
    searches, size = 0, max(1, len(kept) // 2)
    while size and searches < _MOST_SEARCHES:
        begin = 0
        while begin < len(kept) and searches < _MOST_SEARCHES:
            checkpoint()
            searches += 1
            fewer = kept[:begin] + kept[begin + size :]
            if _impossible(_only(level, fewer)):
                kept = fewer
            else:
                begin += size
        size //= 2
    text = _.n("No loop meets this clue.", "No loop meets these {n} clues together.", n=len(kept))
    return Advice(text, tuple(Mark(("cell", *cell), MarkKind.MISTAKE) for cell in kept))


def _impossible(level: Level) -> bool:
    return solve(level, State(), _STEPS).verdict is Verdict.IMPOSSIBLE


def _only(level: Level, cells: list[Cell]) -> Level:
    """The level with the clues of some cells."""
    there = set(cells)
    clues = tuple(
        tuple(clue if (i, j) in there else None for j, clue in enumerate(row)) for i, row in enumerate(level.clues)
    )
    return replace(level, clues=clues)
