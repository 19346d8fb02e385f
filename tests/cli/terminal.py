"""A terminal to play in: a real pseudo-terminal whose screen a test can read."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import deque
from pathlib import Path
from types import TracebackType

import pexpect  # type: ignore[import-untyped]
import pyte

ROOT = Path(__file__).parents[2]
UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"
PATIENCE = 240
"""Seconds after which a test gives up: a safety, not a measure."""


class Terminal:
    """Runs a Python program; `until` waits for a text to be on the screen."""

    def __init__(self, *arguments: str, rows: int = 24, columns: int = 90, **environment: str) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        self._unseen: deque[str] = deque()
        env = {**os.environ, "TERM": "xterm-256color", **environment}
        for name in ("LINES", "COLUMNS"):  # curses would believe them rather than the terminal
            env.pop(name, None)
        self.child = pexpect.spawn(
            sys.executable,
            list(arguments),
            env=env,
            cwd=str(ROOT),
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()  # close() alone would give it a tenth of a second to be gone
        self.child.close()

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, text: str, times: int = 1) -> str:
        """The screen as soon as the text is on it; it is found even if it has disappeared since."""
        while self.shown.count(text) < times:
            if not self._unseen:
                self._unseen.extend(self._more(text))
            self.stream.feed(self._unseen.popleft())
        return self.shown

    def _more(self, text: str) -> list[str]:
        """What else the program has written, cut before each of its commands to the terminal."""
        try:
            return re.split(r"(?=\x1b)", self.child.read_nonblocking(65536, PATIENCE))
        except (pexpect.EOF, pexpect.TIMEOUT):
            raise AssertionError(f"{text!r} never came:\n{self.shown}") from None

    def type(self, keys: str) -> None:
        self.child.send(keys)

    def leave(self) -> int:
        """The exit code, once the program has ended by itself."""
        self.child.expect(pexpect.EOF)
        self.child.wait()  # its end of the terminal is closed a moment before it is gone
        self.child.close()
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)
