"""Preparing the fast solvers: every kernel that is not compiled yet, one after the other, in processes of their own."""

from __future__ import annotations

from collections.abc import Iterable

from cassetete.app.solving import kernels
from cassetete.core.contract import AnyGame


class Preparation:
    """Kernels being compiled in the background; call `step` now and then."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        """The kernels of the first game come first."""
        self._unknown = kernels.kernels_of(games)
        self._waiting: list[str] = []
        self._current: str | None = None
        self.done = 0

    @property
    def total(self) -> int:
        """How many kernels there were to compile."""
        return self.done + len(self._waiting) + (self._current is not None)

    @property
    def active(self) -> bool:
        """Whether something is being compiled."""
        return self._current is not None

    def step(self) -> bool:
        """Look at one more kernel, or start the next compilation when the last one has ended; whether that changes
        what there is to say."""
        if self._unknown:
            kernel = self._unknown.pop(0)
            if kernels.usable(kernel) and not kernels.ready(kernel):
                self._waiting.append(kernel)
            return False
        if self._current is not None:
            if not kernels.finished_compiling(self._current):
                return False
            self._current = None
            self.done += 1
        elif not self._waiting:
            return False
        if self._waiting:
            self._current = self._waiting.pop(0)
            kernels.start_compiling(self._current)
        return True
