"""A thinker without worker processes: it answers in this process, when the front end asks for the answers."""

from __future__ import annotations

from cassetete.app.solving import hints
from cassetete.core.answers import Limits
from cassetete.session.jobs import Hint, Job, Judgement, Result, Solution, ToAdvise, ToJudge, ToSolve, Working


class InProcessThinker:
    """Judges, advises and solves; `limits` bound every question, so that the player never waits forever."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._tickets = 0
        self._waiting: dict[int, Job] = {}

    def ask(self, job: Job) -> int:
        """Ask a question; a new judgement replaces an older one."""
        self._tickets += 1
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
            found += self._answer(ticket, job)
        return found

    def _answer(self, ticket: int, job: Job) -> list[Working | Result]:
        if isinstance(job, ToJudge):
            return self._judged(ticket, job)
        if isinstance(job, ToAdvise):
            here = job.game, job.level, job.state
            return [Hint(ticket, job, hints.hint(*here, self.limits, options=job.options))]
        assert isinstance(job, ToSolve), job
        return [Solution(ticket, job, hints.solution(job.game, job.level, job.state, self.limits, want=job.want))]

    def _judged(self, ticket: int, job: ToJudge) -> list[Working | Result]:
        """The lower bound, and the game's own proof that it is lost; a search only if the question allows nodes."""
        found: list[Working | Result] = []
        here = job.game, job.level, job.state
        bound = job.game.coaching.lower_bound
        text = bound(job.level, job.state) if bound is not None else None
        if text is not None:
            found.append(Working(ticket, job, 0, text=text))
        reason = hints.reason(*here)
        if reason is not None:
            return [*found, Judgement(ticket, job, winnable=False, reason=reason)]
        winnable = hints.judge(*here, self.limits) if job.limits.nodes != 0 else None
        return [*found, Judgement(ticket, job, winnable)]
