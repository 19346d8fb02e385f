"""The level generator: boards of its own, positions of an exact length on them."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator as Steps
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Metric, Parameter, ParameterKind, Preset, Progress
from cassetete.core.drain import drain
from cassetete.core.errors import Infeasible
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search.difficulty import DIFFICULTY, of_difficulty
from cassetete.speed.random import Random

from .. import rules
from ..grading import grade
from ..model import LETTERS, Level, State
from ..solvers.searches import KERNEL
from .boards import WallPlan, composed

_ = Catalogue("turtle")

_ATTEMPTS = 1000
_PICKS = 24
_NODES = 400_000
_WHOLE = 100

EITHER, YES, NO = (word.msgid for word in (_("either"), _("yes"), _("no")))

PARAMETERS = (
    Parameter("rows", ParameterKind.INT, 16, (3, 32), _("rows")),
    Parameter("columns", ParameterKind.INT, 16, (3, 32), _("columns")),
    Parameter("helpers", ParameterKind.INT, 3, (0, 4), _("helpers")),
    Parameter("corners", ParameterKind.INT, 7, (0, 15), _("corners for 100 cells")),
    Parameter("moves", ParameterKind.INT, 8, (1, 25), _("moves of the shortest solution")),
    Parameter("need", ParameterKind.CHOICE, EITHER, (EITHER, YES, NO), _("the turtle needs its helpers")),
    Parameter("unique", ParameterKind.FLAG, False, (), _("only one shortest solution")),
    DIFFICULTY,
)


def run(values: Mapping[str, Any], seed: int) -> Steps[Progress, None, Level | None]:
    """Compose boards until one has a position of that length and kind; None when the attempts are used up."""
    if values["need"] == YES and not values["helpers"]:
        raise Infeasible(_("a turtle without helpers cannot need them"))
    random = Random(seed)
    for attempt in range(_ATTEMPTS):
        yield Progress(attempt, _ATTEMPTS, _("drawing boards"))
        plan = composed(values["rows"], values["columns"], values["corners"], random)
        free = [cell for cell in range(len(plan.codes)) if cell not in plan.inner]
        if len(free) < values["helpers"] + 2:
            return None
        board = replace(plan.level(), goal=_hideout(plan, free, random))
        for position in _positions(board, free, values, random):
            if _suits(position, values):
                return replace(position, headers=Headers(optimum=values["moves"], seed=str(seed)))
    return None


def _hideout(plan: WallPlan, free: list[int], random: Random) -> int:
    """Mostly in a corner, as on real boards."""
    return random.choice(plan.corners if plan.corners and random.chance(3, 4) else free)


def _positions(board: Level, free: list[int], values: Mapping[str, Any], random: Random) -> Iterator[Level]:
    """Positions of the length on a board: from the exact layer where a whole analysis is quick, else on solutions."""
    rows, columns, helpers = board.rows, board.columns, values["helpers"]
    small = max(rows, columns) <= 16 and (helpers <= 2 or (helpers == 3 and rows * columns <= _WHOLE))
    if small:
        yield from _from_layer(board, helpers, values["moves"], random)
        return
    animals = tuple(random.sample([cell for cell in free if cell != board.goal], helpers + 1))
    found = _on_the_way(replace(board, animals=animals), values["moves"])
    if found is not None:
        yield found


def _from_layer(board: Level, helpers: int, moves: int, random: Random) -> Iterator[Level]:
    from ..solvers.retrograde import Analysis

    analysis = Analysis(board, helpers)
    for _layer in range(moves):
        if not drain(analysis.next_layer()):
            return
    for _pick in range(_PICKS):
        turtle, *others = analysis.pick(random.below(analysis.counts[moves]))
        random.shuffle(others)
        yield replace(board, animals=(turtle, *others))


def _on_the_way(level: Level, moves: int) -> Level | None:
    """A position on a shortest solution that has exactly so many moves left."""
    from ..solvers.native import run as solve

    answer = drain(solve(level, level.animals, Metric.MOVES, Limits(nodes=_NODES)))
    if not answer.solved or answer.length < moves:
        return None
    state = level.animals
    for move in answer.moves[: answer.length - moves]:
        state = rules.play(level, state, move)
    return replace(level, animals=state)


def _suits(level: Level, values: Mapping[str, Any]) -> bool:
    """Whether a position is of the kind that is asked for."""
    alone = turtle_alone(level, level.animals)
    if values["need"] == YES and alone is not None:
        return False
    if values["need"] == NO and alone != values["moves"]:
        return False
    return not values["unique"] or _lines(level) == 1


def _lines(level: Level) -> int:
    """How many shortest solutions there are, counting no further than two."""
    from ..solvers.searches import solutions

    return len(list(islice(solutions(level, level.animals, Metric.MOVES, Limits(nodes=_NODES)), 2)))


def turtle_alone(level: Level, state: State) -> int | None:
    """How many moves the turtle needs if no helper moves; None if it cannot get home that way."""
    turtle, helpers = state[0], state[1:]
    far = {turtle: 0}
    waiting = deque([turtle])
    while waiting:
        cell = waiting.popleft()
        if cell == level.goal:
            return far[cell]
        for direction in LETTERS:
            stop = rules.slide(level, (cell, *helpers), cell, direction)
            if stop not in far:
                far[stop] = far[cell] + 1
                waiting.append(stop)
    return None


PRESETS = (
    Preset(_("easy"), {"rows": 8, "columns": 8, "moves": 4, "difficulty": "easy"}),
    Preset(_("normal"), {"rows": 12, "columns": 12, "moves": 7, "difficulty": "normal"}),
    Preset(_("hard"), {"rows": 16, "columns": 16, "moves": 11, "difficulty": "hard"}),
    # With two helpers a whole board is analysed in a moment; positions so far from home are rare with three.
    Preset(_("expert"), {"rows": 16, "columns": 16, "helpers": 2, "moves": 18, "difficulty": "expert"}),
)

GENERATORS = (Generator("random", _("random board"), PARAMETERS, of_difficulty(run, grade), PRESETS, kernel=KERNEL),)
