"""The worker processes that think while the player plays on.

    with WorkerPool() as workers:
        ticket = workers.ask(ToAdvise(game, level, state))
        …
        for answer in workers.poll():  # every frame
            …

One process does judgements and hints, another solutions, new levels and pages; a third, of low priority, finds how
long shortest solutions are, and starts only when that is asked. Each ticket is answered exactly once; a job that was
cancelled, crashed or could not start is answered as unknown, with the reason.
"""

from __future__ import annotations

from cassetete.app.workers.process import PendingJob, WorkerProcess, pending
from cassetete.session.jobs import Job, Result, ToAdvise, ToJudge, ToSolve, Working
from cassetete.speed.budget import usual_limit

MEMORY = 4_000_000_000
"""The most bytes that a worker may take, on any machine."""

_NICE = 15
"""How much the process in the background gives way, where the system knows that."""

_GRACE = 1.0
_PATIENCE = 20.0
"""Seconds to wait for a worker to stop: when the player said so, and when a newer question is only waiting (which is
long enough to compile a kernel once: a worker killed at that would never get it done)."""


def worker_memory() -> int:
    """The bytes that each worker may take: two are at work at a time, and leave the machine half of what it has.

    >>> 0 < worker_memory() <= MEMORY
    True
    """
    usual = usual_limit()
    return MEMORY if usual is None else min(MEMORY, usual // 2)


class WorkerPool:
    """Gives jobs to its processes and collects their results; for one thread. They start with their first jobs."""

    def __init__(self, memory: int | None = None) -> None:
        memory = worker_memory() if memory is None else memory
        self._tickets = 0
        self._quick = WorkerProcess(memory)
        self._long = WorkerProcess(memory)
        self._background = WorkerProcess(memory, niceness=_NICE)
        self._workers = (self._quick, self._long, self._background)

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The ids of the processes, the quick one first."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return any(worker.current is not None or worker.waiting for worker in self._workers)

    def warm(self) -> None:
        """Start the workers before they are needed. One that cannot start says so with its first job."""
        for worker in (self._quick, self._long):
            try:
                worker.start()
            except (OSError, ValueError):
                return

    def ask(self, job: Job) -> int:
        """Ask for a job to be done; the result has the same ticket.

        A new judgement replaces an older one, and a hint goes before judgements.
        """
        self._tickets += 1
        new = pending(self._tickets, job)
        if isinstance(job, ToJudge):
            self._supersede(new)
        elif isinstance(job, ToAdvise) and not job.whole:
            self._put_first(new)
        elif isinstance(job, ToSolve) and job.background:
            self._background.waiting.append(new)
        else:
            self._long.waiting.append(new)
        for worker in self._workers:
            worker.dispatch()
        return new.ticket

    def _supersede(self, new: PendingJob) -> None:
        worker = self._quick
        for older in [job for job in worker.waiting if isinstance(job.job, ToJudge)]:
            worker.drop(older)
        if worker.current is not None and isinstance(worker.current.job, ToJudge):
            worker.stop(_PATIENCE)
        worker.waiting.append(new)

    def _put_first(self, new: PendingJob) -> None:
        worker = self._quick
        judgements = [job for job in worker.waiting if isinstance(job.job, ToJudge)]
        worker.waiting.insert(len(worker.waiting) - len(judgements), new)
        if worker.current is not None and isinstance(worker.current.job, ToJudge):
            worker.stop(_PATIENCE, again=True)

    def poll(self) -> list[Working | Result]:
        """What has arrived since the last time; never waits."""
        return [message for worker in self._workers for message in worker.step()]

    def cancel(self, ticket: int) -> None:
        """Cancel a job: its worker is asked to stop, and killed if it does not soon.

        It is still answered: as cancelled, or as solved if it just was. Old tickets change nothing.
        """
        for worker in self._workers:
            for job in list(worker.waiting):
                if job.ticket == ticket:
                    worker.drop(job)
            if worker.current is not None and worker.current.ticket == ticket:
                worker.stop(_GRACE)

    def close(self) -> None:
        """End the workers; nothing more is answered."""
        for worker in self._workers:
            worker.close()
