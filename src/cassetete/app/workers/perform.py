"""Does a job and answers it: in a worker process, or in the program itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from cassetete.app.crash_report import write_report
from cassetete.app.files import write_file
from cassetete.app.game_errors import describe
from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.pages import page_form, write_pages
from cassetete.app.levels.pictures import MOVING, STILL, form_of, moving, still
from cassetete.app.solving import hints
from cassetete.app.solving.choose import expect
from cassetete.app.solving.examine import COMPILING, examine
from cassetete.app.solving.improve import improve
from cassetete.app.translate import Translator
from cassetete.core.answers import CANCELLED, MEMORY_LIMIT, Visit, Why
from cassetete.core.checkpoint import LimitReached, within
from cassetete.core.contract import Advice, AnyGame, Improvement, Progress
from cassetete.core.errors import CasseteteError
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue
from cassetete.session.jobs import (
    Examined,
    Hint,
    Improved,
    Job,
    Judgement,
    Made,
    Printed,
    Result,
    Solution,
    ToAdvise,
    ToDraw,
    ToExamine,
    ToImprove,
    ToJudge,
    ToMake,
    ToPrint,
    Working,
    unknown,
)

_ = Catalogue("cassetete")

NO_LEVEL = Why("budget", _("no level was found with these parameters"))

_REPORT_EVERY = 0.1
_PART = 1000
"""How many solutions are reported at once where all are listed."""


def perform(
    ticket: int, job: Job, report: Callable[[Working], object], stop: Callable[[], bool] = lambda: False
) -> Result:
    """The answer to a job; whatever goes wrong is an answer too. `report` is told how far it is, ten times a second."""
    try:
        return unknown(ticket, job, CANCELLED) if stop() else _answer(_RunningJob(ticket, job, report, stop))
    except LimitReached as reached:
        return unknown(ticket, job, reached.why)
    except Exception as error:
        if not isinstance(error, CasseteteError | MemoryError):
            write_report(error, _as_text(job))
        return unknown(ticket, job, failure(error, job.game))


def _as_text(job: Job) -> str:
    """A job for a report: what was asked, and the position it was asked about."""
    try:
        level, state = getattr(job, "level", None), getattr(job, "state", None)
        board = job.game.formats[0].dump([job.game.position(level, state)]) if level is not None else ""
    except Exception as error:  # it may be the game that is at fault
        board = f"{type(error).__name__}: {error}"
    return f"{type(job).__name__} of {job.game.id}\n{board}"


def failure(error: Exception, game: AnyGame | None) -> Why:
    """Why a job of a game failed."""
    if isinstance(error, CasseteteError):
        return Why("error", error.text)
    return MEMORY_LIMIT if isinstance(error, MemoryError) else Why("internal", describe(error, game))


class _RunningJob:
    """The job being done: whether it was cancelled, and reporting how far it is."""

    def __init__(self, ticket: int, job: Job, report: Callable[[Working], object], stop: Callable[[], bool]) -> None:
        self.ticket, self.job, self.stop = ticket, job, stop
        self._report = report
        self._reported = time.monotonic()

    def working(self, done: int, **more: Any) -> None:
        """Report how far the job is."""
        self._reported = time.monotonic()
        self._report(Working(self.ticket, self.job, done, **more))

    @property
    def due(self) -> bool:
        """Whether it is time for a report."""
        return time.monotonic() - self._reported >= _REPORT_EVERY

    def visited(self, visit: Visit[Any]) -> None:
        """A search made a step."""
        if self.due:
            self.working(visit.expanded)

    def progressed(self, progress: Progress) -> bool:
        """A generator made a step; True stops it."""
        if self.due:
            self.working(progress.done, total=progress.total, text=progress.text)
        return self.stop()

    def improved(self, job: ToImprove, better: Improvement[Any]) -> None:
        """A solution may have become shorter: report its length by the metric."""
        if self.due:
            metric = job.metric or job.game.lengths.metric(job.level)
            now = totals(job.game, job.level, job.state, better.moves).by(metric)
            self.working(better.expanded, text=_("now {n}", n=now))


def _answer(running: _RunningJob) -> Result:
    ticket, job = running.ticket, running.job
    if isinstance(job, ToMake):
        level = generate(job.game, job.seed, job.values, job.generator, running.progressed)
        if level is None:
            return unknown(ticket, job, CANCELLED if running.stop() else NO_LEVEL)
        return Made(ticket, job, level)
    if isinstance(job, ToPrint):
        return _printed(running, job)
    if isinstance(job, ToDraw):
        return _drawn(running, job)
    here = job.game, job.level, job.state
    if isinstance(job, ToJudge):
        with within(job.limits.seconds, running.stop):
            return _judged(running, job)
    if isinstance(job, ToAdvise) and job.whole:
        return _explained(running, job)
    if isinstance(job, ToAdvise):
        with within(job.limits.seconds, running.stop):
            hint = hints.hint(*here, job.limits, running.stop, options=job.options)
        return unknown(ticket, job, CANCELLED) if not hint.last.moves and running.stop() else Hint(ticket, job, hint)
    if isinstance(job, ToExamine):
        with within(job.limits.seconds, running.stop):
            return _examined(running, job)
    if isinstance(job, ToImprove):
        watch = partial(running.improved, job)
        moves, why = improve(*here, job.moves, job.metric, job.limits, running.stop, watch)
        return Improved(ticket, job, moves, why)
    answer = hints.solution(
        *here, job.limits, running.stop, want=job.want, metric=job.metric, solver=job.solver, watch=running.visited
    )
    return Solution(ticket, job, answer)


def _judged(running: _RunningJob, job: ToJudge) -> Result:
    """The lower bound first, then the game's own proof of a loss, and a search if the limits allow any."""
    ticket, here, bound = running.ticket, (job.game, job.level, job.state), job.game.coaching.lower_bound
    text = bound(job.level, job.state) if bound is not None else None
    if text is not None:
        running.working(0, text=text)
    reason = hints.reason(*here)
    if reason is not None:
        return Judgement(ticket, job, winnable=False, reason=reason)
    winnable = hints.judge(*here, job.limits, running.stop) if job.limits.nodes != 0 else None
    return Judgement(ticket, job, winnable, CANCELLED if winnable is None and running.stop() else None)


def _examined(running: _RunningJob, job: ToExamine) -> Examined:
    """A level's solutions. A list of all of them is never held whole here: the asker keeps it."""
    part: list[str] = []
    told = 0

    def tell() -> None:
        nonlocal told
        running.working(told, written=tuple(part))
        told += len(part)
        part.clear()

    def listed(written: str) -> None:
        part.append(written)
        if running.due or len(part) >= _PART:
            tell()

    def elsewhere() -> bool:
        running.working(0, turn_over=True)
        return job.race

    expect(job.batch)
    found = examine(
        job,
        listed,
        ticket=running.ticket,
        stop=running.stop,
        compiling=lambda: running.working(0, text=COMPILING),
        watch=running.visited if job.race else None,
        elsewhere=elsewhere,
    )
    if part:
        tell()
    return found


def _explained(running: _RunningJob, job: ToAdvise) -> Result:
    """The whole solution with its reasons: each step is reported as soon as it is found."""
    count = 0
    for step in job.game.coaching.explain(job.level, job.state) if job.game.coaching.explain is not None else ():
        if running.stop():
            return unknown(running.ticket, job, CANCELLED)
        count += 1
        running.working(count, advice=step)
    said = _.n("the solution takes {n} step", "the solution takes {n} steps", n=count)
    return Hint(running.ticket, job, Advice(said))


def _drawn(running: _RunningJob, job: ToDraw) -> Result:
    path, start = Path(job.path), job.game.rules.start(job.level)
    if job.moves:

        def watch(done: int, total: int) -> bool:
            return running.progressed(Progress(done, total))

        content = moving(job.game, job.level, job.moves, form_of(path, MOVING), job.theme, watch)
    else:
        content = still(job.game, job.level, start, form_of(path, STILL), job.theme)
    write_file(path, content)
    return Printed(running.ticket, job, (job.path,))


def _printed(running: _RunningJob, job: ToPrint) -> Result:
    start = job.game.rules.start
    entries = [LoadedLevel(job.game, level, start(level), "", n) for n, level in enumerate(job.levels, 1)]
    path = Path(job.path)
    form = page_form(path)
    across, each = (1, 1) if len(entries) == 1 else (2, 6)
    files = write_pages(
        entries, path, Translator(job.language), form=form, across=across, each=each, progress=running.progressed
    )
    return Printed(running.ticket, job, tuple(map(str, files)), None if files else CANCELLED)
