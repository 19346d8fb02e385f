"""Makes levels: a long random loop, all its clues, then as few as techniques of the wanted difficulty can solve.

The techniques are sound, so what they solve has one solution. Each level is solved again from the start.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cassetete.core.contract import Generator, Parameter, ParameterKind, Preset, Progress
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue

from ..deductions.techniques import GRADES, SEARCH
from ..machine_code import KERNEL
from ..model import Level

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int32]

_ = Catalogue("slitherlink")

ATTEMPTS = 200
"""Loops tried before giving up: some sizes have no level of some difficulties."""

_AT_ONCE = 8
"""Loops drawn in one step, at most."""

STEPS = 100
"""Steps between two signs of progress."""

_DIFFICULTIES = {
    name: (easier, hardest)
    for (easier, _name, _title), (hardest, name, _grade) in pairwise(((0, "", None), *GRADES))
    if hardest < SEARCH
}
"""For each difficulty, up to which techniques are not enough, and up to which they are."""

_MADE_WITH = {"tricky": 4}
"""The difficulty of the techniques that a level is made with, where that is not the last one of its grade."""

SYMMETRIES = tuple(word.msgid for word in (_("none"), _("turn"), _("mirror")))


_CLUES = {clue: clue for clue in range(5)}


class _Arrays(NamedTuple):
    """The arrays that the kernels work on."""

    rows: int
    columns: int
    grids: tuple[Ints, Ints, Ints, Ints]
    cells: Ints
    clues: Ints
    blank: Ints
    couples: Ints
    groups: Ints
    kept: Ints
    frames: NDArray[np.int64]
    control: NDArray[np.int64]
    random: NDArray[np.uint64]


_LAST: dict[tuple[int, int, str], _Arrays] = {}
"""The arrays of the level made last, for the next one of that size."""


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level of the size and difficulty; None when every attempt failed."""
    kernel = _kernels()
    rows, columns = int(values["rows"]), int(values["columns"])
    difficulty = str(values.get("difficulty", "easy"))
    easier = _DIFFICULTIES[difficulty][0]
    least = -(-rows * columns * int(values.get("density", 0)) // 100)
    size = (rows, columns, str(values.get("symmetry", "none")))
    arrays = _LAST.pop(size, None) or _allocated(*size)
    arrays.groups[:] = arrays.couples
    arrays.random[0] = seed & ((1 << 64) - 1)
    # Of small loops two in three have no easy level, even with all their clues.
    needed = made_with(difficulty)[0] if difficulty == "easy" else -1
    attempt = 0
    while attempt < ATTEMPTS:
        yield Progress(0, len(arrays.groups))
        drawn = kernel.draw(
            *arrays.grids, arrays.cells, arrays.clues, arrays.groups, rows, columns, arrays.random,
            needed, min(_AT_ONCE, ATTEMPTS - attempt),
        )  # fmt: skip
        attempt += abs(drawn)
        if drawn < 0:
            continue
        if attempt > 1 and difficulty == "hard":
            # The last loop gave too easy a level. Areas are needed more often where 2s are left.
            kernel.twos_last(arrays.groups, arrays.clues)
        yield from _reduced(arrays, made_with(difficulty), least)
        if not (easier and _solvable(arrays, compiled_rules(easier))) and _solvable(arrays, made_with(difficulty)):
            level = _level(arrays, Headers(grade=difficulty, seed=str(seed)))
            _LAST.clear()
            _LAST[size] = arrays
            return level
    return None


def _allocated(rows: int, columns: int, symmetry: str) -> _Arrays:
    from cassetete.speed.arrays import np
    from cassetete.speed.random_kernel import seeded

    from ..kernels.generate import FRAMES
    from ..kernels.grid import allocate

    groups = np.array(_groups(rows, columns, symmetry), np.int32)
    return _Arrays(
        rows,
        columns,
        (*allocate(rows, columns), *allocate(rows, columns)),
        np.zeros((rows + 2) * (columns + 2), np.int32),
        np.zeros(rows * columns, np.int32),
        np.full(rows * columns, -1, np.int32),
        groups,
        groups.copy(),
        np.zeros(len(groups), np.int32),
        np.zeros((FRAMES, 5), np.int64),
        np.zeros(5, np.int64),
        seeded(0),
    )


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


@cache
def _kernels() -> ModuleType:
    """Loaded when a level is made, not with the game."""
    from ..kernels import generate

    return generate


@cache
def compiled_rules(difficulty: int) -> tuple[int, int]:
    """The compiled rules that are the techniques up to a difficulty, and those of trials, 0 for no trials."""
    from ..kernels.grid import AREAS, COLOURS, COMMONS, CORNERS, COUPLES, ENDS, LINKS, LOOPS, PATTERNS

    added = ((2, LOOPS | ENDS), (3, PATTERNS | COUPLES), (4, CORNERS), (5, COLOURS), (6, LINKS), (7, AREAS))
    rules = sum(rule for least, rule in added if least <= difficulty)
    return rules, LOOPS * (difficulty >= 9) | COMMONS * (difficulty >= 10)


@cache
def made_with(difficulty: str) -> tuple[int, int]:
    """The compiled rules that levels of a difficulty are made with, all of them within that difficulty.

    Up to tricky, levels need what players of other programs know too: no 3s side by side, and at corners only how many
    lines two segments have; easy ones do not need to see that a line goes nowhere else than along a clue.
    """
    from ..kernels.grid import COUNTS, COUPLES

    rules, trials = compiled_rules(_MADE_WITH.get(difficulty, _DIFFICULTIES[difficulty][1]))
    if difficulty in ("easy", "normal", "tricky"):
        rules = rules & ~COUPLES | COUNTS
    return rules, trials


def _solvable(arrays: _Arrays, rules: tuple[int, int]) -> bool:
    return bool(_kernels().solvable(*arrays.grids, arrays.clues, arrays.columns, *rules))


def _reduced(arrays: _Arrays, techniques: tuple[int, int], least: int) -> abc.Generator[Progress, None, None]:
    """Take clues away while some techniques solve the grid."""
    kernel = _kernels()
    rules, trials = techniques
    places = (arrays.groups, arrays.kept, arrays.frames, arrays.control)
    code = kernel.start_removal(
        *arrays.grids, arrays.clues, arrays.blank, *places, arrays.columns, rules, trials, least, STEPS
    )
    while code == kernel.RUNNING:
        yield Progress(int(arrays.control[kernel.AT]), len(arrays.groups))
        code = kernel.remove_clues(*arrays.grids, arrays.clues, *places, arrays.columns, trials, least, STEPS)


def _level(arrays: _Arrays, headers: Headers) -> Level:
    rows = arrays.clues.reshape(arrays.rows, arrays.columns).tolist()
    clues = tuple([tuple(map(_CLUES.get, row)) for row in rows])
    return Level(arrays.rows, arrays.columns, clues, headers=headers)


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
            Parameter("difficulty", ParameterKind.CHOICE, "normal", tuple(_DIFFICULTIES), _("difficulty")),
            Parameter("symmetry", ParameterKind.CHOICE, "none", SYMMETRIES, _("symmetry of the clues")),
            Parameter("density", ParameterKind.INT, 0, (0, 100), _("minimum share of clues, in percent")),
        ),
        run,
        PRESETS,
        kernel=KERNEL,
    ),
)
