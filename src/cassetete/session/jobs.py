"""Questions to a thinker (worker processes, or the front end itself) and its answers, as values.

A front end passes every answer to the controller; `ticket` is the number that `ask` gave the question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cassetete.core.answers import Answer, End, Limits, Verdict, Want, Why
from cassetete.core.contract import Advice, AnyGame, Metric
from cassetete.core.message import Catalogue, Text

_ = Catalogue("cassetete")

JUDGE = Limits(seconds=5, memory=500_000_000)
HINT = Limits(seconds=10, memory=1_000_000_000)
SOLVE = Limits(memory=2_000_000_000)
MEASURE = Limits(seconds=120, memory=1_000_000_000)
"""What a judgement, a hint, a solution and an optimum in the background may cost unless the caller says otherwise; a
player can stop a search."""


@dataclass(frozen=True)
class ToJudge:
    """Can the state still be won? `tag` belongs to the caller and comes back with the answer."""

    game: AnyGame
    level: Any
    state: Any
    limits: Limits = JUDGE
    tag: Any = None


@dataclass(frozen=True)
class ToAdvise:
    """What is the next step? With `whole`: all the steps of the solution, with their reasons."""

    game: AnyGame
    level: Any
    state: Any
    limits: Limits = HINT
    tag: Any = None
    whole: bool = False
    options: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ToSolve:
    """What is the solution? `solver` names one, else `want` chooses.

    `background`: how long is a shortest one? Answered when there is time, by a process that gives way to others.
    """

    game: AnyGame
    level: Any
    state: Any
    limits: Limits = SOLVE
    want: Want = Want.SHORTEST
    metric: Metric | None = None
    solver: str | None = None
    tag: Any = None
    background: bool = False


@dataclass(frozen=True)
class ToExamine:
    """What is there to say of a level's solutions: one that is wanted, and if asked up to `most` of all of them, their
    number, and what they have in common? `solver` names one, else `want` chooses.

    `batch` is about how many levels are solved one after the other. In a `race` another process has the turn of the
    solver that finds any solution.
    """

    game: AnyGame
    level: Any
    state: Any
    limits: Limits = SOLVE
    want: Want = Want.BEST
    metric: Metric | None = None
    solver: str | None = None
    most: int | None = None
    count: bool = False
    facts: bool = False
    race: bool = False
    batch: int = 1
    tag: Any = None


@dataclass(frozen=True)
class ToMake:
    """Make a level with a generator (the game's first if none is named)."""

    game: AnyGame
    seed: int
    values: Mapping[str, Any] = field(default_factory=dict)
    generator: str | None = None
    tag: Any = None


@dataclass(frozen=True)
class ToImprove:
    """Shorten a solution; cancelled, it answers with the best so far."""

    game: AnyGame
    level: Any
    state: Any
    moves: tuple[Any, ...]
    metric: Metric | None = None
    limits: Limits = SOLVE
    tag: Any = None


@dataclass(frozen=True)
class ToPrint:
    """Write levels on pages for paper, with their solutions, into a file (x.pdf or x.svg)."""

    game: AnyGame
    levels: tuple[Any, ...]
    path: str
    language: str
    tag: Any = None


@dataclass(frozen=True)
class ToDraw:
    """Draw a level as a picture in a file (x.svg or x.png), or moves from its start as one that moves (x.svg or
    x.gif)."""

    game: AnyGame
    level: Any
    path: str
    theme: str
    moves: tuple[Any, ...] = ()
    tag: Any = None


Job: TypeAlias = ToJudge | ToAdvise | ToSolve | ToExamine | ToMake | ToImprove | ToPrint | ToDraw


@dataclass(frozen=True)
class Working:
    """How far a job has come: `done` of `total` (0 if unknown). A search counts expanded states; an explanation gives
    its next step in `advice`, and a judgement the lower bound of the position in `text`. A list of all solutions comes
    in parts: `written` are those after the first `done`."""

    ticket: int
    job: Job
    done: int
    total: int = 0
    text: Text | None = None
    advice: Advice | None = None
    written: tuple[str, ...] = ()
    turn_over: bool = False
    """The solver that was chosen has had its slice: another's solution would do."""


@dataclass(frozen=True)
class Judgement:
    """The answer to ToJudge: None is unknown, and `why` may say more; `reason` shows what makes it a loss."""

    ticket: int
    job: ToJudge
    winnable: bool | None
    why: Why | None = None
    reason: Advice | None = None


@dataclass(frozen=True)
class Hint:
    """The answer to ToAdvise; `why` is set if the adviser was stopped or failed."""

    ticket: int
    job: ToAdvise
    advice: Advice
    why: Why | None = None


@dataclass(frozen=True)
class Solution:
    """The answer to ToSolve."""

    ticket: int
    job: ToSolve
    answer: Answer[Any]


@dataclass(frozen=True)
class Examined:
    """The answer to ToExamine; without one, `why`. `end`: whether all solutions were listed. `given_up`: why they were
    not counted or compared to the end."""

    ticket: int
    job: ToExamine
    answer: Answer[Any] | None
    end: End | None = None
    count: int | None = None
    facts: tuple[Any, ...] | None = None
    given_up: Why | None = None
    why: Why | None = None


@dataclass(frozen=True)
class Made:
    """The answer to ToMake: a level, or None and why."""

    ticket: int
    job: ToMake
    level: Any
    why: Why | None = None


@dataclass(frozen=True)
class Improved:
    """The answer to ToImprove: a solution at least as good, and `why` the work was stopped, if it was."""

    ticket: int
    job: ToImprove
    moves: tuple[Any, ...]
    why: Why | None = None


@dataclass(frozen=True)
class Printed:
    """The answer to ToPrint and ToDraw: the files that were written; if none, why."""

    ticket: int
    job: ToPrint | ToDraw
    files: tuple[str, ...] = ()
    why: Why | None = None


Result: TypeAlias = Judgement | Hint | Solution | Examined | Made | Improved | Printed


def unknown(ticket: int, job: Job, why: Why) -> Result:
    """The answer to a job that was stopped or failed."""
    if isinstance(job, ToJudge):
        return Judgement(ticket, job, None, why)
    if isinstance(job, ToAdvise):
        return Hint(ticket, job, Advice(_("no solution found ({why})", why=why.text)), why)
    if isinstance(job, ToSolve):
        return Solution(ticket, job, Answer(Verdict.UNKNOWN, why=why))
    if isinstance(job, ToExamine):
        return Examined(ticket, job, None, why=why)
    if isinstance(job, ToImprove):
        return Improved(ticket, job, job.moves, why)
    if isinstance(job, ToPrint | ToDraw):
        return Printed(ticket, job, why=why)
    return Made(ticket, job, None, why)
