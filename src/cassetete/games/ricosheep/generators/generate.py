"""A level maker: draw meadows and herds, search each once, and grow the grass where the herd gets at last.

Random meadows grant short wishes at once; for longer ones the best of them is annealed (`kernel_hunt`; with wolves
or colours, or more than 64 cells, by plain hill-climbing over the wide search).
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cassetete.core.contract import Generator, Parameter, ParameterKind, Preset, Progress
from cassetete.core.errors import Infeasible
from cassetete.core.grid import Cell
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.speed.random import Random

from ..model import BUSH, EMPTY, GRASS, SHEEP, TINTED_GRASS, TINTED_SHEEP, WOLF, Level
from ..solvers.native import KERNEL
from .hunt import HOT, MOST_CELLS, board
from .proven_records import bound

if TYPE_CHECKING:
    from .hunt_arrays import Ground

_ = Catalogue("ricosheep")

DRAWS = 400
"""How many meadows are drawn before annealing begins."""
ANNEALED = 20_000
CLIMBED = 3_000
"""The iterations of annealing, and of hill-climbing where there are wolves, colours or many cells."""
LARGEST = 100_000
"""No graph of more states is searched while drawing."""
TARGETS = 24
_STEP = 200
_GRADES = ((8, "easy"), (16, "medium"), (30, "hard"))


class Wish(NamedTuple):
    """The parameters' values."""

    rows: int
    columns: int
    sheep: int
    grass: int
    bushes: int
    length: int
    wolves: int = 0
    colours: int = 0

    @property
    def in_words(self) -> bool:
        """Whether a board is two words of 64 bits."""
        return self.rows * self.columns <= MOST_CELLS and not self.wolves and not self.colours


def refuse(wish: Wish) -> None:
    """Raise Infeasible if it is proven that no meadow will do."""
    cells = wish.rows * wish.columns
    if wish.grass > wish.sheep:
        raise Infeasible(
            _("{grass} tufts need as many sheep, and there are {sheep}", grass=wish.grass, sheep=wish.sheep)
        )
    if wish.sheep + wish.wolves > cells:
        raise Infeasible(_("{n} animals do not fit on {cells} cells", n=wish.sheep + wish.wolves, cells=cells))
    longest = None if wish.wolves or wish.colours else bound(wish.rows, wish.columns, wish.sheep)
    if longest is not None and wish.length > longest:
        raise Infeasible(
            _(
                "no meadow of {rows}x{columns} with {sheep} sheep needs more than {longest} moves: this is proven",
                rows=wish.rows,
                columns=wish.columns,
                sheep=wish.sheep,
                longest=longest,
            )
        )


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A meadow whose shortest solution has exactly the length asked for, or else the longest found, which says so."""
    wish = Wish(**values)
    refuse(wish)
    random = Random(seed)
    if wish.in_words:
        found = yield from _in_words(wish, random)
    else:
        found = yield from _by_hand(wish, random)
    return None if found is None else _headed(found, wish, seed)


def _in_words(wish: Wish, random: Random) -> abc.Generator[Progress, None, Level | None]:
    """Draw, then anneal, boards of two words."""
    from .hunt_arrays import Ground

    ground = Ground(wish.rows, wish.columns)
    best = (-1, 0, 0)
    for number in range(DRAWS):
        if number % 16 == 0:
            yield Progress(number, DRAWS + ANNEALED)
        bushes, herd, _wolves = drawn(wish, random)
        length = ground.length(_bits(bushes, wish), _bits(herd, wish))
        if length >= wish.length:
            level = _grown(board(wish.rows, wish.columns, _bits(bushes, wish), _bits(herd, wish), 0), wish, random)
            if level is not None:
                return level
        best = max(best, (length, _bits(bushes, wish), _bits(herd, wish)))
    return (yield from _annealed(ground, best[1], best[2], wish, random))


def _annealed(
    ground: Ground, bushes: int, herd: int, wish: Wish, random: Random
) -> abc.Generator[Progress, None, Level | None]:
    ground.begin(
        random.bits(), bushes, herd,
        fewest=wish.sheep, most=wish.sheep, iterations=ANNEALED, hot=HOT, enough=wish.length,
    )  # fmt: skip
    level = None
    while True:
        running = ground.anneal(_STEP)
        yield Progress(DRAWS + ground.done, DRAWS + ANNEALED, _("the longest so far: {n} moves", n=ground.best))
        if running:
            continue
        bushes, herd, _end = ground.best_board
        level = _grown(board(wish.rows, wish.columns, bushes, herd, 0), wish, random, longest=ground.best)
        if ground.done >= ANNEALED or level is None or level.headers.optimum == wish.length:
            return level
        # Long enough, but not with so little grass: a longer one has more states to choose from.
        ground.want(ground.best + 1)


def _by_hand(wish: Wish, random: Random) -> abc.Generator[Progress, None, Level | None]:
    """Draw boards of any kind; then change the best of them a little, and keep what is no worse."""
    best, length = None, -1
    for number in range(DRAWS + CLIMBED):
        yield Progress(number, DRAWS + CLIMBED, _("the longest so far: {n} moves", n=max(0, length)))
        if number < DRAWS // 4 or best is None:
            cells = drawn(wish, random)
        else:
            cells = _changed(best, wish, random)
        reach = _reach(_bare(wish, *cells), wish.length)
        if reach >= wish.length:
            level = _grown(_bare(wish, *cells), wish, random)
            if level is not None:
                return level
        if reach >= length:
            best, length = cells, reach
    return None if best is None else _grown(_bare(wish, *best), wish, random, longest=length)


Cells = tuple[list[Cell], list[Cell], list[Cell]]
"""Bushes, sheep, wolves."""


def drawn(wish: Wish, random: Random) -> Cells:
    """A random meadow."""
    cells = [(row, column) for row in range(wish.rows) for column in range(wish.columns)]
    random.shuffle(cells)
    bushes = min(len(cells) * wish.bushes // 100, len(cells) - wish.sheep - wish.wolves)
    after = bushes + wish.sheep
    return cells[:bushes], cells[bushes:after], cells[after : after + wish.wolves]


def _changed(cells: Cells, wish: Wish, random: Random) -> Cells:
    """One or two things put elsewhere."""
    kinds = [list(kind) for kind in cells]
    for _change in range(1 + random.below(2)):
        kind = random.choice([kind for kind in kinds if kind])
        taken = {cell for kind in kinds for cell in kind}
        place = (random.below(wish.rows), random.below(wish.columns))
        if place not in taken:
            kind[random.below(len(kind))] = place
    return kinds[0], kinds[1], kinds[2]


def _bare(wish: Wish, bushes: list[Cell], sheep: list[Cell], wolves: list[Cell]) -> Level:
    """A meadow without grass; its coats go round in the order of the sheep."""
    ground = [[EMPTY] * wish.columns for _row in range(wish.rows)]
    pieces = [[EMPTY] * wish.columns for _row in range(wish.rows)]
    for row, column in bushes:
        ground[row][column] = BUSH
    for number, (row, column) in enumerate(sheep):
        pieces[row][column] = TINTED_SHEEP[number % wish.colours] if wish.colours else SHEEP
    for row, column in wolves:
        pieces[row][column] = WOLF
    return Level(tuple(map("".join, ground)), tuple(map("".join, pieces)))


def _reach(level: Level, length: int) -> int:
    """How far the herd gets, looked at up to `length`; 0 if there is too much to look at."""
    from ..kernels.narrow import DEPTH
    from ..solvers.native import explored
    from ..solvers.state_graph import graph_of

    graph = graph_of(level, level.start, goals=False, limit=length)
    whole = explored(graph, LARGEST)
    return int(graph.marks[graph.count - 1, DEPTH]) if whole and graph.count else 0


def _grown(level: Level, wish: Wish, random: Random, longest: int = 0) -> Level | None:
    """The level with its grass and its optimum: of the length wished for, or, if `longest` is given, the next best."""
    from ..solvers.native import explored
    from ..solvers.state_graph import graph_of
    from . import grass

    graph = graph_of(level, level.start, goals=False)
    if not explored(graph, LARGEST):
        return None
    for length in range(wish.length, 0 if longest else wish.length - 1, -1):
        ends = grass.states_at(graph, length)
        random.shuffle(ends)
        for end in ends[:TARGETS]:
            tufts = grass.tufts(graph, level.start, end, wish.grass, random)
            if tufts is not None:
                grown = {(row, column): coat for row, column, coat in tufts}
                ground = [list(row) for row in level.ground]
                for (row, column), coat in grown.items():
                    ground[row][column] = GRASS if coat == SHEEP else TINTED_GRASS[TINTED_SHEEP.index(coat)]
                return replace(level, ground=tuple(map("".join, ground)), headers=Headers(optimum=length))
    return None


def _bits(cells: list[Cell], wish: Wish) -> int:
    return sum(1 << row * wish.columns + column for row, column in cells)


def _headed(level: Level, wish: Wish, seed: int) -> Level:
    """The level with what is true of it."""
    length = level.headers.optimum or 0
    grade = next((name for most, name in _GRADES if length <= most), "expert")
    notes = (f"The longest found; {wish.length} moves were asked for.",) if length < wish.length else ()
    headers = Headers(optimum=length, stars=(length, length * 3 // 2), grade=grade, seed=str(seed), notes=notes)
    return replace(level, headers=headers)


PRESETS = (
    Preset(_("easy"), {"rows": 5, "columns": 5, "sheep": 3, "grass": 3, "length": 5}),
    Preset(_("normal"), {"rows": 6, "columns": 6, "sheep": 4, "grass": 4, "length": 12}),
    Preset(_("hard"), {"rows": 8, "columns": 8, "sheep": 5, "grass": 5, "length": 24}),
)

GENERATORS = (
    Generator(
        "exact",
        _("a meadow whose shortest solution has the length you want"),
        (
            Parameter("rows", ParameterKind.INT, 6, (1, 32), _("rows")),
            Parameter("columns", ParameterKind.INT, 6, (1, 32), _("columns")),
            Parameter("sheep", ParameterKind.INT, 4, (1, 40), _("sheep")),
            Parameter("grass", ParameterKind.INT, 4, (1, 40), _("tufts of grass (at most one a sheep)")),
            Parameter("bushes", ParameterKind.INT, 20, (0, 80), _("bushes to begin with, in hundredths of the cells")),
            Parameter("length", ParameterKind.INT, 10, (1, 250), _("moves in the shortest solution")),
            Parameter("wolves", ParameterKind.INT, 0, (0, 8), _("wolves")),
            Parameter("colours", ParameterKind.INT, 0, (0, 6), _("colours of sheep (0: all are plain)")),
        ),
        run,
        PRESETS,
        kernel=KERNEL,
    ),
)
