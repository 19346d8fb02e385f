"""The native searches against the rules and against plain search, compiled and not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Generator

import pytest
from hypothesis import given, settings

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Status
from cassetete.core.grid import Direction
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.formats import xsb
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.lengths import Metrics, metrics
from cassetete.games.sokoban.model import Level, State
from cassetete.games.sokoban.solvers import kernel_arrays as native
from cassetete.games.sokoban.solvers.deadlocks import REASONS, deadlock
from cassetete.games.sokoban.solvers.improve import shortened, weight
from cassetete.games.sokoban.solvers.portfolio import rehearse, strong_only
from cassetete.games.sokoban.solvers.search_board import FAR, bits, warehouse
from games.sokoban.sokoban_boards import crowded_level, drawn, small_level

SOLVERS = {solver.id: solver for solver in GAME.solvers}
MANY = [pytest.param(200), pytest.param(3000, marks=pytest.mark.soak)]


def solve(level: Level, solver: str, metric: Metric = Metric.PUSHES, state: State | None = None) -> Answer[Direction]:
    start = state or rules.start(level)
    return solve_with(GAME, SOLVERS[solver], level, start, metric, Limits(nodes=200_000))


def pushes(level: Level, answer: Answer[Direction]) -> int:
    return metrics(level, rules.start(level), answer.moves).pushes


@pytest.mark.parametrize("examples", MANY)
def test_optimal_equals_the_plain_search(examples: int) -> None:
    @settings(max_examples=examples)
    @given(crowded_level())
    def check(level: Level) -> None:
        for metric in (Metric.PUSHES, Metric.MOVES):
            found, truth = solve(level, "optimal", metric), solve(level, "ucs", metric)
            assert found.verdict is truth.verdict
            assert (pushes(level, found), len(found.moves)) == (pushes(level, truth), len(truth.moves))
            assert found.optimal is truth.optimal

    check()


@pytest.mark.parametrize("examples", MANY)
def test_strong_solves_what_can_be_solved_and_nothing_else(examples: int) -> None:
    """By its feature-space search alone, too: were one of its deadlock claims wrong, it would end with nothing."""

    @settings(max_examples=examples)
    @given(crowded_level())
    def check(level: Level) -> None:
        truth = solve(level, "astar")
        assert solve(level, "strong").verdict is truth.verdict
        state = rules.start(level)
        if rules.status(level, state) is Status.OPEN:
            alone = strong_only(level, state)
            assert (alone is not None) == truth.solved
            if alone is not None:
                assert rules.status(level, replay(rules, level, alone)) is Status.WON

    check()


@pytest.mark.parametrize("examples", MANY)
def test_every_deadlock_claim_is_confirmed_by_exhaustive_search(examples: int) -> None:
    @settings(max_examples=examples)
    @given(crowded_level())
    def check(level: Level) -> None:
        state = rules.start(level)
        for move in (Direction.UP, Direction.LEFT, Direction.DOWN, Direction.RIGHT, Direction.RIGHT, Direction.UP):
            found = deadlock(level, state)
            if found is not None:
                assert solve(level, "bfs", Metric.MOVES, state).verdict is Verdict.IMPOSSIBLE
                assert found.reason in REASONS and found.boxes
            if move not in rules.moves(level, state):
                break
            state = rules.play(level, state, move)

    check()


@settings(max_examples=150)
@given(small_level())
def test_the_kernel_knows_the_bound_and_the_dead_squares_of_the_plain_warehouse_or_better(level: Level) -> None:
    place = native.place(level)
    house, n = place.house, len(place.house.cells)
    assert all(place.board.dead[c] for c in bits(house.dead))
    nearest = place.board.far.min(axis=1)
    for g, far in enumerate(house.far):
        assert all(nearest[c, g] >= min(far[c], FAR) for c in range(n))


@settings(max_examples=60)
@given(crowded_level())
def test_a_shortened_solution_still_wins_and_is_never_longer(level: Level) -> None:
    state = rules.start(level)
    answer = solve(level, "greedy")
    for metric in (Metric.PUSHES, Metric.MOVES):
        work = shortened(level, state, answer.moves, metric, Limits(nodes=5000))
        moves = _end(work)
        if answer.solved:
            assert rules.status(level, replay(rules, level, moves)) is Status.WON
            assert weight(level, state, moves, metric) <= weight(level, state, answer.moves, metric)


def _end(work: Generator[object, None, tuple[Direction, ...]]) -> tuple[Direction, ...]:
    while True:
        try:
            next(work)
        except StopIteration as end:
            moves: tuple[Direction, ...] = end.value
            return moves


def test_a_detour_is_taken_out() -> None:
    level = drawn("########", "#      #", "# @$  .#", "#      #", "########")
    state = rules.start(level)
    line = GAME.notation.read(level, state, "RurrdLulldRRR")
    assert rules.status(level, replay(rules, level, line)) is Status.WON
    better = _end(shortened(level, state, line, Metric.PUSHES, Limits()))
    assert GAME.notation.write(level, state, better) == "RRR"


def test_what_shortening_finds_is_told_at_once_not_after_the_round() -> None:
    """Two detours too far apart for one window: each is told when it is taken out."""
    lane = "# @$        .     $        . #"
    level = drawn("#" * 30, f"#{' ' * 28}#", lane, f"#{' ' * 28}#", "#" * 30)
    state = rules.start(level)
    line = GAME.notation.read(level, state, "urrrrrrd".join(["RurrdLulld" + "R" * 9] * 2))
    assert rules.status(level, replay(rules, level, line)) is Status.WON
    assert GAME.solutions.improve is not None
    steps = GAME.solutions.improve(level, state, line, Metric.PUSHES, Limits(nodes=20_000))
    told = [weight(level, state, step.moves, Metric.PUSHES) for step in steps]
    assert told == sorted(told, reverse=True) and len(set(told)) >= 2


def test_positions_of_a_level_share_what_is_known_of_its_ground() -> None:
    level = drawn("#######", "#@ $ .#", "#     #", "#######")
    moved = GAME.position(level, rules.play(level, rules.start(level), Direction.RIGHT))
    assert moved != level and warehouse(moved) is warehouse(level) and native.place(moved) is native.place(level)
    other = drawn("#######", "#@ $. #", "#     #", "#######")
    assert warehouse(other) is not warehouse(level)


def test_the_six_metrics() -> None:
    level = drawn("#######", "#.   .#", "# $ $ #", "#  @  #", "#######")
    state = rules.start(level)
    line = GAME.notation.read(level, state, "lU")
    assert metrics(level, state, line) == Metrics(2, 1, 1, 1, 1, 2)
    line = GAME.notation.read(level, state, "lUrrU")  # the second crate after a walk in one line
    assert metrics(level, state, line) == Metrics(5, 2, 2, 2, 2, 4)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("#####", "#$  #", "#@ .#", "#####"), "dead"),
        (("#######", "#     #", "# $$@ #", "# $$  #", "# ....#", "#######"), "frozen"),
        (("#######", "#@ .#$#", "#######"), "away"),
        (("########", "#@ $ $.#", "#   .  #", "########"), "targets"),
        (("######", "#  # #", "#$$ .#", "#.@  #", "######"), "corral"),
        (("#######", "#@ $ .#", "#     #", "#######"), None),
    ],
)
def test_a_deadlock_says_why(rows: tuple[str, ...], reason: str | None) -> None:
    level = drawn(*rows)
    found = deadlock(level, rules.start(level))
    assert (found.reason if found else None) == reason


def test_hints_warn_or_name_the_next_push() -> None:
    lost = drawn("#####", "#$  #", "#@ .#", "#####")
    warning, push = (advisor.run for advisor in GAME.coaching.advisors)
    advice = warning(lost, rules.start(lost))
    assert advice is not None and advice.marks[0] == ((1, 1), "mistake")
    level = drawn("#######", "#@ $ .#", "#######")
    assert warning(level, rules.start(level)) is None
    advice = push(level, rules.start(level))
    assert advice is not None and advice.moves == (Direction.RIGHT, Direction.RIGHT)


def test_uncompiled_code_gives_the_same_answers() -> None:
    code = (
        "from cassetete.games.sokoban import rules, xsb\n"
        "from cassetete.games.sokoban.game import GAME\n"
        "from cassetete.core.certify import solve_with\n"
        "from cassetete.core.answers import Limits\n"
        "from cassetete.core.contract import Metric\n"
        "from cassetete.games.sokoban import optimal, perimeter\n"
        "optimal.PAIRS_FROM, optimal._STRETCH, perimeter.FROM = 5, 4, 3\n"
        f"level = xsb.parse({BOARD!r})[0].level\n"
        "for solver in GAME.solvers[:2]:\n"
        "    a = solve_with(GAME, solver, level, rules.start(level), Metric.PUSHES, Limits())\n"
        "    print(GAME.notation.write(level, rules.start(level), a.moves), a.expanded)\n"
        "from cassetete.games.sokoban.solvers.portfolio import strong_only\n"
        "print(GAME.notation.write(level, rules.start(level), strong_only(level, rules.start(level))))\n"
    )
    told = {
        switch: subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "CASSETETE_JIT": switch}, capture_output=True, check=True
        ).stdout
        for switch in ("0", "1")
    }
    assert told["0"] == told["1"]


BOARD = "########\n#  #   #\n#@$ $  #\n#..*#  #\n########"


def test_kernels_warm_up_without_a_word() -> None:
    parsed = xsb.parse(BOARD)[0]
    rehearse(parsed.level, rules.start(parsed.level))  # type: ignore[union-attr]
