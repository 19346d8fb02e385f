"""Solving: the tables are the rules, the answers are the brute force's, the proofs are proofs."""

from __future__ import annotations

import csv
from dataclasses import replace

from hypothesis import given, settings

from cassetete.core.answers import Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.games.turtle.formats import wall_codes
from cassetete.games.turtle.game import GAME
from cassetete.games.turtle.model import Level, Move, State
from cassetete.games.turtle.solvers import slides
from cassetete.search.best_first import DEAD_END
from classic import classic
from games.turtle.turtle_boards import levels, naive_shortest, naive_successors

SMALL = levels(side=4, animals=3)


def answers(level: Level) -> dict[str, str | None]:
    """Each solver's solution as text; None where it proves that there is none."""
    found: dict[str, str | None] = {}
    for solver in GAME.solvers:
        answer = solve_with(GAME, solver, level, level.animals, Metric.MOVES, Limits())
        assert answer.verdict is not Verdict.UNKNOWN
        assert answer.optimal == (answer.solved and Metric.MOVES in solver.optimal)
        assert answer.solved or answer.why is not None
        found[solver.id] = written(level, answer.moves) if answer.solved else None
    return found


def written(level: Level, moves: tuple[Move, ...]) -> str:
    return GAME.notation.write(level, level.animals, moves)


@given(levels(side=6))
def test_the_tables_slide_as_the_rules_do(level: Level) -> None:
    found = [(written(level, (move,)), after) for move, after in slides.distinct(level)(level.animals)]
    assert found == list(naive_successors(level, level.animals))
    sorted_helpers: State = (level.animals[0], *sorted(level.animals[1:]))
    expected = {(after[0], *sorted(after[1:])) for _move, after in naive_successors(level, level.animals)}
    assert {after for _slide, after in slides.interchangeable(level)(sorted_helpers)} == expected


@given(SMALL)
@settings(max_examples=60)
def test_every_solver_agrees_with_brute_force(level: Level) -> None:
    shortest = naive_shortest(level)
    for solver, answer in answers(level).items():
        assert (answer is None) == (shortest is None), solver
        if shortest is not None and solver != "dfs":
            assert answer in shortest, solver


@given(SMALL)
@settings(max_examples=60)
def test_all_shortest_solutions_are_all_of_them(level: Level) -> None:
    assert GAME.solutions.all is not None
    found = [
        written(level, answer.moves) for answer in GAME.solutions.all(level, level.animals, Metric.MOVES, Limits())
    ]
    assert len(set(found)) == len(found)
    assert set(found) == (naive_shortest(level) or set())


@given(SMALL)
@settings(max_examples=60)
def test_the_bound_never_exceeds_the_truth(level: Level) -> None:
    shortest = naive_shortest(level)
    bound = slides.slide_tables(level).bounds(level.goal)[level.animals[0]]
    if shortest is not None:
        assert 2 * bound <= len(min(shortest))
    elif bound == DEAD_END:
        assert {why_code(level, solver.id) for solver in GAME.solvers} == {"walled-off"}


def why_code(level: Level, solver_id: str) -> str | None:
    solver = next(solver for solver in GAME.solvers if solver.id == solver_id)
    answer = solve_with(GAME, solver, level, level.animals, Metric.MOVES, Limits())
    return answer.why.code if answer.why else None


def test_a_walled_off_hideout_needs_no_search() -> None:
    """Even with four helpers on the largest board."""
    walls = [0] * 1024
    walls[500] = 15
    level = Level(32, 32, tuple(walls), (0, 31, 992, 1023, 300), 500)
    for solver in GAME.solvers:
        answer = solve_with(GAME, solver, level, level.animals, Metric.MOVES, Limits())
        assert (answer.verdict, answer.expanded) == (Verdict.IMPOSSIBLE, 0)
        assert answer.why == slides.WALLED_OFF


def test_half_drawn_levels_are_impossible_and_say_why() -> None:
    for level in (Level(2, 2, (0,) * 4, (), 3), Level(2, 2, (0,) * 4, (0, 1))):
        assert {why_code(level, solver.id) for solver in GAME.solvers} == {"unfinished"}


def test_an_unreachable_hideout_is_proven_by_exhaustion() -> None:
    level = Level(3, 3, (0,) * 9, (0,), 4)
    assert {why_code(level, solver.id) for solver in GAME.solvers} == {"exhausted"}


def test_a_state_on_the_way_is_solved_with_the_right_animals() -> None:
    """The helpers are interchangeable for the search, not for the player who reads the answer."""
    level = Level(5, 5, (0,) * 25, (0, 4, 20, 24), 12)
    for state in ((0, 4, 20, 24), (0, 24, 4, 20), (0, 20, 24, 4)):
        for solver in GAME.solvers[:3]:
            answer = solve_with(GAME, solver, level, state, Metric.MOVES, Limits())
            assert answer.length == 10


def test_depth_first_is_not_minimal() -> None:
    """The level of docs/sheets/turtle.md."""
    walls = (0,) * 25
    level = Level(5, 5, walls, (0, 4), 23)
    found = answers(level)
    assert found["bfs"] == "0D0B"
    assert found["dfs"] is not None
    assert len(found["dfs"]) // 2 == 8


def test_classic_positions_up_to_five_moves_by_every_optimal_solver() -> None:
    for level, optimum in classics(5):
        for solver in GAME.solvers[:3]:
            answer = solve_with(GAME, solver, level, level.animals, Metric.MOVES, Limits())
            assert (answer.length, answer.optimal) == (optimum, True)


def test_classic_positions_up_to_seven_moves() -> None:
    known = classics(7)
    assert len(known) == 59
    for level, optimum in known:
        answer = solve_with(GAME, GAME.solvers[0], level, level.animals, Metric.MOVES, Limits())
        assert (answer.length, answer.optimal) == (optimum, True)


def classics(most: int) -> list[tuple[Level, int]]:
    folder = classic("turtle")
    rows = csv.DictReader((folder / "optimal.csv").read_text("utf-8").splitlines())
    wanted = [(row["file"], int(row["optimal_moves"])) for row in rows]
    return [
        (wall_codes.parse((folder / name).read_text("utf-8"))[0].level, optimum)
        for name, optimum in wanted
        if optimum <= most
    ]


def test_a_lone_wall_code_on_either_side_makes_one_level_to_the_solvers() -> None:
    level = Level(1, 4, (0, 2, 0, 0), (0,), 1)
    other = replace(level, walls=(0, 0, 8, 0))
    assert answers(level) == answers(other) == {solver.id: "0D" for solver in GAME.solvers}
