"""A thinker for tests: it remembers the questions, and the test answers them."""

from __future__ import annotations

from cassetete.session.jobs import Job


class FakeThinker:
    """Remembers what it was asked, and what was cancelled."""

    def __init__(self) -> None:
        self.asked: list[Job] = []
        self.cancelled: list[int] = []

    def ask(self, job: Job) -> int:
        """The ticket of the question: 1, 2, 3…"""
        self.asked.append(job)
        return len(self.asked)

    def cancel(self, ticket: int) -> None:
        """Note the ticket."""
        self.cancelled.append(ticket)
