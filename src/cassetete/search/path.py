"""The path from the start to a state, from the links that a search keeps."""

from __future__ import annotations

from typing import TypeAlias

from cassetete.core.contract import M, S

CameFrom: TypeAlias = dict[S, tuple[S, M] | None]
"""For each state reached, the state before it and the move between; None at the start."""


def path_to(state: S, came_from: CameFrom[S, M]) -> tuple[M, ...]:
    """The moves from the start to the state.

    >>> path_to("c", {"a": None, "b": ("a", 1), "c": ("b", 2)})
    (1, 2)
    """
    moves: list[M] = []
    step = came_from[state]
    while step is not None:
        state, move = step
        moves.append(move)
        step = came_from[state]
    return tuple(reversed(moves))
