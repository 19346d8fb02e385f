"""A level maker: random walls, animals and hideout, kept when the shortest solution is as long as asked."""

from __future__ import annotations

from collections.abc import Generator as Steps
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Answer, Limits
from cassetete.core.contract import Generator, Metric, Parameter, Progress, Search
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.core.text import Catalogue
from cassetete.speed.random import Random

from .edit import apply, blank
from .model import BITS, Level, Move, State
from .solve import breadth

_ = Catalogue("turtle")

_ATTEMPTS = 300
_NODES = 3000

PARAMETERS = (
    Parameter("rows", "int", 8, (3, 16), _("rows")),
    Parameter("columns", "int", 8, (3, 16), _("columns")),
    Parameter("helpers", "int", 2, (0, 4), _("helpers")),
    Parameter("walls", "int", 12, (0, 40), _("corners, for a hundred cells")),
    Parameter("least", "int", 4, (1, 12), _("least moves")),
    Parameter("most", "int", 8, (1, 20), _("most moves")),
)


def run(values: Mapping[str, Any], seed: int) -> Steps[Progress, None, Level | None]:
    """Draw boards until one has its shortest solution in the range; None when the attempts are used up."""
    random = Random(seed)
    for attempt in range(_ATTEMPTS):
        yield Progress(attempt, _ATTEMPTS, _("drawing boards"))
        level = _drawn(values, random)
        answer = _drained(breadth(level, level.animals, Metric.MOVES, Limits(nodes=_NODES)))
        if answer.solved and values["least"] <= answer.length <= values["most"]:
            headers = Headers(optimum=answer.length, seed=str(seed))
            return replace(level, headers=headers)
    return None


def _drawn(values: Mapping[str, Any], random: Random) -> Level:
    rows, columns = values["rows"], values["columns"]
    cells = rows * columns
    level = blank(rows, columns)
    for _corner in range(values["walls"] * cells // 100):
        row, column = divmod(random.below(cells), columns)
        # Corners, as on the boards of the real game: a lone wall seldom stops anyone where it matters.
        for side in (random.choice((Direction.UP, Direction.DOWN)), random.choice((Direction.LEFT, Direction.RIGHT))):
            if not level.closed[row * columns + column] & BITS[side]:
                level = apply(level, "wall", ("side", row, column, BITS[side]))
    goal, *animals = random.sample(range(cells), min(values["helpers"] + 2, cells))
    return replace(level, animals=tuple(animals), goal=goal)


def _drained(search: Search[State, Move]) -> Answer[Move]:
    while True:
        try:
            next(search)
        except StopIteration as end:
            answer: Answer[Move] = end.value
            return answer


GENERATORS = (Generator("random", _("random board"), PARAMETERS, run),)
