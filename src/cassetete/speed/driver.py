"""Runs a kernel step by step: grows its arrays when they are full, reports progress, keeps to the limits.

A kernel that searches is a function `step(arrays…, budget)` that expands at most `budget` nodes and returns one of the
status codes below. Python owns the arrays. A game wraps them in a class with the methods of `KernelSearch`, and `run`
or `solve` does the rest.
"""

from __future__ import annotations

import time
from collections import abc
from typing import Any, Protocol, TypeVar

from cassetete.core.answers import EXHAUSTED as NOTHING_LEFT
from cassetete.core.answers import MEMORY_LIMIT, TIME_LIMIT, Answer, Verdict, Visit, Why
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import M, S, Search
from cassetete.speed import jit
from cassetete.speed.arrays import np
from cassetete.speed.budget import Budget

M_co = TypeVar("M_co", bound=abc.Hashable, covariant=True)

RUNNING, FOUND, EXHAUSTED, NEED_GROW = 0, 1, 2, 3
"""What a step of a kernel returns: its budget is used up, a goal was reached, nothing is left to expand, or an array
is full: the driver grows it and calls the kernel again."""

STRIDE = 16384 if jit.compiled() else 64
"""How many nodes one step expands unless a game says otherwise: a few milliseconds."""


_FEW = 256
"""A first step of so many nodes is short enough on any board."""

_LONG, _SHORT = 0.02, 0.001
"""Seconds of a step after which the next is made shorter, or may be longer."""


_GROWN_A_SECOND = 1_000_000_000
"""Bytes of arrays that can be copied into larger ones, and their tables filled again, in a second, at least."""


class KernelSearch(Protocol[S]):
    """The arrays of a search and the kernel that works on them."""

    @property
    def expanded(self) -> int:
        """How many nodes were expanded so far."""

    @property
    def bytes(self) -> int:
        """The memory of the arrays."""

    def step(self, budget: int) -> int:
        """Let the kernel expand at most so many nodes: a status code."""

    def grow(self) -> None:
        """Double the arrays that are full."""

    def visit(self) -> Visit[S]:
        """How far the search is."""


class KernelSolver(KernelSearch[S], Protocol[S, M_co]):
    """A search whose first goal is reached by a best solution."""

    def moves(self) -> tuple[M_co, ...]:
        """The moves to the goal that was found."""


class Pace:
    """How many nodes the next step expands: at most a stride, fewer where nodes take long.

    A node of a large board takes a thousand times as long as one of a small board; the clock is looked at between two
    steps, so a step must be short on both.

    >>> pace = Pace(1600)
    >>> before = pace.nodes
    >>> pace.took(0.0001)
    >>> before, pace.nodes
    (100, 1600)
    """

    def __init__(self, stride: int) -> None:
        self._stride = stride
        self.nodes = stride // 16 if stride > _FEW else stride

    def took(self, seconds: float) -> None:
        """The last step took so long."""
        if seconds > _LONG:
            self.nodes = max(1, self.nodes // 4)
        elif seconds < _SHORT:
            self.nodes = min(self._stride, 16 * self.nodes)


def run(
    search: KernelSearch[S], budget: Budget, stride: int = STRIDE, *, whole: bool = False, paced: bool = True
) -> abc.Generator[Visit[S], None, Why | None]:
    """Search until a goal is found (None), nothing is left (`core.answers.EXHAUSTED`) or a limit is reached (which).

    With `whole`, the search goes on after a goal. A search that bounds the work of its steps itself is not `paced`.
    """
    status = RUNNING
    pace = Pace(stride) if paced else None
    while True:
        yield search.visit()
        expanded = search.expanded
        # An array that doubles is there three times: the old one, and the new one of twice its size.
        why = budget.exceeded(expanded, search.bytes * (3 if status == NEED_GROW else 1))
        if why is not None:
            return why
        if status == NEED_GROW:
            if not budget.affords(0, more=2 * search.bytes):
                return MEMORY_LIMIT
            left = budget.seconds_left()
            if left is not None and search.bytes > left * _GROWN_A_SECOND:
                return TIME_LIMIT
            search.grow()
        began = time.perf_counter()
        try:
            status = search.step(budget.step(expanded, stride if pace is None else pace.nodes))
        except LimitReached as reached:  # by something the search prepares on its way
            return reached.why
        if pace is not None:
            pace.took(time.perf_counter() - began)
        if status == EXHAUSTED:
            return NOTHING_LEFT
        if status == FOUND and not whole:
            return None


def solve(search: KernelSolver[S, M], budget: Budget, stride: int = STRIDE) -> Search[S, M]:
    """The best solution, or why there is none."""
    why = yield from run(search, budget, stride)
    if why is None:
        return Answer(Verdict.SOLVED, search.moves(), optimal=True, expanded=search.expanded)
    return unsolved(why, search.expanded)


def unsolved(why: Why, expanded: int) -> Answer[Any]:
    """The answer of a search that found nothing: IMPOSSIBLE if it was exhausted, else UNKNOWN."""
    verdict = Verdict.IMPOSSIBLE if why is NOTHING_LEFT else Verdict.UNKNOWN
    return Answer(verdict, expanded=expanded, why=why)


def grown(array: Any, length: int | None = None, axis: int = 0) -> Any:
    """A longer array that begins with the same rows and ends with zeros; twice as long unless a length is given.

    >>> grown(np.array([1, 2], np.int8)).tolist()
    [1, 2, 0, 0]
    """
    shape = list(array.shape)
    shape[axis] = 2 * shape[axis] if length is None else length
    larger = np.zeros(shape, array.dtype)
    larger[tuple(map(slice, array.shape))] = array
    return larger
