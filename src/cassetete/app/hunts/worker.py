"""A process of a hunt's pool: does its tasks one by one and reports progress."""

from __future__ import annotations

import base64
import pickle
import queue
from contextlib import suppress
from typing import Any

from cassetete.app.processes.parent import Parent

_parent: Parent | None = None


def main() -> None:
    """Do tasks until the program that sends them ends."""
    global _parent
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    _parent = Parent(tasks.put)
    with suppress(BrokenPipeError):
        while True:
            packet = tasks.get()
            try:
                call = pickle.loads(base64.b64decode(packet["call"]))
                answer = {"result": call(packet["task"])}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            _parent.send(answer)


def report(share: float) -> None:
    """Report which share of its task this process has done; outside a worker process, do nothing."""
    if _parent is not None:
        with suppress(BrokenPipeError):
            _parent.send({"share": share})
