"""Which solver answers, and when compiled code is waited for."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving import choose as choosing
from cassetete.app.solving import kernels
from cassetete.app.solving.choose import solve, solve_by
from cassetete.core.answers import (
    CANCELLED,
    MEMORY_LIMIT,
    NODE_LIMIT,
    TIME_LIMIT,
    Answer,
    Limits,
    Verdict,
    Visit,
    Want,
    Why,
)
from cassetete.core.checkpoint import LimitReached
from cassetete.core.contract import Metric
from cassetete.speed import jit

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="nothing is compiled without numba")

TAQUIN = games()["taquin"]
PLAIN = TAQUIN.solvers[0]


def slow(*_arguments: Any) -> Any:
    raise AssertionError("compiled code was waited for")


KERNEL = replace(PLAIN, id="native", kernel="not.compiled.yet", run=slow)


def first_level() -> Any:
    found = pack("taquin")
    assert found is not None
    return found.entry("1").level


@pytest.mark.parametrize("loaded", [False, True])
def test_plain_python_answers_what_it_can_before_anything_is_compiled(
    loaded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "loaded", lambda _kernel: loaded)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: False)
    level = first_level()
    game = replace(TAQUIN, solvers=(KERNEL, PLAIN))
    answer: Answer[Any] = solve(game, level, limits=Limits(seconds=240))
    assert (answer.verdict, answer.solver) == (Verdict.SOLVED, PLAIN.id)


def test_compiled_code_that_is_there_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "loaded", lambda _kernel: True)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: True)
    level = first_level()
    native = replace(KERNEL, run=PLAIN.run)
    game = replace(TAQUIN, solvers=(native, PLAIN))
    start = game.rules.start(level)
    answer = solve_by(game, native, level, start, Want.SHORTEST, Metric.MOVES, Limits())
    assert answer.solver == "native"


@needs_numba
@pytest.mark.parametrize(("spent", "expected", "solver"), [(0.0, 1, "plain"), (0.5, 1, "native"), (0.0, 8, "native")])
def test_many_small_levels_are_worth_compiled_code(
    spent: float, expected: int, solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is loaded once plain Python has taken as long in this process, or at once for a long batch."""
    monkeypatch.setattr(jit, "loaded", lambda _kernel: False)
    monkeypatch.setattr(jit, "loading_seconds", lambda _kernel: 0.5)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: True)
    monkeypatch.setattr(choosing, "_plain_seconds", {KERNEL.kernel: spent})
    monkeypatch.setattr(choosing, "_expected", 0)
    choosing.expect(expected)
    native = replace(KERNEL, run=PLAIN.run)
    game = replace(TAQUIN, solvers=(native, PLAIN))
    answer: Answer[Any] = solve(game, first_level(), limits=Limits(seconds=240))
    assert answer.solver == {"plain": PLAIN.id, "native": native.id}[solver]


@needs_numba
def test_what_plain_python_costs_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "loaded", lambda _kernel: False)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: True)
    counted: dict[str, float] = {}
    monkeypatch.setattr(choosing, "_plain_seconds", counted)
    ticks = iter(range(100))
    monkeypatch.setattr(time, "process_time", lambda: 0.25 * next(ticks))
    native = replace(KERNEL, run=PLAIN.run)
    game = replace(TAQUIN, solvers=(native, PLAIN))
    used = [solve(game, first_level(), limits=Limits(seconds=240)).solver for _level in range(4)]
    assert counted == {KERNEL.kernel: 0.75}
    assert used == [PLAIN.id, PLAIN.id, PLAIN.id, native.id]


def test_compiling_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    children: dict[str, Any] = {}
    monkeypatch.setattr(kernels, "_compiling", children)
    monkeypatch.setattr(jit, "loaded", lambda _kernel: False)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: False)
    level = first_level()
    patient = replace(KERNEL, run=PLAIN.run)
    game = replace(TAQUIN, solvers=(patient, replace(PLAIN, run=gives_up)))
    start = game.rules.start(level)
    said: list[int] = []
    for _time in range(3):
        answer = solve_by(
            game, patient, level, start, Want.SHORTEST, Metric.MOVES, Limits(), compiling=lambda: said.append(len(said))
        )
        assert (answer.solver, answer.solved) == ("native", True)
    assert said == [0]
    assert children["not.compiled.yet"].wait() != 0  # there is no such module: nothing has to wait for it any more


def test_a_running_search_is_switched_over_when_the_code_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python searches on meanwhile, and the compiled solver then answers in its place."""
    asked: list[str] = []

    def finished(kernel: str) -> bool:
        asked.append(kernel)
        return len(asked) > 40

    monkeypatch.setattr(jit, "loaded", lambda _kernel: False)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: False)
    monkeypatch.setattr(kernels, "start_compiling", lambda _kernel: True)
    monkeypatch.setattr(kernels, "finished_compiling", finished)
    level = first_level()
    native = replace(KERNEL, run=PLAIN.run)
    game = replace(TAQUIN, solvers=(native, replace(PLAIN, run=gives_up)))
    begun: list[int] = []
    answer = solve_by(
        game,
        native,
        level,
        game.rules.start(level),
        Want.SHORTEST,
        Metric.MOVES,
        Limits(),
        compiling=lambda: begun.append(len(asked)),
    )
    assert begun == [0] and len(asked) > 40
    assert (answer.solver, answer.solved) == ("native", True)


@pytest.mark.parametrize("reached", [TIME_LIMIT, CANCELLED])
def test_a_limit_that_is_reached_while_the_solver_is_compiled_says_so(
    monkeypatch: pytest.MonkeyPatch, reached: Why
) -> None:
    def too_long(_kernel: str) -> None:
        raise LimitReached(reached)

    monkeypatch.setattr(kernels, "usable", lambda _kernel: True)
    monkeypatch.setattr(kernels, "can_be_kept", lambda _kernel: True)
    monkeypatch.setattr(kernels, "ready", lambda _kernel: False)
    monkeypatch.setattr(kernels, "compile_in_child", too_long)
    found = pack("ricosheep")
    assert found is not None
    answer = solve(found.game, found.entry(found.names()[0]).level, solver="native")
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.why is not None
    assert answer.why.code == reached.code
    assert ("cassetete warm" in str(answer.why.text)) == (reached is TIME_LIMIT)


def gives_up(_level: Any, state: Any, _metric: Metric, limits: Limits) -> Any:
    """A search that ends only when it is cut short or stopped."""
    expanded = 0
    while limits.nodes is None or expanded < limits.nodes:
        expanded += 1
        yield Visit(state, expanded, 1, 0)
    return Answer(Verdict.UNKNOWN, expanded=expanded, why=NODE_LIMIT)


def turns(level: Any, want: Want, limits: Limits, found_by: str) -> tuple[list[tuple[str, int | None]], Answer[Any]]:
    """Who was asked with how many nodes, where only one of two solvers finds anything (`exact` when not cut short)."""
    asked = []

    def run(name: str, moves: Any) -> Any:
        def search(_level: Any, state: Any, _metric: Metric, share: Limits) -> Any:
            asked.append((name, share.nodes))
            yield Visit(state, 0, 1, 0)
            if found_by == name and (name == "any" or share.nodes is None):
                return Answer(Verdict.SOLVED, moves, optimal=name == "exact", expanded=7)
            return Answer(Verdict.UNKNOWN, expanded=share.nodes or 0, why=NODE_LIMIT if share.nodes else MEMORY_LIMIT)

        return search

    moves = solve(TAQUIN, level).moves
    some = replace(PLAIN, id="any", run=run("any", moves), optimal=frozenset(), complete=False, slice=50)
    exact = replace(PLAIN, id="exact", run=run("exact", moves), slice=20)
    return asked, solve(replace(TAQUIN, solvers=(some, exact)), level, want=want, limits=limits)


def test_a_hard_level_is_handed_on_after_a_slice_and_the_solution_is_not_called_shortest() -> None:
    level = first_level()
    asked, answer = turns(level, Want.BEST, Limits(), "any")
    assert asked == [("exact", 20), ("any", 50)]
    assert (answer.solver, answer.solved, answer.optimal, answer.expanded) == ("any", True, False, 27)
    asked, answer = turns(level, Want.BEST, Limits(), "exact")
    assert asked == [("exact", 20), ("any", 50), ("exact", None)]
    assert (answer.solver, answer.optimal) == ("exact", True)
    asked, answer = turns(level, Want.BEST, Limits(nodes=30), "none")
    assert asked == [("exact", 20), ("any", 10)] and answer.why == NODE_LIMIT
    asked, answer = turns(level, Want.SHORTEST, Limits(), "exact")
    assert asked == [("exact", None)] and answer.optimal
    asked, answer = turns(level, Want.FAST, Limits(), "any")
    assert asked == [("any", None)] and not answer.optimal


@pytest.mark.parametrize("proven_later", [True, False])
def test_a_solver_that_has_proven_only_a_part_of_what_is_wanted_goes_on(proven_later: bool) -> None:
    """The other solver could only find worse; what was found is kept if the rest is not proven either."""
    level, ties = first_level(), Why("ties", PLAIN.title)
    moves = solve(TAQUIN, level).moves
    asked: list[int | None] = []

    def run(_level: Any, state: Any, _metric: Metric, share: Limits) -> Any:
        asked.append(share.nodes)
        yield Visit(state, 0, 1, 0)
        if share.nodes == 20:
            return Answer(Verdict.SOLVED, moves, expanded=20, why=ties)
        if proven_later:
            return Answer(Verdict.SOLVED, moves, optimal=True, expanded=90)
        return Answer(Verdict.UNKNOWN, expanded=90, why=MEMORY_LIMIT)

    some = replace(PLAIN, id="any", run=gives_up, optimal=frozenset(), complete=False, slice=50)
    exact = replace(PLAIN, id="exact", run=run, slice=20)
    answer = solve(replace(TAQUIN, solvers=(some, exact)), level, want=Want.BEST, limits=Limits())
    assert asked == [20, None]
    assert (answer.solver, answer.moves, answer.optimal, answer.expanded) == ("exact", moves, proven_later, 110)
    assert answer.why == (None if proven_later else ties)


def test_what_another_process_does_is_left_out() -> None:
    """The solver that was chosen has its slice, says so, and goes on to the end."""
    level = first_level()
    said: list[int] = []
    asked: list[int | None] = []

    def run(_level: Any, state: Any, _metric: Metric, share: Limits) -> Any:
        asked.append(share.nodes)
        yield Visit(state, 0, 1, 0)
        return Answer(Verdict.UNKNOWN, expanded=share.nodes or 9, why=NODE_LIMIT if share.nodes else MEMORY_LIMIT)

    some = replace(PLAIN, id="any", run=slow, optimal=frozenset(), complete=False, slice=50)
    exact = replace(PLAIN, id="exact", run=run, slice=20)
    game = replace(TAQUIN, solvers=(some, exact))
    here = game, exact, level, game.rules.start(level), Want.BEST, Metric.MOVES, Limits()

    def elsewhere() -> bool:
        said.append(len(asked))
        return True

    answer = solve_by(*here, elsewhere=elsewhere)
    assert (asked, said) == ([20, None], [1])
    assert (answer.solver, answer.why, answer.expanded) == ("exact", MEMORY_LIMIT, 29)


def test_a_part_that_is_proven_needs_no_other_process() -> None:
    level = first_level()
    moves = solve(TAQUIN, level).moves

    def run(_level: Any, state: Any, _metric: Metric, share: Limits) -> Any:
        yield Visit(state, 0, 1, 0)
        return Answer(Verdict.SOLVED, moves, expanded=20, why=Why("ties", PLAIN.title) if share.nodes else None)

    some = replace(PLAIN, id="any", run=slow, optimal=frozenset(), complete=False, slice=50)
    exact = replace(PLAIN, id="exact", run=run, slice=20)
    game = replace(TAQUIN, solvers=(some, exact))
    here = game, exact, level, game.rules.start(level), Want.BEST, Metric.MOVES, Limits()
    assert solve_by(*here, elsewhere=lambda: slow()).solver == "exact"
