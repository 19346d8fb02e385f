"""The meter that every plain search runs on: it counts expanded states and says when a limit is reached."""

from __future__ import annotations

import time

from cassetete.core.answers import Limits, Why
from cassetete.speed.budget import Budget

_LOOK_EVERY = 32
_LONG, _SHORT = 0.02, 0.002
"""The limits are looked at once in so many states at most; sooner where so many take longer than that."""


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
        self._budget = Budget(limits)
        self._next_look = 0
        self._stride = 1
        self._looked = time.perf_counter()

    def exceeded(self) -> Why | None:
        """Count one more state; the limit this reaches, if any (the state is then not expanded)."""
        if self.expanded >= self._next_look:
            why = self._budget.exceeded(self.expanded)
            if why is not None:
                return why
            now = time.perf_counter()
            if now - self._looked > _LONG:
                self._stride = max(1, self._stride // 2)
            elif now - self._looked < _SHORT:
                self._stride = min(_LOOK_EVERY, 2 * self._stride)
            self._looked = now
            self._next_look = self.expanded + self._budget.step(self.expanded, self._stride)
        self.expanded += 1
        return None
