"""The meter that every plain search runs on: it counts expanded states and says when a limit is reached."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.answers import MEMORY_LIMIT, Limits, Why
from cassetete.speed.budget import Budget, resident_memory

_CLOCK_EVERY = 32
_MEMORY_EVERY = 1024
"""Once in so many states: asking the system for the memory takes as long as expanding a few of them."""


class Meter:
    """Asked once for each expanded state.

    >>> meter = Meter(Limits(nodes=2))
    >>> meter.exceeded(), meter.exceeded(), meter.exceeded().code
    (None, None, 'nodes')
    >>> meter.expanded
    2
    """

    def __init__(self, limits: Limits) -> None:
        self.expanded = 0
        self._budget = Budget(replace(limits, memory=None))
        self._ceiling = None if limits.memory is None else resident_memory() + limits.memory
        self._next_look = 0

    def exceeded(self) -> Why | None:
        """Count one more state; the limit this reaches, if any (the state is then not expanded)."""
        if self.expanded == self._next_look:
            why = self._budget.exceeded(self.expanded)
            if why is not None:
                return why
            if self._ceiling is not None and self.expanded % _MEMORY_EVERY == 0 and resident_memory() > self._ceiling:
                return MEMORY_LIMIT
            self._next_look += self._budget.step(self.expanded, _CLOCK_EVERY)
        self.expanded += 1
        return None
