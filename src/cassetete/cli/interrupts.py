"""Ctrl-C as a request: long work stops by itself and keeps what it has found."""

from __future__ import annotations

import signal
import time
from types import FrameType

_ECHO = 1.0


class Interrupts:
    """Ctrl-C while `deferred` only asks the work to stop; otherwise, or a second time, it is raised as usual.

    A second signal right after the first is the same key press: the program that runs this one may pass it on.
    """

    def __init__(self, deferred: bool = False) -> None:
        self.deferred = deferred
        self._interrupted: float | None = None

    def stop(self) -> bool:
        """Whether the work was asked to stop."""
        return self._interrupted is not None

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        """Ctrl-C was typed."""
        now = time.monotonic()
        if self._interrupted is not None and now - self._interrupted < _ECHO:
            return
        if not self.deferred or self._interrupted is not None:
            raise KeyboardInterrupt
        self._interrupted = now

    def __enter__(self) -> Interrupts:
        self._before = signal.signal(signal.SIGINT, self.handle)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.signal(signal.SIGINT, self._before)
