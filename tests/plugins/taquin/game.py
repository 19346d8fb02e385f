"""Taquin's record: everything the program knows about the game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cassetete.core.contract import (
    Coaching,
    Controls,
    Format,
    Game,
    Making,
    Metric,
    Problem,
    Solutions,
)
from cassetete.core.letters import LETTERS
from cassetete.core.message import Catalogue
from cassetete.search import all_shortest, breadth_first, depth_first, plain_solver, space, weigh

from . import rules
from .controls import KEYS, bind
from .editor import EDITOR
from .formats import dump, likeness, parse
from .generate import GENERATORS, HUNT
from .hints import next_step
from .model import Level
from .view import motions, scene, text

_ = Catalogue("taquin")


def problems(level: Level) -> list[Problem]:
    """Each tile once, and so one hole."""
    if sorted(level.tiles) != list(range(level.size**2)):
        return [Problem(_("each tile must be there once"))]
    return []


GAME = Game(
    id="taquin",
    title=_("Taquin"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=(Format("taquin", _("tiles"), (".txt",), likeness, parse, dump),),
    notation=LETTERS,
    problems=problems,
    position=lambda level, state: replace(level, tiles=state, headers=level.headers.of_position()),
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    solvers=(
        # Every slide counts one, by every metric.
        plain_solver("bfs", _("breadth-first"), breadth_first, graph=partial(space, rules), optimal=frozenset(Metric)),
        plain_solver("dfs", _("depth-first"), depth_first, graph=partial(space, rules)),
    ),
    controls=Controls(keys=KEYS),
    solutions=Solutions(
        all=lambda level, state, metric, limits: all_shortest(
            *space(rules, level, state), weigh(rules, level, metric), limits
        )
    ),
    coaching=Coaching(next_step=next_step),
    making=Making(generators=GENERATORS, hunt=HUNT, editor=EDITOR),
)
