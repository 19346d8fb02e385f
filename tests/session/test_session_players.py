"""The solution player, the search view and the explanation, for every game, without any front end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.core.answers import Limits, Want, Why
from cassetete.core.certify import solve_with
from cassetete.core.contract import Advice, AnyGame, Metric, Status
from cassetete.core.message import Text
from cassetete.session.explanation import Explanation
from cassetete.session.jobs import Hint, Improved, ToAdvise, ToImprove, Working
from cassetete.session.search_view import SearchView
from cassetete.session.solution_player import SHORTER, SolutionPlayer
from fake_thinker import FakeThinker

GAMES = sorted(games())


def always() -> bool:
    return True


def first_level(game_id: str) -> tuple[AnyGame, Any]:
    game, found = games()[game_id], pack(game_id)
    assert found is not None
    return game, found.entry(found.names()[0]).level


def solved(game_id: str) -> tuple[AnyGame, Any, tuple[Any, ...]]:
    game, level = first_level(game_id)
    answer = solve(game, level, want=Want.FAST, limits=Limits(nodes=100_000))
    assert answer.solved
    return game, level, tuple(answer.moves)


# The solution player


@pytest.mark.parametrize("game_id", GAMES)
def test_a_solution_plays_to_its_end_and_again(game_id: str) -> None:
    game, level, moves = solved(game_id)
    player = SolutionPlayer(game, level, moves, FakeThinker())
    assert (player.count, player.won, player.paused) == (len(moves), True, False)
    ticks = 0
    while not player.paused:
        before = player.at
        player.advance(1 / player.rate, always)
        assert player.at - before <= 1
        assert (player.movement(before) is not None) == (player.at == before + 1), "one step glides at this speed"
        ticks += 1
    assert (ticks, player.ended, player.last) == (len(moves), True, moves[-1])
    assert game.rules.status(level, player.states[player.at]) is Status.WON
    player.pause()
    assert (player.at, player.paused) == (0, False), "at the end, it plays again from the start"


@given(
    st.lists(st.sampled_from(["pause", "on", "back", "start", "end", "go", "faster", "slower", "tick"]), max_size=30)
)
def test_a_player_is_always_at_one_of_its_states(commands: list[str]) -> None:
    game, level, moves = SOLVED
    player = SolutionPlayer(game, level, moves, FakeThinker())
    for command in commands:
        before = player.at
        match command:
            case "pause":
                player.pause()
            case "on" | "back":
                player.step(1 if command == "on" else -1)
                assert player.paused
            case "start" | "end":
                player.rewind(command == "end")
                assert player.at == (len(moves) if command == "end" else 0)
            case "go":
                player.go(before * 7 - 5)
            case "faster" | "slower":
                player.faster(1 if command == "faster" else -1)
            case _:
                player.advance(0.3, always)
        assert 0 <= player.at <= len(moves)
        assert player.rate in player.speeds
        movement = player.movement(before)
        if movement is not None:
            forward = game.rules.play(level, movement.state, movement.moves[0])
            assert {movement.state, forward} == {player.states[before], player.states[player.at]}
            assert (forward == player.states[player.at]) != movement.backwards


def test_a_long_wait_does_not_jump_to_the_end() -> None:
    game, level, moves = SOLVED
    player = SolutionPlayer(game, level, moves, FakeThinker())
    player.advance(3600, always)
    assert player.at == min(len(moves), player.rate)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_longer_solution_is_made_shorter(game_id: str) -> None:
    game, level, moves = solved(game_id)
    longer = next((line for line in detours(game, level, moves)), None)
    if longer is None:
        pytest.skip("no way to waste a move on this level")
    thinker = FakeThinker()
    player = SolutionPlayer(game, level, longer, thinker, at=len(longer))
    player.improve(len(player.metrics()))
    assert thinker.asked == [], "there is no such metric"
    player.improve(0)
    player.improve(0)
    assert len(thinker.asked) == 1, "one search at a time"
    job = thinker.asked[0]
    assert isinstance(job, ToImprove) and job.metric in SHORTER and job.moves == longer
    assert not player.receive(Improved(99, job, moves)), "the answer to another question"
    assert player.receive(Working(1, job, 1234, text=Text("from the end")))
    assert "from the end" in str(player.said) and "1234" in str(player.said)
    assert player.receive(Improved(1, job, moves))
    assert (player.moves, player.at, player.working) == (moves, 0, None)
    assert " instead of " in str(player.said)


def detours(game: AnyGame, level: Any, moves: tuple[Any, ...]) -> Any:
    """Solutions with two moves more: one there and back at the start."""
    rules, start = game.rules, game.rules.start(level)
    for first in rules.moves(level, start):
        between = rules.play(level, start, first)
        for second in rules.moves(level, between):
            if rules.play(level, between, second) == start:
                yield (first, second, *moves)


def test_stopped_and_vain_searches_are_told_apart() -> None:
    game, level, moves = SOLVED
    for why, expected in [(None, "no shorter"), (Why("stopped", Text("stopped")), "stopped: no shorter")]:
        thinker = FakeThinker()
        player = SolutionPlayer(game, level, moves, thinker)
        player.stop()
        assert thinker.cancelled == []
        player.improve(0)
        player.stop()
        assert thinker.cancelled == [1]
        job = thinker.asked[0]
        assert isinstance(job, ToImprove)
        player.receive(Improved(1, job, moves, why))
        assert str(player.said).startswith(expected)


def test_moves_that_do_not_win_cannot_be_shortened() -> None:
    game, level, moves = SOLVED
    thinker = FakeThinker()
    player = SolutionPlayer(game, level, moves[:-1], thinker)
    assert not player.won
    player.improve(0)
    assert thinker.asked == []


def test_a_level_counted_in_pushes_is_shortened_by_pushes_or_by_moves() -> None:
    game, level, moves = solved("sokoban")
    assert SolutionPlayer(game, level, moves, FakeThinker()).metrics() == [Metric.PUSHES, Metric.MOVES]


# The search view


SEARCHES = [(game_id, solver.id) for game_id in GAMES for solver in games()[game_id].solvers if not solver.kernel]


@pytest.mark.parametrize(("game_id", "solver_id"), SEARCHES)
def test_a_watched_search_gives_the_answer_of_the_solver(game_id: str, solver_id: str) -> None:
    game, level = first_level(game_id)
    start, limits = game.rules.start(level), Limits(nodes=2000)
    view = SearchView(game, level, start, limits)
    names = [solver.id for solver in view.solvers]
    if solver_id not in names:
        pytest.skip("this solver is not for this level")
    view.begin(0)
    view.begin(len(names) + 1)
    assert not view.running, "there is no such solver"
    view.begin(names.index(solver_id) + 1)
    view.rewind(True)
    while view.searching:
        assert view.advance(0.01, always)
    expected = solve_with(game, view.solvers[names.index(solver_id)], level, start, game.lengths.metric(level), limits)
    assert view.answer is not None and view.verdict is not None
    assert (view.answer.verdict, view.answer.moves) == (expected.verdict, expected.moves)
    assert view.state == start
    while view.running:
        view.advance(1.0, always)
    assert (game.rules.status(level, view.state) is Status.WON) == expected.solved


def test_a_search_keeps_its_speed_steps_stops_and_starts_anew() -> None:
    game, level = first_level("sokoban")
    view = SearchView(game, level, game.rules.start(level), Limits())
    assert [row.value for row in view.counters] == ["0", "0", "0", "0.0"]
    view.begin(1)
    view.step(-1)
    assert (view.paused, view.visit) == (True, None), "a search does not go back"
    view.step(1)
    assert view.visit is not None
    assert not view.advance(10.0, always), "it is paused"
    view.pause()
    assert not view.advance(0.5 / view.rate, always), "it is not time yet"
    assert view.advance(0.6 / view.rate, always)
    assert view.seconds == pytest.approx(1.1 / view.rate)
    view.stop()
    assert not view.running and view.verdict is None
    view.begin(1)
    assert view.searching
    assert [row.value for row in view.counters] == ["0", "0", "0", "0.0"]
    view.rewind(True)
    assert view.advance(0.01, lambda: False), "one step at least, however little time there is"
    assert view.counters[0].value != "0"


# The explanation


def test_reasons_are_shown_as_they_come() -> None:
    game, level = first_level("slitherlink")
    thinker = FakeThinker()
    player = Explanation(game, level, thinker)
    job = thinker.asked[0]
    assert isinstance(job, ToAdvise) and job.whole
    assert (player.shown, player.count, player.complete) == (None, 0, False)
    player.pause()
    player.advance(1.0, always)
    assert (player.at, player.paused) == (0, False), "it waits for the first step"
    state = player.states[0]
    steps = []
    for number in range(3):
        move = next(iter(game.rules.moves(level, state)))
        state = game.rules.play(level, state, move)
        steps.append(Advice(Text(f"reason {number}"), moves=(move,)))
        assert player.receive(Working(1, job, number, advice=steps[-1]))
    assert str(player.place) == "step 0 of 3…"
    for number in (1, 2, 3):
        player.advance(1 / player.rate, always)
        assert (player.at, player.shown) == (number, steps[number - 1])
    assert not player.paused, "more may come"
    assert not player.receive(Hint(7, job, Advice(Text(""))))
    assert player.receive(Hint(1, job, Advice(Text(""))))
    assert player.advance(0.01, always)
    assert (player.paused, player.ended, str(player.place)) == (True, True, "step 3 of 3")
    assert player.states[3] == state
    player.stop()
    assert thinker.cancelled == [], "it has ended already"


def test_leaving_an_explanation_cancels_it_and_none_is_said_so() -> None:
    game, level = first_level("slitherlink")
    thinker = FakeThinker()
    player = Explanation(game, level, thinker)
    waiting = str(player.prompt)
    player.stop()
    assert thinker.cancelled == [1]
    assert str(player.prompt) != waiting


SOLVED = solved("ricosheep")
