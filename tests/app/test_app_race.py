"""Two processes at one level: which answer counts, and when."""

from __future__ import annotations

from typing import Any

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.workers.batch import LevelRun
from cassetete.app.workers.batch_pool import BatchPool
from cassetete.app.workers.race import CHOSEN, OTHER, Race
from cassetete.core.answers import (
    CANCELLED,
    MEMORY_LIMIT,
    TIME_LIMIT,
    Answer,
    End,
    Limits,
    Verdict,
    Why,
)
from cassetete.core.message import Text
from cassetete.session.jobs import Examined, ToExamine, Working

TAQUIN = games()["taquin"]
FOUND = pack("taquin")
assert FOUND is not None
LEVEL = FOUND.entry("two").level
JOB = ToExamine(TAQUIN, LEVEL, TAQUIN.rules.start(LEVEL), Limits())
WON = TAQUIN.notation.read(LEVEL, JOB.state, "ULL")

SHORTEST = Answer(Verdict.SOLVED, WON, optimal=True, expanded=10, seconds=1.0, solver="exact")
ANY = Answer(Verdict.SOLVED, WON, expanded=100, seconds=2.0, solver="any")
TIES = SHORTEST._replace(optimal=False, why=Why("ties", Text("ties")))
NONE: Answer[Any] = Answer(Verdict.IMPOSSIBLE, expanded=5, solver="any")
CUT: Answer[Any] = Answer(Verdict.UNKNOWN, expanded=7, why=MEMORY_LIMIT, solver="exact")
LATE: Answer[Any] = Answer(Verdict.UNKNOWN, expanded=9, why=TIME_LIMIT, solver="any")
OVER = Working(1, JOB, 0, turn_over=True)


def examined(answer: Answer[Any] | None, why: Why | None = None) -> Examined:
    return Examined(1, JOB, answer, why=why)


def after(*events: tuple[int, Any], timed: bool = False) -> Examined | None:
    """The result of a race in which this came, in this order."""
    race = Race(50, timed)
    for who, what in events:
        assert race.result(0.0) is None
        if isinstance(what, Working):
            race.progress(who, what)
        elif isinstance(what, Examined):
            race.end(who, what, 0.0)
        else:
            race.end(who, examined(what), 0.0)
    return race.result(0.0)


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize(
    ("events", "solver"),
    [
        ([(CHOSEN, SHORTEST)], "exact"),
        ([(OTHER, ANY), (CHOSEN, SHORTEST)], "exact"),
        ([(OTHER, NONE)], "any"),
        ([(OTHER, ANY)], None),
        ([(CHOSEN, OVER)], None),
        ([(OTHER, ANY), (CHOSEN, OVER)], "any"),
        ([(CHOSEN, OVER), (OTHER, ANY)], "any"),
        ([(CHOSEN, CUT), (OTHER, ANY)], "any"),
        ([(OTHER, ANY), (CHOSEN, CUT)], "any"),
        ([(OTHER, ANY), (CHOSEN, TIES)], "exact"),
        ([(CHOSEN, CUT)], None),
        ([(OTHER, LATE)], None),
        ([(OTHER, LATE), (CHOSEN, SHORTEST)], "exact"),
        ([(OTHER, LATE), (CHOSEN, CUT)], "exact"),
        ([(CHOSEN, CUT), (OTHER, LATE)], "exact"),
    ],
)
def test_the_answer_that_counts(events: list[tuple[int, Any]], solver: str | None, timed: bool) -> None:
    found = after(*events, timed=timed)
    assert (None if found is None or found.answer is None else found.answer.solver) == solver


def test_without_a_time_limit_the_other_one_has_its_slice_and_no_more() -> None:
    less, slice_ = Working(1, JOB, 49), Working(1, JOB, 50)
    assert after((CHOSEN, CUT), (OTHER, less)) is None
    assert after((OTHER, slice_)) is None
    ended = after((OTHER, slice_), (CHOSEN, CUT))
    assert ended is not None and ended.answer is not None and ended.answer.why == MEMORY_LIMIT
    assert after((OTHER, slice_), (CHOSEN, CUT), timed=True) is None


def test_the_answer_has_the_states_and_the_time_of_both() -> None:
    race = Race(50, timed=True)
    race.progress(CHOSEN, Working(1, JOB, 30))
    race.end(OTHER, examined(ANY), 20.0)
    race.progress(CHOSEN, OVER)
    found = race.result(24.0)
    assert found is not None and found.answer is not None
    assert (found.answer.expanded, found.answer.seconds) == (130, 6.0)
    late = Race(50, timed=True, turn_over=True, later=3.0)
    late.end(OTHER, examined(ANY), 20.0)
    found = late.result(20.0)
    assert found is not None and found.answer is not None and found.answer.seconds == 5.0


def test_a_process_that_dies_leaves_the_race_to_the_other() -> None:
    crashed, wrong = Why("crashed", Text("gone")), Why("internal", Text("a fault"))
    assert after((CHOSEN, examined(None, crashed))) is None
    one = after((CHOSEN, examined(None, crashed)), (OTHER, ANY))
    assert one is not None and one.answer == ANY._replace(expanded=100)
    other = after((CHOSEN, examined(None, crashed)), (OTHER, LATE))
    assert other is not None and other.answer is not None and other.answer.why == TIME_LIMIT
    both = after((CHOSEN, examined(None, crashed)), (OTHER, examined(None, crashed)))
    assert both is not None and both.why == crashed
    fault = after((CHOSEN, examined(None, wrong)))
    assert fault is not None and fault.why == wrong


class Silent(BatchPool):
    """A pool that starts nothing and remembers what was cancelled."""

    def __init__(self) -> None:
        super().__init__(0)
        self.cancelled: list[int] = []

    def cancel(self, ticket: int) -> None:
        self.cancelled.append(ticket)


def started(job: ToExamine = JOB, race: bool = False) -> tuple[Silent, LevelRun]:
    pool, run = Silent(), LevelRun(job, 50)
    run.start(pool, race)
    if race:
        run.help(pool)
    return pool, run


def test_the_end_of_a_race_stops_the_other_process() -> None:
    pool, run = started(race=True)
    run.receive(pool, Examined(2, JOB, ANY), lambda: False)
    assert not run.done and not pool.cancelled
    run.receive(pool, Examined(1, JOB, SHORTEST), lambda: False)
    assert run.done and 2 in pool.cancelled
    run.receive(pool, Examined(2, JOB, Answer(Verdict.UNKNOWN, why=CANCELLED)), lambda: False)
    assert run.result is not None and run.result.answer is not None and run.result.answer.optimal


def test_an_answer_that_does_not_win_is_not_shown() -> None:
    pool, run = started()
    run.receive(pool, Examined(1, JOB, SHORTEST._replace(moves=WON[:1])), lambda: False)
    assert run.result is not None and run.result.answer is None
    assert run.result.why is not None and run.result.why.code == "internal"
    assert "do not win" in str(run.result.why.text)


@pytest.mark.parametrize("text", ["UL", "UX", "UU"])
def test_a_list_with_a_solution_that_does_not_win_is_not_shown(text: str) -> None:
    pool, run = started()
    run.receive(pool, Working(1, JOB, 0, written=("ULL", text)), lambda: False)
    assert pool.cancelled == [1]
    run.receive(pool, Examined(1, JOB, SHORTEST, End(True)), lambda: False)
    assert run.result is not None and run.result.answer is None
    assert run.result.why is not None and run.result.why.code in ("internal", "error")


def test_a_list_that_is_begun_again_has_each_solution_once() -> None:
    pool, run = started()
    for before, part in ((0, ("ULL",)), (1, ("ULL",)), (0, ("ULL",)), (1, ("ULL",)), (2, ("ULL",))):
        run.receive(pool, Working(1, JOB, before, written=part), lambda: False)
    assert run.written == ["ULL"] * 3


def test_a_list_that_memory_cannot_hold_says_so() -> None:
    pool, run = started()
    run.receive(pool, Working(1, JOB, 0, written=("ULL",)), lambda: True)
    assert pool.cancelled == [1]
    run.receive(pool, Working(1, JOB, 1, written=("ULL",)), lambda: True)
    run.receive(pool, Examined(1, JOB, SHORTEST, End(False, CANCELLED)), lambda: True)
    assert run.written == ["ULL"]
    assert run.result is not None and run.result.end == End(False, MEMORY_LIMIT)
