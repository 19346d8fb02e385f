"""What a search may still use: nodes, seconds, memory.

Kernels are checked between two steps (`speed.driver`), plain searches by `search.meter`.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import time
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from cassetete.core import checkpoint
from cassetete.core.answers import MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT, Limits, Why

_LOOK_EVERY = 0.005
"""Seconds between two looks at the process's memory: asking the system takes as long as expanding some states."""

_STATM = "/proc/{}/statm" if sys.platform == "linux" else ""
"""Asked on Linux alone: under Wine a program of Windows can read it, and it is the file server's."""

_process_limit: ContextVar[int | None] = ContextVar("the process's memory limit", default=None)


@contextlib.contextmanager
def process_memory(most: int | None) -> Iterator[None]:
    """Inside, the whole process holds at most so many bytes: every budget and every checkpoint keeps to it."""
    if most is None:
        yield
        return
    token = _process_limit.set(most)
    try:
        with checkpoint.within(check=lambda: MEMORY_LIMIT if resident_memory() > most else None):
            yield
    finally:
        _process_limit.reset(token)


class Budget:
    """Limits with their clock running, and those that are in force around it (`core.checkpoint`).

    A memory limit counts what the whole process has taken since. Where there is none, `most_memory` caps the arrays of
    the search, and only those.

    >>> budget = Budget(Limits(nodes=100))
    >>> budget.exceeded(99), budget.exceeded(100).code, budget.step(90, 64)
    (None, 'nodes', 10)
    """

    def __init__(self, limits: Limits, most_memory: int | None = None) -> None:
        self.nodes = sys.maxsize if limits.nodes is None else limits.nodes
        self.memory = most_memory if limits.memory is None else limits.memory
        ends = [checkpoint.deadline(), None if limits.seconds is None else time.perf_counter() + limits.seconds]
        self._deadline = min((end for end in ends if end is not None), default=None)
        mosts = [_process_limit.get(), None if limits.memory is None else resident_memory() + limits.memory]
        self._ceiling = min((most for most in mosts if most is not None), default=None)

    def exceeded(self, expanded: int, held: int = 0) -> Why | None:
        """The limit that is reached after so many nodes, with arrays of so many bytes; None if there is none."""
        if expanded >= self.nodes:
            return NODE_LIMIT
        now = time.perf_counter()
        if self._deadline is not None and now >= self._deadline:
            return TIME_LIMIT
        if self.memory is not None and held > self.memory:
            return MEMORY_LIMIT
        if self._ceiling is not None and _memory_lately(now) > self._ceiling:
            return MEMORY_LIMIT
        return None

    def step(self, expanded: int, stride: int) -> int:
        """How many nodes the next step may expand: at most `stride`."""
        return min(stride, self.nodes - expanded)

    def affords(self, size: int, more: int = 0) -> bool:
        """Whether arrays of that many bytes in all are within the limit, and the process may take `more` bytes."""
        if self.memory is not None and size > self.memory:
            return False
        return self._ceiling is None or more == 0 or resident_memory() + more <= self._ceiling

    def seconds_left(self) -> float | None:
        """The time that is left; None where there is no time limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())


_looked, _held = float("-inf"), 0
"""When a budget last looked at the process's memory, and what it saw: that is one number for all of them."""


def _memory_lately(now: float) -> int:
    global _looked, _held
    if now >= _looked + _LOOK_EVERY:
        _looked, _held = now, resident_memory()
    return _held


def process_limit() -> int | None:
    """How many bytes the whole process may hold; None where there is no limit in force."""
    return _process_limit.get()


def resident_memory(pid: int | None = None) -> int:
    """The bytes of memory this process holds now (its peak so far, or 0, where the system does not say), or another."""
    if pid is not None:
        return _memory_of(pid)
    with contextlib.suppress(OSError, ValueError, IndexError):
        if _STATM:
            with open(_STATM.format("self"), "rb", buffering=0) as file:  # noqa: PTH123  # small levels ask often
                return int(file.read(100).split()[1]) * _page_size()
    process = _process()
    return int(process.memory_info().rss) if process is not None else _peak_memory()


def _memory_of(pid: int) -> int:
    """What another process holds; 0 if it is gone, or where nothing can say it."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path(_STATM.format(pid)).read_bytes().split()[1]) * _page_size()
    try:
        import psutil
    except ImportError:
        return 0
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


@functools.cache
def _page_size() -> int:
    import mmap  # not in the page

    return mmap.PAGESIZE


@functools.cache
def _process() -> Any:
    """This process as psutil knows it; None without psutil."""
    try:
        import psutil
    except ImportError:
        return None
    return psutil.Process()


@functools.cache
def _resource() -> Any:
    """Python's `resource`; None where there is none. A module that is missing is looked for anew each time, and in the
    page that took a third of the time of a small level."""
    try:
        import resource
    except ImportError:
        return None
    return resource


def _peak_memory() -> int:
    resource = _resource()
    if resource is None or sys.platform == "win32":
        return 0
    most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def usual_limit() -> int | None:
    """Half of what the machine (or the container) has, so that it never chokes; None where the system does not say."""
    sizes = []
    with contextlib.suppress(OSError, ValueError):  # each is known on some systems only
        sizes.append(machine_memory())
        sizes.append(int(Path("/sys/fs/cgroup/memory.max").read_text("ascii")))
    return min(sizes) // 2 if sizes else None


def machine_memory() -> int:
    """The bytes of memory this machine has; OSError where the system does not say."""
    if hasattr(os, "sysconf"):
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    try:
        import psutil
    except ImportError:
        raise OSError("the size of the memory is not known") from None
    return int(psutil.virtual_memory().total)
