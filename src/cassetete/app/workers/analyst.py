"""The analyst: thinks in other processes, so that whoever plays never waits.

    with Analyst() as analyst:
        ticket = analyst.ask(ToAdvise(game, level, state))
        …
        for answer in analyst.poll():  # every frame
            …

Two lanes, a process each: judgements and hints in one, solutions and new levels in the other. Each ticket is
answered exactly once; what was cancelled, crashed or could not start is answered as unknown, and says why.
"""

from __future__ import annotations

from types import TracebackType

from cassetete.app.workers.process import Lane, Pending, pending
from cassetete.session.jobs import Job, Result, ToAdvise, ToJudge, Working

MEMORY = 4_000_000_000
"""The bytes a worker may take before the system refuses it more."""

_GRACE = 1.0
_PATIENCE = 20.0
"""Seconds to wait for a worker to stop: when the player said so, and when a newer question is only waiting (which is
long enough to compile a kernel once: a worker killed at that would never get it done)."""


class Analyst:
    """Asks workers and collects their answers; to be used from one thread. Workers start with the first question."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._tickets = 0
        self._quick = Lane(memory)
        self._long = Lane(memory)

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The workers' process ids, of the quick lane first."""
        return tuple(lane.pid for lane in (self._quick, self._long) if lane.pid is not None)

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return any(lane.current is not None or lane.waiting for lane in (self._quick, self._long))

    def warm(self) -> None:
        """Start the workers before they are needed. One that cannot start says so when it is asked something."""
        for lane in (self._quick, self._long):
            try:
                lane.start()
            except (OSError, ValueError):
                return

    def ask(self, job: Job) -> int:
        """Ask for a job to be done; the ticket comes back with the answer.

        A new judgement takes the place of an older one, and a hint goes before any.
        """
        self._tickets += 1
        new = pending(self._tickets, job)
        if isinstance(job, ToJudge):
            self._supersede(new)
        elif isinstance(job, ToAdvise) and not job.whole:
            self._put_first(new)
        else:
            self._long.waiting.append(new)
        for lane in (self._quick, self._long):
            lane.dispatch()
        return new.ticket

    def _supersede(self, new: Pending) -> None:
        lane = self._quick
        for older in [job for job in lane.waiting if isinstance(job.job, ToJudge)]:
            lane.drop(older)
        if lane.current is not None and isinstance(lane.current.job, ToJudge):
            lane.stop(_PATIENCE)
        lane.waiting.append(new)

    def _put_first(self, new: Pending) -> None:
        lane = self._quick
        judgements = [job for job in lane.waiting if isinstance(job.job, ToJudge)]
        lane.waiting.insert(len(lane.waiting) - len(judgements), new)
        if lane.current is not None and isinstance(lane.current.job, ToJudge):
            lane.stop(_PATIENCE, again=True)

    def poll(self) -> list[Working | Result]:
        """What has arrived since the last time; never waits."""
        return [*self._quick.step(), *self._long.step()]

    def cancel(self, ticket: int) -> None:
        """Take a question back: the worker is told to stop, and killed if it does not in a moment.

        It is answered as cancelled all the same, or as solved if it just was; old tickets change nothing.
        """
        for lane in (self._quick, self._long):
            for job in list(lane.waiting):
                if job.ticket == ticket:
                    lane.drop(job)
            if lane.current is not None and lane.current.ticket == ticket:
                lane.stop(_GRACE)

    def close(self) -> None:
        """End the workers; nothing more is answered."""
        for lane in (self._quick, self._long):
            lane.close()
