"""The native searches against the rules and against plain search, compiled and not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings

from cassetete.app.solving.hints import hint
from cassetete.core.answers import Answer, Limits
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Status
from cassetete.core.drain import drain
from cassetete.core.grid import Direction
from cassetete.games.sokoban import rules, warm_up_portfolio
from cassetete.games.sokoban.floor_graph import bits, floor_graph
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.lengths import metrics
from cassetete.games.sokoban.model import Level, State
from cassetete.games.sokoban.solvers.improve import shortened, weight
from cassetete.games.sokoban.solvers.level_arrays import level_arrays
from games.sokoban.sokoban_boards import crowded_level, drawn, small_level, without_exact_search

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
def test_the_portfolio_solves_what_can_be_solved_and_nothing_else(examples: int) -> None:
    """By its feature-space searches alone, too: if one of its deadlock claims were wrong, it would end with nothing."""

    @settings(max_examples=examples)
    @given(crowded_level())
    def check(level: Level) -> None:
        truth = solve(level, "astar")
        assert solve(level, "portfolio").verdict is truth.verdict
        if rules.status(level, rules.start(level)) is Status.OPEN:
            alone = without_exact_search(level)
            assert (alone is not None) == truth.solved
            if alone is not None:
                assert rules.status(level, replay(rules, level, alone)) is Status.WON

    check()


@settings(max_examples=150)
@given(small_level())
def test_the_kernel_knows_the_bound_and_the_dead_squares_of_the_plain_graph_or_better(level: Level) -> None:
    arrays = level_arrays(level)
    graph, n = arrays.graph, len(arrays.graph.cells)
    assert all(arrays.board.dead[c] for c in bits(graph.dead))
    nearest = arrays.board.distance.min(axis=1)
    for g, distance in enumerate(graph.distance):
        assert all(nearest[c, g] >= min(distance[c], FAR) for c in range(n))


@settings(max_examples=60)
@given(crowded_level())
def test_a_shortened_solution_still_wins_and_is_never_longer(level: Level) -> None:
    state = rules.start(level)
    answer = solve(level, "greedy")
    for metric in (Metric.PUSHES, Metric.MOVES):
        work = shortened(level, state, answer.moves, metric, Limits(nodes=5000))
        moves = drain(work)
        if answer.solved:
            assert rules.status(level, replay(rules, level, moves)) is Status.WON
            assert weight(level, state, moves, metric) <= weight(level, state, answer.moves, metric)


def test_a_detour_is_taken_out() -> None:
    level = drawn("########", "#      #", "# @$  .#", "#      #", "########")
    state = rules.start(level)
    line = GAME.notation.read(level, state, "RurrdLulldRRR")
    assert rules.status(level, replay(rules, level, line)) is Status.WON
    better = drain(shortened(level, state, line, Metric.PUSHES, Limits()))
    assert GAME.notation.write(level, state, better) == "RRR"


def test_what_shortening_finds_is_yielded_at_once_not_after_the_round() -> None:
    """Two detours too far apart for one window: each shorter solution is yielded when it is found."""
    corridor = "# @$        .     $        . #"
    level = drawn("#" * 30, f"#{' ' * 28}#", corridor, f"#{' ' * 28}#", "#" * 30)
    state = rules.start(level)
    line = GAME.notation.read(level, state, "urrrrrrd".join(["RurrdLulld" + "R" * 9] * 2))
    assert rules.status(level, replay(rules, level, line)) is Status.WON
    assert GAME.solutions.improve is not None
    steps = GAME.solutions.improve(level, state, line, Metric.PUSHES, Limits(nodes=20_000))
    yielded = [weight(level, state, step.moves, Metric.PUSHES) for step in steps]
    assert yielded == sorted(yielded, reverse=True) and len(set(yielded)) >= 2


def test_positions_of_a_level_share_what_is_known_of_its_ground() -> None:
    level = drawn("#######", "#@ $ .#", "#     #", "#######")
    moved = GAME.position(level, rules.play(level, rules.start(level), Direction.RIGHT))
    assert moved != level and floor_graph(moved) is floor_graph(level) and level_arrays(moved) is level_arrays(level)
    other = drawn("#######", "#@ $. #", "#     #", "#######")
    assert floor_graph(other) is not floor_graph(level)


def test_hints_warn_or_name_the_next_push() -> None:
    lost = drawn("#####", "#$  #", "#@ .#", "#####")
    advice = hint(GAME, lost, rules.start(lost))
    assert advice.lost and advice.marks[0] == ((1, 1), "mistake")
    level = drawn("#######", "#@ $ .#", "#######")
    assert hint(GAME, level, rules.start(level)).last.moves == (Direction.RIGHT, Direction.RIGHT)


_UNCOMPILED = """
from cassetete.core.answers import Limits
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.games.sokoban import rules
from cassetete.app.solving.hints import hint
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.solvers import box_groups, optimal, perimeter
from cassetete.games.sokoban.warm_up import tiny_level
from games.sokoban.sokoban_boards import without_exact_search

optimal.PAIRS_FROM, optimal.LARGE_FROM, optimal._STRETCH, perimeter.FROM = 5, 5, 4, 3
optimal.GROUPS_FROM, optimal._FEW_PARTS, box_groups.MANY_BOXES = 1, 0, 1
level = tiny_level()
for solver in GAME.solvers[:2]:
    a = solve_with(GAME, solver, level, rules.start(level), Metric.PUSHES, Limits())
    print(GAME.notation.write(level, rules.start(level), a.moves), a.expanded)
print(GAME.notation.write(level, rules.start(level), without_exact_search(level)))
"""


def test_uncompiled_code_gives_the_same_answers() -> None:
    path = os.pathsep.join(sys.path)
    printed = {
        switch: subprocess.run(
            [sys.executable, "-c", _UNCOMPILED],
            env={**os.environ, "CASSETETE_JIT": switch, "PYTHONPATH": path},
            capture_output=True,
            check=True,
        ).stdout
        for switch in ("0", "1")
    }
    assert printed["0"] == printed["1"]


def test_kernels_warm_up() -> None:
    warm_up_portfolio.warm_up()
