"""The analyst's worker process: reads questions, one line of JSON each, and writes answers.

It ends when its input does, which is what happens when the program that started it is gone, however it went.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from functools import partial
from typing import IO, Any

from cassetete.app.levels.generate import generate
from cassetete.app.registry import games
from cassetete.app.solving import hints as advice
from cassetete.app.solving.improve import improve
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
from cassetete.session.jobs import Job, ToAdvise, ToImprove, ToJudge, ToMake

_ = Catalogue("cassetete")

_PROGRESS_EVERY = 0.1


class Desk:
    """Where the questions arrive, which of them were cancelled, and the line the answers go out by."""

    def __init__(self, incoming: IO[bytes], outgoing: int) -> None:
        self.questions: queue.SimpleQueue[Packet] = queue.SimpleQueue()
        self.cancelled: set[int] = set()
        self._incoming = incoming
        self._outgoing = outgoing

    def read(self) -> None:
        """Take in lines until there are no more; then the process ends, whatever it is doing."""
        try:
            for line in self._incoming:
                packet = json.loads(line)
                if "cancel" in packet:
                    self.cancelled.add(packet["cancel"])
                else:
                    self.questions.put(packet)
        finally:
            end()

    def send(self, packet: Packet) -> None:
        """Send one line."""
        line = json.dumps(packet).encode("ascii") + b"\n"
        while line:
            line = line[os.write(self._outgoing, line) :]


class Task:
    """One question being worked on: when to stop, and how far it is."""

    def __init__(self, desk: Desk, ticket: int) -> None:
        self._desk = desk
        self._ticket = ticket
        self._told = time.monotonic()

    def stop(self) -> bool:
        """Whether the question was taken back."""
        return self._ticket in self._desk.cancelled

    def visited(self, visit: Visit[Any]) -> None:
        """A search made a step."""
        if time.monotonic() - self._told >= _PROGRESS_EVERY:
            self._tell({"done": visit.expanded, "total": 0, "text": None})

    def bettered(self, job: ToImprove, better: Improvement[Any]) -> None:
        """A solution may have become shorter: the number that its metric counts is told."""
        if time.monotonic() - self._told >= _PROGRESS_EVERY:
            metric = job.metric or job.game.lengths.metric(job.level)
            now = totals(job.game, job.level, job.state, better.moves).by(metric)
            self._tell({"done": better.expanded, "total": 0, "text": text_packet(_("now {n}", n=now))})

    def progressed(self, progress: Progress) -> bool:
        """A generator made a step; True stops it."""
        if time.monotonic() - self._told >= _PROGRESS_EVERY:
            text = text_packet(progress.text) if progress.text is not None else None
            self._tell({"done": progress.done, "total": progress.total, "text": text})
        return self.stop()

    def foretell(self, job: ToJudge) -> None:
        """What is sure from here on, before the judge begins to think."""
        text = (
            job.game.coaching.lower_bound(job.level, job.state) if job.game.coaching.lower_bound is not None else None
        )
        if text is not None:
            self._tell({"done": 0, "total": 0, "text": text_packet(text)})

    def explained(self, count: int, step: Packet) -> None:
        """One more step of an explanation."""
        self._tell({"done": count, "total": 0, "text": None, "advice": step})

    def _tell(self, progress: Packet) -> None:
        self._told = time.monotonic()
        self._desk.send({"ticket": self._ticket, "progress": progress})


def answered(packet: Packet, task: Task) -> Packet:
    """The answer to a question; whatever goes wrong is an answer too."""
    if task.stop():
        return _failed(CANCELLED)
    try:
        game = games().get(packet["game"])
        if game is None:
            return _failed(Why("error", _("there is no game '{name}'", name=packet["game"])))
        return _worked(unpacked(packet, game), task)
    except CasseteteError as error:
        return _failed(Why("error", error.text))
    except MemoryError:
        return _failed(MEMORY_LIMIT)
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
        return _failed(Why("internal", _("an error of ours: {error}", error=told[:300])))


def _failed(why: Why) -> Packet:
    return {"failed": why_packet(why)}


def _worked(job: Job, task: Task) -> Packet:
    if isinstance(job, ToMake):
        level = generate(job.game, job.seed, job.values, job.generator, task.progressed)
        if level is None:
            return _failed(CANCELLED if task.stop() else NO_LEVEL)
        return {"level": job.game.formats[0].dump([level])}
    here = job.game, job.level, job.state, job.limits, task.stop
    if isinstance(job, ToJudge):
        task.foretell(job)
        reason = advice.reason(*here[:3])
        if reason is not None:
            return {"winnable": False, "reason": advice_packet(job, reason)}
        winnable = advice.judge(*here)
        return _failed(CANCELLED) if winnable is None and task.stop() else {"winnable": winnable}
    if isinstance(job, ToAdvise) and job.whole:
        return _explained(job, task)
    if isinstance(job, ToAdvise):
        hint = advice.hint(*here, options=job.options)
        return _failed(CANCELLED) if not hint.moves and task.stop() else advice_packet(job, hint)
    if isinstance(job, ToImprove):
        return _shortened(job, task)
    answer = advice.solution(*here, want=job.want, metric=job.metric, solver=job.solver, watch=task.visited)
    return answer_packet(job, answer)


def _explained(job: ToAdvise, task: Task) -> Packet:
    """The whole solution with its reasons: each step is told as it is found."""
    count = 0
    for step in job.game.coaching.explain(job.level, job.state) if job.game.coaching.explain is not None else ():
        if task.stop():
            return _failed(CANCELLED)
        count += 1
        task.explained(count, advice_packet(job, step))
    return advice_packet(job, Advice(_("the solution takes {n} steps", n=count)))


def _shortened(job: ToImprove, task: Task) -> Packet:
    moves, why = improve(
        job.game, job.level, job.state, job.moves, job.metric, job.limits, task.stop, partial(task.bettered, job)
    )
    written = job.game.notation.write(job.level, job.state, moves)
    return {"moves": written, "why": why_packet(why) if why is not None else None}


def end() -> None:
    """End this process at once, and with it what it has started (a kernel being compiled, say)."""
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def bound_memory(more: int) -> None:
    """Let this process take so many bytes more than it has; where the system cannot say so, limits must do."""
    try:
        import resource
        from pathlib import Path

        now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ImportError, OSError, ValueError):
        return


def main(memory: int) -> None:
    """Answer questions until standard input ends. What games print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    outgoing = os.dup(1)
    os.dup2(2, 1)
    desk = Desk(sys.stdin.buffer, outgoing)
    threading.Thread(target=desk.read, daemon=True).start()
    games()
    bound_memory(memory)
    with contextlib.suppress(BrokenPipeError):
        desk.send({"ready": True})
        while True:
            packet = desk.questions.get()
            ticket = packet["ticket"]
            desk.send({"ticket": ticket, "begun": True})
            answer = answered(packet, Task(desk, ticket))
            desk.cancelled.discard(ticket)
            desk.send({"ticket": ticket, **answer})
