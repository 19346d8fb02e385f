"""Limits on the native searches."""

from __future__ import annotations

import time

from cassetete.core.answers import MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT, Limits, Why
from cassetete.speed import jit
from cassetete.speed.budget import resident_memory

STRIDE = 16384 if jit.compiled() else 64
"""How many states one step expands: a few milliseconds' worth."""


class Watch:
    """Limits on a native search, looked at between its steps."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._before = 0 if limits.memory is None else resident_memory()

    def exceeded(self, expanded: int, held: int) -> Why | None:
        """The limit that is reached after so many states, with arrays of so many bytes."""
        limits = self._limits
        if limits.nodes is not None and expanded >= limits.nodes:
            return NODE_LIMIT
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return TIME_LIMIT
        if limits.memory is not None and max(held, resident_memory() - self._before) > limits.memory:
            return MEMORY_LIMIT
        return None

    def budget(self, expanded: int) -> int:
        """How many states the next step may expand."""
        return STRIDE if self._limits.nodes is None else min(STRIDE, self._limits.nodes - expanded)


def watch(limits: Limits) -> Watch | None:
    """A watch over these limits, if there are any."""
    free = limits.nodes is None and limits.seconds is None and limits.memory is None
    return None if free else Watch(limits)
