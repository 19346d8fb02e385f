"""The driver of kernels: it grows, reports, keeps to the limits and says how a search ended."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from cassetete.core import answers
from cassetete.core.answers import Limits, Verdict, Visit
from cassetete.core.drain import drain
from cassetete.speed import budget
from cassetete.speed.budget import Budget
from cassetete.speed.driver import EXHAUSTED, FOUND, NEED_GROW, RUNNING, grown, run, solve


class Counting:
    """A search along the numbers from 0 on, in an array of 4 that doubles; `goal` is found, `last` is the end."""

    def __init__(self, goal: int, last: int) -> None:
        self.array, self.expanded = np.zeros(4, np.int64), 0
        self._goal, self._last = goal, last

    @property
    def bytes(self) -> int:
        return self.array.nbytes

    def step(self, budget: int) -> int:
        for _node in range(budget):
            if self.expanded == self._last:
                return EXHAUSTED
            if self.expanded == len(self.array):
                return NEED_GROW
            self.array[self.expanded] = self.expanded
            self.expanded += 1
            if self.expanded == self._goal + 1:
                return FOUND
        return RUNNING

    def grow(self) -> None:
        self.array = grown(self.array)

    def visit(self) -> Visit[int]:
        return Visit(None, self.expanded, 1, self.expanded)

    def moves(self) -> tuple[int, ...]:
        return tuple(self.array[: self.expanded].tolist())


def test_a_goal_is_found_over_grown_arrays() -> None:
    seen: list[int] = []
    answer = drain(solve(Counting(10, 20), Budget(Limits()), 3), lambda visit: seen.append(visit.expanded))
    assert (answer.verdict, answer.optimal, answer.expanded) == (Verdict.SOLVED, True, 11)
    assert answer.moves == tuple(range(11))
    assert seen == [0, 3, 4, 7, 8]


def test_nothing_left_is_proof() -> None:
    answer = drain(solve(Counting(99, 20), Budget(Limits()), 3))
    assert (answer.verdict, answer.why, answer.expanded) == (Verdict.IMPOSSIBLE, answers.EXHAUSTED, 20)


def test_a_whole_search_goes_on_after_a_goal() -> None:
    search = Counting(10, 20)
    assert drain(run(search, Budget(Limits()), 64, whole=True)) is answers.EXHAUSTED
    assert search.expanded == 20


@pytest.mark.parametrize(
    ("limits", "why", "expanded"),
    [
        (Limits(nodes=7), answers.NODE_LIMIT, 7),
        (Limits(seconds=0.0), answers.TIME_LIMIT, 0),
        (Limits(memory=8), answers.MEMORY_LIMIT, 0),
    ],
)
def test_limits_are_kept(limits: Limits, why: answers.Why, expanded: int) -> None:
    answer = drain(solve(Counting(99, 1000), Budget(limits), 64))
    assert (answer.verdict, answer.why, answer.expanded) == (Verdict.UNKNOWN, why, expanded)


def test_growth_counts_the_old_arrays_and_the_new_ones() -> None:
    search = Counting(99, 1000)
    answer = drain(solve(search, Budget(Limits(), most_memory=100), 64))
    assert (answer.why, answer.expanded, search.bytes) == (answers.MEMORY_LIMIT, 8, 64)


def test_growth_along_an_axis_keeps_what_was_there() -> None:
    assert grown(np.array([[1, 2], [3, 4]]), axis=1).tolist() == [[1, 2, 0, 0], [3, 4, 0, 0]]
    assert grown(np.array([1, 2]), 3).tolist() == [1, 2, 0]


def test_memory_that_nothing_can_tell_is_asked_for_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python looks for a missing module anew each time, which takes longer than solving a small level."""
    looked_for = []

    class Missing:
        def find_spec(self, name: str, *_where: object) -> None:
            if name in ("psutil", "resource"):
                looked_for.append(name)
                raise ModuleNotFoundError(name)

    monkeypatch.setattr(budget, "_STATM", "")
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    for name in ("psutil", "resource"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    caches = budget._process, budget._resource
    try:
        for each in caches:
            each.cache_clear()
        assert [budget.resident_memory() for _again in range(3)] == [0, 0, 0]
    finally:
        for each in caches:
            each.cache_clear()
    assert sorted(looked_for) == ["psutil", "resource"]
