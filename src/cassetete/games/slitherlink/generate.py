"""Makes levels: a loop that winds through the grid, all its clues, then fewer while the rules of the wanted difficulty
solve it and easier ones do not. What sound rules solve has one solution; the solver proves it once more."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from typing import Any, NamedTuple

from cassetete.core.contract import Generator, Parameter, Preset, Progress
from cassetete.core.headers import Headers
from cassetete.core.text import Catalogue
from cassetete.speed.random import Random

from .answers import unique
from .model import Level

_ = Catalogue("slitherlink")

ATTEMPTS = 200
"""Loops tried before giving up: some sizes have no level of some difficulties."""

SOLVES = 40
"""Grids solved between two signs of progress."""

_RULES = {3: 0b11, 4: 0b111, 6: 0b11111, 7: 0b111111, 9: 0b111111}
_TRIALS = {9: 0b1000010}
"""The compiled rules of each rung of the ladder (see `deduce`), and those of its trials, with common consequences."""

_RUNGS = {"easy": (0, 3), "normal": (3, 4), "tricky": (4, 6), "hard": (6, 7), "expert": (7, 9)}
"""For each difficulty the rung that must not be enough, and the one that is."""

SYMMETRIES = ("none", "turn", "mirror")


class _Board(NamedTuple):
    """The arrays that the kernels work on."""

    rows: int
    columns: int
    grids: tuple[Any, Any, Any, Any]
    cells: Any
    clues: Any
    saved: Any


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level of the size and difficulty; None when every attempt failed."""
    from cassetete.speed.kernel_random import seeded

    from . import kernel_make as kernel

    rows, columns = int(values["rows"]), int(values["columns"])
    difficulty = str(values.get("difficulty", "easy"))
    easier, rung = _RUNGS[difficulty]
    board = _board(rows, columns)
    random, order = seeded(seed), Random(seed)
    for _attempt in range(ATTEMPTS):
        yield Progress(0, rows * columns)
        kernel.wind(board.cells, rows, columns, random)
        kernel.clues_of(board.cells, board.clues, columns)
        if not _solvable(board, rung):
            continue
        groups = _groups(rows, columns, str(values.get("symmetry", "none")), order)
        yield from _thinned(board, groups, rung, -(-rows * columns * int(values.get("density", 0)) // 100))
        if easier and _solvable(board, easier):
            continue
        level = _level(board, Headers(grade=difficulty, seed=str(seed)))
        if unique(level):
            return level
    return None


def _board(rows: int, columns: int) -> _Board:
    import numpy as np

    from .kernel import room

    cells, clues = np.zeros((rows + 2) * (columns + 2), np.int32), np.zeros(rows * columns, np.int32)
    return _Board(rows, columns, (*room(rows, columns), *room(rows, columns)), cells, clues, clues.copy())


def _solvable(board: _Board, rung: int) -> bool:
    from . import kernel_make as kernel

    return bool(kernel.solvable(*board.grids, board.clues, board.columns, _RULES[rung], _TRIALS.get(rung, 0)))


def _groups(rows: int, columns: int, symmetry: str, random: Random) -> Any:
    """The cells in random order, each with the one across from it, so that clues come in symmetrical couples."""
    import numpy as np

    def partner(cell: int) -> int:
        i, j = divmod(cell, columns)
        if symmetry == "turn":
            i, j = rows - 1 - i, columns - 1 - j
        elif symmetry == "mirror":
            j = columns - 1 - j
        return i * columns + j

    couples = [(cell, partner(cell)) for cell in range(rows * columns) if cell <= partner(cell)]
    random.shuffle(couples)
    return np.array(couples, np.int32)


def _thinned(board: _Board, groups: Any, rung: int, least: int) -> abc.Generator[Progress, None, None]:
    import numpy as np

    from . import kernel_make as kernel
    from .kernel import RUNNING

    control = np.array([0, 1, int((board.clues >= 0).sum()), 0], np.int64)
    rules, trials = _RULES[rung], _TRIALS.get(rung, 0)
    while True:
        code = kernel.thin(
            *board.grids, board.clues, board.saved, groups, control, board.columns, rules, trials, least, SOLVES
        )
        yield Progress(int(control[kernel.AT]), len(groups))
        if code != RUNNING:
            return


def _level(board: _Board, headers: Headers) -> Level:
    rows = board.clues.reshape(board.rows, board.columns).tolist()
    clues = tuple(tuple(None if clue < 0 else clue for clue in row) for row in rows)
    return Level(board.rows, board.columns, clues, headers=headers)


PRESETS = (
    Preset(_("easy"), {"rows": 6, "columns": 6, "difficulty": "easy"}),
    Preset(_("normal"), {"rows": 8, "columns": 8, "difficulty": "normal"}),
    Preset(_("hard"), {"rows": 10, "columns": 10, "difficulty": "hard"}),
)

GENERATORS = (
    Generator(
        "loop",
        _("random loop"),
        (
            Parameter("rows", "int", 7, (2, 60), _("rows")),
            Parameter("columns", "int", 7, (2, 60), _("columns")),
            Parameter("difficulty", "choice", "normal", tuple(_RUNGS), _("difficulty")),
            Parameter("symmetry", "choice", "none", SYMMETRIES, _("symmetry of the clues")),
            Parameter("density", "int", 0, (0, 100), _("clues to keep at least, in percent")),
        ),
        run,
        PRESETS,
    ),
)
