"""The generators, and the simple one: one room, boxes pulled off their targets, measured by the plain solver."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Metric, Parameter, ParameterKind, Preset, Progress
from cassetete.core.drain import drain
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import ANY, DIFFICULTY, of_difficulty
from cassetete.speed.random import Random

from .. import rules
from ..editor import blank
from ..floor_graph import region
from ..grading import grade
from ..lengths import metrics
from ..model import Level
from ..problems import problems
from ..solvers.push_a_star import fewest
from ..solvers.searches import OPTIMAL_KERNEL
from . import rooms
from .reverse_play import pull_apart

_ = Catalogue("sokoban")

TRIES = 40
_NODES = 4000
_STEPS = 60
_CHANCE = (3, 4)
_FEW = 4
"""With more boxes, one of them hardly ever fails to come back onto a target when all are pulled about at random."""


def generate(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """The level that needs the most pushes of a fixed number of tries."""
    random = Random(seed)
    best: tuple[int, Level] | None = None
    for attempt in range(TRIES):
        yield Progress(attempt, TRIES)
        level = _with_boxes(_room(values["rows"], values["columns"], random), values["boxes"], random)
        if level is None or problems(level) or level.boxes & level.targets:
            continue
        state = rules.start(level)
        answer = drain(fewest(level, state, Metric.PUSHES, Limits(nodes=_NODES)))
        pushes = metrics(level, state, answer.moves).pushes
        if answer.solved and (best is None or pushes > best[0]):
            best = pushes, level
    if best is None or best[0] == 0:
        return None
    return replace(best[1], headers=Headers(optimum=best[0], pushes=best[0], seed=str(seed)))


def _room(rows: int, columns: int, random: Random) -> Level:
    """A room with some pillars, its unreachable corners walled up."""
    level = blank(rows, columns)
    inside = sorted(level.floor)
    pillars = frozenset(random.sample(inside, len(inside) // 5))
    level = replace(level, walls=level.walls | pillars, player=random.choice(sorted(level.floor - pillars)))
    return replace(level, walls=level.walls | (level.floor - set(region(level))))


def _with_boxes(level: Level, boxes: int, random: Random) -> Level | None:
    """Boxes pulled off targets that are anywhere; None if the room is too small."""
    free = sorted(level.floor - {level.player})
    if len(free) < 2 * boxes:
        return None
    return pull_apart(level, frozenset(random.sample(free, boxes)), _STEPS * boxes, _CHANCE, random)


def run_rooms(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """A level of rooms. Where no difficulty is asked for there is one attempt only: it insists on what is rare."""
    rare = values.get("pushes", 0) > 0 or values["boxes"] > _FEW
    insist = rare and values.get(DIFFICULTY.name, ANY) == ANY
    return of_difficulty(rooms.generate, grade)({**values, "insist": insist}, seed)


PRESETS = (
    Preset(_("easy"), {"rows": 7, "columns": 8, "boxes": 2, "difficulty": "easy"}),
    Preset(_("normal"), {"rows": 8, "columns": 9, "boxes": 4, "difficulty": "normal"}),
)

ROOM_PRESETS = (
    Preset(_("easy"), {"rows": 7, "columns": 9, "boxes": 2, "pushes": 5, "tries": 10, "difficulty": "easy"}),
    Preset(_("normal"), {"rows": 9, "columns": 11, "boxes": 4, "pushes": 12, "tries": 30, "difficulty": "normal"}),
    Preset(
        _("hard"),
        {"rows": 10, "columns": 12, "boxes": 4, "pushes": 15, "tries": 15, "harden": 30, "difficulty": "hard"},
    ),
    Preset(
        _("expert"),
        {"rows": 10, "columns": 12, "boxes": 5, "pushes": 15, "tries": 8, "harden": 120, "difficulty": "expert"},
    ),
)

GENERATORS: tuple[Generator[Level], ...] = (
    Generator(
        "rooms",
        _("rooms with doors"),
        (
            Parameter("rows", ParameterKind.INT, 9, (6, 16), _("rows")),
            Parameter("columns", ParameterKind.INT, 11, (6, 20), _("columns")),
            Parameter("boxes", ParameterKind.INT, 4, (2, 8), _("boxes")),
            Parameter("rooms", ParameterKind.INT, 0, (0, 6), _("rooms (0: two or three, which may overlap)")),
            Parameter("pushes", ParameterKind.INT, 0, (0, 200), _("pushes of the shortest solution, at least")),
            Parameter("tries", ParameterKind.INT, 30, (1, 1000), _("tries")),
            Parameter("harden", ParameterKind.INT, 0, (0, 5000), _("changes tried to make it harder")),
            DIFFICULTY,
        ),
        run_rooms,
        ROOM_PRESETS,
        kernel=OPTIMAL_KERNEL,
    ),
    Generator(
        "reverse",
        _("one room"),
        (
            Parameter("rows", ParameterKind.INT, 7, (5, 12), _("rows")),
            Parameter("columns", ParameterKind.INT, 8, (5, 14), _("columns")),
            Parameter("boxes", ParameterKind.INT, 2, (1, 5), _("boxes")),
            DIFFICULTY,
        ),
        of_difficulty(generate, grade),
        PRESETS,
    ),
)
