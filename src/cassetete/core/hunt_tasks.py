"""The tasks of record hunts: every level of a size, in parts, or annealing runs, each with its own seed."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable
from typing import TypeVar

from cassetete.core.contract import Found, Progress, Tasks

T = TypeVar("T")

Work = abc.Generator[Progress, None, Found]


def all_in_parts(size: object, parts: int) -> Tasks:
    """Every level of the size, divided into `parts` tasks.

    >>> all_in_parts("2x2", 2)
    Tasks(exhaustive=True, items=('all 2x2 0/2', 'all 2x2 1/2'))
    """
    return Tasks(True, tuple(f"all {size} {part}/{parts}" for part in range(parts)))


def annealing_runs(size: object, iterations: int, each: int, seed: int) -> Tasks:
    """Runs of about `each` iterations, `iterations` in all, with seeds from `seed` on.

    >>> annealing_runs("5x5", 100, 50, 7).items
    ('anneal 5x5 50 7', 'anneal 5x5 50 8')
    """
    runs = max(1, round(iterations / each))
    length = max(1, iterations // runs)
    return Tasks(False, tuple(f"anneal {size} {length} {seed + run}" for run in range(runs)))


def run_task(
    task: str,
    size_of: Callable[[str], T],
    exhaust: Callable[[T, int, int], Work],
    anneal: Callable[[T, int, int], Work],
) -> Work:
    """Run a task: `exhaust(size, part, parts)` or `anneal(size, iterations, seed)`."""
    kind, size, *rest = task.split()
    if kind == "all":
        part, parts = map(int, rest[0].split("/"))
        return exhaust(size_of(size), part, parts)
    iterations, seed = map(int, rest)
    return anneal(size_of(size), iterations, seed)
