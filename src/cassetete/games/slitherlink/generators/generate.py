"""Makes levels: a loop that winds through the grid, all its clues, then fewer while the rules of the wanted difficulty
solve it and easier ones do not. What sound rules solve has one solution: the level is solved again from the start."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from typing import Any, NamedTuple

from cassetete.core.contract import Generator, Parameter, ParameterKind, Preset, Progress
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue

from ..model import Level

_ = Catalogue("slitherlink")

ATTEMPTS = 200
"""Loops tried before giving up: some sizes have no level of some difficulties."""

SOLVES = 100
"""Steps between two signs of progress."""

_RULES = {3: 0b11, 4: 0b111, 6: 0b11111, 7: 0b111111, 9: 0b111111}
_TRIALS = {9: 0b1000010}
"""The compiled rules of each rung of the ladder (see `deduce`), and those of its trials, with common consequences."""

_RUNGS = {"easy": (0, 3), "normal": (3, 4), "tricky": (4, 6), "hard": (6, 7), "expert": (7, 9)}
"""For each difficulty the rung that must not be enough, and the one that is."""

SYMMETRIES = ("none", "turn", "mirror")


_BOARDS: dict[tuple[int, int, str], _Board] = {}
"""The arrays of the level made last, for the next one of that size."""


class _Board(NamedTuple):
    """The arrays that the kernels work on."""

    rows: int
    columns: int
    grids: tuple[Any, Any, Any, Any]
    cells: Any
    clues: Any
    blank: Any
    couples: Any
    groups: Any
    kept: Any
    frames: Any
    control: Any


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level of the size and difficulty; None when every attempt failed."""
    from cassetete.speed.random_kernel import seeded

    from ..kernels import generate as kernel

    rows, columns = int(values["rows"]), int(values["columns"])
    difficulty = str(values.get("difficulty", "easy"))
    easier, rung = _RUNGS[difficulty]
    least = -(-rows * columns * int(values.get("density", 0)) // 100)
    size = (rows, columns, str(values.get("symmetry", "none")))
    board = _BOARDS.pop(size, None) or _board(*size)
    board.groups[:] = board.couples
    random = seeded(seed)
    for attempt in range(ATTEMPTS):
        yield Progress(0, len(board.groups))
        kernel.wind(board.cells, rows, columns, random)
        kernel.clues_of(board.cells, board.clues, columns)
        kernel.shuffle(board.groups, random)
        if attempt and difficulty == "hard":
            # The last loop gave too easy a level. Areas are needed more often where 2s are left.
            kernel.twos_last(board.groups, board.clues)
        yield from _thinned(board, rung, least)
        if not (easier and _solvable(board, easier)) and _solvable(board, rung):
            level = _level(board, Headers(grade=difficulty, seed=str(seed)))
            _BOARDS.clear()
            _BOARDS[size] = board
            return level
    return None


def _board(rows: int, columns: int, symmetry: str) -> _Board:
    import numpy as np

    from ..kernels.generate import FRAMES
    from ..kernels.propagate import room

    groups = np.array(_groups(rows, columns, symmetry), np.int32)
    return _Board(
        rows,
        columns,
        (*room(rows, columns), *room(rows, columns)),
        np.zeros((rows + 2) * (columns + 2), np.int32),
        np.zeros(rows * columns, np.int32),
        np.full(rows * columns, -1, np.int32),
        groups,
        groups.copy(),
        np.zeros(len(groups), np.int32),
        np.zeros((FRAMES, 5), np.int64),
        np.zeros(5, np.int64),
    )


def _solvable(board: _Board, rung: int) -> bool:
    from ..kernels import generate as kernel

    return bool(kernel.solvable(*board.grids, board.clues, board.columns, _RULES[rung], _TRIALS.get(rung, 0)))


def _groups(rows: int, columns: int, symmetry: str) -> list[tuple[int, int]]:
    """The cells, each with the one across from it, so that clues come in symmetrical couples."""

    def partner(cell: int) -> int:
        i, j = divmod(cell, columns)
        if symmetry == "turn":
            i, j = rows - 1 - i, columns - 1 - j
        elif symmetry == "mirror":
            j = columns - 1 - j
        return i * columns + j

    return [(cell, partner(cell)) for cell in range(rows * columns) if cell <= partner(cell)]


def _thinned(board: _Board, rung: int, least: int) -> abc.Generator[Progress, None, None]:
    from ..kernels import generate as kernel
    from ..kernels.propagate import RUNNING

    trials = _TRIALS.get(rung, 0)
    places = (board.clues, board.groups, board.kept, board.frames, board.control)
    kernel.clear(*board.grids, board.clues, board.blank, *places[1:], board.columns, _RULES[rung], trials)
    while True:
        code = kernel.thin(*board.grids, *places, board.columns, trials, least, SOLVES)
        yield Progress(int(board.control[kernel.AT]), len(board.groups))
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
            Parameter("rows", ParameterKind.INT, 7, (2, 60), _("rows")),
            Parameter("columns", ParameterKind.INT, 7, (2, 60), _("columns")),
            Parameter("difficulty", ParameterKind.CHOICE, "normal", tuple(_RUNGS), _("difficulty")),
            Parameter("symmetry", ParameterKind.CHOICE, "none", SYMMETRIES, _("symmetry of the clues")),
            Parameter("density", ParameterKind.INT, 0, (0, 100), _("clues to keep at least, in percent")),
        ),
        run,
        PRESETS,
        kernel="cassetete.games.slitherlink.kernels.generate",
    ),
)
