"""Compiles a kernel module ahead of time: `python -m cassetete.speed.compile MODULE…`."""

from __future__ import annotations

import importlib
import os
import sys

from cassetete.speed import build, jit


def compile_module(name: str) -> None:
    """Build the kernels of the module's game. Those of a plugin (they may make arrays), and where there is no linker:
    import the module, let it run all its kernels once, and remember that Numba has kept their machine code.
    What was made from older sources is removed."""
    ours = name.startswith("cassetete.games.")
    if ours and os.environ.get("CASSETETE_PREBUILT") != "0" and build.possible():
        build.build_here(name)
    else:
        importlib.import_module(name).warm_up()
        jit.mark_ready(name)
    jit.remove_old_folders(name)


if __name__ == "__main__":
    for module in sys.argv[1:]:
        compile_module(module)
