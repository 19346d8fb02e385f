"""Push it down's kernels against the rules: compiled here, uncompiled in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import certify, solve_with
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.core.lengths import totals
from cassetete.games.pushit import rules
from cassetete.games.pushit.formats import parse
from cassetete.games.pushit.game import GAME
from cassetete.games.pushit.model import Level
from cassetete.games.pushit.solvers import ball_sets, layouts
from cassetete.games.pushit.solvers.graph import graph as graph_of
from cassetete.speed import jit
from cassetete.speed.driver import FOUND
from cassetete.speed.random import Random
from classic import classic
from games.pushit.pushit_graph import whole_graph

SOLVERS = {solver.id: solver for solver in GAME.solvers}


def some_board(seed: int, most: int = 4) -> Level:
    """A board of any shape; now and then tall pushes, huge walls, costs, another start."""
    random = Random(seed)
    rows, columns = 1 + random.below(most), 1 + random.below(most)
    top = 2 + random.below(4)
    heights = [random.below(top) + (300 if random.chance(1, 12) else 0) for _ in range(rows * columns)]
    if random.chance(2, 3):
        heights[-1] = 0
    start = (random.below(rows), random.below(columns)) if random.chance(1, 3) else (0, 0)
    return Level(columns, tuple(heights), start, random.below(4), (random.below(4), random.below(4)))


def check(seed: int, most: int = 4) -> None:
    """One board: the native answers are those of uniform cost, and the graph is that of the rules."""
    level = some_board(seed, most)
    start = rules.start(level)
    if not SOLVERS["native"].fits(level):
        return
    for metric in Metric:
        answers = [
            solve_with(GAME, SOLVERS[name], level, start, metric, Limits(nodes=4000)) for name in ("native", "ucs")
        ]
        assert answers[0].verdict is answers[1].verdict, (seed, metric)
        if answers[0].solved:
            found = [totals(GAME, level, start, answer.moves) for answer in answers]
            assert found[0].order(metric) == found[1].order(metric), (seed, metric)
            assert answers[0].optimal
    graph = graph_of(level, start, 3000)
    if graph is not None:
        distance = whole_graph(level, start)
        lost = sum(1 for steps in distance.values() if steps is None)
        assert (graph.states, graph.lost, graph.shortest) == (len(distance), lost, distance[start]), seed


def test_kernels_agree_with_the_rules() -> None:
    assert jit.compiled()
    for seed in range(400):
        check(seed)


def test_uncompiled_kernels_agree_too() -> None:
    code = """
import games.pushit.test_pushit_kernel as tests
assert not tests.jit.compiled()
for seed in range(60):
    tests.check(seed, 3)
"""
    here = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CASSETETE_JIT": "0", "PYTHONPATH": os.pathsep.join([*sys.path, str(here)])},
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("name", "length"), [("map_tour", 10), ("map6", 10), ("map_2", 22), ("tiny_map", 4)])
def test_classic_levels(name: str, length: int) -> None:
    level = parse(classic(f"pushit/{name}.txt").read_text("utf-8"))[0].level
    answer = solve_with(GAME, SOLVERS["native"], level, rules.start(level), Metric.MOVES, Limits())
    assert (answer.length, answer.optimal) == (length, True)


def yard(size: int) -> Level:
    """A floor of 2 with loose blocks in it, and a moat that takes many of them."""
    heights = [2] * (size * size)
    for row in range(1, size - 3):
        for column in range(1 + row % 2, size - 1, 2):
            heights[row * size + column] = 3
    heights[(size - 2) * size : (size - 1) * size] = [0] * size
    return Level(size, tuple(heights))


def test_arrays_grow_with_the_search() -> None:
    level = yard(7)
    for metric in Metric:
        answer = solve_with(GAME, SOLVERS["native"], level, rules.start(level), metric, Limits(nodes=60_000))
        assert answer.expanded > 10_000


def test_limits_are_kept_to_the_node() -> None:
    level = yard(8)
    for nodes in (1, 100, 5000):
        answer = solve_with(GAME, SOLVERS["native"], level, rules.start(level), Metric.MOVES, Limits(nodes=nodes))
        assert (answer.verdict, answer.expanded) == (Verdict.UNKNOWN, nodes)
    answer = solve_with(GAME, SOLVERS["native"], level, rules.start(level), Metric.PUSHES, Limits(memory=1 << 20))
    assert answer.why is not None
    assert answer.why.code == "memory"


def test_both_searches_find_the_fewest_moves() -> None:
    """Sets of balls on up to 64 cells, and ball by ball on boards of any size."""
    solved = 0
    for seed in range(600):
        level = some_board(seed, 8)
        start = rules.start(level)
        if not SOLVERS["native"].fits(level) or not ball_sets.fits(level):
            continue
        limits = Limits(nodes=20_000)
        by_sets = drain(ball_sets.search(level, start, limits))
        one_by_one = drain(layouts.search(level, start, None, limits))
        if Verdict.UNKNOWN in (by_sets.verdict, one_by_one.verdict):
            continue
        assert by_sets.verdict is one_by_one.verdict, seed
        assert by_sets.length == one_by_one.length, seed
        certify(GAME, level, start, by_sets)
        solved += by_sets.solved
    assert solved > 150


def test_long_ways_are_traced_too() -> None:
    """A way of more moves than the search has room for at first."""
    level = Level(3, (3, 3, 0, 0, 2, 2, 0, 0, 1))
    start = rules.start(level)
    search = ball_sets.BallSetSearch(moves=2)
    search.begin(level, start)
    assert search.step(1 << 30) == FOUND
    assert len(search.moves()) == 4
    certify(GAME, level, start, Answer(Verdict.SOLVED, search.moves()))


def test_wide_boards_have_many_words_of_marks() -> None:
    size = 20
    snake = [9] * (size * size)
    for row in range(0, size, 2):
        snake[row * size : (row + 1) * size] = [1] * size
        if row + 1 < size:
            snake[(row + 1) * size + (size - 1 if row % 4 == 0 else 0)] = 1
    snake[-1] = 0
    level = Level(size, tuple(snake))
    for metric in Metric:
        native_answer = solve_with(GAME, SOLVERS["native"], level, rules.start(level), metric, Limits())
        assert (
            native_answer.length == solve_with(GAME, SOLVERS["bfs"], level, rules.start(level), metric, Limits()).length
        )
