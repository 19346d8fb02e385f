"""Hints in this game's own words."""

from __future__ import annotations

from cassetete.core.contract import Advice, Mark, ladder
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .model import Level, State

_ = Catalogue("taquin")


def next_step(level: Level, state: State, solution: tuple[Direction, ...]) -> Advice:
    """How many slides are left, then the tile of the first of them."""
    place = rules.sliding_tile(level, state, solution[0])
    assert place is not None  # the first move of a solution is legal
    left = _.n("{n} slide is left.", "{n} slides are left.", n=len(solution))
    tile = _("Slide tile {tile}.", tile=state[place])
    return ladder(Advice(left), Advice(tile, (Mark(divmod(place, level.size)),), solution[:1]))
