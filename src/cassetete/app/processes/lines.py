"""Lines to and from a child process, carried by two threads: nobody waits for a pipe, on any system."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
from typing import IO

_CHUNK = 65536
_JOINING = 5.0


class Lines:
    """The lines of one process. The threads touch nothing but the pipes, which they close, the queues, and `arrived`,
    which is set when something has come."""

    def __init__(self, process: subprocess.Popen[bytes], arrived: threading.Event | None = None) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._arrived = arrived
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._incoming: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.ended = False
        """Whether the last line was received: the process has closed its end."""
        self._threads = [
            threading.Thread(target=self._write, args=(process.stdin,), name="to worker", daemon=True),
            threading.Thread(target=self._read, args=(process.stdout,), name="from worker", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: bytes) -> None:
        """Send a line; to a process that is gone, nothing is sent."""
        self._outgoing.put(line)

    def received(self) -> list[bytes]:
        """The lines that have come since the last time; never waits."""
        lines: list[bytes] = []
        with contextlib.suppress(queue.Empty):
            while not self.ended:
                line = self._incoming.get_nowait()
                if line is None:
                    self.ended = True
                else:
                    lines.append(line)
        return lines

    def close(self) -> None:
        """Send nothing more; the process reads the end of its input."""
        self._outgoing.put(None)

    def join(self) -> None:
        """Wait until the pipes of a process that has ended are closed."""
        for thread in self._threads:
            thread.join(_JOINING)

    def _write(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:  # the process is gone: the reader finds that, too
            while (line := self._outgoing.get()) is not None:
                while line:
                    line = line[os.write(pipe.fileno(), line) :]

    def _read(self, pipe: IO[bytes]) -> None:
        rest = b""
        with contextlib.suppress(OSError), pipe:
            while chunk := os.read(pipe.fileno(), _CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._put(line)
        self._put(None)

    def _put(self, line: bytes | None) -> None:
        self._incoming.put(line)
        if self._arrived is not None:
            self._arrived.set()
