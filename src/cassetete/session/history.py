"""The history of a game: a chain of snapshots that undo walks back and redo forward, at no cost per move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cassetete.core.lengths import Totals


@dataclass(frozen=True, slots=True, eq=False)
class MoveChain:
    """The moves from the start to a state, last first: lines share what they have in common."""

    moves: tuple[Any, ...]
    before: MoveChain | None = None

    def __iter__(self) -> Iterator[Any]:
        parts = []
        line: MoveChain | None = self
        while line is not None:
            parts.append(line.moves)
            line = line.before
        for moves in reversed(parts):
            yield from moves


class Supposition(NamedTuple):
    """Where an open supposition began: the place that rejecting it returns to."""

    state: Any
    line: MoveChain | None
    totals: Totals
    last: Any


class Action(NamedTuple):
    """What led to a snapshot, as it is saved: "play" with its moves, "restart", "suppose", "accept" or "reject"."""

    kind: str
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One place in the history: a state, how it was reached, and the suppositions open there."""

    state: Any
    line: MoveChain | None = None
    totals: Totals = Totals()
    last: Any = None
    open: tuple[Supposition, ...] = ()
    action: Action = Action("start")
    before: Snapshot | None = None
    help_before: tuple[bool, int] | None = None
    """After a restart: whether the solution had been shown before it, and how many hints had been played."""

    def chain(self) -> list[Snapshot]:
        """The snapshots from the start to this one."""
        found = []
        snapshot: Snapshot | None = self
        while snapshot is not None:
            found.append(snapshot)
            snapshot = snapshot.before
        return found[::-1]
