"""The solvers of Push it down against brute force, the sheet's levels and one another."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.grid import Direction
from cassetete.core.lengths import totals
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.solvers.searches import below_exit
from classic import classic
from games.pushit.pushit_graph import needs_a_push

SOLVERS = {solver.id: solver for solver in GAME.solvers}
DOORSTEP = "1 1 1 1\n1 2 2 1\n1 2 0 0\n3 1 0 1\n"


def level_of(text: str) -> Level:
    return parse(text)[0].level


def ask(level: Level, solver: str, metric: Metric = Metric.MOVES, limits: Limits = Limits()) -> Answer[Direction]:
    return solve_with(GAME, SOLVERS[solver], level, rules.start(level), metric, limits)


@st.composite
def small_boards(draw: st.DrawFn) -> Level:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    count = rows * columns
    heights = draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    start = (draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1)))
    cost = (draw(st.integers(0, 3)), draw(st.integers(0, 3)))
    return Level(columns, tuple(heights), start, draw(st.integers(0, 2)), cost)


def least(level: Level, metric: Metric) -> tuple[int, int] | None:
    """The least (metric, moves) of any solution: relaxation over the whole graph of the rules, nothing left out."""
    start = rules.start(level)
    best = {start: (0, 0)}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for move in rules.moves(level, state):
            worth = {
                Metric.MOVES: 1,
                Metric.PUSHES: rules.pushes(level, state, move),
                Metric.COST: rules.cost(level, state, move),
            }[metric]
            reached = rules.play(level, state, move)
            total = (best[state][0] + worth, best[state][1] + 1)
            if reached not in best or total < best[reached]:
                best[reached] = total
                waiting.append(reached)
    return min((total for state, total in best.items() if state.ball == level.exit), default=None)


@settings(max_examples=60)
@given(small_boards(), st.sampled_from(list(Metric)))
def test_every_solver_agrees_with_brute_force(level: Level, metric: Metric) -> None:
    best = least(level, metric)
    for solver in GAME.solvers:
        answer = ask(level, solver.id, metric)
        if solver.complete:
            assert answer.verdict is (Verdict.IMPOSSIBLE if best is None else Verdict.SOLVED), solver.id
        if answer.solved:
            assert best is not None
            found = totals(GAME, level, rules.start(level), answer.moves)
            weight = found.by(metric)
            if metric in solver.optimal:
                assert answer.optimal
            if answer.optimal:
                assert (weight, found.moves) == best, solver.id
    walk = ask(level, "walk", metric)
    assert walk.verdict is not Verdict.IMPOSSIBLE
    fewest = least(level, Metric.PUSHES)
    assert walk.solved == (fewest is not None and fewest[0] == 0)
    assert needs_a_push(level) == (fewest is not None and fewest[0] > 0)


@settings(max_examples=40)
@given(small_boards(), st.sampled_from(list(Metric)))
def test_all_best_solutions_are_different_and_equally_good(level: Level, metric: Metric) -> None:
    assert GAME.solutions.all is not None
    best = least(level, metric)
    found = []
    for answer in GAME.solutions.all(level, rules.start(level), metric, Limits()):
        found.append(answer.moves)
        if len(found) == 50:
            break
    assert len(set(found)) == len(found)
    assert bool(found) == (best is not None)
    for moves in found:
        taken = totals(GAME, level, rules.start(level), moves)
        weight = taken.by(metric)
        assert (weight, taken.moves) == best


@given(small_boards())
def test_below_the_exit_all_is_lost(level: Level) -> None:
    if below_exit(rules.start(level)):
        assert least(level, Metric.MOVES) is None


@pytest.mark.parametrize(("name", "length"), [("map_tour", 10), ("map6", 10), ("map_2", 22), ("tiny_map", 4)])
def test_classic_levels(name: str, length: int) -> None:
    level = level_of(classic(f"pushit/{name}.txt").read_text("utf-8"))
    for solver in ("bfs", "astar", "ucs", "idastar"):
        answer = ask(level, solver)
        assert (answer.length, answer.optimal) == (length, True)


def test_the_sheets_levels() -> None:
    tower = level_of("5 4 3 2 1 0\n4 4 3 2 1 0\n3 3 3 2 1 0\n2 2 2 2 1 0\n1 1 1 1 1 0\n0 0 0 0 0 0\n")
    map6 = level_of("4 3 3 0 0\n3 3 3 0 0\n3 1 3 0 0\n2 1 4 0 0\n1 1 1 0 1\n")
    assert ask(tower, "bfs").length == ask(map6, "bfs").length == 10
    assert not needs_a_push(tower)
    assert needs_a_push(map6)


def test_depth_first_is_not_minimal() -> None:
    level = level_of(DOORSTEP)
    assert (ask(level, "backtracking").length, ask(level, "dfs").length, ask(level, "bfs").length) == (20, 20, 10)


def test_a_walk_that_is_not_found_proves_nothing() -> None:
    answer = ask(level_of("1 2 0\n3 3 1\n3 3 1\n"), "walk")
    assert (answer.verdict, answer.why and answer.why.code) == (Verdict.UNKNOWN, "no-walk")


def test_an_exit_too_high_is_seen_at_once() -> None:
    answer = ask(level_of("0 0 0\n0 0 0\n0 0 1\n"), "bfs")
    assert (answer.verdict, answer.expanded, answer.why and answer.why.code) == (Verdict.IMPOSSIBLE, 0, "below-exit")


def test_a_limit_gives_unknown() -> None:
    for solver in SOLVERS:
        assert ask(level_of(DOORSTEP), solver, limits=Limits(nodes=2)).verdict is Verdict.UNKNOWN


def test_costly_pushes_make_the_walk_best() -> None:
    level = level_of("# cost: 1 4\n2 2 2 2 2\n3 4 4 4 2\n2 2 2 2 2\n2 4 4 4 4\n1 1 1 1 1\n")
    assert GAME.lengths.metric(level) is Metric.COST
    start = rules.start(level)
    by_cost, by_moves = ask(level, "ucs", Metric.COST), ask(level, "ucs")
    assert totals(GAME, level, start, by_cost.moves) == (16, 0, 16)
    assert totals(GAME, level, start, by_moves.moves) == (8, 3, 17)
    cheap = replace(level, cost=(1, 3))
    assert totals(GAME, cheap, start, ask(cheap, "astar", Metric.COST).moves) == (8, 3, 14)
