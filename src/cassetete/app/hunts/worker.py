"""A process of a hunt's pool: does its tasks one by one and reports progress."""

from __future__ import annotations

import importlib
import queue
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from cassetete.app.processes.parent import Parent, end_process
from cassetete.speed.budget import process_memory

_parent: Parent | None = None


def main(memory: str = "") -> None:
    """Do tasks, within so many bytes, until the program that sends them ends."""
    global _parent
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    _parent = Parent(tasks.put)
    with suppress(OSError), process_memory(int(memory) if memory else None):
        while True:
            packet = tasks.get()
            try:
                answer = {"result": found(packet)(packet["task"])}
            except Exception as error:
                answer = {"error": f"{type(error).__name__}: {error}"}
            _parent.send(answer)
    end_process()


def named(call: Callable[[str], str]) -> dict[str, Any]:
    """A function of a module, and the arguments that come before the task, by name: nothing else goes to a process.

    >>> named(partial(int, "10"))
    {'module': 'builtins', 'name': 'int', 'arguments': ['10']}
    """
    arguments: tuple[Any, ...] = ()
    if isinstance(call, partial):
        arguments, call = call.args, call.func
    return {"module": call.__module__, "name": call.__name__, "arguments": list(arguments)}


def found(packet: dict[str, Any]) -> Callable[[str], str]:
    """The function that a packet names."""
    call: Callable[..., str] = getattr(importlib.import_module(packet["module"]), packet["name"])
    return partial(call, *packet["arguments"])


def report(share: float) -> None:
    """Report which share of its task this process has done; outside a worker process, do nothing."""
    if _parent is not None:
        with suppress(OSError):
            _parent.send({"share": share})
