"""The history of a game: a chain of entries that undo walks back and redo forward, at no cost per move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cassetete.core.lengths import Totals


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The moves from the start to a state, last first: lines share what they have in common."""

    moves: tuple[Any, ...]
    before: Line | None = None

    def __iter__(self) -> Iterator[Any]:
        parts = []
        line: Line | None = self
        while line is not None:
            parts.append(line.moves)
            line = line.before
        for moves in reversed(parts):
            yield from moves


class Supposition(NamedTuple):
    """Where an open supposition began: the place that rejecting it returns to."""

    state: Any
    line: Line | None
    totals: Totals
    last: Any


class Step(NamedTuple):
    """What made an entry, as it is saved: "play" with its moves, "restart", "suppose", "accept" or "reject"."""

    kind: str
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One place in the history: a state, how it was reached, and the suppositions open there."""

    state: Any
    line: Line | None = None
    totals: Totals = Totals()
    last: Any = None
    open: tuple[Supposition, ...] = ()
    step: Step = Step("start")
    before: Entry | None = None

    def chain(self) -> list[Entry]:
        """The entries from the start to this one."""
        entries = []
        entry: Entry | None = self
        while entry is not None:
            entries.append(entry)
            entry = entry.before
        return entries[::-1]
