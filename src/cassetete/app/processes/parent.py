"""The end of a worker process that talks to the program which started it: lines of JSON, in and out."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from cassetete.app.processes.spawn import kill_children


class Parent:
    """The program that started this process: `receive` is called, in a thread, with each packet it sends.

    Only one is made, by `main`. What the process prints from then on goes to standard error.
    """

    def __init__(self, receive: Callable[[dict[str, Any]], None]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._receive = receive
        self._outgoing = os.dup(1)
        self._sending = threading.Lock()
        os.dup2(2, 1)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        """Read lines until there are no more, then end the process."""
        try:
            for line in sys.stdin.buffer:
                self._receive(json.loads(line))
        finally:
            end_process()

    def send(self, packet: dict[str, Any]) -> None:
        """Send one line; any thread may."""
        line = json.dumps(packet).encode("ascii") + b"\n"
        with self._sending:
            while line:
                line = line[os.write(self._outgoing, line) :]


def end_process() -> None:
    """End this process at once, and with it what it has started (a kernel being compiled, for example)."""
    if sys.platform != "win32" and hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    kill_children(os.getpid())
    os._exit(0)
