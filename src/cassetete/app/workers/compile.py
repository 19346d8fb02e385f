"""Compiling kernels: in another process, while plain Python answers what it can, or all of them ahead of time."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from cassetete.core.contract import AnyGame
from cassetete.speed import jit

_children: dict[str, subprocess.Popen[bytes]] = {}


def usable(kernel: str) -> bool:
    """Whether a solver's kernel can run here at all."""
    return not kernel or jit.available()


def loaded() -> bool:
    """Whether this process has loaded the compiler's code already, and so its kernels at no further cost."""
    return jit.loaded()


def ready(kernel: str) -> bool:
    """Whether a solver's kernel can be used at once."""
    return not kernel or jit.ready(kernel)


def begin(kernel: str) -> bool:
    """Start compiling in a process of its own; it ends when it is done, or with this process. False: begun before."""
    if kernel in _children:
        return False
    # A plugin's modules can be imported only where the games have been found.
    compiler = "cassetete.speed.compile" if kernel.startswith("cassetete.") else "cassetete.app.workers.compile"
    command = [sys.executable, "-m", compiler, kernel]
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
        return True
    if len(_children) == 1:
        atexit.register(_end)
    return True


def finished(kernel: str) -> bool:
    """Whether the compiling that `begin` started has come to its end, well or not."""
    child = _children.get(kernel)
    return child is None or child.poll() is not None


def _end() -> None:
    for child in _children.values():
        if child.poll() is None:
            child.kill()
            child.wait()


def kernels(games: Iterable[AnyGame]) -> list[str]:
    """The kernels of the games' solvers and level makers, each once."""
    named: dict[str, None] = {}
    for game in games:
        named |= dict.fromkeys(solver.kernel for solver in game.solvers)
        named |= dict.fromkeys(generator.kernel for generator in game.making.generators)
    return [kernel for kernel in named if kernel]


def compiles() -> bool:
    """Whether kernels are compiled at all here (it loads Numba to find out)."""
    return jit.compiled()


def compile_now(kernel: str) -> float:
    """Compile a kernel in this process and keep its machine code; the seconds it took."""
    from cassetete.speed.compile import compile_module

    began = time.perf_counter()
    compile_module(kernel)
    return time.perf_counter() - began


if __name__ == "__main__":
    from cassetete.app.registry import games

    games()
    for named in sys.argv[1:]:
        compile_now(named)
