"""Which solver answers, and when compiled code is waited for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cassetete.app import warming
from cassetete.app.choose import Want, solve, solve_by
from cassetete.app.library import pack
from cassetete.app.registry import games
from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.contract import Metric

TAQUIN = games()["taquin"]
PLAIN = TAQUIN.solvers[0]


def slow(*_arguments: Any) -> Any:
    raise AssertionError("compiled code was waited for")


KERNEL = replace(PLAIN, id="native", kernel="not.compiled.yet", run=slow)


@pytest.mark.parametrize("loaded", [False, True])
def test_plain_python_answers_what_it_can_before_anything_is_compiled(
    loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "loaded", lambda: loaded)
    monkeypatch.setattr(warming, "ready", lambda _kernel: False)
    found = pack("taquin")
    assert found is not None
    level = found.entry("1").level
    game = replace(TAQUIN, solvers=(KERNEL, PLAIN))
    answer: Answer[Any] = solve(game, level, limits=Limits(seconds=5))
    assert (answer.verdict, answer.solver) == (Verdict.SOLVED, PLAIN.id)


def test_compiled_code_that_is_there_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "loaded", lambda: True)
    monkeypatch.setattr(warming, "ready", lambda _kernel: True)
    found = pack("taquin")
    assert found is not None
    level = found.entry("1").level
    native = replace(KERNEL, run=PLAIN.run)
    game = replace(TAQUIN, solvers=(native, PLAIN))
    start = game.rules.start(level)
    answer = solve_by(game, native, level, start, Want.SHORTEST, Metric.MOVES, Limits())
    assert answer.solver == "native"
