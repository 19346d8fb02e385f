"""Runs a kernel step by step: grows its arrays when they are full, reports progress, keeps to the limits.

A kernel that searches is a function `step(arrays…, budget)` that expands at most `budget` nodes and returns one of the
status codes below. Python owns the arrays. A game wraps them in a class with the methods of `KernelSearch`, and `run`
or `solve` does the rest.
"""

from __future__ import annotations

from collections import abc
from typing import Any, Protocol, TypeVar

from cassetete.core.answers import EXHAUSTED as NOTHING_LEFT
from cassetete.core.answers import Answer, Verdict, Visit, Why
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


def run(
    search: KernelSearch[S], budget: Budget, stride: int = STRIDE, *, whole: bool = False
) -> abc.Generator[Visit[S], None, Why | None]:
    """Search until a goal is found (None), nothing is left (`core.answers.EXHAUSTED`) or a limit is reached (which).

    With `whole`, the search goes on after a goal.
    """
    status = RUNNING
    while True:
        yield search.visit()
        expanded = search.expanded
        # An array that doubles is there three times: the old one, and the new one of twice its size.
        why = budget.exceeded(expanded, search.bytes * (3 if status == NEED_GROW else 1))
        if why is not None:
            return why
        if status == NEED_GROW:
            search.grow()
        status = search.step(budget.step(expanded, stride))
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
