"""Real processes for tests: the command, and a Dask cluster on this machine."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

NOT_ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="the test itself uses what only POSIX systems have")
"""Unlike the mark `posix`, such a test is run where the program, and not the test, lacks what Windows lacks."""

TESTS = Path(__file__).parent
PATIENCE = 240
"""Seconds after which a test gives up: a safety, not a measure."""


def environment(**more: str) -> dict[str, str]:
    """What a process needs to find the code, the tests' own modules and the tests' games."""
    paths = [str(TESTS), str(TESTS.parent / "src"), os.environ.get("PYTHONPATH", "")]
    games = os.pathsep.join([str(TESTS / "plugins"), str(TESTS / "waiting")])
    python_path = os.pathsep.join(path for path in paths if path)
    return {**os.environ, "PYTHONPATH": python_path, "CASSETETE_GAMES": games, **more}


class Waiting:
    """The command on the game `waiting`, caught in the middle of its slow work."""

    def __init__(self, folder: Path) -> None:
        self.pipe = folder / "pipe"
        self.environment = environment(WAITING=str(self.pipe))
        os.mkfifo(self.pipe)

    def started(self, *arguments: str) -> subprocess.Popen[str]:
        """The command, begun."""
        command = [sys.executable, "-m", "cassetete", *arguments]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, env=self.environment, text=True, **streams)  # type: ignore[call-overload,no-any-return]

    def slow_one(self) -> int:
        """The process that has come to the slow work, as soon as it has."""
        reading = os.open(self.pipe, os.O_RDONLY | os.O_NONBLOCK)
        try:
            assert select.select([reading], [], [], PATIENCE)[0], "no process came to the slow work"
            return int(os.read(reading, 100))
        finally:
            os.close(reading)


def finished(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit code, output and complaints of a process, once it has ended."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@contextmanager
def dask(folder: Path, workers: int, **more: str) -> Iterator[str]:
    """A real scheduler on this machine, and real workers that it knows of; the scheduler's address."""
    local = ("--host", "127.0.0.1", "--no-dashboard")
    named = environment(DASK_TEMPORARY_DIRECTORY=str(folder), **more)
    with ExitStack() as stack:

        def start(program: str, *arguments: str) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", f"distributed.cli.{program}", *local, *arguments]
            process = subprocess.Popen(command, cwd=folder, env=named, stderr=subprocess.PIPE, text=True)
            stack.callback(process.communicate)
            stack.callback(process.kill)
            return process

        address = said(start("dask_scheduler", "--port", "0"), "Scheduler at:")
        begun = [start("dask_worker", address, "--no-nanny", "--nthreads", "1") for _number in range(workers)]
        for worker in begun:
            said(worker, "Registered to:")
        yield address


def said(process: subprocess.Popen[str], words: str) -> str:
    """The last word of the line in which a process says something, as soon as it has."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        if words in line:
            return line.split()[-1]
        lines.append(line)
    raise AssertionError(f"it ended and never said {words!r}:\n{''.join(lines)}")
