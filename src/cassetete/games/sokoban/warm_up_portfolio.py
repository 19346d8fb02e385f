"""Compiling the kernels of `portfolio`, which include those of `optimal`."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.speed.budget import Budget

from . import rules
from . import warm_up as exact
from .solvers.level_arrays import level_arrays
from .solvers.portfolio import any_solution, in_turn


def warm_up() -> None:
    """Solve a tiny level by every search of the portfolio."""
    exact.warm_up()
    level = exact.tiny_level()
    state = rules.start(level)
    drain(any_solution(level, state, Metric.PUSHES, Limits()))
    drain(in_turn(level_arrays(level), Budget(Limits()), state))
