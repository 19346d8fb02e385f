"""Compiling kernels in another process, while plain Python answers what it can."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from pathlib import Path

from cassetete.speed import jit

_children: dict[str, subprocess.Popen[bytes]] = {}


def usable(kernel: str) -> bool:
    """Whether a solver's kernel can run here at all."""
    return not kernel or jit.available()


def ready(kernel: str) -> bool:
    """Whether a solver's kernel can be used at once."""
    return not kernel or jit.ready(kernel)


def begin(kernel: str) -> None:
    """Start compiling in a process of its own; it ends when it is done, or with this process."""
    if kernel in _children:
        return
    command = [sys.executable, "-m", "cassetete.speed.compile", kernel]
    # The child finds the package where this process did, installed or not.
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        _children[kernel] = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
    except OSError:
        return
    if len(_children) == 1:
        atexit.register(_end)


def finished(kernel: str) -> bool:
    """Whether the compiling that `begin` started has come to its end, well or not."""
    child = _children.get(kernel)
    return child is None or child.poll() is not None


def _end() -> None:
    for child in _children.values():
        if child.poll() is None:
            child.kill()
            child.wait()
