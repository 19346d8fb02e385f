"""The thinker's worker solves, hints, judges and generates; it listens between two steps, so it stops at once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from cassetete.app.registry import games
from cassetete.app.workers.perform import failure, perform
from cassetete.app.workers.protocol import failure_packet, result_packet, unpacked, working_packet
from cassetete.session.jobs import Printed, Working

SLICE = 0.04
"""Seconds of work between two moments in which messages are heard."""


class ThinkingWorker:
    """Does one job at a time. `send` gets lines of JSON; `listen`, where the browser has it, lets messages come in."""

    def __init__(self, send: Callable[[str], object], listen: Callable[[], object] | None) -> None:
        self._send, self._listen = send, listen
        self._cancelled: set[int] = set()
        self._postponed: set[int] = set()
        self._heard = 0.0

    def cancel(self, ticket: int) -> None:
        """Stop a job at its next step."""
        self._cancelled.add(ticket)

    def yield_to_another(self, ticket: int) -> None:
        """Stop a job that will be done again later: it is not answered now."""
        self._postponed.add(ticket)

    def work(self, line: str) -> None:
        """Do a job and send its answer."""
        packet = json.loads(line)
        ticket, game = packet["ticket"], games()[packet["game"]]

        def report(working: Working) -> None:
            self._send(json.dumps(working_packet(working)))

        def stop() -> bool:
            now = time.monotonic()
            if self._listen is not None and now - self._heard > SLICE:
                self._listen()
                self._heard = time.monotonic()
            return ticket in self._cancelled or ticket in self._postponed

        try:
            self._heard = time.monotonic()
            result = perform(ticket, unpacked(packet, game), report, stop)
            answer = result_packet(result)
            if isinstance(result, Printed):
                answer = {**answer, "contents": [_taken(Path(name)) for name in result.files]}
        except Exception as error:  # a job that cannot be read
            answer = failure_packet(failure(error, game))
        postponed = ticket in self._postponed and ticket not in self._cancelled
        self._cancelled.discard(ticket)
        self._postponed.discard(ticket)
        if postponed:
            return
        self._send(json.dumps({"ticket": ticket, **answer}))


def _taken(path: Path) -> str:
    """The text of a file that a job wrote; the worker's own disk is not the player's, so the file goes away."""
    text = path.read_text("utf-8")
    path.unlink()
    return text
