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

from cassetete.app.processes import job_object
from cassetete.core.cache_folder import cache_root

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
    cache_root()  # a temporary one is made here, once, for all processes
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _BOOT, json.dumps(_import_paths()), module, *arguments],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        bufsize=0,
        env=_environment(),
        start_new_session=True,  # Ctrl-C in the terminal is for this program alone
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    job_object.contain(process)
    return process


def _import_paths() -> list[str]:
    """Where modules are found, the package first. Never in the current folder: its files are not ours to run."""
    here = _current_folder()
    found = [str(Path(path).absolute()) for path in sys.path if path]
    return [str(_PACKAGE_PARENT), *(path for path in found if path != here)]


def _environment() -> dict[str, str]:
    """This program's, without the current folder among the paths of modules (an empty path is that folder too)."""
    here = _current_folder()
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    kept = os.pathsep.join(path for path in paths if path and str(Path(path).absolute()) != here)
    return {**os.environ, "PYTHONPATH": kept, "PYTHONSAFEPATH": "1"}


def _current_folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # it was removed
        return ""


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it started."""
    job_object.terminate(process)
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg") and hasattr(signal, "SIGKILL"):
            os.killpg(process.pid, signal.SIGKILL)  # it leads a session of its own
        else:
            kill_children(process.pid)
            process.kill()


def kill_children(pid: int) -> None:
    """Kill what a process started, and what that started."""
    try:
        import psutil
    except ImportError:
        return
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                child.kill()


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close this program's ends of the pipes."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
