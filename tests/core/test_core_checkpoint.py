"""Limits in force: whoever works inside is told to stop, whatever set the limit."""

from __future__ import annotations

import pytest

from cassetete.core.answers import CANCELLED, MEMORY_LIMIT, TIME_LIMIT, Limits
from cassetete.core.checkpoint import LimitReached, checkpoint, deadline, within
from cassetete.speed.budget import Budget, process_memory


def test_without_limits_nothing_happens() -> None:
    checkpoint()
    assert deadline() is None


def test_the_nearest_deadline_counts_and_ends_with_its_block() -> None:
    with within(seconds=1000.0):
        outer = deadline()
        with within(seconds=2000.0):
            assert deadline() == outer
        with within(seconds=0.0):
            with pytest.raises(LimitReached) as reached:
                checkpoint()
            assert reached.value.why is TIME_LIMIT
        checkpoint()
    assert deadline() is None


def test_a_stop_from_outside_is_heard_inside() -> None:
    with within(stop=lambda: True), within(seconds=1000.0):
        with pytest.raises(LimitReached) as reached:
            checkpoint()
        assert reached.value.why is CANCELLED


def test_a_budget_keeps_to_what_is_in_force_around_it() -> None:
    with within(seconds=0.0):
        assert Budget(Limits(seconds=1000.0)).exceeded(0) is TIME_LIMIT
    with process_memory(1):
        budget = Budget(Limits())
        assert budget.exceeded(0) is MEMORY_LIMIT
        assert not budget.affords(0, more=1)
        with pytest.raises(LimitReached) as reached:
            checkpoint()
        assert reached.value.why is MEMORY_LIMIT
    assert Budget(Limits()).exceeded(0) is None
