"""Starting and killing Python processes that run the same package as this program."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

_PACKAGE_PARENT = Path(__file__).parents[3]

_BOOT = """import json, sys
paths = json.loads(sys.argv[1])
sys.path.insert(0, paths[0])
import cassetete
sys.path.pop(0)
sys.path += [path for path in paths if path not in sys.path]
import importlib
importlib.import_module(sys.argv[2]).main(*sys.argv[3:])
"""
"""The package's folder comes first for one import only: other files in it must not hide the standard library."""


def start(
    module: str, *arguments: str, stdout: int | IO[bytes] | None, stderr: int | IO[bytes] | None
) -> subprocess.Popen[bytes]:
    """Start a process that calls `main(*arguments)` of a module; OSError or ValueError if that is not possible.

    `main` makes a `parent.Parent`, which ends the process when its standard input ends: when this program ends, in
    whatever way, its processes do.
    """
    if not sys.executable:
        raise OSError("sys.executable is empty")
    paths = [str(_PACKAGE_PARENT), *map(os.path.abspath, sys.path)]
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _BOOT, json.dumps(paths), module, *arguments],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        start_new_session=True,  # Ctrl-C in the terminal is for this program alone
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it started."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)  # it leads a session of its own
        else:
            process.kill()


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close this program's ends of the pipes."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
