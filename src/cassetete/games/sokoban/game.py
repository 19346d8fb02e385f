"""Sokoban: what the game consists of."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.contract import Coaching, Controls, Display, Game, Lengths, Making, Solutions
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .controls import KEYS, bind
from .editor import EDITOR
from .formats import FORMATS
from .generators.generate import GENERATORS
from .generators.hunt import HUNT
from .grading import grade
from .hints import next_step, special_rules, warn
from .lengths import extra
from .lower_bound import lower_bound
from .model import Level, State
from .notation import NOTATION
from .problems import problems
from .solvers.searches import SOLVERS, improve, metric, solutions
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
    solvers=SOLVERS,
    controls=Controls(keys=KEYS),
    lengths=Lengths(metric=metric, pushes=rules.pushes, extra=extra),
    solutions=Solutions(all=solutions, improve=improve),
    coaching=Coaching(
        next_step=next_step, warn=warn, lower_bound=lower_bound, special_rules=special_rules, grade=grade
    ),
    making=Making(generators=GENERATORS, hunt=HUNT, editor=EDITOR),
    display=Display(summary=_("Push every box onto a target; boxes cannot be pulled.")),
)
