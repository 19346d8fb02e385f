"""The level generator: draw meadows with herds, search each once, and put the grass where the herd ends.

Random meadows are enough for short solutions. For longer ones the best of them is annealed in compiled code; with
wolves or colours, or more than 64 cells, hill climbing in Python takes its place.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Parameter, ParameterKind, Preset, Progress
from cassetete.core.errors import Infeasible
from cassetete.core.grid import Cell
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import DIFFICULTY, of_difficulty
from cassetete.speed.random import Random

from ..grading import grade
from ..model import BUSH, EMPTY, GRASS, SHEEP, TINTED_GRASS, TINTED_SHEEP, WOLF, Level
from ..solvers.native import KERNEL, explore_all
from .bit_boards import HOT, MOST_CELLS, level_of, longest_so_far
from .proven_records import bound

if TYPE_CHECKING:
    from .annealing import Annealing

_ = Catalogue("ricosheep")

DRAWS = 400
"""How many meadows are drawn before annealing begins."""
ANNEALING_STEPS = 20_000
HILL_CLIMBING_STEPS = 3_000
"""The iterations of annealing, and of hill climbing where there are wolves, colours or many cells."""
MOST_STATES = 100_000
"""A meadow with more states is not used."""
_ENDS_TRIED = 24
_STRIDE = 200


class LevelRequest(NamedTuple):
    """The values of the generator's parameters."""

    rows: int
    columns: int
    sheep: int
    grass: int
    bushes: int
    length: int
    wolves: int = 0
    colours: int = 0
    on_grass: bool = False

    @property
    def fits_words(self) -> bool:
        """Whether bushes and herd are a word of 64 bits each."""
        return self.rows * self.columns <= MOST_CELLS and not self.wolves and not self.colours


def refuse_infeasible(request: LevelRequest) -> None:
    """Raise Infeasible if it is proven that no meadow will do."""
    rows, columns, sheep = request.rows, request.columns, request.sheep
    if request.grass > sheep:
        raise Infeasible(_("more tufts of grass ({grass}) than sheep ({sheep})", grass=request.grass, sheep=sheep))
    if sheep + request.wolves > rows * columns:
        raise Infeasible(
            _.n(
                "{animals} animals do not fit on {n} cell",
                "{animals} animals do not fit on {n} cells",
                n=rows * columns,
                animals=sheep + request.wolves,
            )
        )
    if not request.on_grass and sheep + request.grass > rows * columns:
        raise Infeasible(
            _(
                "{sheep} sheep and {grass} tufts do not fit on {n} cells, unless sheep may begin on grass",
                sheep=sheep,
                grass=request.grass,
                n=rows * columns,
            )
        )
    longest = None if request.wolves or request.colours else bound(rows, columns, sheep)
    if longest is not None and request.length > longest:
        raise Infeasible(
            _.n(
                "no meadow of {rows}x{columns} with {sheep} sheep needs more than {n} move: this is proven",
                "no meadow of {rows}x{columns} with {sheep} sheep needs more than {n} moves: this is proven",
                n=longest,
                rows=rows,
                columns=columns,
                sheep=sheep,
            )
        )


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A meadow whose shortest solution has exactly the length asked for, or else the longest found, which says so."""
    request = LevelRequest(**values)
    refuse_infeasible(request)
    random = Random(seed)
    if request.fits_words:
        found = yield from _anneal(request, random)
    else:
        found = yield from _hill_climb(request, random)
    return None if found is None else _with_headers(found, request, seed)


def _anneal(request: LevelRequest, random: Random) -> abc.Generator[Progress, None, Level | None]:
    """Draw boards, then anneal the best of them."""
    from .annealing import Annealing

    annealing = Annealing(request.rows, request.columns)
    best = (-1, 0, 0)
    for number in range(DRAWS):
        if number % 16 == 0:
            yield Progress(number, DRAWS + ANNEALING_STEPS)
        bushes, herd = (_bits(cells, request) for cells in random_cells(request, random)[:2])
        length = annealing.length(bushes, herd)
        if length >= request.length:
            level = _with_grass(level_of(request.rows, request.columns, bushes, herd, 0), request, random)
            if level is not None:
                return level
        best = max(best, (length, bushes, herd))
    return (yield from _annealed(annealing, best[1], best[2], request, random))


def _annealed(
    annealing: Annealing, bushes: int, herd: int, request: LevelRequest, random: Random
) -> abc.Generator[Progress, None, Level | None]:
    annealing.begin(
        random.bits(), bushes, herd,
        fewest=request.sheep, most=request.sheep, iterations=ANNEALING_STEPS, hot=HOT, enough=request.length,
    )  # fmt: skip
    while True:
        running = annealing.advance(_STRIDE)
        yield Progress(DRAWS + annealing.done, DRAWS + ANNEALING_STEPS, longest_so_far(annealing.best))
        if running:
            continue
        bushes, herd, _end = annealing.best_board
        bare = level_of(request.rows, request.columns, bushes, herd, 0)
        level = _with_grass(bare, request, random, shorter=True)
        if annealing.done >= ANNEALING_STEPS or level is None or level.headers.optimum == request.length:
            return level
        # Long enough, but not with so little grass: a longer one has more states to choose from.
        annealing.want(annealing.best + 1)


def _hill_climb(request: LevelRequest, random: Random) -> abc.Generator[Progress, None, Level | None]:
    """Draw boards of any kind; then change the best of them a little, and keep what is no worse."""
    best, length = None, -1
    for number in range(DRAWS + HILL_CLIMBING_STEPS):
        yield Progress(number, DRAWS + HILL_CLIMBING_STEPS, longest_so_far(max(0, length)))
        if number < DRAWS // 4 or best is None:
            cells = random_cells(request, random)
        else:
            cells = _changed(best, request, random)
        bare = _without_grass(request, *cells)
        reach = _reach(bare, request.length)
        if reach >= request.length:
            level = _with_grass(bare, request, random)
            if level is not None:
                return level
        if reach >= length:
            best, length = cells, reach
    return None if best is None else _with_grass(_without_grass(request, *best), request, random, shorter=True)


Cells = tuple[list[Cell], list[Cell], list[Cell]]
"""Bushes, sheep, wolves."""


def random_cells(request: LevelRequest, random: Random) -> Cells:
    """A random meadow."""
    cells = [(row, column) for row in range(request.rows) for column in range(request.columns)]
    random.shuffle(cells)
    bushes = min(len(cells) * request.bushes // 100, len(cells) - request.sheep - request.wolves)
    after = bushes + request.sheep
    return cells[:bushes], cells[bushes:after], cells[after : after + request.wolves]


def _changed(cells: Cells, request: LevelRequest, random: Random) -> Cells:
    """One or two things put elsewhere."""
    kinds = [list(kind) for kind in cells]
    for _change in range(1 + random.below(2)):
        kind = random.choice([kind for kind in kinds if kind])
        taken = {cell for kind in kinds for cell in kind}
        place = (random.below(request.rows), random.below(request.columns))
        if place not in taken:
            kind[random.below(len(kind))] = place
    return kinds[0], kinds[1], kinds[2]


def _without_grass(request: LevelRequest, bushes: list[Cell], sheep: list[Cell], wolves: list[Cell]) -> Level:
    """A meadow without grass; its coats go round in the order of the sheep."""
    ground = [[EMPTY] * request.columns for _row in range(request.rows)]
    pieces = [[EMPTY] * request.columns for _row in range(request.rows)]
    for row, column in bushes:
        ground[row][column] = BUSH
    for number, (row, column) in enumerate(sheep):
        pieces[row][column] = TINTED_SHEEP[number % request.colours] if request.colours else SHEEP
    for row, column in wolves:
        pieces[row][column] = WOLF
    return Level(tuple(map("".join, ground)), tuple(map("".join, pieces)))


def _reach(level: Level, length: int) -> int:
    """How far the herd gets, searched up to `length`; 0 if there are too many states."""
    from ..kernels.graph import DEPTH
    from ..solvers.state_graph import StateGraph

    graph = StateGraph(level, level.start, goals=False, limit=length)
    whole = explore_all(graph, Limits(nodes=MOST_STATES))
    return int(graph.arrays.nodes[graph.count - 1, DEPTH]) if whole and graph.count else 0


def _with_grass(level: Level, request: LevelRequest, random: Random, shorter: bool = False) -> Level | None:
    """The level with its grass and its optimum: of the length asked for, or, if `shorter`, the next best."""
    from ..solvers.state_graph import StateGraph
    from .grass_placement import off_cells, place_grass, states_at

    graph = StateGraph(level, level.start, goals=False)
    if not explore_all(graph, Limits(nodes=MOST_STATES)):
        return None
    for length in range(request.length, 0 if shorter else request.length - 1, -1):
        ends = states_at(graph, length)
        random.shuffle(ends)
        taken: frozenset[Cell] = frozenset(() if request.on_grass else (sheep[:2] for sheep in level.start.sheep))
        free = (end for end in ends if len(off_cells(graph, end, taken)) >= request.grass)
        for end in islice(free, _ENDS_TRIED):
            tufts = place_grass(graph, level.start, end, request.grass, random, taken)
            if tufts is not None:
                ground = [list(row) for row in level.ground]
                for row, column, coat in tufts:
                    ground[row][column] = GRASS if coat == SHEEP else TINTED_GRASS[TINTED_SHEEP.index(coat)]
                return replace(level, ground=tuple(map("".join, ground)), headers=Headers(optimum=length))
    return None


def _bits(cells: list[Cell], request: LevelRequest) -> int:
    return sum(1 << row * request.columns + column for row, column in cells)


def _with_headers(level: Level, request: LevelRequest, seed: int) -> Level:
    """The level with what is true of it."""
    length = level.headers.optimum or 0
    notes = (f"The longest found; {request.length} moves were asked for.",) if length < request.length else ()
    headers = Headers(optimum=length, stars=(length, length * 3 // 2), seed=str(seed), notes=notes)
    return replace(level, headers=headers)


PRESETS = (
    Preset(_("easy"), {"rows": 5, "columns": 5, "sheep": 3, "grass": 3, "length": 5, "difficulty": "easy"}),
    Preset(_("normal"), {"rows": 6, "columns": 6, "sheep": 4, "grass": 4, "length": 12, "difficulty": "normal"}),
    Preset(_("hard"), {"rows": 8, "columns": 8, "sheep": 5, "grass": 5, "length": 24, "difficulty": "hard"}),
    Preset(_("expert"), {"rows": 8, "columns": 8, "sheep": 5, "grass": 5, "length": 36, "difficulty": "expert"}),
)

GENERATORS = (
    Generator(
        "exact",
        _("a meadow whose shortest solution has the length you want"),
        (
            Parameter("rows", ParameterKind.INT, 6, (1, 32), _("rows")),
            Parameter("columns", ParameterKind.INT, 6, (1, 32), _("columns")),
            Parameter("sheep", ParameterKind.INT, 4, (1, 40), _("sheep")),
            Parameter("grass", ParameterKind.INT, 4, (1, 40), _("tufts of grass (no more than sheep)")),
            Parameter("bushes", ParameterKind.INT, 20, (0, 80), _("bushes at first, in percent of the cells")),
            Parameter("length", ParameterKind.INT, 10, (1, 250), _("moves in the shortest solution")),
            Parameter("wolves", ParameterKind.INT, 0, (0, 8), _("wolves")),
            Parameter("colours", ParameterKind.INT, 0, (0, 6), _("colours of sheep (0: all are plain)")),
            Parameter("on_grass", ParameterKind.FLAG, False, (), _("sheep may begin on grass")),
            DIFFICULTY,
        ),
        of_difficulty(run, grade),
        PRESETS,
        kernel=KERNEL,
    ),
)
