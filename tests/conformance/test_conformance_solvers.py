"""Every game, every solver: answers that replay, claims that agree, limits that are said."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from walks import pack_entries, some_states

from cassetete.app.levels import generate as making
from cassetete.app.solving.choose import NoSolver, choose, named, solve
from cassetete.core.answers import Answer, Limits, Verdict, Want
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import AnyGame, Metric, Status
from cassetete.core.drain import drain
from cassetete.core.lengths import totals
from cassetete.search import space, uniform_cost, weigh

NODES = 20_000
NOTHING = {"nodes": Limits(nodes=0), "seconds": Limits(seconds=0.0), "memory": Limits(memory=-(1 << 40))}


def value(game: AnyGame, level: Any, state: Any, answer: Answer[Any], metric: Metric) -> tuple[int | None, int]:
    """What the metric counts, then the moves that break ties."""
    return totals(game, level, state, answer.moves).order(metric)


def test_solvers_agree(game: AnyGame) -> None:
    """On each level, for each metric: all complete solvers give one verdict, all optimal ones one value."""
    metrics = [metric for metric in Metric if metric is not Metric.PUSHES or game.lengths.pushes is not None]
    for entry in pack_entries(game)[:8]:
        for state in (entry.state, *some_states(game, entry.level, seed=7, length=6)[-1:]):
            if game.rules.status(entry.level, state) is Status.LOST:
                continue
            for metric in metrics:
                answers = [
                    (solver, solve_with(game, solver, entry.level, state, metric, Limits(nodes=NODES)))
                    for solver in game.solvers
                    if solver.fits(entry.level)
                ]
                verdicts = {answer.verdict for _solver, answer in answers} - {Verdict.UNKNOWN}
                assert len(verdicts) <= 1, (entry.title, answers)
                best = {
                    value(game, entry.level, state, answer, metric)
                    for solver, answer in answers
                    if answer.solved and metric in solver.optimal
                }
                assert len(best) <= 1, (entry.title, metric, answers)
                for solver, answer in answers:
                    if answer.solved and answer.optimal and metric in solver.optimal and best:
                        assert value(game, entry.level, state, answer, metric) in best
                    if answer.verdict is Verdict.UNKNOWN:
                        assert answer.why is not None


def test_claims_are_true_by_brute_force(game: AnyGame) -> None:
    """On levels small enough to search every state by the rules alone, each solver's claims are true."""
    metrics = [metric for metric in Metric if metric is not Metric.PUSHES or game.lengths.pushes is not None]
    for entry in pack_entries(game)[:3]:
        for state in (entry.state, *some_states(game, entry.level, seed=13, length=4)[-1:]):
            if len(list(game.rules.moves(entry.level, state))) > 20:
                continue  # too many states, as in Slitherlink: its own tests have smaller grids
            for metric in metrics:
                weight = weigh(game.rules, entry.level, metric, game.lengths.pushes)
                known = drain(uniform_cost(*space(game.rules, entry.level, state), weight, Limits(nodes=2_000)))
                if known.verdict is Verdict.UNKNOWN:
                    continue
                for solver in game.solvers:
                    if not solver.fits(entry.level):
                        continue
                    answer = solve_with(game, solver, entry.level, state, metric, Limits(nodes=NODES))
                    assert answer.verdict in (known.verdict, Verdict.UNKNOWN), solver.id
                    if answer.solved and answer.optimal and solver.optimal:
                        least = value(game, entry.level, state, known, metric)
                        assert value(game, entry.level, state, answer, metric) == least, solver.id


def test_limits_are_said(game: AnyGame) -> None:
    level = pack_entries(game)[-1].level
    start = game.rules.start(level)
    for solver in game.solvers:
        for code, limits in NOTHING.items():
            answer = solve_with(game, solver, level, start, game.lengths.metric(level), limits)
            assert answer.verdict is Verdict.UNKNOWN, (solver.id, code)
            assert answer.why is not None
            assert answer.why.code == code, solver.id


def test_a_search_can_be_stopped(game: AnyGame) -> None:
    level = pack_entries(game)[-1].level
    start = game.rules.start(level)
    for solver in game.solvers:
        answer = solve_with(game, solver, level, start, game.lengths.metric(level), Limits(), stop=lambda: True)
        assert answer.verdict is Verdict.UNKNOWN
        assert answer.why is not None
        assert answer.why.code == "cancelled"


def test_all_solutions_are_shortest_different_and_replayed(game: AnyGame) -> None:
    if game.solutions.all is None:
        pytest.skip(f"{game.id} lists no solutions")
    for entry in pack_entries(game)[:6]:
        metric = game.lengths.metric(entry.level)
        best = solve(game, entry.level)
        found = list(islice(game.solutions.all(entry.level, entry.state, metric, Limits(nodes=200_000)), 50))
        assert found, entry.title
        assert len({answer.moves for answer in found}) == len(found)
        for answer in found:
            assert game.rules.status(entry.level, replay(game.rules, entry.level, answer.moves)) is Status.WON
            if metric in choose(game, entry.level, want=Want.SHORTEST).optimal:
                assert value(game, entry.level, entry.state, answer, metric) == value(
                    game, entry.level, entry.state, best, metric
                )


def test_unknown_solvers_are_named_with_those_there_are(game: AnyGame) -> None:
    level = pack_entries(game)[0].level
    with pytest.raises(NoSolver, match=game.solvers[0].id):
        named(game, level, "oracle")


def test_generators_are_reproducible_and_make_solvable_levels(game: AnyGame) -> None:
    for generator in game.making.generators:
        for preset in generator.presets:
            assert making.settled(generator, preset.values).items() >= dict(preset.values).items()
        for seed in (1, 2):
            level = making.generate(game, seed, {}, generator.id)
            assert level is not None
            assert level == making.generate(game, seed, {}, generator.id)
            assert list(game.problems(level)) == []
            answer = solve(game, level, limits=Limits(nodes=500_000))
            assert answer.solved
            if level.headers.optimum is not None and answer.optimal:
                metric = game.lengths.metric(level)
                assert level.headers.optimum == totals(game, level, game.rules.start(level), answer.moves).by(metric)
