"""Hints in this game's own words."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Advice, Advisor, Mark
from cassetete.core.drain import drain
from cassetete.core.message import Catalogue
from cassetete.search import breadth_first, space

from . import rules
from .model import Level, State

_ = Catalogue("taquin")

NODES = 20_000


def next_slide(level: Level, state: State) -> Advice | None:
    """The first slide of a shortest solution; None if it is too far for a hint, or if there is none."""
    answer = drain(breadth_first(*space(rules, level, state), limits=Limits(nodes=NODES)))
    if not answer.moves:
        return None
    place = rules.sliding_tile(level, state, answer.moves[0])
    assert place is not None  # the first move of a solution is legal
    text = _.n(
        "Slide tile {tile}: {n} slide is left.",
        "Slide tile {tile}: {n} slides are left.",
        n=len(answer.moves),
        tile=state[place],
    )
    return Advice(text, (Mark(divmod(place, level.size)),), answer.moves[:1])


ADVISORS = (Advisor("next-slide", next_slide),)
