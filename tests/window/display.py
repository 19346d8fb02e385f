"""An X server for tests, and programs that draw on it by themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import PATIENCE, environment


@contextmanager
def x_server(size: str = "1640x1000") -> Iterator[str]:
    """An X server on a free display, and the display's name."""
    server, number = _x_server(size)
    for _again in range(4):  # a display that another server is just leaving is free, and then is not
        if number:
            break
        server.wait()
        server, number = _x_server(size)
    try:
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # told just before it began to wait, it would not hear
            server.kill()
            server.wait()


def _x_server(size: str) -> tuple[subprocess.Popen[bytes], str]:
    """A new server and its display's number; none if it could not start.

    Keys do not repeat of themselves (-r): a slow machine may lie between a key's press and its release.
    """
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset", "-r"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        return server, told.readline().strip()


def drawing(name: str, display: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A program of this folder, run to its end on a display."""
    return subprocess.run(
        [sys.executable, str(Path(__file__).with_name(name)), str(folder)],
        env=environment(DISPLAY=display),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
