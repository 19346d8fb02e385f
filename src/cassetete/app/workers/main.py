"""A worker process: takes jobs, one line of JSON each, and sends back progress and results."""

from __future__ import annotations

import contextlib
import mmap
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cassetete.app.processes.parent import Parent, end_process
from cassetete.app.registry import games
from cassetete.app.workers.perform import failure, perform
from cassetete.app.workers.protocol import Packet, failure_packet, result_packet, unpacked, working_packet
from cassetete.core.answers import MEMORY_LIMIT, Why
from cassetete.core.message import Catalogue
from cassetete.speed.budget import process_memory, resident_memory

_ = Catalogue("cassetete")

_WATCH_EVERY = 0.1


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


def limit_memory(more: int) -> bool:
    """Let this process take so many bytes more than it has now; whether the system can limit it."""
    try:
        import resource
    except ImportError:
        return False
    if sys.platform == "linux":  # macOS takes such a limit and does not keep to it
        with contextlib.suppress(OSError, ValueError, IndexError):
            now = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * mmap.PAGESIZE
            _soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            most = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
            return True
    return False


class MemoryWatch:
    """Ends a process that takes too much memory, where the system does not limit it; its job is answered first."""

    def __init__(self, more: int, send: Callable[[Packet], None]) -> None:
        self.ticket: int | None = None
        """The job being done."""
        self._most = resident_memory() + more
        self._send = send
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while resident_memory() <= self._most:
            time.sleep(_WATCH_EVERY)
        if self.ticket is not None:
            self._send({"ticket": self.ticket, **failure_packet(MEMORY_LIMIT)})
        end_process()


def give_way(niceness: int) -> None:
    """Let other processes go first, where the system can do that."""
    if niceness and hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(niceness)


def main(memory: str, niceness: str = "0", gentle: str = "") -> None:
    """Do jobs until the program that sends them ends, within so many bytes of memory, if any are said."""
    jobs: queue.SimpleQueue[Packet] = queue.SimpleQueue()
    cancelled: set[int] = set()

    def receive(packet: Packet) -> None:
        if "cancel" in packet:
            cancelled.add(packet["cancel"])
        else:
            jobs.put(packet)

    parent = Parent(receive)
    give_way(int(niceness))
    list(games())  # plugins are looked for now; a game is imported for its first job
    most = int(memory) if memory else None
    watch = None
    if most is not None and not gentle and not limit_memory(most):
        watch = MemoryWatch(most, parent.send)
    with contextlib.suppress(OSError), process_memory(most):  # OSError: the pipe is broken
        parent.send({"ready": True})
        while True:
            packet = jobs.get()
            ticket = packet["ticket"]
            parent.send({"ticket": ticket, "begun": True})
            if watch is not None:
                watch.ticket = ticket
            found = answer(packet, parent.send, partial(cancelled.__contains__, ticket))
            if watch is not None:
                watch.ticket = None
            cancelled.discard(ticket)
            parent.send({"ticket": ticket, **found})
    end_process()
