"""One worker process and the jobs that wait for it. Nothing here waits: messages are taken when they are there."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import IO

from cassetete.app.processes import spawn
from cassetete.app.processes.lines import Lines
from cassetete.app.workers.protocol import Packet, packed, result_of, working_of
from cassetete.core.answers import CANCELLED, Why
from cassetete.core.message import Catalogue
from cassetete.session.jobs import Job, Result, Working, unknown

_ = Catalogue("cassetete")

_STARTING = 30.0
_TRIES = 2


@dataclass
class PendingJob:
    """A job ready to be sent; `again` puts it back in the queue when it stops.

    `sent` counts the processes it was sent to: it is not the job's fault if one dies before the job has `begun`, and
    not surely if it has; `twice` says that it is done again then.
    """

    ticket: int
    job: Job
    question: bytes
    deadline: float | None = None
    again: bool = False
    sent: int = 0
    begun: bool = False
    twice: bool = False


def pending(ticket: int, job: Job, twice: bool = False) -> PendingJob:
    """Prepare a job for sending."""
    return PendingJob(ticket, job, _line(packed(ticket, job)), twice=twice)


def _line(packet: Packet) -> bytes:
    return json.dumps(packet).encode("ascii") + b"\n"


class WorkerProcess:
    """A process that starts with its first job and is kept for the next; it does one job at a time."""

    def __init__(
        self,
        memory: int | None,
        niceness: int = 0,
        *,
        gentle: bool = False,
        arrived: threading.Event | None = None,
    ) -> None:
        """A process that is `gentle` keeps to its memory by asking, as a command does; nothing ends it for that.

        `arrived` is set when it has sent something.
        """
        self.waiting: deque[PendingJob] = deque()
        self.current: PendingJob | None = None
        self._arguments = "" if memory is None else str(memory), str(niceness), "gentle" if gentle else ""
        self._arrived = arrived
        self._worker: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._ready = False
        self._lines: Lines | None = None
        self._ended: list[tuple[subprocess.Popen[bytes], Lines]] = []
        self._done: list[Working | Result] = []

    @property
    def pid(self) -> int | None:
        """The worker's process id, if there is one."""
        return self._worker.pid if self._worker is not None else None

    def start(self) -> None:
        """Start the process if it does not run; OSError or ValueError if that fails."""
        if self._worker is not None:
            return
        if self._errors is None:
            with contextlib.suppress(OSError):
                self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # open as long as the worker lives
        errors = self._errors or subprocess.DEVNULL
        worker = spawn.start("cassetete.app.workers.main", *self._arguments, stdout=subprocess.PIPE, stderr=errors)
        self._worker, self._lines, self._ready = worker, Lines(worker, self._arrived), False

    def end(self) -> None:
        """Kill the process; it is waited for later."""
        if self._worker is not None and self._lines is not None:
            spawn.kill(self._worker)
            self._lines.close()
            self._ended.append((self._worker, self._lines))
            self._worker = self._lines = None
        if self._errors is not None:
            self._errors.close()
            self._errors = None

    def close(self) -> None:
        """Kill the process and wait for its end; no more jobs are answered."""
        self.end()
        self.current = None
        self.waiting.clear()
        for worker, lines in self._ended:
            worker.wait()
            lines.join()
        self._ended.clear()

    def drop(self, job: PendingJob) -> None:
        """Remove a waiting job; it is answered as cancelled."""
        self.waiting.remove(job)
        self._done.append(unknown(job.ticket, job.job, CANCELLED))

    def stop(self, patience: float, again: bool = False) -> None:
        """Ask the process to stop its job, and kill it if it has not stopped after `patience` seconds."""
        if self.current is None:
            return
        deadline = time.monotonic() + patience
        if self.current.deadline is None:
            self._send(_line({"cancel": self.current.ticket}))
            self.current.again = again
        else:
            deadline = min(deadline, self.current.deadline)
            self.current.again = self.current.again and again
        self.current.deadline = deadline

    def step(self) -> list[Working | Result]:
        """The messages that have arrived; the next job is sent if it is time. Never waits."""
        if self._worker is not None:
            self._receive()
            self._overdue()
        self.dispatch()
        if self._ended:
            self._ended = [(worker, lines) for worker, lines in self._ended if worker.poll() is None]
        arrived, self._done = self._done, []
        return arrived

    def dispatch(self) -> None:
        """Send the next job if none is being done."""
        if self.current is None and self.waiting and self._worker is not None and self._worker.poll() is not None:
            self._crashed()  # a process that died while idle must not get the job
        while self.current is None and self.waiting:
            self._begin(self.waiting.popleft())

    def _begin(self, job: PendingJob) -> None:
        try:
            self.start()
        except (OSError, ValueError) as error:
            why = Why("unavailable", _("no worker process can be started: {why}", why=str(error)))
            self._done.append(unknown(job.ticket, job.job, why))
            return
        self.current = job
        job.sent += 1
        job.begun = False
        self._send(job.question)

    def _send(self, line: bytes) -> None:
        if self._lines is not None:
            self._lines.send(line)

    def _receive(self) -> None:
        lines = self._lines
        if lines is None:
            return
        try:
            for line in lines.received():
                self._take(json.loads(line))
        except Exception as error:  # whatever a process sends, the program goes on
            self._crashed(f"{type(error).__name__}: {error}")
            return
        if lines.ended:
            self._crashed()

    def _take(self, packet: Packet) -> None:
        if packet.get("ready"):
            self._ready = True
        if self.current is None or packet.get("ticket") != self.current.ticket:
            return
        ticket, job = self.current.ticket, self.current.job
        if packet.get("begun"):
            self.current.begun = True
        elif "progress" in packet:
            self._done.append(working_of(ticket, job, packet["progress"]))
        elif self.current.again and "failed" in packet:
            self._again()
        else:
            self._done.append(result_of(ticket, job, packet))
            self.current = None

    def _again(self) -> None:
        """Put the interrupted job back in the queue, behind the one it was stopped for."""
        assert self.current is not None
        self.current.deadline, self.current.again, self.current.sent = None, False, 0
        self.waiting.append(self.current)
        self.current = None

    def _overdue(self) -> None:
        """Kill a process that did not stop when asked; one that is still starting gets more time."""
        job = self.current
        if job is None or job.deadline is None:
            return
        if time.monotonic() < job.deadline + (0 if self._ready else _STARTING):
            return
        self.end()
        if job.again:
            self._again()
        else:
            self._done.append(unknown(job.ticket, job.job, CANCELLED))
            self.current = None

    def _crashed(self, what: str = "") -> None:
        """The process is gone or sends nonsense: answer the job with that; the next job starts another process."""
        detail = what or _last_error(self._errors)
        self.end()
        job, self.current = self.current, None
        if job is None:
            return
        if job.deadline is not None and not job.again:
            self._done.append(unknown(job.ticket, job.job, CANCELLED))
        elif (job.twice or not job.begun) and job.sent < _TRIES:
            job.deadline, job.again = None, False
            self.waiting.appendleft(job)
        else:
            why = Why("crashed", _("the worker process ended unexpectedly ({detail})", detail=detail or "?"))
            self._done.append(unknown(job.ticket, job.job, why))


def _last_error(errors: IO[bytes] | None) -> str:
    """The last line that a process wrote to its standard error."""
    if errors is None:
        return ""
    errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4000))
    lines = errors.read().decode("utf-8", "replace").split("\n")
    return next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")
