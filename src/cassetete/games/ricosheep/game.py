"""Ricosheep's table of contents."""

from __future__ import annotations

from cassetete.core.contract import Game, Notation
from cassetete.core.text import Catalogue

from . import rules
from .advise import ADVISORS, warn
from .controls import KEYS, bind
from .edit import EDITOR
from .formats import FORMATS, position
from .generate import GENERATORS
from .hunt import HUNT
from .model import Level
from .notation import read, write
from .problems import problems
from .solve import SOLVERS, solutions
from .view import motions, scene, text

_ = Catalogue("ricosheep")

GAME = Game(
    id="ricosheep",
    title=_("Ricosheep"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=FORMATS,
    notation=Notation(write, read),
    problems=problems,
    position=position,
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    keys=KEYS,
    solvers=SOLVERS,
    solutions=solutions,
    generators=GENERATORS,
    hunt=HUNT,
    advisors=ADVISORS,
    warn=warn,
    editor=EDITOR,
)
