"""All that `solve` says of a level's solutions: one, and on request all of them, their number, what they share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cassetete.app.solving.choose import Watch, choose, named, solve_by, solve_by_named
from cassetete.core.answers import MEMORY_LIMIT, Answer, End, Verdict
from cassetete.core.certify import certify
from cassetete.core.checkpoint import LimitReached, checkpoint
from cassetete.core.contract import Solver
from cassetete.core.drain import drain_until
from cassetete.core.message import Catalogue
from cassetete.session.jobs import Examined, ToExamine

_ = Catalogue("cassetete")

COMPILING = _("compiling the fast solver, only once; plain Python searches in the meantime")
"""Said when a kernel begins to be compiled."""


def examine(
    job: ToExamine,
    listed: Callable[[str], object],
    *,
    ticket: int = 0,
    chosen: Solver[Any, Any, Any] | None = None,
    stop: Callable[[], bool] | None = None,
    compiling: Callable[[], None] | None = None,
    watch: Watch | None = None,
    elsewhere: Callable[[], bool] | None = None,
) -> Examined:
    """What there is to say of the level; `listed` gets all solutions, as they are written, one by one.

    The time limit holds for the list of all solutions too. `chosen` is the solver where the caller knows it already.
    """
    game, level, limits = job.game, job.level, job.limits
    metric = job.metric or game.lengths.metric(level)
    if chosen is None:
        chosen = named(game, level, job.solver) if job.solver else choose(game, level, job.want, metric)
    began = time.perf_counter()
    try:
        if job.solver:
            answer = solve_by_named(game, chosen, level, job.state, metric, limits, stop)
        else:
            here = game, chosen, level, job.state
            answer = solve_by(*here, job.want, metric, limits, stop, compiling, watch, elsewhere)
    except MemoryError:
        answer = Answer(Verdict.UNKNOWN, seconds=time.perf_counter() - began, why=MEMORY_LIMIT, solver=chosen.id)
    if job.most is None:
        return _compared(Examined(ticket, job, answer))
    end = _listed(job, answer, job.most, listed)
    return _compared(Examined(ticket, job, answer._replace(seconds=time.perf_counter() - began), end))


def _listed(job: ToExamine, answer: Answer[Any], most: int, listed: Callable[[str], object]) -> End:
    """List up to `most` solutions, each replayed; whether there are no others."""
    game, level, state = job.game, job.level, job.state
    if not answer.solved:
        return End(answer.verdict is Verdict.IMPOSSIBLE, answer.why)
    assert game.solutions.all is not None
    count = 0

    def enough(one: Answer[Any]) -> bool:
        nonlocal count
        if count == most:
            return True
        checkpoint()
        listed(game.notation.write(level, state, certify(game, level, state, one).moves))
        count += 1
        return False

    metric = job.metric or game.lengths.metric(level)
    try:
        end = drain_until(game.solutions.all(level, state, metric, job.limits), enough)
    except LimitReached as reached:
        return End(False, reached.why)
    if end is None:
        return End(False)
    return End(end.complete, None if end.complete else end.why)


def _compared(found: Examined) -> Examined:
    """With the number of solutions and what they have in common, where that is asked for."""
    job, solutions = found.job, found.job.game.solutions
    try:
        if job.count and solutions.count is not None:
            found = replace(found, count=solutions.count(job.level, job.state))
        if job.facts and solutions.facts is not None:
            found = replace(found, facts=tuple(solutions.facts(job.level, job.state)))
    except LimitReached as reached:
        found = replace(found, given_up=reached.why)
    except MemoryError:
        found = replace(found, given_up=MEMORY_LIMIT)
    return found
