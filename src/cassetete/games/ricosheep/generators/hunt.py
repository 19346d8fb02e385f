"""The hunt for the hardest meadow of a size: all of them where that can be done, annealing where it cannot.

Hardest means the longest shortest solution, without wolves or colours. Importing this loads nothing heavy.
"""

from __future__ import annotations

import re
from collections import abc
from typing import TYPE_CHECKING, NamedTuple

from cassetete.core.contract import Found, Hunt, Progress, Tasks
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.hunt_tasks import all_in_parts, annealing_runs, done
from cassetete.core.message import Catalogue

from ..formats import dump
from ..model import BUSH, EMPTY, GRASS, SHEEP, Level

if TYPE_CHECKING:
    from .hunt_arrays import Ground

_ = Catalogue("ricosheep")

EXHAUSTIVE = 16
"""Up to so many cells, every meadow is looked at: a second or two."""
MOST_CELLS = 64
PARTS = 8
RUN = 50_000
"""The iterations of one annealing run; more iterations are more runs, each with a seed of its own."""
HOT = 800
_STEP = 500
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
            _("'{size}' is no size (expected rows x columns, at most 64 cells, as in 4x4 or 8x8x6)", size=text[:40])
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


def run(task: str) -> abc.Generator[Progress, None, Found]:
    """Do one task."""
    return done(task, size_of, _look_at_all, _anneal)


def _look_at_all(size: Size, part: int, parts: int) -> abc.Generator[Progress, None, Found]:
    from .hunt_arrays import Exhaustion

    work = Exhaustion(size.rows, size.columns, part, parts)
    while work.advance():
        yield Progress(work.layout, work.layouts)
    length, bushes, herd, end = work.hardest(size.sheep)
    return Found(length, level_text(size.rows, size.columns, bushes, herd, end, Headers(optimum=length)), work.tried)


def _anneal(size: Size, iterations: int, seed: int) -> abc.Generator[Progress, None, Found]:
    from .hunt_arrays import Ground

    ground = Ground(size.rows, size.columns)
    ground.begin(seed, 0, 1, fewest=1, most=size.sheep, iterations=iterations, hot=HOT)
    while ground.anneal(_STEP):
        yield Progress(ground.done, iterations, _("the longest so far: {n} moves", n=ground.best))
    return Found(ground.best, _best_text(ground, seed), ground.done)


def _best_text(ground: Ground, seed: int) -> str:
    headers = Headers(optimum=ground.best, seed=str(seed))
    return level_text(ground.rows, ground.columns, *ground.best_board, headers)


def level_text(rows: int, columns: int, bushes: int, herd: int, end: int, headers: Headers) -> str:
    """The level with these bushes and sheep, and grass where the sheep stand at the end."""
    return dump([board(rows, columns, bushes, herd, end, headers)])


def board(rows: int, columns: int, bushes: int, herd: int, end: int, headers: Headers = Headers()) -> Level:
    """A level from sets of cells, a bit a cell.

    >>> board(1, 3, 0b100, 0b001, 0b010).ground
    ('_GB',)
    """
    ground = "".join(BUSH if bushes >> bit & 1 else GRASS if end >> bit & 1 else EMPTY for bit in range(rows * columns))
    pieces = "".join(SHEEP if herd >> bit & 1 else EMPTY for bit in range(rows * columns))
    cut = range(0, rows * columns, columns)
    return Level(
        tuple(ground[i : i + columns] for i in cut), tuple(pieces[i : i + columns] for i in cut), False, headers
    )


HUNT = Hunt(
    _("rows x columns, and the most sheep if you like: 4x4, 8x8x6 (proven up to 16 cells, annealing up to 64)"),
    tasks,
    run,
)
