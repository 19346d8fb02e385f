"""A line that says how far the work is, on a terminal only: a pipe or a log gets none of it."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType

from cassetete.cli.output import Voice
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Text
from cassetete.core.one_line import one_line

_EVERY = 0.1
_WIDTH = 24


class Bar:
    """Redraws one line of standard error, at most ten times a second; gone when the work is done."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._drawn = 0.0
        self._shown = False
        self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None

    def __enter__(self) -> Bar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, done: float, total: float, text: Text | str = "") -> None:
        """Done of total (0 if nobody knows), and a word on it."""
        now = time.monotonic()
        if self._stream is None or now - self._drawn < _EVERY:
            return
        self._drawn = now
        self._shown = True
        line = f"{drawn(done, total)} {one_line(self._voice(text))}"
        self._stream.write(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 1]}")
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._stream is not None and self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._shown = False
        self._drawn = 0.0

    def say(self, text: Text | str) -> None:
        """An answer, on a line of its own."""
        self.clear()
        self._voice.say(text)

    def complain(self, text: Text | str | CasseteteError) -> None:
        """A complaint, on a line of its own."""
        self.clear()
        self._voice.complain(text)


def drawn(done: float, total: float) -> str:
    """The bar itself.

    >>> drawn(1, 4)
    '[██████··················]  25 %'
    >>> drawn(7, 0)
    '[7]'
    """
    if total <= 0:
        return f"[{done:g}]"
    share = min(max(done / total, 0.0), 1.0)
    full = round(share * _WIDTH)
    return f"[{'█' * full}{'·' * (_WIDTH - full)}] {share * 100:3.0f} %"
