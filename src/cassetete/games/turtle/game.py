"""Turtle-rescue: the game record."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.contract import Coaching, Controls, Display, Game, Making, Solutions
from cassetete.core.message import Catalogue

from . import rules
from .controls import KEYS, bind, chosen, first_cursor
from .editor import EDITOR
from .formats import FORMATS
from .generators.generate import GENERATORS
from .generators.hunt import HUNT
from .grading import grade
from .hints import lower_bound, next_step, warn
from .model import Level, State
from .notation import NOTATION
from .problems import problems
from .solvers.searches import SOLVERS, solutions
from .view import motions, scene, text

_ = Catalogue("turtle")


def position(level: Level, state: State) -> Level:
    """The level that starts where the animals are now."""
    return replace(level, animals=state, headers=level.headers.of_position())


GAME = Game(
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
    solvers=SOLVERS,
    controls=Controls(keys=KEYS, cursor=first_cursor, chosen=chosen),
    solutions=Solutions(all=solutions),
    coaching=Coaching(next_step=next_step, warn=warn, lower_bound=lower_bound, grade=grade),
    making=Making(generators=GENERATORS, hunt=HUNT, editor=EDITOR),
    display=Display(
        summary=_("Animals slide until something stops them: bring the baby turtle home."), window=(1600, 900)
    ),
)
