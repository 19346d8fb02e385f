"""Makes levels: a long random loop, all its clues, then as few as techniques of the wanted difficulty can solve.

The techniques are sound, so what they solve has one solution. Each level is solved again from the start.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping, Sequence
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

_WORK = 40_000
"""Segments marked between two signs of progress, about: a step marks some for each cell."""

_STEPS = 100
"""Steps between two signs of progress, at least."""

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
_WORD = (1 << 64) - 1


class _Arrays(NamedTuple):
    """The arrays that the kernel works on."""

    grids: tuple[Ints, Ints, Ints, Ints]
    cells: NDArray[np.int64]
    table: Ints
    blank: Ints
    couples: Ints
    groups: Ints
    kept: Ints
    frames: NDArray[np.int64]
    control: NDArray[np.int64]
    random: NDArray[np.uint64]
    seeds: NDArray[np.uint64]
    recipe: NDArray[np.int64]


_LAST: dict[tuple[int, int, str, int], _Arrays] = {}
"""The arrays of the levels made last, for the next ones of that size."""


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level of the size and difficulty; None when every attempt failed."""
    return (yield from many(values, (seed,)))[0]


def many(values: Mapping[str, Any], seeds: Sequence[int]) -> abc.Generator[Progress, None, list[Level | None]]:
    """The level of each seed, made in one go: a small one takes less time than a call of the kernel."""
    kernel = _kernels()
    rows, columns = int(values["rows"]), int(values["columns"])
    difficulty = str(values.get("difficulty", "easy"))
    size = (rows, columns, str(values.get("symmetry", "none")), len(seeds))
    arrays = _LAST.pop(size, None) or _allocated(*size)
    arrays.seeds[:] = [seed & _WORD for seed in seeds]
    arrays.control[:] = 0
    arrays.control[kernel.DEPTH] = -1
    arrays.recipe[:] = recipe(difficulty, -(-rows * columns * int(values.get("density", 0)) // 100))
    steps = max(_STEPS, _WORK // (rows * columns))
    yield Progress(0, len(seeds) * len(arrays.groups))
    while kernel.make(*arrays.grids, *arrays[1:], columns, steps) == kernel.RUNNING:
        done = int(arrays.control[kernel.DONE]) * len(arrays.groups) + int(arrays.control[kernel.AT])
        yield Progress(done, len(seeds) * len(arrays.groups))
    _LAST.clear()
    _LAST[size] = arrays
    found = arrays.table.reshape(len(seeds), rows, columns).tolist()
    return [
        None if clues[0][0] == kernel.NO_LEVEL else _level(rows, columns, clues, difficulty, seed)
        for clues, seed in zip(found, seeds, strict=True)
    ]


def _allocated(rows: int, columns: int, symmetry: str, levels: int) -> _Arrays:
    from cassetete.speed.arrays import np
    from cassetete.speed.random_kernel import seeded

    from ..kernels.generate import CONTROLS, FRAMES, RECIPE
    from ..kernels.grid import allocate

    groups = np.array(_groups(rows, columns, symmetry), np.int32)
    return _Arrays(
        (*allocate(rows, columns), *allocate(rows, columns)),
        np.zeros(rows + 2, np.int64),
        np.zeros((levels, rows * columns), np.int32),
        np.full(rows * columns, -1, np.int32),
        groups,
        groups.copy(),
        np.zeros(len(groups), np.int32),
        np.zeros((FRAMES, 5), np.int64),
        np.zeros(CONTROLS, np.int64),
        seeded(0),
        np.zeros(levels, np.uint64),
        np.zeros(RECIPE, np.int64),
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


@cache
def recipe(difficulty: str, least: int) -> tuple[int, ...]:
    """What the kernel is told of a difficulty, and of how many clues a level has at least."""
    easier = _DIFFICULTIES[difficulty][0]
    rules, trials = made_with(difficulty)
    # Of small loops two in three have no easy level, even with all their clues.
    first_loop = rules if difficulty == "easy" else -1
    too_easy = compiled_rules(easier)[0] if easier else 0
    return too_easy, rules, trials, first_loop, int(difficulty == "hard"), least


def _level(rows: int, columns: int, clues: list[list[int]], difficulty: str, seed: int) -> Level:
    said = tuple([tuple(map(_CLUES.get, row)) for row in clues])
    return Level(rows, columns, said, headers=Headers(grade=difficulty, seed=str(seed)))


PRESETS = (
    Preset(_("easy"), {"rows": 6, "columns": 6, "difficulty": "easy"}),
    Preset(_("normal"), {"rows": 8, "columns": 8, "difficulty": "normal"}),
    Preset(_("hard"), {"rows": 10, "columns": 10, "difficulty": "hard"}),
    Preset(_("expert"), {"rows": 12, "columns": 12, "difficulty": "expert"}),
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
        many=many,
    ),
)
