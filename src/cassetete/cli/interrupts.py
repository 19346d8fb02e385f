"""Ctrl-C: it ends any command within a second; long work stops by itself and keeps what it has found."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType

INTERRUPTED = 130
_ECHO = 1.0
_PATIENCE = 0.7

_answered = threading.Event()
"""Set by the handlers below: Python has seen the signal."""


@contextlib.contextmanager
def ends_when_interrupted() -> Iterator[threading.Event]:
    """Inside, Ctrl-C raises KeyboardInterrupt; where Python does not get to see it, because compiled code or the system
    is at work, the program ends a moment later. The event says that there was one, even if something swallowed it.
    """
    swallowed = threading.Event()
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as nohup has it
        yield swallowed
        return

    def handle(_number: int, _frame: FrameType | None) -> None:
        _answered.set()
        swallowed.set()
        raise KeyboardInterrupt

    def tell_unraisable(found: sys.UnraisableHookArgs, /) -> None:
        """Python drops an exception in a callback, and says so: Ctrl-C has its answer a moment later."""
        if not isinstance(found.exc_value, KeyboardInterrupt):
            tell_before(found)

    reading, writing = socket.socketpair()
    writing.setblocking(False)
    _answered.clear()
    tell_before, sys.unraisablehook = sys.unraisablehook, tell_unraisable
    before = signal.signal(signal.SIGINT, handle)
    wakeup = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    watch = threading.Thread(target=_watch, args=(reading,), daemon=True)
    watch.start()
    try:
        yield swallowed
    finally:
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = tell_before
        writing.close()
        watch.join()
        reading.close()


def _watch(signals: socket.socket) -> None:
    """In a thread: where a signal is not answered in time, end the program. Compiled code lets threads run."""
    while numbers := signals.recv(16):
        if signal.SIGINT in numbers and not _answered.wait(_PATIENCE):
            with contextlib.suppress(OSError):
                os.write(2, b"interrupted\n")
            os._exit(INTERRUPTED)


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

    def interrupt(self) -> None:
        """Ask the work to stop, as Ctrl-C does where it is deferred."""
        self._interrupted = time.monotonic()

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        """Ctrl-C was typed."""
        _answered.set()
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
