"""Chromium without a test driver: Playwright lets the browser record what it loads, 50 MB in the page's process.

Only the commands that are sent reach the browser (DevTools protocol over two pipes), and none of them records anything.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO


class BarePage:
    """One page of such a browser."""

    def __init__(self, into: BinaryIO, out: BinaryIO) -> None:
        self._into, self._out = into, out
        self._number = 0
        self._session = ""
        target = self._send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def _send(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._into.write(json.dumps(message).encode() + b"\0")
        self._into.flush()
        while True:
            answer = json.loads(self._line())
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return dict(answer["result"])

    def _line(self) -> bytes:
        line = bytearray()
        while (byte := self._out.read(1)) != b"\0":
            if not byte:
                raise EOFError("the browser has gone")
            line += byte
        return bytes(line)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size."""
        self._send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def goto(self, address: str) -> None:
        """Open an address."""
        self._send("Page.navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self._send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait_for(self, expression: str, seconds: float = 300) -> None:
        """Wait until an expression is true."""
        deadline = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > deadline:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def press(self, key: str) -> None:
        """Press and let go a key that writes one letter."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": key} if kind == "keyDown" else {}
            self._send("Input.dispatchKeyEvent", type=kind, key=key, **more)


@contextlib.contextmanager
def bare_page(program: str, profile: str, flags: Sequence[str]) -> Iterator[BarePage]:
    """A page in a new browser with this folder as its profile."""
    read_by_browser, into = os.pipe()
    out, written_by_browser = os.pipe()
    # The browser reads from 3 and writes to 4: first away from those, so that neither is overwritten.
    ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (read_by_browser, written_by_browser)]

    def take_ends() -> None:
        os.dup2(ends[0], 3)
        os.dup2(ends[1], 4)

    command = [
        program,
        "--headless=new",
        "--remote-debugging-pipe",
        f"--user-data-dir={profile}",
        "--no-first-run",
        *flags,
    ]
    process = subprocess.Popen(command, preexec_fn=take_ends, pass_fds=(3, 4), stderr=subprocess.DEVNULL)
    for fd in (read_by_browser, written_by_browser, *ends):
        os.close(fd)
    try:
        with os.fdopen(into, "wb") as writing, os.fdopen(out, "rb") as reading:
            yield BarePage(writing, reading)
    finally:
        process.terminate()
        process.wait()
