"""The table's side of thinking: questions go out as packets to the thinker's worker, answers come back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cassetete.app.workers.protocol import Packet, packed, result_of, working_of
from cassetete.core.answers import Limits
from cassetete.session.jobs import Job, Result, ToDraw, ToJudge, ToMake, ToPrint, ToSolve, Working

MEMORY = 320_000_000
"""What a search may use in a page that the player has asked for."""

UNASKED_MEMORY = 160_000_000
"""What one may use that goes on while the player plays."""

JUDGE_SECONDS = 2.0
BACKGROUND_SECONDS = 5.0
"""A worker that cannot be suspended hears nothing in the meantime."""


class PageThinker:
    """Asks the thinker; `packets` are the questions and cancellations to send."""

    def __init__(self) -> None:
        self._tickets = 0
        self._asked: dict[int, Job] = {}
        self._cancelled: set[int] = set()
        self.packets: list[Packet] = []
        self._files: list[str] = []

    def ask(self, job: Job) -> int:
        """Ask a question; a new judgement replaces an older one."""
        if isinstance(job, ToJudge):
            for ticket in [ticket for ticket, old in self._asked.items() if isinstance(old, ToJudge)]:
                self.cancel(ticket)
        self._tickets += 1
        self._asked[self._tickets] = job
        self.packets.append(packed(self._tickets, _bounded(job)))
        return self._tickets

    def cancel(self, ticket: int) -> None:
        """The answer is no longer wanted."""
        if ticket in self._asked and ticket not in self._cancelled:
            self._cancelled.add(ticket)
            self.packets.append({"ticket": ticket, "do": "cancel"})

    def answer(self, packet: Packet) -> Working | Result | None:
        """What a packet from the thinker says; None if nobody asked for it."""
        ticket = packet["ticket"]
        job = self._asked.get(ticket)
        if job is None:
            return None
        if "progress" in packet:
            return working_of(ticket, job, packet["progress"])
        del self._asked[ticket]
        self._files = [str(text) for text in packet.get("contents", ())]
        self._cancelled.discard(ticket)
        return result_of(ticket, job, packet)

    def take_files(self) -> list[str]:
        """What the job that was answered last wrote, as texts."""
        files, self._files = self._files, []
        return files


def _bounded(job: Job) -> Any:
    """The same question with limits that a page can afford."""
    if isinstance(job, ToMake | ToPrint | ToDraw):
        return job
    limits = job.limits
    unasked = isinstance(job, ToJudge) or (isinstance(job, ToSolve) and job.background)
    most = UNASKED_MEMORY if unasked else MEMORY
    memory = most if limits.memory is None else min(most, limits.memory)
    seconds = limits.seconds
    if isinstance(job, ToJudge):
        seconds = JUDGE_SECONDS if seconds is None else min(JUDGE_SECONDS, seconds)
    if isinstance(job, ToSolve) and job.background:
        seconds = BACKGROUND_SECONDS
    return replace(job, limits=Limits(limits.nodes, seconds, memory))
