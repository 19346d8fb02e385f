"""The meter every search runs on: counts expanded states and says when a limit is reached."""

from __future__ import annotations

import sys
import time

from cassetete.core.answers import MEMORY_LIMIT, NODE_LIMIT, TIME_LIMIT, Limits, Why
from cassetete.speed.budget import resident_memory

_MEMORY_EVERY = 1024
_CLOCK_EVERY = 32


class Meter:
    """Asked once for each expanded state; the clock and the memory are looked at now and then.

    >>> meter = Meter(Limits(nodes=2))
    >>> meter.exceeded(), meter.exceeded(), meter.exceeded().code
    (None, None, 'nodes')
    >>> meter.expanded
    2
    """

    def __init__(self, limits: Limits) -> None:
        self.expanded = 0
        self._nodes = sys.maxsize if limits.nodes is None else limits.nodes
        self._deadline = None if limits.seconds is None else time.perf_counter() + limits.seconds
        self._ceiling = None if limits.memory is None else resident_memory() + limits.memory

    def exceeded(self) -> Why | None:
        """Count one more state; the limit this reaches, if any (the state is then not expanded)."""
        if self.expanded >= self._nodes:
            return NODE_LIMIT
        if self._deadline is not None and self.expanded % _CLOCK_EVERY == 0 and time.perf_counter() >= self._deadline:
            return TIME_LIMIT
        if self._ceiling is not None and self.expanded % _MEMORY_EVERY == 0 and resident_memory() > self._ceiling:
            return MEMORY_LIMIT
        self.expanded += 1
        return None
