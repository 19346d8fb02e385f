"""The compiled solver: the same answers as the rules, searched naively, whichever of its ways it takes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import permutations

from hypothesis import given, settings

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.games.turtle import rules
from cassetete.games.turtle.formats import drifting_droids
from cassetete.games.turtle.game import GAME
from cassetete.games.turtle.model import Level, Move
from cassetete.speed.budget import Budget
from games.turtle.test_turtle_solve import classics, written
from games.turtle.turtle_boards import levels, naive_shortest

NATIVE = GAME.solvers[0]


def agrees(level: Level, answer: Answer[Move]) -> None:
    shortest = naive_shortest(level)
    if shortest is None:
        assert answer.verdict is Verdict.IMPOSSIBLE
    else:
        assert answer.solved
        assert answer.optimal
        assert written(level, answer.moves) in shortest


@given(levels(side=4, animals=4))
@settings(max_examples=60)
def test_each_way_of_the_solver_agrees_with_brute_force(level: Level) -> None:
    from cassetete.games.turtle.solvers import deepening, native, states, turtle_sets

    agrees(level, drain(native.run(level, level.animals, Metric.MOVES, Limits())))
    if level.animals[0] != level.goal:
        agrees(level, drain(states.search(level, level.animals, Budget(Limits()))))
        agrees(level, drain(turtle_sets.search(level, level.animals, Budget(Limits()))))
        board = deepening.DeepeningBoard(level, level.goal or 0)
        moves, _visited = deepening.deepen(board, level.animals, 2000)
        if moves is not None:
            agrees(level, Answer(Verdict.SOLVED, moves, optimal=True))


@given(levels(side=4, animals=4))
@settings(max_examples=30)
def test_all_shortest_solutions_over_sets(level: Level) -> None:
    from cassetete.games.turtle.solvers import native

    found = [written(level, answer.moves) for answer in native.solutions(level, level.animals, Limits())]
    assert len(set(found)) == len(found)
    assert set(found) == (naive_shortest(level) or set())


@given(levels(side=3, least=2, animals=3))
@settings(max_examples=25)
def test_the_analysis_knows_every_position(level: Level) -> None:
    from cassetete.games.turtle.solvers import retrograde

    helpers = len(level.animals) - 1
    analysis = drain(retrograde.analyse(level, keep=True))
    free = [cell for cell in range(len(level.walls)) if level.closed[cell] != 15 or cell == level.goal]
    counts: dict[int, int] = {}
    for state in permutations(free, helpers + 1):
        if state[1:] != tuple(sorted(state[1:])):
            continue
        shortest = naive_shortest(replace(level, animals=state))
        length = None if shortest is None else len(min(shortest)) // 2
        assert analysis.distance(state) == length
        if length is not None:
            counts[length] = counts.get(length, 0) + 1
    assert analysis.counts == [counts.get(length, 0) for length in range(len(analysis.counts))] or not counts
    layers = retrograde.Analysis(level, helpers)
    drain(layers.next_layer())
    if counts.get(1):
        assert {analysis.distance(layers.pick(number)) for number in range(counts[1])} == {1}


CODE = """
from cassetete.core.answers import Limits
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.games.turtle.model import Level
from cassetete.games.turtle.solvers import native, retrograde, states, turtle_sets
from cassetete.speed.budget import Budget

boards = [
    Level(3, 3, (0,) * 9, (0, 2, 6, 8), 4),
    Level(3, 4, (0, 2, 0, 4, 0, 0, 8, 0, 1, 0, 0, 0), (0, 11, 5), 7),
    Level(2, 17, (0,) * 34, (0, 16, 20), 9),
]
for level in boards:
    print(drain(native.run(level, level.animals, Metric.MOVES, Limits())))
    print(drain(states.search(level, level.animals, Budget(Limits(nodes=150)))))
    if level.columns < 6:
        print(drain(turtle_sets.search(level, level.animals, Budget(Limits(nodes=150)))))
print([answer.moves for answer in native.solutions(boards[1], boards[1].animals, Limits())])
print(drain(retrograde.analyse(boards[1])).counts)
"""


def test_compiled_and_uncompiled_answer_the_same() -> None:
    answers = {}
    for jit in "01":
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", CODE],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "CASSETETE_JIT": jit},
        )
        assert done.returncode == 0, done.stderr
        answers[jit] = done.stdout
    assert "SOLVED" in answers["0"]
    assert answers["0"] == answers["1"]


def test_classic_positions_up_to_twelve_moves() -> None:
    known = classics(12)
    assert len(known) == 90
    for level, optimum in known:
        answer = solve_with(GAME, NATIVE, level, level.animals, Metric.MOVES, Limits())
        assert (answer.length, answer.optimal) == (optimum, True)


def test_the_record_is_twenty_five_moves() -> None:
    level = drifting_droids.parse("7650+42+E2302B12+C9")[0].level
    answer = solve_with(GAME, NATIVE, level, level.animals, Metric.MOVES, Limits())
    assert (answer.length, answer.optimal) == (25, True)


def test_limits_in_the_midst_of_a_search() -> None:
    level = drifting_droids.parse("7650+42+E2302B12+C9")[0].level
    for limits, code in ((Limits(nodes=150_000), "nodes"), (Limits(memory=1 << 24), "memory")):
        answer = solve_with(GAME, NATIVE, level, level.animals, Metric.MOVES, limits)
        assert answer.verdict is Verdict.UNKNOWN
        assert answer.why is not None
        assert answer.why.code == code
        assert answer.expanded > 100_000


def test_a_search_that_was_stopped_leaves_nothing_to_the_next() -> None:
    from cassetete.games.turtle.solvers import turtle_sets

    level = drifting_droids.parse("0765+42+2E21BD0F+93")[0].level
    half = turtle_sets.search(level, level.animals, Budget(Limits()))
    for _visit in range(30):
        next(half)
    half.close()
    for level, optimum in classics(9)[-3:]:
        answer = drain(turtle_sets.search(level, level.animals, Budget(Limits())))
        assert answer.length == optimum


def test_two_searches_at_a_time_do_not_meet() -> None:
    from cassetete.games.turtle.solvers import turtle_sets

    (one, short), (two, long) = classics(8)[-2:]
    searches = [turtle_sets.search(level, level.animals, Budget(Limits())) for level in (one, two)]
    answers: list[Answer[Move] | None] = [None, None]
    while None in answers:
        for number, search in enumerate(searches):
            if answers[number] is None:
                try:
                    next(search)
                except StopIteration as end:
                    answers[number] = end.value
    assert [answer.length for answer in answers if answer] == [short, long]


def test_large_boards_and_four_helpers() -> None:
    for level in (
        Level(32, 32, (0,) * 1024, (33, 31, 992), 1023),
        Level(16, 16, (0,) * 256, (17, 15, 240, 255, 100), 0),
        Level(20, 7, (0,) * 140, (8, 139, 3, 60), 6),
    ):
        plain = solve_with(GAME, GAME.solvers[1], level, level.animals, Metric.MOVES, Limits())
        answer = solve_with(GAME, NATIVE, level, level.animals, Metric.MOVES, Limits())
        assert (answer.verdict, answer.length) == (plain.verdict, plain.length)
        assert rules.status(level, level.animals).value == "open"
