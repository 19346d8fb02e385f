"""Push it down: the game record."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.contract import Coaching, Controls, Display, Game, Lengths, Making, Metric, Option, Solutions
from cassetete.core.letters import LETTERS
from cassetete.core.message import Catalogue

from . import rules
from .controls import KEYS, bind
from .editor import EDITOR
from .formats import FORMATS
from .generators.generate import GENERATORS
from .generators.hunt import HUNT
from .grading import grade
from .hints import lower_bound, next_step, special_rules, warn
from .model import Level, State
from .problems import problems
from .solvers.searches import SOLVERS, solutions
from .view import CHARACTER, HEIGHTS, motions, scene, text, turned

_ = Catalogue("pushit")


def position(level: Level, state: State) -> Level:
    """The level that starts where the state is."""
    return replace(level, heights=state.heights, start=level.cell(state.ball), headers=level.headers.of_position())


def metric(level: Level) -> Metric:
    """Moves, unless the level gives moves and pushes their own costs."""
    return Metric.MOVES if level.cost == (1, 1) else Metric.COST


OPTIONS = (
    Option(CHARACTER, _("a character instead of the ball")),
    Option(HEIGHTS, _("write the heights on the cells"), held="space"),
)

GAME = Game(
    id="pushit",
    title=_("Push it down!"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=FORMATS,
    notation=LETTERS,
    problems=problems,
    position=position,
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    solvers=SOLVERS,
    controls=Controls(options=OPTIONS, keys=KEYS, slot=("turn-left", "turn-right")),
    lengths=Lengths(metric=metric, pushes=rules.pushes, line=rules.line),
    solutions=Solutions(all=solutions),
    coaching=Coaching(
        next_step=next_step, warn=warn, lower_bound=lower_bound, special_rules=special_rules, grade=grade
    ),
    making=Making(generators=GENERATORS, hunt=HUNT, editor=EDITOR),
    display=Display(
        summary=_("Roll the ball down to the exit; push blocks to build the way."), window=(600, 600), turned=turned
    ),
)
