"""A progress bar on standard error, on a terminal only, not in a pipe or a log."""

from __future__ import annotations

import shutil
import sys
import time

from cassetete.cli.console import Console
from cassetete.core.errors import CasseteteError
from cassetete.core.message import Text, one_line

_EVERY = 0.1
_WIDTH = 24


class ProgressBar:
    """One line, drawn again at most ten times a second and erased when the work is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._drawn = 0.0
        self._shown = False
        self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()

    @property
    def live(self) -> bool:
        """Whether it is drawn at all."""
        return self._stream is not None

    @property
    def due(self) -> bool:
        """Whether it is drawn at all, and it is time to draw it again."""
        return self._stream is not None and time.monotonic() - self._drawn >= _EVERY

    def show(self, done: float, total: float, text: Text | str = "") -> None:
        """Draw `done` of `total` (0 if unknown) with a text behind it."""
        if self._stream is None or not self.due:
            return
        self._drawn = time.monotonic()
        self._shown = True
        line = f"{drawn(done, total)} {one_line(self._console.translate(text))}"
        self._stream.write(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 1]}")
        self._stream.flush()

    def clear(self) -> None:
        """Erase the line."""
        if self._stream is not None and self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._shown = False
        self._drawn = 0.0

    def print(self, text: Text | str) -> None:
        """Print an answer on a line of its own."""
        self.clear()
        self._console.print(text)

    def error(self, text: Text | str | CasseteteError) -> None:
        """Print an error on a line of its own."""
        self.clear()
        self._console.error(text)


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
