"""A thinker without worker processes: it answers in this process, when the front end asks for the answers."""

from __future__ import annotations

from dataclasses import replace

from cassetete.app.workers.perform import perform
from cassetete.core.answers import Limits
from cassetete.session.jobs import Job, Result, ToAdvise, ToJudge, ToSolve, Working

BACKGROUND = Limits(nodes=5_000)
"""What an optimum that nobody waits for may cost here, where the player waits for everything."""


class InProcessThinker:
    """Does jobs one by one; `limits` bound every question, so that the player never waits forever."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._tickets = 0
        self._waiting: dict[int, Job] = {}

    def ask(self, job: Job) -> int:
        """Ask a question; a new judgement replaces an older one."""
        self._tickets += 1
        if isinstance(job, ToSolve) and job.background:
            job = replace(job, limits=BACKGROUND)  # nobody waits for it, yet the player would
        elif isinstance(job, ToAdvise | ToSolve | ToJudge) and job.limits.nodes != 0:
            job = replace(job, limits=self.limits)
        if isinstance(job, ToJudge):
            self._waiting = {ticket: old for ticket, old in self._waiting.items() if not isinstance(old, ToJudge)}
        self._waiting[self._tickets] = job
        return self._tickets

    def cancel(self, ticket: int) -> None:
        """The answer is no longer wanted."""
        self._waiting.pop(ticket, None)

    def answers(self) -> list[Working | Result]:
        """The answers to everything that was asked; this takes as long as it takes, and Ctrl-C ends it."""
        found: list[Working | Result] = []
        while self._waiting:
            ticket, job = self._waiting.popitem()
            found.append(perform(ticket, job, found.append))
        return found
