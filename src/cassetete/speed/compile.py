"""Compiles a kernel module ahead of time: `python -m cassetete.speed.compile MODULE…`."""

from __future__ import annotations

import importlib
import sys

from cassetete.speed.jit import mark_ready


def compile_module(name: str) -> None:
    """Import the module, let it run all its kernels once, and remember that their machine code is kept."""
    importlib.import_module(name).warm_up()
    mark_ready(name)


if __name__ == "__main__":
    for module in sys.argv[1:]:
        compile_module(module)
