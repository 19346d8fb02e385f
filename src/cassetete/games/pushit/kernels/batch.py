"""The lengths of many levels of one size, searched one after another in the same arrays."""

from __future__ import annotations

from typing import Any

from cassetete.speed.driver import EXHAUSTED, FOUND
from cassetete.speed.jit import lean

from .layouts import EXPANDED, GOAL, begin, step

NONE, UNKNOWN = -1, -2
"""Lengths of a level without a solution, and of one that needs more room or more states than allowed."""


@lean
def lengths(
    batch: Any, ball: Any, rows: Any, table: Any, where: Any, parent: Any, ints: Any, budget: Any, found: Any
) -> None:
    """For each row of heights in the batch: the fewest moves and the states expanded."""
    for i in range(batch.shape[0]):
        found[i, 0], found[i, 1] = NONE, 0
        if not begin(batch[i], ball, rows, table, where, parent, ints):
            continue
        outcome = step(rows, table, where, parent, ints, budget)
        found[i, 1] = ints[EXPANDED]
        if outcome == EXHAUSTED:
            continue
        if outcome != FOUND:
            found[i, 0] = UNKNOWN
            continue
        entry = parent[0, ints[GOAL]]
        found[i, 0] = 1
        while entry > 0:
            entry = parent[0, entry]
            found[i, 0] += 1
