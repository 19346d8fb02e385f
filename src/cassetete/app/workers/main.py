"""A worker process: takes jobs, one line of JSON each, and sends back progress and results."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cassetete.app.processes.parent import Parent
from cassetete.app.registry import games
from cassetete.app.workers.perform import failure, perform
from cassetete.app.workers.protocol import Packet, failure_packet, result_packet, unpacked, working_packet
from cassetete.core.answers import Why
from cassetete.core.message import Catalogue
from cassetete.speed.budget import process_memory

_ = Catalogue("cassetete")


def answer(packet: Packet, send: Callable[[Packet], None], stop: Callable[[], bool]) -> Packet:
    """The answer to a job; an error is an answer too."""
    game = games().get(packet["game"])
    if game is None:
        return failure_packet(Why("error", _("there is no game '{name}'", name=packet["game"])))
    try:
        job = unpacked(packet, game)
        return result_packet(perform(packet["ticket"], job, lambda working: send(working_packet(working)), stop))
    except Exception as error:
        return failure_packet(failure(error, game))


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more than it has now, where the system can limit it."""
    try:
        import resource

        now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ImportError, OSError, ValueError):
        return


def main(memory: str) -> None:
    """Do jobs until the program that sends them ends."""
    jobs: queue.SimpleQueue[Packet] = queue.SimpleQueue()
    cancelled: set[int] = set()

    def receive(packet: Packet) -> None:
        if "cancel" in packet:
            cancelled.add(packet["cancel"])
        else:
            jobs.put(packet)

    parent = Parent(receive)
    games()
    limit_memory(int(memory))
    with contextlib.suppress(BrokenPipeError), process_memory(int(memory)):
        parent.send({"ready": True})
        while True:
            packet = jobs.get()
            ticket = packet["ticket"]
            parent.send({"ticket": ticket, "begun": True})
            found = answer(packet, parent.send, partial(cancelled.__contains__, ticket))
            cancelled.discard(ticket)
            parent.send({"ticket": ticket, **found})
