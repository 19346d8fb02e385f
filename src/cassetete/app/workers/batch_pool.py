"""Worker processes that share one queue of jobs: each takes the next when it is done with one."""

from __future__ import annotations

import threading
from collections import deque

from cassetete.app.workers.process import PendingJob, WorkerProcess, pending
from cassetete.core.answers import CANCELLED
from cassetete.session.jobs import Job, Result, Working, unknown

_GRACE = 1.0
"""Seconds to wait for a worker to stop."""


class BatchPool:
    """Gives jobs to its processes and collects their results; for one thread. They start with their first jobs.

    Each ticket is answered exactly once. A job whose process dies is done once more by another, then it is unknown.
    """

    def __init__(self, size: int, memory: int | None = None) -> None:
        """`memory` is what each process may hold."""
        self._arrived = threading.Event()
        self._tickets = 0
        self._queue: deque[PendingJob] = deque()
        self._dropped: list[Result] = []
        self._workers = tuple(WorkerProcess(memory, gentle=True, arrived=self._arrived) for _number in range(size))

    def __enter__(self) -> BatchPool:
        return self

    def __exit__(self, *_error: object) -> None:
        for worker in self._workers:
            worker.close()

    @property
    def size(self) -> int:
        """How many processes there are, or will be."""
        return len(self._workers)

    @property
    def idle(self) -> int:
        """How many more jobs would begin at once."""
        busy = sum(worker.current is not None or bool(worker.waiting) for worker in self._workers)
        return max(0, len(self._workers) - busy - len(self._queue))

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes that run."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    def ask(self, job: Job) -> int:
        """Ask for a job to be done; the result has the same ticket."""
        self._tickets += 1
        self._queue.append(pending(self._tickets, job, twice=True))
        self._give_out()
        return self._tickets

    def _give_out(self) -> None:
        for worker in self._workers:
            if self._queue and worker.current is None and not worker.waiting:
                worker.waiting.append(self._queue.popleft())
                worker.dispatch()

    def cancel(self, ticket: int) -> None:
        """Cancel a job: its worker is asked to stop, and killed if it does not soon. It is still answered."""
        for job in [job for job in self._queue if job.ticket == ticket]:
            self._queue.remove(job)
            self._dropped.append(unknown(job.ticket, job.job, CANCELLED))
        for worker in self._workers:
            if worker.current is not None and worker.current.ticket == ticket:
                worker.stop(_GRACE)

    def poll(self) -> list[Working | Result]:
        """What has arrived since the last time; never waits."""
        self._arrived.clear()
        messages, self._dropped = list[Working | Result](self._dropped), []
        for worker in self._workers:
            messages += worker.step()
        self._give_out()
        return messages

    def wait(self, seconds: float) -> None:
        """Wait until something arrives, or for so long."""
        self._arrived.wait(seconds)
