"""The hunt for the hardest meadow of a size: exhaustive search of small sizes, annealing of larger ones.

Hardest means the longest shortest solution, without wolves or colours. Importing this loads nothing heavy.
"""

from __future__ import annotations

import re
from collections import abc
from functools import partial
from typing import NamedTuple

from cassetete.core.contract import Found, Hunt, Progress, Tasks
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.hunt_tasks import all_in_parts, annealing_runs, run_task
from cassetete.core.message import Catalogue

from ..formats import dump
from .bit_boards import HOT, MOST_CELLS, level_of, longest_so_far

_ = Catalogue("ricosheep")

EXHAUSTIVE = 16
"""Up to so many cells, every meadow is tried: a second or two."""
PARTS = 8
RUN = 50_000
"""The iterations of one annealing run; more iterations are more runs, each with a seed of its own."""
_STRIDE = 500
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})(?:x(\d{1,2}))?")


class Size(NamedTuple):
    """Rows, columns and the most sheep."""

    rows: int
    columns: int
    sheep: int

    def __str__(self) -> str:
        return "x".join(map(str, self))


def size_of(text: str) -> Size:
    """The size a text says.

    >>> size_of("8x8x6")
    Size(rows=8, columns=8, sheep=6)
    """
    match = _SIZE.fullmatch(text.strip().lower())
    rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
    if match is None or not 1 <= rows * columns <= MOST_CELLS or match[3] == "0":
        raise CasseteteError(
            _("'{size}' is not a size (expected rows x columns, at most 64 cells, as in 4x4 or 8x8x6)", size=text[:40])
        )
    return Size(rows, columns, min(rows * columns, int(match[3] or MOST_CELLS)))


def tasks(size: str, iterations: int, seed: int) -> Tasks:
    """All layouts in parts, or annealing runs from `seed` on that make up the iterations.

    >>> tasks("5x5", 100_000, 7).items
    ('anneal 5x5x25 50000 7', 'anneal 5x5x25 50000 8')
    """
    wanted = size_of(size)
    if wanted.rows * wanted.columns <= EXHAUSTIVE:
        return all_in_parts(wanted, PARTS)
    return annealing_runs(wanted, iterations, RUN, seed)


def run(task: str, kept: str = "") -> abc.Generator[Progress, None, Found]:
    """Do one task, or the rest of an annealing run."""
    return run_task(task, size_of, _exhaustive, partial(_anneal, kept=kept))


def _exhaustive(size: Size, part: int, parts: int) -> abc.Generator[Progress, None, Found]:
    from .exhaustive import ExhaustiveSearch

    work = ExhaustiveSearch(size.rows, size.columns, part, parts)
    while work.advance():
        yield Progress(work.layout, work.layouts)
    length, bushes, herd, end = work.hardest(size.sheep)
    level = level_of(size.rows, size.columns, bushes, herd, end, Headers(optimum=length))
    return Found(length, dump([level]), work.tried)


def _anneal(size: Size, iterations: int, seed: int, kept: str) -> abc.Generator[Progress, None, Found]:
    from .annealing import Annealing

    work = Annealing(size.rows, size.columns)
    if kept:
        work.go_on(kept)
    else:
        work.begin(seed, 0, 1, fewest=1, most=size.sheep, iterations=iterations, hot=HOT)
    while work.advance(_STRIDE):
        yield Progress(work.done, iterations, longest_so_far(work.best), work.kept)
    level = level_of(size.rows, size.columns, *work.best_board, Headers(optimum=work.best, seed=str(seed)))
    return Found(work.best, dump([level]), work.done)


HUNT = Hunt(
    _("rows x columns, and the most sheep if you like: 4x4, 8x8x6 (proven up to 16 cells, annealing up to 64)"),
    tasks,
    run,
    run,
)
