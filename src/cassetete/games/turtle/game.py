"""Turtle-rescue's table of contents."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.contract import Game
from cassetete.core.text import Catalogue

from . import rules
from .controls import KEYS, bind, first_cursor
from .edit import EDITOR
from .formats import FORMATS
from .generate import GENERATORS
from .hunt import HUNT
from .model import Level, State
from .notation import NOTATION
from .outlook import outlook, warn
from .problems import problems
from .solve import SOLVERS, solutions
from .suggest import suggest
from .view import motions, scene, text

_ = Catalogue("turtle")


def position(level: Level, state: State) -> Level:
    """The level that starts where the animals stand now."""
    return replace(level, animals=state, headers=level.headers.of_position())


GAME = Game(
    window=(1600, 900),
    id="turtle",
    title=_("Turtle-rescue"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=FORMATS,
    notation=NOTATION,
    problems=problems,
    position=position,
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    keys=KEYS,
    cursor=first_cursor,
    solvers=SOLVERS,
    solutions=solutions,
    suggest=suggest,
    warn=warn,
    outlook=outlook,
    generators=GENERATORS,
    hunt=HUNT,
    editor=EDITOR,
)
