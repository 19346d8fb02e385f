"""A simple level maker: a rough slope from the start down to the exit, kept if the solver says it is worth it."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import Generator, Parameter, Progress
from cassetete.core.headers import Headers
from cassetete.core.text import Catalogue
from cassetete.search import breadth_first
from cassetete.speed.random import Random

from . import rules
from .model import Level
from .solve import drained, reachable, walkable

_ = Catalogue("pushit")

TRIES = 500
_NODES = 5000


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """Draw boards until one can be solved and, if asked, not without a push; None if none of them can."""
    size, height, push = int(values["size"]), int(values["height"]), bool(values["push"])
    random = Random(seed)
    for attempt in range(TRIES):
        yield Progress(attempt, TRIES)
        level = _slope(size, height, random)
        state = rules.start(level)
        if push and walkable(level, state):
            continue
        answer = drained(breadth_first(*reachable(level, state), limits=Limits(nodes=_NODES)))
        if answer.solved:
            return replace(level, headers=Headers(optimum=answer.length, seed=str(seed)))
    return None


def _slope(size: int, height: int, random: Random) -> Level:
    """Heights that fall evenly from the start to the exit, each then one more or one less, or a hole."""
    steps = 2 * (size - 1)
    heights = []
    for row in range(size):
        for column in range(size):
            even = height * (steps - row - column) // steps
            rough = even + random.choice((-2, -1, 0, 0, 1, 1))
            heights.append(max(0, min(height, rough)))
    heights[0] = max(1, height - 1)
    return Level(size, tuple(heights))


GENERATORS = (
    Generator(
        "random",
        _("rough slope"),
        (
            Parameter("size", "int", 5, (2, 12), _("rows and columns")),
            Parameter("height", "int", 4, (1, 20), _("highest stack")),
            Parameter("push", "flag", True, (), _("a push must be needed")),
        ),
        run,
    ),
)
