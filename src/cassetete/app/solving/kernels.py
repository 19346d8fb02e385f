"""Compiled kernels: whether they are ready, compiling them in another process, or all of them ahead of time."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cassetete.core.cache_folder import can_be_written
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import AnyGame
from cassetete.speed import jit

if TYPE_CHECKING:
    import subprocess

_ASK_EVERY = 0.02

_compiling: dict[str, subprocess.Popen[bytes] | None] = {}


def usable(kernel: str) -> bool:
    """Whether a solver's kernel can run here at all."""
    return not kernel or jit.available(kernel)


def can_be_kept(kernel: str) -> bool:
    """Whether a kernel that is not compiled yet could be: in another process, which keeps it in a folder."""
    return can_be_written() or ready(kernel)


def ready(kernel: str) -> bool:
    """Whether a solver's kernel can be used at once."""
    return not kernel or jit.ready(kernel)


def start_compiling(kernel: str) -> bool:
    """Compile in another process, which ends with this one; False if that was started before."""
    if kernel in _compiling:
        return False
    import subprocess  # slow to import, and most kernels are compiled already

    from cassetete.app.processes import spawn

    try:
        quiet = subprocess.DEVNULL
        _compiling[kernel] = spawn.start("cassetete.app.solving.kernels", kernel, stdout=quiet, stderr=quiet)
    except (OSError, ValueError):
        _compiling[kernel] = None
    return True


def finished_compiling(kernel: str) -> bool:
    """Whether the process that `start_compiling` started has ended, with success or not."""
    process = _compiling.get(kernel)
    if process is None:
        return True
    if process.poll() is None:
        return False
    from cassetete.app.processes import spawn

    spawn.close_pipes(process)
    return True


def compile_in_child(kernel: str) -> None:
    """Compile in another process and wait for it, within the limits in force: LimitReached where they come first.

    Where no process can be started nothing is done, and the kernel is compiled in this one when it is first called.
    """
    start_compiling(kernel)
    while not finished_compiling(kernel):
        checkpoint()
        time.sleep(_ASK_EVERY)


def main(kernel: str) -> None:
    """The process that compiles."""
    from cassetete.app.processes.parent import Parent

    Parent(lambda _packet: None)
    if not kernel.startswith("cassetete."):  # a plugin's modules can be imported only after it was found
        from cassetete.app.registry import games

        list(games())
    _compile_once(kernel)


def _compile_once(kernel: str) -> None:
    """Compile, unless another process does: the window prepares every kernel, and a search may want one of them
    meanwhile. Then wait until that one has it ready, or has ended without."""
    from cassetete.core.file_lock import lock_file

    with (jit.cache_folder(kernel) / "compiling").open("wb") as file:  # for each game: one's kernels are built at once
        while not ready(kernel):
            try:
                lock_file(file.fileno(), wait=False)
            except BlockingIOError:
                time.sleep(_ASK_EVERY)
                continue
            if not ready(kernel):  # it may have been made ready just before
                compile_now(kernel)
            return


def kernels_of(games: Iterable[AnyGame]) -> list[str]:
    """The kernels of the games' solvers and generators, each once."""
    named: dict[str, None] = {}
    for game in games:
        named |= dict.fromkeys(solver.kernel for solver in game.solvers)
        named |= dict.fromkeys(generator.kernel for generator in game.making.generators)
    return [kernel for kernel in named if kernel]


def compile_now(kernel: str) -> float:
    """Compile a kernel in this process and keep its machine code; the seconds it took."""
    from cassetete.speed.compile import compile_module

    began = time.perf_counter()
    compile_module(kernel)
    return time.perf_counter() - began
