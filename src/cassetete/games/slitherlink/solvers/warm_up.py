"""Compiles the kernels of the solvers: `kernel=` of each of them names this module."""

from __future__ import annotations

from ..kernels import search


def warm_up() -> None:
    """Run every kernel once."""
    search.warm_up()
