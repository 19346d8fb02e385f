"""The solvers against an independent search, and against the classic optimal lengths."""

from __future__ import annotations

import csv
from heapq import heappop, heappush

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Generator, Metric, Status
from cassetete.core.errors import BadLevel
from cassetete.core.grid import Cell, Direction
from cassetete.core.lengths import totals
from cassetete.games.sokoban import rules
from cassetete.games.sokoban.floor_graph import floor_graph, least_matching
from cassetete.games.sokoban.formats import xsb
from cassetete.games.sokoban.game import GAME
from cassetete.games.sokoban.kernels.matching import FAR
from cassetete.games.sokoban.model import Level
from classic import classic
from games.sokoban.sokoban_boards import drawn, small_level

SOLVERS = {solver.id: solver for solver in GAME.solvers}


def solve(level: Level, solver: str = "optimal", metric: Metric = Metric.PUSHES) -> Answer[Direction]:
    return solve_with(GAME, SOLVERS[solver], level, rules.start(level), metric, Limits(nodes=200_000))


def least(level: Level, metric: Metric) -> tuple[int, int] | None:
    """Dijkstra over plain tuples, written apart from the rules: (what the metric counts, moves), or None."""
    step, push = {Metric.MOVES: (1, 1), Metric.PUSHES: (0, 1), Metric.COST: level.costs}[metric]
    assert level.player is not None
    queue: list[tuple[int, int, Cell, tuple[Cell, ...]]] = [(0, 0, level.player, tuple(sorted(level.boxes)))]
    seen = set()
    while queue:
        cost, moves, (i, j), boxes = heappop(queue)
        if all(box in level.targets for box in boxes):
            return cost, moves
        if ((i, j), boxes) in seen:
            continue
        seen.add(((i, j), boxes))
        for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            to, beyond = (i + di, j + dj), (i + 2 * di, j + 2 * dj)
            if to in level.walls:
                continue
            if to not in boxes:
                heappush(queue, (cost + step, moves + 1, to, boxes))
            elif beyond not in level.walls and beyond not in boxes:
                pushed = tuple(sorted(beyond if box == to else box for box in boxes))
                heappush(queue, (cost + push, moves + 1, to, pushed))
    return None


def counted(level: Level, answer: Answer[Direction], metric: Metric) -> tuple[int, int]:
    found = totals(GAME, level, rules.start(level), answer.moves)
    return found.order(metric)


@settings(max_examples=250, deadline=None)
@given(small_level(), st.sampled_from(Metric))
def test_optimal_equals_an_independent_search(level: Level, metric: Metric) -> None:
    answer, truth = solve(level, metric=metric), least(level, metric)
    assert answer.verdict is (Verdict.SOLVED if truth else Verdict.IMPOSSIBLE)
    if truth is not None:
        assert counted(level, answer, metric) == truth


@settings(max_examples=40, deadline=None)
@given(small_level(3), st.sampled_from(Metric), st.sampled_from(sorted(SOLVERS)))
def test_every_solver_agrees_and_claims_only_what_is_true(level: Level, metric: Metric, solver: str) -> None:
    answer, truth = solve(level, solver, metric), least(level, metric)
    assert answer.solved is (truth is not None)
    if truth is not None:
        best = counted(level, answer, metric) == truth
        assert best or not answer.optimal
        assert best or metric not in SOLVERS[solver].optimal


@settings(max_examples=100, deadline=None)
@given(small_level())
def test_the_static_proof_never_cries_wolf(level: Level) -> None:
    """Along a solution, no state may be called lost, and the bound never exceeds what is left."""
    answer = solve(level)
    graph, state = floor_graph(level), rules.start(level)
    left = counted(level, answer, Metric.PUSHES)[0]
    for move in answer.moves:
        assert not graph.lost(state, level.targets)
        assert graph.bound(graph.boxes_of(state)) <= left
        left -= rules.pushes(level, state, move)
        state = rules.play(level, state, move)


@given(st.lists(st.lists(st.integers(0, 9) | st.just(FAR), min_size=3, max_size=3), min_size=1, max_size=3))
def test_matching_is_the_least_of_all_assignments(costs: list[list[int]]) -> None:
    def brute(rows: list[list[int]], columns: list[int]) -> int:
        if not rows:
            return 0
        totals = [rows[0][c] + brute(rows[1:], [x for x in columns if x != c]) for c in columns]
        return min(*totals, FAR)

    assert least_matching(costs) == brute(costs, [0, 1, 2])


@pytest.mark.parametrize(
    "rows",
    [
        ("#####", "#$  #", "#@ .#", "#####"),
        ("######", "# $$ #", "# .. #", "# @  #", "######"),
        ("#######", "#@ .#$#", "#######"),
    ],
)
def test_a_deadlock_is_proven_without_searching(rows: tuple[str, ...]) -> None:
    answer = solve(drawn(*rows))
    assert (answer.verdict, answer.expanded) == (Verdict.IMPOSSIBLE, 0)
    assert answer.why is not None and answer.why.code == "deadlock"


def test_a_level_without_player_cannot_be_solved() -> None:
    level = drawn("#####", "# $.#", "#####")
    for solver in SOLVERS:
        assert solve(level, solver).verdict is Verdict.IMPOSSIBLE


def test_limits_are_kept_and_named() -> None:
    level = drawn("#######", "#     #", "#.@ $ #", "#     #", "#######")
    answer = solve_with(GAME, SOLVERS["optimal"], level, rules.start(level), Metric.PUSHES, Limits(nodes=1))
    assert (answer.verdict, answer.expanded) == (Verdict.UNKNOWN, 1)
    assert answer.why is not None and answer.why.code == "nodes"


def test_all_shortest_solutions_are_found() -> None:
    level = drawn("#####", "#@  #", "#  $.", "#   #", "#####")
    assert GAME.solutions.all is not None
    found = GAME.solutions.all(level, rules.start(level), Metric.PUSHES, Limits())
    texts = {GAME.notation.write(level, rules.start(level), answer.moves) for answer in found}
    assert texts == {"rdR", "drR"}


def test_visits_show_states_of_the_rules() -> None:
    level = drawn("########", "#@$.#*#*", "########")
    search = SOLVERS["optimal"].run(level, rules.start(level), Metric.PUSHES, Limits())
    assert next(search).state == rules.start(level)


def test_microban_1_to_20_push_optimal() -> None:
    levels = xsb.parse(classic("sokoban/microban1_155.txt").read_text("utf-8"))
    with classic("sokoban/microban1_push_optimal.csv").open(encoding="utf-8") as table:
        optimal = {
            int(row["level"]): int(row["optimal_pushes"]) for row in csv.DictReader(table) if row["optimal_pushes"]
        }
    for number in range(1, 21):
        parsed = levels[number - 1]
        assert not isinstance(parsed, BadLevel)
        answer = solve(parsed.level)
        assert answer.optimal
        assert counted(parsed.level, answer, Metric.PUSHES)[0] == optimal[number]


def test_generated_levels_are_playable_and_as_hard_as_they_say() -> None:
    for generator in GAME.making.generators:
        as_hard_as_it_says(generator)


def as_hard_as_it_says(generator: Generator[Level]) -> None:
    values = {"rows": 6, "columns": 6, "boxes": 2, "tries": 10}
    run, again = generator.run(values, 3), generator.run(values, 3)
    levels = []
    for one in (run, again):
        try:
            while True:
                next(one)
        except StopIteration as end:
            levels.append(end.value)
    assert levels[0] == levels[1]
    level = levels[0]
    assert isinstance(level, Level) and GAME.problems(level) == []
    assert counted(level, solve(level), Metric.PUSHES)[0] == level.headers.optimum
    assert rules.status(level, rules.start(level)) is Status.OPEN
