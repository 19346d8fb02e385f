"""Compiles the solver, as slowly as the test wants."""

from __future__ import annotations

from .waiting import compile_until_done


def warm_up() -> None:
    compile_until_done("solver")
