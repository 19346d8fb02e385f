"""A level maker: crates stand on their targets, the keeper pulls them away, the solver measures the way back.

(Reverse play, as in Taylor and Parberry 2011, "Procedural generation of Sokoban levels".)
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Answer, Limits
from cassetete.core.contract import Generator, Metric, Parameter, ParameterKind, Preset, Progress
from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.speed.random import Random

from .. import rules
from ..editor import blank
from ..model import Level
from ..problems import problems
from ..solvers.push_a_star import fewest
from ..solvers.search_board import region
from . import halls as storeroom

_ = Catalogue("sokoban")

TRIES = 40
_NODES = 4000


def generate(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """The level that needs the most pushes of a fixed number of tries."""
    random = Random(seed)
    best: tuple[int, Level] | None = None
    for attempt in range(TRIES):
        yield Progress(attempt, TRIES)
        level = _pulled_apart(_room(values["rows"], values["columns"], random), values["crates"], random)
        if level is None or problems(level):
            continue
        answer = _solved(level)
        pushes = _count(level, answer)
        if answer.solved and (best is None or pushes > best[0]):
            best = pushes, level
    if best is None or best[0] == 0:
        return None
    return replace(best[1], headers=Headers(optimum=best[0], seed=str(seed)))


def _room(rows: int, columns: int, random: Random) -> Level:
    """A room with some pillars, its unreachable corners walled up."""
    level = blank(rows, columns)
    inside = sorted(level.floor)
    pillars = frozenset(random.sample(inside, len(inside) // 5))
    level = replace(level, walls=level.walls | pillars, player=random.choice(sorted(level.floor - pillars)))
    return replace(level, walls=level.walls | (level.floor - set(region(level))))


def _pulled_apart(level: Level, crates: int, random: Random) -> Level | None:
    """The crates set down on targets, then pulled about at random; None if the room is too small."""
    free = sorted(level.floor - {level.player})
    if len(free) < 2 * crates:
        return None
    goals = frozenset(random.sample(free, crates))
    player, boxes = level.player, goals
    assert player is not None
    for _pull in range(60 * crates):
        direction = random.choice(tuple(Direction))
        player, boxes = _pull_back(level, player, boxes, direction, random.chance(3, 4))
    return replace(level, goals=goals, boxes=boxes, player=player)


def _pull_back(
    level: Level, player: Cell, boxes: frozenset[Cell], direction: Direction, pulling: bool
) -> tuple[Cell, frozenset[Cell]]:
    """The keeper steps if he can; the crate behind him comes along if he is pulling."""
    ahead, behind = rules.beside(player, direction), rules.beside(player, direction.opposite)
    if ahead not in level.floor or ahead in boxes:
        return player, boxes
    return ahead, boxes - {behind} | {player} if pulling and behind in boxes else boxes


def _solved(level: Level) -> Answer[Direction]:
    search = fewest(level, rules.start(level), Metric.PUSHES, Limits(nodes=_NODES))
    while True:
        try:
            next(search)
        except StopIteration as end:
            answer: Answer[Direction] = end.value
            return answer


def _count(level: Level, answer: Answer[Direction]) -> int:
    state, pushes = rules.start(level), 0
    for move in answer.moves:
        pushes += rules.pushes(level, state, move)
        state = rules.play(level, state, move)
    return pushes


PRESETS = (
    Preset(_("easy"), {"rows": 6, "columns": 7, "crates": 1}),
    Preset(_("normal"), {"rows": 7, "columns": 8, "crates": 2}),
    Preset(_("hard"), {"rows": 9, "columns": 10, "crates": 3}),
)

GENERATORS: tuple[Generator[Level], ...] = (
    Generator(
        "reverse",
        _("pulled apart"),
        (
            Parameter("rows", ParameterKind.INT, 7, (5, 12), _("rows")),
            Parameter("columns", ParameterKind.INT, 8, (5, 14), _("columns")),
            Parameter("crates", ParameterKind.INT, 2, (1, 5), _("crates")),
        ),
        generate,
        PRESETS,
    ),
    Generator(
        "storeroom",
        _("warehouse"),
        (
            Parameter("rows", ParameterKind.INT, 9, (6, 16), _("rows")),
            Parameter("columns", ParameterKind.INT, 11, (6, 20), _("columns")),
            Parameter("crates", ParameterKind.INT, 4, (2, 8), _("crates")),
            Parameter("tries", ParameterKind.INT, 30, (1, 1000), _("tries")),
            Parameter("climb", ParameterKind.INT, 0, (0, 5000), _("changes tried to make it harder")),
        ),
        storeroom.generate,
        kernel="cassetete.games.sokoban.kernels.a_star",
    ),
)
