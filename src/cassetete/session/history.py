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


class Help(NamedTuple):
    """The help that a game has had since its last restart: it decides whether the game counts, and for how much."""

    solved_for: bool = False
    """Whether the solution was shown: such a game enters no record."""
    hints_played: int = 0
    """How many hints were played for the player: such a game earns at most two stars."""


class Action(NamedTuple):
    """What led to a snapshot, as it is saved: "play" with its moves, "restart", "suppose", "accept" or "reject"."""

    kind: str
    moves: tuple[Any, ...] = ()
    help_before: Help = Help()
    """Of a restart: the help that the game before it had had."""
    help_after: Help = Help()
    """Of a restart that was undone: the help that the game after it had had."""


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

    def chain(self) -> list[Snapshot]:
        """The snapshots from the start to this one."""
        found = []
        snapshot: Snapshot | None = self
        while snapshot is not None:
            found.append(snapshot)
            snapshot = snapshot.before
        return found[::-1]
