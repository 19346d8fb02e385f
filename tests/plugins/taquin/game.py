"""Taquin's record: everything the program knows about the game."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.answers import Limits
from cassetete.core.contract import (
    Coaching,
    Controls,
    Format,
    Game,
    Making,
    Metric,
    Notation,
    Problem,
    Search,
    Solutions,
    Solver,
)
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue
from cassetete.search import all_shortest, breadth_first, depth_first, space, weigh

from . import rules
from .controls import KEYS, bind
from .editor import EDITOR
from .formats import dump, likeness, parse
from .generate import GENERATORS, HUNT
from .hints import ADVISORS
from .model import Level, State
from .notation import read, write
from .view import motions, scene, text

_ = Catalogue("taquin")


def problems(level: Level) -> list[Problem]:
    """Each tile once, and so one hole."""
    if sorted(level.tiles) != list(range(level.size**2)):
        return [Problem(_("each tile must be there once"))]
    return []


def run_breadth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """A shortest solution: every slide counts one, by every metric."""
    return breadth_first(*space(rules, level, state), limits=limits)


def run_depth(level: Level, state: State, _metric: Metric, limits: Limits) -> Search[State, Direction]:
    """Any solution."""
    return depth_first(*space(rules, level, state), limits=limits)


GAME = Game(
    id="taquin",
    title=_("Taquin"),
    package=__package__,
    level_type=Level,
    rules=rules,
    formats=(Format("taquin", _("tiles"), (".txt",), likeness, parse, dump),),
    notation=Notation(write, read),
    problems=problems,
    position=lambda level, state: replace(level, tiles=state, headers=level.headers.of_position()),
    scene=scene,
    motions=motions,
    text=text,
    bind=bind,
    solvers=(
        Solver("bfs", _("breadth-first"), run_breadth, frozenset(Metric)),
        Solver("dfs", _("depth-first"), run_depth),
    ),
    controls=Controls(keys=KEYS),
    solutions=Solutions(
        all=lambda level, state, metric, limits: all_shortest(
            *space(rules, level, state), weigh(rules, level, metric), limits
        )
    ),
    coaching=Coaching(advisors=ADVISORS),
    making=Making(generators=GENERATORS, hunt=HUNT, editor=EDITOR),
)
