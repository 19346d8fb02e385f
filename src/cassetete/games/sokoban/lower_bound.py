"""What is sure of a position without playing on: how many pushes it takes at least."""

from __future__ import annotations

from cassetete.core.message import Catalogue, Text

from .model import Level, State
from .floor_graph import FAR, floor_graph

_ = Catalogue("sokoban")


def lower_bound(level: Level, state: State) -> Text | None:
    """The lower bound: each box goes to a target of its own, the shortest way; None where not all of them can.

    >>> from . import rules, xsb
    >>> level = xsb.parse("#######\\n#@ $ .#\\n#######")[0].level
    >>> str(lower_bound(level, rules.start(level)))
    'pushes still needed: at least 2'
    """
    pushes = least_pushes(level, state)
    return None if pushes is None else _("pushes still needed: at least {n}", n=pushes)


def least_pushes(level: Level, state: State) -> int | None:
    """The pushes that every solution needs; None if there is none."""
    graph = floor_graph(level)
    pushes = graph.bound(graph.boxes_of(state))
    return pushes if pushes < FAR else None
