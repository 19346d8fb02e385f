"""Running a generator to its end: searches, generators of levels and hunts all return their result that way."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

Y = TypeVar("Y")
R = TypeVar("R")
Z = TypeVar("Z")


def drain(work: Generator[Y, None, R], each: Callable[[Y], object] | None = None) -> R:
    """What the work returns; `each` is called with everything it yields.

    >>> def work():
    ...     yield 1
    ...     yield 2
    ...     return "done"
    >>> drain(work(), print)
    1
    2
    'done'
    """
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            result: R = end.value
            return result
        if each is not None:
            each(step)


def drain_until(work: Generator[Y, None, R], stop: Callable[[Y], bool]) -> R | None:
    """What the work returns, or None if `stop` says True of something it yields: it is closed then.

    >>> def work():
    ...     yield 1
    ...     yield 2
    ...     return "done"
    >>> drain_until(work(), lambda step: step == 2), drain_until(work(), lambda step: False)
    (None, 'done')
    """
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            result: R = end.value
            return result
        if stop(step):
            work.close()
            return None


def relay(work: Generator[Y, None, R], turned: Callable[[Y], Z | None]) -> Generator[Z, None, R]:
    """`yield from` the work with each step turned into something else; steps turned into None are left out.

    >>> def work():
    ...     yield 1
    ...     yield 2
    ...     return "done"
    >>> drain(relay(work(), lambda step: 10 * step), print)
    10
    20
    'done'
    """
    while True:
        try:
            step = next(work)
        except StopIteration as end:
            result: R = end.value
            return result
        other = turned(step)
        if other is not None:
            yield other
