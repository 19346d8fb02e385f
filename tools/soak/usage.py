"""What a command used, as the system counts it: its exit code, its CPU time and the most memory it held.

The system counts the memory of the process that starts a command as the command's own until that has begun: `true`,
started by a program that holds 300 MB, is said to have held 300 MB. So a small process starts it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import NamedTuple

_STARTER = """
import json, os, sys
report, *command = sys.argv[1:]
pid = os.posix_spawn(command[0], command, os.environ)
_pid, status, used = os.wait4(pid, 0)
found = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6
with open(report, "w") as file:
    json.dump(found, file)
"""


class Usage(NamedTuple):
    """Seconds are of CPU, with the children it waited for; megabytes are the most of one process of them."""

    code: int
    seconds: float
    megabytes: float
    said: str


def usage_of(
    command: list[str], folder: str | None = None, watch: Callable[[int], Callable[[], None]] | None = None
) -> Usage:
    """Run a command to its end. `watch` is called with the process that starts it, and what it returns at the end."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as report, tempfile.TemporaryFile() as output:
        starter = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _STARTER, report.name, *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=folder,
        )
        stop = watch(starter.pid) if watch is not None else None
        starter.wait()
        if stop is not None:
            stop()
        output.seek(0)
        return Usage(*json.load(report), output.read().decode("utf-8", "replace"))
