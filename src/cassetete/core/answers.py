"""What a search gets and what it answers: limits, visits, three verdicts, and why."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Want(Enum):
    """What is asked of a solver: any solution soon, a shortest one if it is not too hard and else any, a shortest one
    or nothing, or a proof that there is one or none."""

    FAST = "fast"
    BEST = "best"
    SHORTEST = "shortest"
    PROOF = "proof"


class Verdict(Enum):
    """SOLVED with moves that were replayed; IMPOSSIBLE, proven; UNKNOWN: a limit was hit, and `why` says which."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


class Why(NamedTuple):
    """The reason of a verdict: a fixed code for programs and a sentence for people."""

    code: str
    text: Text


EXHAUSTED = Why("exhausted", _("every reachable state was searched"))
NODE_LIMIT = Why("nodes", _("the limit on searched states was reached"))
TIME_LIMIT = Why("seconds", _("the time limit was reached"))
MEMORY_LIMIT = Why("memory", _("the memory limit was reached"))
CANCELLED = Why("cancelled", _("the search was stopped"))


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may use: expanded nodes, seconds, bytes of memory. None is no limit."""

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None


class Visit(NamedTuple, Generic[S]):
    """One step of a search, for the search view."""

    state: S | None
    """The state it expands; None if there is only progress to report."""
    expanded: int
    """How many states it has expanded."""
    frontier: int
    """How many states wait to be expanded."""
    depth: int
    """The moves from the start to this state."""
    title: Text | None = None
    """In a search that reasons: the name of the rule."""
    text: Text | None = None
    """The reason of this step."""
    marks: tuple[Any, ...] = ()
    """The `Mark`s of the reason (the contract, which defines them, imports this module)."""


class Answer(NamedTuple, Generic[M]):
    """A search's answer.

    >>> Answer(Verdict.SOLVED, ("U", "R"), optimal=True, expanded=7).length
    2
    """

    verdict: Verdict
    moves: tuple[M, ...] = ()
    optimal: bool = False
    """Proven to be the least by the metric that was asked for."""
    expanded: int = 0
    seconds: float = 0.0
    why: Why | None = None
    """Why there is no solution, which limit was reached, or what of the rest (ties by moves) is not proven."""
    solver: str = ""
    """The id of the solver."""

    @property
    def solved(self) -> bool:
        """Whether there are moves that win."""
        return self.verdict is Verdict.SOLVED

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.moves)


class End(NamedTuple):
    """How a stream of solutions ended: complete, or why not."""

    complete: bool
    why: Why | None = None
