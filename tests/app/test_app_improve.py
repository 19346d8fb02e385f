"""Shortening a solution: never worse, whenever it is stopped, in every game."""

from __future__ import annotations

from typing import Any

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.improve import improve
from cassetete.core.answers import CANCELLED, Limits
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, Improvement, Metric, Solutions, Status
from cassetete.core.errors import WrongSolution
from cassetete.core.lengths import totals

OURS = ("pushit", "ricosheep", "sokoban", "turtle", "slitherlink")


def wandering(game: AnyGame, level: Any) -> tuple[Any, ...]:
    """A solution with a detour at its start: back and forth where possible, then a solver's solution."""
    from cassetete.app.solving.choose import solve
    from cassetete.core.answers import Want

    start = game.rules.start(level)
    for first in game.rules.moves(level, start):
        away = game.rules.play(level, start, first)
        answer = solve(game, level, away, want=Want.FAST)
        if answer.solved:
            return (first, *answer.moves)
    raise AssertionError("no first move leaves a solution")


@pytest.mark.parametrize("name", OURS)
def test_a_solution_is_never_made_worse(name: str) -> None:
    found = pack(name)
    assert found is not None
    entry = found.entry(found.names()[2])
    game, level, start = entry.game, entry.level, entry.state
    line = wandering(game, level)
    seen: list[tuple[int, int]] = []

    def watch(step: Improvement[Any]) -> None:
        seen.append(totals(game, level, start, step.moves).order(game.lengths.metric(level)))

    best, why = improve(game, level, start, line, limits=Limits(nodes=20_000), watch=watch)
    assert why is None
    assert game.rules.status(level, replay(game.rules, level, best, start)) is Status.WON
    assert seen == sorted(seen, reverse=True)
    after, before = (totals(game, level, start, moves).order(game.lengths.metric(level)) for moves in (best, line))
    assert after <= before


def test_a_walk_in_circles_is_cut_out() -> None:
    game = games()["ricosheep"]
    found = pack("ricosheep")
    assert found is not None
    entry = found.entry("1")
    from cassetete.app.solving.choose import solve

    short = solve(game, entry.level).moves
    state, circle = entry.state, []
    for _turn in range(6):
        move = next(iter(game.rules.moves(entry.level, state)))
        after = game.rules.play(entry.level, state, move)
        if game.rules.status(entry.level, after) is not Status.OPEN:
            break
        circle.append(move)
        state = after
    answer = solve(game, entry.level, state)
    assert answer.solved
    best, _why = improve(game, entry.level, entry.state, (*circle, *answer.moves))
    assert len(best) == len(short)


def test_moves_can_be_shortened_at_the_price_of_pushes() -> None:
    game = games()["sokoban"]
    (parsed,) = game.formats[0].parse("########\n#      #\n# @$  .#\n#      #\n########\n")
    level: Any = parsed.level  # type: ignore[union-attr]
    start = game.rules.start(level)
    line = game.notation.read(level, start, "RurrdLulldRRR")
    for metric in (Metric.PUSHES, Metric.MOVES):
        best, _why = improve(game, level, start, line, metric)
        assert game.notation.write(level, start, best) == "RRR"


def test_stopped_it_gives_the_best_so_far() -> None:
    game = games()["turtle"]
    entry = pack("turtle").entry("2")  # type: ignore[union-attr]
    line = wandering(game, entry.level)
    best, why = improve(game, entry.level, entry.state, line, stop=lambda: True)
    assert why == CANCELLED
    assert game.rules.status(entry.level, replay(game.rules, entry.level, best, entry.state)) is Status.WON


def test_what_does_not_win_is_never_believed() -> None:
    pytest.importorskip("numba", reason="a game's own way needs its compiled solvers")
    from dataclasses import replace

    def lying(*_asked: Any) -> Any:
        yield Improvement(())
        return ()

    game = replace(games()["pushit"], solutions=Solutions(improve=lying))
    entry = pack("pushit").entry("1")  # type: ignore[union-attr]
    with pytest.raises(WrongSolution):
        improve(game, entry.level, entry.state, wandering(game, entry.level))
