"""How many pushes a position needs at least, shown during play."""

from __future__ import annotations

from cassetete.core.message import Catalogue, Text

from .floor_graph import floor_graph
from .kernels.matching import FAR
from .model import Level, State

_ = Catalogue("sokoban")


def lower_bound(level: Level, state: State) -> Text | None:
    """Each box goes to a target of its own, the shortest way; None where not all of them can.

    >>> from . import rules
    >>> from .formats import xsb
    >>> level = xsb.parse("#######\\n#@ $ .#\\n#######")[0].level
    >>> str(lower_bound(level, rules.start(level)))
    'pushes still needed: at least 2'
    """
    graph = floor_graph(level)
    pushes = graph.bound(graph.boxes_of(state))
    return _("pushes still needed: at least {n}", n=pushes) if pushes < FAR else None
