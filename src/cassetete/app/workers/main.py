"""A worker process: takes jobs, one line of JSON each, and sends back progress and results."""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Container
from functools import partial
from pathlib import Path
from typing import Any

from cassetete.app.game_errors import describe
from cassetete.app.levels.generate import generate
from cassetete.app.levels.library import LoadedLevel
from cassetete.app.levels.pages import write_pages
from cassetete.app.processes.parent import Parent
from cassetete.app.registry import games
from cassetete.app.solving import hints
from cassetete.app.solving.improve import improve
from cassetete.app.translate import Translator
from cassetete.app.workers.protocol import (
    NO_LEVEL,
    Packet,
    advice_packet,
    answer_packet,
    text_packet,
    unpacked,
    why_packet,
)
from cassetete.core.answers import CANCELLED, MEMORY_LIMIT, Visit, Why
from cassetete.core.contract import Advice, Improvement, Progress
from cassetete.core.errors import CasseteteError
from cassetete.core.lengths import totals
from cassetete.core.message import Catalogue
from cassetete.session.jobs import Job, ToAdvise, ToImprove, ToJudge, ToMake, ToPrint

_ = Catalogue("cassetete")

_PROGRESS_EVERY = 0.1


class RunningJob:
    """The job being done: whether it was cancelled, and telling how far it is."""

    def __init__(self, ticket: int, send: Callable[[Packet], None], cancelled: Container[int]) -> None:
        self._ticket = ticket
        self._send = send
        self._cancelled = cancelled
        self._reported = time.monotonic()

    def stop(self) -> bool:
        """Whether the job was cancelled."""
        return self._ticket in self._cancelled

    def visited(self, visit: Visit[Any]) -> None:
        """A search made a step."""
        if time.monotonic() - self._reported >= _PROGRESS_EVERY:
            self._report({"done": visit.expanded, "total": 0, "text": None})

    def improved(self, job: ToImprove, better: Improvement[Any]) -> None:
        """A solution may have become shorter: report its length by the metric."""
        if time.monotonic() - self._reported >= _PROGRESS_EVERY:
            metric = job.metric or job.game.lengths.metric(job.level)
            now = totals(job.game, job.level, job.state, better.moves).by(metric)
            self._report({"done": better.expanded, "total": 0, "text": text_packet(_("now {n}", n=now))})

    def progressed(self, progress: Progress) -> bool:
        """A generator made a step; True stops it."""
        if time.monotonic() - self._reported >= _PROGRESS_EVERY:
            text = text_packet(progress.text) if progress.text is not None else None
            self._report({"done": progress.done, "total": progress.total, "text": text})
        return self.stop()

    def lower_bound(self, job: ToJudge) -> None:
        """What is sure from here on, before the judge begins to think."""
        text = (
            job.game.coaching.lower_bound(job.level, job.state) if job.game.coaching.lower_bound is not None else None
        )
        if text is not None:
            self._report({"done": 0, "total": 0, "text": text_packet(text)})

    def explained(self, count: int, step: Packet) -> None:
        """One more step of an explanation."""
        self._report({"done": count, "total": 0, "text": None, "advice": step})

    def _report(self, progress: Packet) -> None:
        self._reported = time.monotonic()
        self._send({"ticket": self._ticket, "progress": progress})


def done(packet: Packet, running: RunningJob) -> Packet:
    """The result of a job; an error is a result too."""
    if running.stop():
        return _failed(CANCELLED)
    try:
        game = games().get(packet["game"])
        if game is None:
            return _failed(Why("error", _("there is no game '{name}'", name=packet["game"])))
        return _worked(unpacked(packet, game), running)
    except CasseteteError as error:
        return _failed(Why("error", error.text))
    except MemoryError:
        return _failed(MEMORY_LIMIT)
    except Exception as error:
        return _failed(Why("internal", describe(error, games().get(packet["game"]))))


def _failed(why: Why) -> Packet:
    return {"failed": why_packet(why)}


def _worked(job: Job, running: RunningJob) -> Packet:
    if isinstance(job, ToMake):
        level = generate(job.game, job.seed, job.values, job.generator, running.progressed)
        if level is None:
            return _failed(CANCELLED if running.stop() else NO_LEVEL)
        return {"level": job.game.formats[0].dump([level])}
    if isinstance(job, ToPrint):
        return _printed(job, running)
    here = job.game, job.level, job.state, job.limits, running.stop
    if isinstance(job, ToJudge):
        running.lower_bound(job)
        reason = hints.reason(*here[:3])
        if reason is not None:
            return {"winnable": False, "reason": advice_packet(job, reason)}
        winnable = hints.judge(*here)
        return _failed(CANCELLED) if winnable is None and running.stop() else {"winnable": winnable}
    if isinstance(job, ToAdvise) and job.whole:
        return _explained(job, running)
    if isinstance(job, ToAdvise):
        hint = hints.hint(*here, options=job.options)
        return _failed(CANCELLED) if not hint.moves and running.stop() else advice_packet(job, hint)
    if isinstance(job, ToImprove):
        return _shortened(job, running)
    answer = hints.solution(*here, want=job.want, metric=job.metric, solver=job.solver, watch=running.visited)
    return answer_packet(job, answer)


def _explained(job: ToAdvise, running: RunningJob) -> Packet:
    """The whole solution with its reasons: each step is sent as soon as it is found."""
    count = 0
    for step in job.game.coaching.explain(job.level, job.state) if job.game.coaching.explain is not None else ():
        if running.stop():
            return _failed(CANCELLED)
        count += 1
        running.explained(count, advice_packet(job, step))
    return advice_packet(job, Advice(_.n("the solution takes {n} step", "the solution takes {n} steps", n=count)))


def _printed(job: ToPrint, running: RunningJob) -> Packet:
    start = job.game.rules.start
    entries = [LoadedLevel(job.game, level, start(level), "", n) for n, level in enumerate(job.levels, 1)]
    path = Path(job.path)
    form = "pdf" if path.suffix.lower() == ".pdf" else "svg"
    across, each = (1, 1) if len(entries) == 1 else (2, 6)
    files = write_pages(
        entries, path, Translator(job.language), form=form, across=across, each=each, progress=running.progressed
    )
    return {"files": [str(file) for file in files]} if files else _failed(CANCELLED)


def _shortened(job: ToImprove, running: RunningJob) -> Packet:
    moves, why = improve(
        job.game, job.level, job.state, job.moves, job.metric, job.limits, running.stop, partial(running.improved, job)
    )
    written = job.game.notation.write(job.level, job.state, moves)
    return {"moves": written, "why": why_packet(why) if why is not None else None}


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more than it has now, where the system can limit it."""
    try:
        import resource

        now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ImportError, OSError, ValueError):
        return


def main(memory: str) -> None:
    """Do jobs until the program that sends them ends."""
    jobs: queue.SimpleQueue[Packet] = queue.SimpleQueue()
    cancelled: set[int] = set()

    def receive(packet: Packet) -> None:
        if "cancel" in packet:
            cancelled.add(packet["cancel"])
        else:
            jobs.put(packet)

    parent = Parent(receive)
    games()
    limit_memory(int(memory))
    with contextlib.suppress(BrokenPipeError):
        parent.send({"ready": True})
        while True:
            packet = jobs.get()
            ticket = packet["ticket"]
            parent.send({"ticket": ticket, "begun": True})
            result = done(packet, RunningJob(ticket, parent.send, cancelled))
            cancelled.discard(ticket)
            parent.send({"ticket": ticket, **result})
