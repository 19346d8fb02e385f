"""Compiling the kernels of `portfolio`, which include those of `optimal`."""

from __future__ import annotations

from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.speed.arrays import np

from . import rules
from . import warm_up as exact
from .kernels.unpacking import can_leave
from .solvers.level_arrays import level_arrays
from .solvers.node_search import shared_arrays
from .solvers.portfolio import PORTFOLIO, any_solution, search_of


def warm_up() -> None:
    """Solve a tiny level by every search of the portfolio, and ask what its plan does not need to ask."""
    exact.warm_up()
    level = exact.tiny_level()
    state, arrays = rules.start(level), level_arrays(level)
    drain(any_solution(level, state, Metric.PUSHES, Limits()))
    for member in PORTFOLIO:
        search, shared = search_of(arrays, state, *member), shared_arrays(arrays, state)
        if search is None:
            continue
        search.advance(shared, 16)
        while search.paused:
            search.advance(shared, 16)
    starts = np.zeros(len(arrays.board.step), np.uint8)
    can_leave(arrays.board, arrays.scratch(), arrays.boxes(state), arrays.player(state), starts)
