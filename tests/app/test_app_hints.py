"""What a judge and an adviser say, in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cassetete.app.levels.library import LoadedLevel, pack
from cassetete.app.registry import games
from cassetete.app.solving.hints import hint, judge, solution
from cassetete.core.answers import CANCELLED, NODE_LIMIT, Limits, Verdict, Want
from cassetete.core.certify import replay
from cassetete.core.contract import AnyGame, MarkKind, Status
from cassetete.core.message import Text

TAQUIN = games()["taquin"]


def first(game: AnyGame) -> LoadedLevel:
    found = pack(game.id)
    assert found is not None
    return found.entry("1")


def taquin(*tiles: int) -> Any:
    return replace(first(TAQUIN).level, tiles=tiles)


SWAPPED = taquin(1, 2, 3, 4, 5, 6, 8, 7, 0)
LONG = taquin(8, 6, 7, 2, 5, 4, 3, 0, 1)


def test_following_the_hints_wins(game: AnyGame) -> None:
    entry = first(game)
    state = entry.state
    assert judge(game, entry.level, state) is True
    for _step in range(200):
        if game.rules.status(entry.level, state) is Status.WON:
            break
        advice = hint(game, entry.level, state).last
        assert advice.moves, advice.text
        state = replay(game.rules, entry.level, advice.moves, state)
    assert game.rules.status(entry.level, state) is Status.WON
    assert judge(game, entry.level, state) is True
    assert not hint(game, entry.level, state).moves


def test_a_solution_wins(game: AnyGame) -> None:
    entry = first(game)
    answer = solution(game, entry.level, entry.state)
    assert answer.verdict is Verdict.SOLVED
    reached = replay(game.rules, entry.level, answer.moves, entry.state)
    assert game.rules.status(entry.level, reached) is Status.WON


def test_what_cannot_be_won_is_proven() -> None:
    square = replace(SWAPPED, size=2, tiles=(2, 1, 3, 0))
    assert judge(TAQUIN, square, square.tiles) is False
    advice = hint(TAQUIN, square, square.tiles)
    assert (str(advice.text), advice.lost) == ("This cannot be won any more.", True)
    assert solution(TAQUIN, square, square.tiles).verdict is Verdict.IMPOSSIBLE


def test_a_limit_leaves_it_open() -> None:
    few = Limits(nodes=5)
    assert judge(TAQUIN, SWAPPED, SWAPPED.tiles, few) is None
    assert judge(TAQUIN, LONG, LONG.tiles, few) is None
    advice = hint(TAQUIN, LONG, LONG.tiles, few)
    assert (advice.moves, advice.marks) == ((), ())
    assert str(NODE_LIMIT.text) in str(advice.text)
    assert solution(TAQUIN, LONG, LONG.tiles, few).why == NODE_LIMIT


def test_stopping_stops() -> None:
    asked = iter([False, False, True])
    answer = solution(TAQUIN, LONG, LONG.tiles, stop=lambda: next(asked))
    assert (answer.verdict, answer.why) == (Verdict.UNKNOWN, CANCELLED)
    assert judge(TAQUIN, LONG, LONG.tiles, stop=lambda: True) is None
    assert not hint(TAQUIN, LONG, LONG.tiles, stop=lambda: True).moves


def test_a_watcher_sees_each_step() -> None:
    seen: list[int] = []
    answer = solution(TAQUIN, LONG, LONG.tiles, Limits(nodes=50), watch=lambda visit: seen.append(visit.expanded))
    assert seen == sorted(seen)
    assert len(seen) == answer.expanded == 50


def test_the_game_s_own_advice_comes_first() -> None:
    game = games()["slitherlink"]
    entry = first(game)
    advice = hint(game, entry.level, entry.state).last
    assert advice.text.domain == "slitherlink"
    assert [mark.target for mark in advice.marks if mark.kind is MarkKind.HINT] == [
        move.segment for move in advice.moves
    ]


def test_without_a_complete_solver_the_first_does_what_it_can() -> None:
    searching = replace(TAQUIN, solvers=tuple(replace(s, complete=False, optimal=frozenset()) for s in TAQUIN.solvers))
    near = first(TAQUIN)
    assert solution(searching, near.level, near.state, want=Want.PROOF).solved
    assert judge(searching, near.level, near.state) is True


def test_a_solver_that_is_not_there_or_none_at_all() -> None:
    near = first(TAQUIN)
    missing = solution(TAQUIN, near.level, near.state, solver="magic")
    assert missing.why is not None
    assert missing.why.code == "no-solver"
    assert "magic" in str(missing.why.text)
    without = replace(TAQUIN, solvers=())
    assert judge(without, near.level, near.state) is None
    assert isinstance(hint(without, near.level, near.state).text, Text)
    assert solution(TAQUIN, near.level, near.state, solver="dfs", limits=Limits(nodes=10)).solver == "dfs"


def test_a_lost_player_is_told_so() -> None:
    found = pack("ricosheep")
    assert found is not None
    game = games()["ricosheep"]
    for name in found.names():
        entry = found.entry(name)
        for move in game.rules.moves(entry.level, entry.state):
            state = game.rules.play(entry.level, entry.state, move)
            if game.rules.status(entry.level, state) is Status.LOST:
                assert judge(game, entry.level, state) is False
                assert hint(game, entry.level, state).lost
                return
    pytest.fail("the pack has no wolf near enough")
