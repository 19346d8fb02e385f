"""Sokoban's table of contents."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.contract import Game
from cassetete.core.grid import Direction
from cassetete.core.text import Catalogue

from . import rules
from .advise import ADVISORS
from .controls import KEYS, bind
from .deadlock import warn
from .edit import EDITOR
from .formats import FORMATS
from .generate import GENERATORS
from .hunt import HUNT
from .metrics import measures
from .model import Level, State
from .notation import NOTATION
from .outlook import outlook
from .problems import problems
from .shorten import improve
from .solve import SOLVERS, metric, solutions
from .view import motions, scene, text

_ = Catalogue("sokoban")


def position(level: Level, state: State) -> Level:
    """The level that starts where a game stands."""
    return replace(level, player=state.player, boxes=state.boxes, headers=level.headers.of_position())


GAME: Game[Level, State, Direction] = Game(
    id="sokoban",
    title=_("Sokoban"),
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
    solvers=SOLVERS,
    solutions=solutions,
    metric=metric,
    pushes=rules.pushes,
    measures=measures,
    warn=warn,
    outlook=outlook,
    improve=improve,
    generators=GENERATORS,
    hunt=HUNT,
    advisors=ADVISORS,
    editor=EDITOR,
)
