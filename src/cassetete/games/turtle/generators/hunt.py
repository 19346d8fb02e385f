"""The hunt for the hardest positions: whole boards and goals, analysed from the goal back."""

from __future__ import annotations

import re
from collections import abc
from dataclasses import replace

from cassetete.core.contract import Found, Hunt, Progress, Tasks
from cassetete.core.drain import relay
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.speed.random import Random

from ..formats import tiles
from ..formats.wall_codes import dump
from ..model import Level
from .boards import composed

_ = Catalogue("turtle")

HELPERS = 3
_CORNERS = 7
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})")
_BOARD = re.compile(r"([0-9A-Fa-f]{4})\+([0-9A-Fa-f]{2})")
_FAR = _("moves to the hideout")


def tasks(size: str, iterations: int, seed: int) -> Tasks:
    """One board and goal a task; a standard board named with its goal is one task that tries all there is.

    >>> tasks("16x16", 2, 5).items
    ('16x16 5', '16x16 6')
    >>> tasks("7650+C9", 1, 0)
    Tasks(exhaustive=True, items=('7650+C9',))
    """
    if _BOARD.fullmatch(size):
        return Tasks(True, (size.upper(),))
    found = _SIZE.fullmatch(size)
    sides = [int(side) for side in found.groups()] if found else [0]
    if not 3 <= min(sides) <= max(sides) <= 2 * tiles.SIDE:
        raise CasseteteError(
            _(
                "'{size}' is not a size: write 3x3 to 16x16, or a standard board and its goal, as in 7650+C9",
                size=size,
            )
        )
    return Tasks(False, tuple(f"{size} {seed + number}" for number in range(iterations)))


def run(task: str) -> abc.Generator[Progress, None, Found]:
    """The positions furthest from home on the task's board: the first of them, by the seed."""
    from ..solvers.retrograde import Analysis

    board, seed = board_of(task)
    analysis = Analysis(board, HELPERS)
    random = Random(seed)
    while True:
        furthest = analysis.pick(random.below(analysis.counts[-1]))
        length = len(analysis.counts) - 1
        more = yield from relay(analysis.next_layer(), lambda _step: Progress(len(analysis.counts) - 1, 0, _FAR))
        if not more:
            level = replace(board, animals=furthest, headers=Headers(optimum=length, seed=str(seed)))
            return Found(length, dump([level]), sum(analysis.counts))


def board_of(task: str) -> tuple[Level, int]:
    """The board and goal of a task, and its seed."""
    named = _BOARD.fullmatch(task)
    if named:
        a, b, c, d = (int(digit, 16) for digit in named[1])
        return Level(16, 16, tiles.board((a, b, c, d)), (), int(named[2], 16)), 0
    size, number = task.split()
    rows, columns = (int(side) for side in size.split("x"))
    random = Random(int(number))
    if rows == columns == 2 * tiles.SIDE:
        return _standard(random), int(number)
    plan = composed(rows, columns, _CORNERS, random)
    free = [cell for cell in range(rows * columns) if cell not in plan.inner]
    return replace(plan.level(), goal=random.choice(plan.corners or free)), int(number)


def _standard(random: Random) -> Level:
    """Four tiles, one of each number, any side up, in any order; the hideout in a corner of theirs."""
    numbers = [0, 1, 2, 3]
    random.shuffle(numbers)
    a, b, c, d = (number + 4 * random.below(4) for number in numbers)
    level = Level(16, 16, tiles.board((a, b, c, d)))
    walled = [cell for cell, code in enumerate(level.closed) if code in (3, 6, 9, 12) and _inside(cell)]
    return replace(level, goal=random.choice(walled))


def _inside(cell: int) -> bool:
    row, column = divmod(cell, 16)
    return 0 < row < 15 and 0 < column < 15


HUNT = Hunt(
    _("3x3 to 16x16 with three helpers, 16x16 on standard boards; or such a board and its goal: 7650+C9"),
    tasks,
    run,
)
