"""Limits in force for all that runs inside `within`: set-up, tables and plans ask `checkpoint` as they work.

A search has a budget of its own and answers with what it has found. What comes before it has no answer to give: there
a limit is an exception, and whoever set the limit says what it means.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import NamedTuple

from cassetete.core.answers import CANCELLED, TIME_LIMIT, Why

_ASK_EVERY = 0.01
"""Seconds between two questions to `stop` and the other checks: they may cost more than the work between."""


class LimitReached(Exception):
    """A limit that is in force was reached; `why` says which."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.code)
        self.why = why


class _InForce(NamedTuple):
    deadline: float | None
    checks: tuple[Callable[[], Why | None], ...]
    asked: list[float]
    """When the checks were asked last."""


_in_force: ContextVar[_InForce | None] = ContextVar("limits in force", default=None)


@contextlib.contextmanager
def within(
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    check: Callable[[], Why | None] | None = None,
) -> Iterator[None]:
    """Limits for a block, besides those already in force: so many seconds, until `stop`, or until `check` says why.

    >>> with within(seconds=0.0):
    ...     checkpoint()
    Traceback (most recent call last):
    ...
    cassetete.core.checkpoint.LimitReached: seconds
    """
    outer = _in_force.get()
    end = None if seconds is None else time.perf_counter() + seconds
    checks = () if outer is None else outer.checks
    if outer is not None and outer.deadline is not None:
        end = outer.deadline if end is None else min(end, outer.deadline)
    if stop is not None:
        checks = (*checks, lambda: CANCELLED if stop() else None)
    if check is not None:
        checks = (*checks, check)
    asked = [0.0] if outer is None or stop is not None or check is not None else outer.asked
    token = _in_force.set(_InForce(end, checks, asked))
    try:
        yield
    finally:
        _in_force.reset(token)


def deadline() -> float | None:
    """When the time in force is over, by `time.perf_counter`; None if it has no end."""
    limits = _in_force.get()
    return None if limits is None else limits.deadline


def checkpoint() -> None:
    """Raise `LimitReached` if a limit in force is reached. Called in every loop that may take long."""
    limits = _in_force.get()
    if limits is None:
        return
    now = time.perf_counter()
    if limits.deadline is not None and now >= limits.deadline:
        raise LimitReached(TIME_LIMIT)
    if limits.checks and now - limits.asked[0] >= _ASK_EVERY:
        limits.asked[0] = now
        for check in limits.checks:
            why = check()
            if why is not None:
                raise LimitReached(why)
