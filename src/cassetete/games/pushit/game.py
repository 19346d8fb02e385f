"""Push it down's table of contents."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.contract import Game, Metric, Option
from cassetete.core.text import Catalogue

from . import rules
from .advise import ADVISORS, outlook, warn
from .controls import KEYS, bind
from .edit import EDITOR
from .formats import FORMATS
from .generate import GENERATORS
from .hunt import HUNT
from .model import Level, State
from .notation import NOTATION
from .problems import problems
from .solve import SOLVERS, solutions
from .view import CHARACTER, motions, scene, text

_ = Catalogue("pushit")


def position(level: Level, state: State) -> Level:
    """The level that starts where the state is."""
    return replace(level, heights=state.heights, start=level.cell(state.ball), headers=level.headers.of_position())


def metric(level: Level) -> Metric:
    """Moves, unless the level gives moves and pushes their own costs."""
    return Metric.MOVES if level.cost == (1, 1) else Metric.COST


GAME = Game(
    window=(600, 600),
    options=(Option(CHARACTER, _("a character instead of the ball")),),
    id="pushit",
    title=_("Push it down!"),
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
    solvers=SOLVERS,
    keys=KEYS,
    metric=metric,
    pushes=rules.pushes,
    warn=warn,
    outlook=outlook,
    generators=GENERATORS,
    hunt=HUNT,
    advisors=ADVISORS,
    editor=EDITOR,
    solutions=solutions,
)
