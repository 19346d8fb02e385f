"""Without the SAT solver and without compiled code: what is said is true, or it is said that it is not known."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from small_grids import random_grid, solutions_of

from cassetete.cli.main import main
from cassetete.core.answers import MEMORY_LIMIT
from cassetete.core.checkpoint import LimitReached
from cassetete.games.slitherlink.grading import grade
from cassetete.games.slitherlink.model import State
from cassetete.games.slitherlink.solvers import facts as common
from cassetete.games.slitherlink.solvers import native
from cassetete.games.slitherlink.solvers.facts import common_marks
from cassetete.games.slitherlink.solvers.native import NO_SOLVER, unique


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `python -m cassetete` from a clone, with nothing installed."""
    monkeypatch.setattr(native, "compiled", lambda: False)
    monkeypatch.setattr(native, "available", lambda: False)
    monkeypatch.setattr(common, "available", lambda: False)


@pytest.mark.usefixtures("plain")
def test_uniqueness_and_facts_are_those_of_brute_force_or_not_known() -> None:
    draw = random.Random(11)
    known = 0
    for _case in range(120):
        level, state = random_grid(draw)
        marked = replace(level, marks=state)
        wanted = solutions_of(level, state)
        try:
            assert unique(marked) == (len(wanted) == 1), (level, state)
            known += 1
        except LimitReached as reached:
            assert reached.why == NO_SOLVER
        marks = common_marks(level, state)
        if not wanted:
            assert marks is None
            continue
        full = (1 << level.edges) - 1
        drawn, crossed = full, full
        for loop in wanted:
            drawn, crossed = drawn & loop, crossed & ~loop
        assert marks == State(drawn, crossed | state.crossed), (level, state)
    assert known > 30


@pytest.mark.usefixtures("plain")
def test_a_level_of_the_pack_has_its_grade_and_its_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", "slitherlink:1"]) == 0
    assert "exactly one" not in capsys.readouterr().out
    assert main(["solve", "slitherlink:1", "--facts"]) == 0
    assert "in all solutions: -" not in capsys.readouterr().out


def test_what_a_limit_kept_from_being_known_is_not_called_false(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of memory, before the second solution was looked for."""
    level, _state = random_grid(random.Random(3))
    monkeypatch.setattr(native.SolutionSearch, "_step", lambda _search: MEMORY_LIMIT)
    with pytest.raises(LimitReached) as found:
        grade(level)
    assert found.value.why == MEMORY_LIMIT
