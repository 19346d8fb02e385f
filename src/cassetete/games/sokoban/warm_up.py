"""Compiling the kernels of `optimal`: a tiny level solved in every way."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.core.errors import BadLevel

from . import rules
from .formats import xsb
from .model import Level
from .solvers.box_groups import GroupTables
from .solvers.level_arrays import level_arrays, pairs_of
from .solvers.node_arrays import new_nodes, with_room
from .solvers.perimeter import FROM, Perimeter
from .solvers.two_bounds import fewest


def tiny_level() -> Level:
    """A level with three boxes, solved at once."""
    parsed = xsb.parse("########\n#  #   #\n#@$ $  #\n#..*#  #\n########")[0]
    assert not isinstance(parsed, BadLevel)
    return parsed.level


def warm_up() -> None:
    """Solve the level, and run what one this small does not need: growth, pairs and groups of boxes, the perimeter."""
    level = tiny_level()
    state, arrays = rules.start(level), level_arrays(level)
    drain(fewest(level, state, Metric.PUSHES, Limits()))
    pairs_of(level)
    GroupTables(arrays, len(arrays.targets), 0).make([(arrays.boxes(state), arrays.player(state))], 3)
    nodes = new_nodes(len(arrays.boxes(state)))
    nodes.numbers[0] = len(nodes.player)
    with_room(arrays.board, nodes)
    perimeter = Perimeter(arrays, state)
    perimeter.grow(FROM)
    perimeter.distance(state)
