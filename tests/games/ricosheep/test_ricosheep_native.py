"""The compiled search does what the rules say: same states, distances and lines; one word or more, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Limits, Verdict
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Status
from cassetete.core.grid import Direction
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import parse
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.model import Level, State
from cassetete.games.ricosheep.solvers.distances import distances
from cassetete.games.ricosheep.solvers.native import solutions
from cassetete.search import all_shortest, space
from cassetete.speed import jit
from classic import classic
from games.ricosheep.ricosheep_boards import boards, plain_boards
from games.ricosheep.test_ricosheep_solve import distances_to_victory

NATIVE = GAME.solvers[0]


def reachable(level: Level) -> set[State]:
    seen, waiting = {level.start}, [level.start]
    while waiting:
        state = waiting.pop()
        for move in rules.moves(level, state):
            after = rules.play(level, state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def check(level: Level) -> None:
    """Every state of a level: its distance against exhaustive search by the rules."""
    far, analysis = distances_to_victory(level), distances(level)
    assert analysis is not None
    found = reachable(level)
    assert set(analysis) == {state for state in found if not state.eaten} | {level.start}
    for state in found:
        assert analysis[state] == far.get(state)
        nearer = [
            m for m in rules.moves(level, state) if far.get(rules.play(level, state, m), -2) == far.get(state, 0) - 1
        ]
        assert analysis.best_moves(state) == nearer
    answer = solve_with(GAME, NATIVE, level, level.start, Metric.MOVES, Limits())
    assert (answer.length if answer.solved else None) == far.get(level.start)


@settings(max_examples=80)
@given(plain_boards(most=4))
def test_one_word_herds_have_the_rules_distances(level: Level) -> None:
    check(level)


@settings(max_examples=80)
@given(boards(most=4))
def test_herds_with_wolves_and_coats_have_the_rules_distances(level: Level) -> None:
    assume(len(level.start.sheep) < 6)  # each more is a graph that many times larger
    check(level)


def widened(level: Level, rows: int) -> Level:
    """The same level below empty rows that a hedge cuts off: more cells than a word has bits."""
    blank, hedge = "_" * level.columns, "B" * level.columns
    return Level((*[blank] * rows, hedge, *level.ground), (*[blank] * (rows + 1), *level.pieces))


@settings(max_examples=30)
@given(boards(most=4))
def test_boards_wider_than_a_word_have_the_rules_distances(level: Level) -> None:
    wide = widened(level, 70 // level.columns + 1)
    analysis, far = distances(wide), distances_to_victory(wide)
    assert analysis is not None
    assert {state: analysis[state] for state in far} == far
    assert analysis[wide.start] == far.get(wide.start)


@settings(max_examples=40)
@given(boards(most=3))
def test_all_shortest_lines_come_in_the_order_of_the_plain_search(level: Level) -> None:
    plain = all_shortest(*space(rules, level, level.start), lambda _state, _move: 1)
    assert [a.moves for a in solutions(level, level.start, Limits())] == [a.moves for a in plain]


def test_a_board_of_1024_cells_is_searched() -> None:
    rows = [["_"] * 32 for _row in range(32)]
    for i in range(32):
        rows[i][(7 * i + 3) % 32] = "B"
    for i, j in ((0, 0), (13, 20), (30, 5)):
        rows[i][j] = "S"
    rows[16][9] = "G"  # which no sheep can reach
    level = parse("\n".join("".join(row) for row in rows) + "\n")[0].level
    end = replay(rules, level, [Direction.from_letter(letter) for letter in "LURDLURDRU"])
    tufts = {(i, j) for i, j, _coat in end.sheep}
    ground = tuple(
        "".join("G" if (i, j) in tufts else cell.replace("G", "_") for j, cell in enumerate(row))
        for i, row in enumerate(level.ground)
    )
    level = Level(ground, level.pieces)
    answer = solve_with(GAME, NATIVE, level, level.start, Metric.MOVES, Limits(nodes=200_000))
    plain = solve_with(GAME, GAME.solvers[1], level, level.start, Metric.MOVES, Limits(nodes=200_000))
    assert answer.solved
    assert answer.length == plain.length


def test_arrays_grow_and_limits_are_said_on_the_way() -> None:
    path = classic("ricosheep/big/huge.txt")
    level = parse(path.read_text("utf-8"))[0].level
    analysis = distances(level)
    assert analysis is not None
    assert len(analysis) > 20_000
    for nodes in (1, 2, 3, 1000):
        answer = solve_with(GAME, NATIVE, level, level.start, Metric.MOVES, Limits(nodes=nodes))
        assert (answer.verdict, answer.why and answer.why.code) == (Verdict.UNKNOWN, "nodes")
        assert answer.expanded <= nodes
    assert distances(level, Limits(nodes=1000)) is None


def test_a_state_of_another_level_is_not_in_an_analysis() -> None:
    level = parse("S_G\n_B_\n")[0].level
    analysis = distances(level)
    assert analysis is not None
    for sheep in (("S", 0, 1), ("A", 0, 0), ("S", 1, 1), ("S", 5, 5)):
        with pytest.raises(KeyError):
            analysis[State(frozenset({(sheep[1], sheep[2], sheep[0])}))]
    won = rules.play(level, level.start, Direction.RIGHT)
    assert (analysis[won], analysis.best_moves(won)) == (0, [])
    assert rules.status(level, won) is Status.WON


SMALL = """
from cassetete.games.ricosheep.solvers.distances import distances
from cassetete.games.ricosheep.formats import parse
from cassetete.speed import jit

texts = ["_B_BS\\nBB_S_\\n_GBBS\\n_BG__\\n___BS\\n", "W_B__S\\n______\\n_B___B\\nS___BG\\n__BG__\\n"]
texts += ["__b\\n_a_\\n\\nA_B\\n__S\\n"]
print(jit.compiled())
for text in texts:
    level = parse(text)[0].level
    analysis = distances(level)
    print(sorted((sorted(state.sheep), sorted(state.wolves), str(far)) for state, far in analysis.items()))
"""


def test_compiled_and_uncompiled_say_the_same() -> None:
    said = []
    for switch in ("0", "1"):
        env = {**os.environ, "CASSETETE_JIT": switch}
        run = subprocess.run(
            [sys.executable, "-W", "error", "-c", SMALL], capture_output=True, text=True, check=False, env=env
        )
        assert run.returncode == 0, run.stderr
        said.append(run.stdout.split("\n", 1))
    assert (said[0][0], said[1][0]) == ("False", "True")
    assert said[0][1] == said[1][1]


def test_warming_up_compiles_all_that_a_solution_needs() -> None:
    from cassetete.games.ricosheep.kernels import graph, multi_word, single_word
    from cassetete.games.ricosheep.warm_up import warm_up

    if not jit.compiled():
        pytest.skip("nothing is compiled here")
    functions = [
        f for module in (graph, multi_word, single_word) for f in vars(module).values() if hasattr(f, "signatures")
    ]
    warm_up()
    compiled = [len(function.signatures) for function in functions]
    for text in ("S_G\n_B_\n", "SW_\n__G\n", "a_\n__\n\n_A\nB_\n"):
        level = parse(text)[0].level
        analysis = distances(level)
        assert analysis is not None
        assert len(list(solutions(level, level.start, Limits()))) == (analysis[level.start] is not None)
    assert [len(function.signatures) for function in functions] == compiled


@settings(max_examples=20)
@given(plain_boards(most=4), st.data())
def test_a_solution_from_any_state_is_as_long_as_the_analysis_says(level: Level, data: st.DataObject) -> None:
    analysis = distances(level)
    assert analysis is not None
    state = data.draw(st.sampled_from(sorted(analysis, key=lambda s: sorted(s.sheep))))
    answer = solve_with(GAME, NATIVE, level, state, Metric.MOVES, Limits())
    assert (answer.length if answer.solved else None) == analysis[state]
