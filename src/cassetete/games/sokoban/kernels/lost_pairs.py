"""Pairs of boxes that are lost alone in the level: no two targets can be reached by both (`pairs.py`).

Fewer boxes never make a position worse, so what holds such a pair is lost, whatever the other boxes do, also where
there are more targets than boxes. It stays lost: what two boxes cannot do, they cannot do after a push either.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cassetete.speed.jit import lean

from .matching import FAR


class KnownPairs(NamedTuple):
    """The tables of `Pairs`, as corral searches have them too."""

    pair_number: Any
    pair_part: Any
    pair_penalty: Any


@lean
def is_lost_pair(known: Any, one: Any, other: Any, player: Any) -> bool:
    """Whether boxes on two cells are lost with the player on a third; `known` has the tables of `Pairs`."""
    if known.pair_number.shape[0] == 0:
        return False
    pair = known.pair_number[one, other]
    return bool(pair >= 0 and known.pair_penalty[pair, known.pair_part[pair, player]] >= FAR)


@lean
def makes_lost_pair(known: Any, boxes: Any, to: Any, player: Any) -> bool:
    """Whether the box on a cell is lost with one of the others."""
    for i in range(boxes.shape[0]):
        other = boxes[i]
        if other != to and is_lost_pair(known, other, to, player):
            return True
    return False
