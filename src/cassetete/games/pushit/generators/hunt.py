"""The hunt for the hardest level of a size: every level of a small size, annealing beyond."""

from __future__ import annotations

import json
import re
from collections import abc
from itertools import islice, product

from cassetete.core.contract import Found, Hunt, Progress, Tasks
from cassetete.core.drain import relay
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search.anneal import Annealed
from cassetete.speed.random import Random

from ..formats import dump
from ..model import Level
from .annealing import Heights, anneal_heights

_ = Catalogue("pushit")

_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})(?:h(\d{1,2}))?")
_ALL_SIDE, _ALL_TOP = 3, 5
_SIDES, _TOPS = range(2, 13), range(1, 14)
_RUN = 100_000
_STATES = 30_000
_BATCH = 4096


def tasks(size: str, iterations: int, seed: int) -> Tasks:
    """`3x3`, or `3x3h5` with the greatest height: a task for each start and exit, or for each annealing.

    >>> tasks("3x3", 0, 0).items[:2], len(tasks("3x3", 0, 0).items)
    (('all 3 5 0 0', 'all 3 5 1 0'), 21)
    >>> tasks("5x5", 150_000, 7)
    Tasks(exhaustive=False, items=('anneal 5 4 100000 7', 'anneal 5 4 50000 8'))
    """
    found = _SIZE.fullmatch(size)
    side = int(found[1]) if found and found[1] == found[2] else 0
    small = 0 < side <= _ALL_SIDE
    top = int(found[3]) if found and found[3] else _ALL_TOP if small else 4
    if side not in _SIDES or top not in _TOPS:
        raise CasseteteError(
            _("'{size}' is not a size: write 4x4, or 4x4h6 for heights up to 6 (sides 2–12)", size=size)
        )
    if small and top <= _ALL_TOP:
        return Tasks(
            True, tuple(f"all {side} {top} {high} {low}" for high in range(top + 1) for low in range(high + 1))
        )
    runs = [min(_RUN, iterations - at) for at in range(0, iterations, _RUN)]
    return Tasks(False, tuple(f"anneal {side} {top} {steps} {seed + i}" for i, steps in enumerate(runs)))


def run(task: str, kept: str = "") -> abc.Generator[Progress, None, Found]:
    """Do one of the tasks, or the rest of an annealing."""
    kind, *rest = task.split()
    numbers = [int(word) for word in rest]
    return (yield from (every(*numbers) if kind == "all" else annealing(*numbers, kept=kept)))


def boards(side: int, top: int, start: int, low: int) -> abc.Iterator[Heights]:
    """All boards with these heights of start and exit that differ in a way that matters.

    The ball never rises: what is two blocks or more above the start is a wall like any other, and so is a corner
    one block above it. A board and its mirror image over the diagonal count as two.
    """
    last = side * side - 1
    corners = {side - 1, last - side + 1}
    choices = [range(min(top, start + (1 if cell in corners else 2)) + 1) for cell in range(1, last)]
    for middle in product(*choices):
        yield (start, *middle, low)


def every(side: int, top: int, start: int, low: int) -> abc.Generator[Progress, None, Found]:
    """The hardest of all the boards with these heights of start and exit."""
    from cassetete.speed.arrays import np

    from .batch_solver import NONE, BatchSolver

    solver = BatchSolver(side)
    rest = boards(side, top, start, low)
    tried, best, heights = 0, 0, (start, *([0] * (side * side - 2)), low)
    while batch := list(islice(rest, _BATCH)):
        yield Progress(tried, 0)
        lengths = solver.lengths(np.array(batch, np.int64))[:, 0]
        assert lengths.min() >= NONE
        if lengths.max() > best:
            best, heights = int(lengths.max()), batch[int(lengths.argmax())]
        tried += len(batch)
    return Found(best, _text(side, heights, best, ""), tried)


def annealing(side: int, top: int, steps: int, seed: int, *, kept: str = "") -> abc.Generator[Progress, None, Found]:
    """The hardest board that annealing meets: longer is better; of two that are as long, the one with more states."""
    from .batch_solver import BatchSolver

    solver = BatchSolver(side, _STATES)
    begun, state = _continued(kept) if kept else (None, seed)
    random = Random(state)

    def score(heights: Heights) -> int | None:
        length, expanded = solver.length(heights)
        return None if length < 0 else 16 * length + 2 * expanded.bit_length()

    def progress(now: Annealed[Heights]) -> Progress | None:
        return None if now.steps % 256 else Progress(now.steps, steps, kept=json.dumps([*now, random.state]))

    heights: Heights = ()
    while begun is None and (not heights or score(heights) is None):
        heights = tuple(random.below(top + 1) for _ in range(side * side))
    result = yield from relay(anneal_heights(begun or heights, score, top, steps, random), progress)
    heights = result.best[1]
    length = solver.length(heights)[0]
    return Found(length, _text(side, heights, length, str(seed)), steps)


def _continued(kept: str) -> tuple[Annealed[Heights], int]:
    """How far an annealing was, and the state of its random numbers."""
    steps, best, last, state = json.loads(kept)
    return Annealed(steps, (best[0], tuple(best[1])), (last[0], tuple(last[1]))), state


def _text(side: int, heights: Heights, length: int, seed: str) -> str:
    return dump([Level(side, heights, headers=Headers(optimum=length, seed=seed))])


HUNT = Hunt(_("NxN, or NxNhH with heights up to H; every level of 2x2 and 3x3 is tried"), tasks, run, run)
