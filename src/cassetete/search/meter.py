"""The meter that every plain search runs on: it counts expanded states and says when a limit is reached."""

from __future__ import annotations

from cassetete.core.answers import Limits, Why
from cassetete.speed.budget import Budget

_EVERY = 32
"""The clock and the memory are looked at once in so many states."""


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

    def exceeded(self) -> Why | None:
        """Count one more state; the limit this reaches, if any (the state is then not expanded)."""
        if self.expanded == self._next_look:
            why = self._budget.exceeded(self.expanded)
            if why is not None:
                return why
            self._next_look += self._budget.step(self.expanded, _EVERY)
        self.expanded += 1
        return None
