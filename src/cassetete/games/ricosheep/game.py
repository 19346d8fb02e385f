"""Everything the game Ricosheep consists of."""

from __future__ import annotations

from cassetete.core.contract import Coaching, Controls, Display, Game, Making, Solutions
from cassetete.core.letters import LETTERS
from cassetete.core.message import Catalogue

from . import rules
from .controls import KEYS, bind
from .editor import EDITOR
from .formats import FORMATS, position
from .generators.generate import GENERATORS
from .generators.hunt import HUNT
from .grading import grade
from .hints import next_step, special_rules, warn
from .model import Level
from .problems import problems
from .solvers.searches import SOLVERS, solutions
from .view import motions, scene, text

_ = Catalogue("ricosheep")

GAME = Game(
    id="ricosheep",
    title=_("Ricosheep"),
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
    controls=Controls(keys=KEYS),
    solutions=Solutions(all=solutions),
    coaching=Coaching(next_step=next_step, warn=warn, special_rules=special_rules, grade=grade),
    making=Making(generators=GENERATORS, hunt=HUNT, editor=EDITOR),
    display=Display(summary=_("All sheep walk at once, as far as they can: cover every tuft of grass.")),
)
