"""Thousands of random grids from 1x1 to 4x4, empty and partly filled, with and without solution: solvers equal brute
force, and no deduction contradicts a solution."""

from __future__ import annotations

import random
from collections import Counter

from small_grids import SIZES, loops, random_grid, solutions_of

from cassetete.app.solving.hints import hint as advised
from cassetete.core.answers import Verdict
from cassetete.games.slitherlink.deductions.position import LINE, Position
from cassetete.games.slitherlink.deductions.techniques import TECHNIQUES
from cassetete.games.slitherlink.deductions.uniqueness import UNIQUE
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.hints import explain
from cassetete.games.slitherlink.model import Level, State, edge_number
from cassetete.games.slitherlink.solvers.counting import count
from cassetete.games.slitherlink.solvers.moves import drawn_mask
from cassetete.games.slitherlink.solvers.native import SolutionSearch, solve, unique

GRIDS = 3000
LISTED = 40
"""Grids with more solutions than this are counted, not listed."""

DEDUCED = 1200


def test_the_loops_are_as_many_as_is_known() -> None:
    assert [len(loops(n, n)) for n in range(1, 5)] == [1, 13, 213, 9349]
    assert all(len(set(loops(*size))) == len(loops(*size)) for size in SIZES)


def test_solution_sets_and_counts_are_those_of_brute_force() -> None:
    draw = random.Random(11)
    seen: Counter[str] = Counter()
    for _case in range(GRIDS):
        level, state = random_grid(draw)
        wanted = solutions_of(level, state)
        answer = solve(level, state)
        assert answer.verdict is (Verdict.SOLVED if wanted else Verdict.IMPOSSIBLE), (level, state)
        assert answer.optimal == (len(wanted) == 1), (level, state)
        if wanted:
            assert drawn_mask(level, answer.moves) | state.drawn in wanted, (level, state)
        assert count(level, state) == len(wanted), (level, state)
        seen[f"{min(len(wanted), 2)} solutions, {'partly filled' if state.drawn | state.crossed else 'empty'}"] += 1
        if len(wanted) <= LISTED:
            seen["listed"] += 1
            for native in (True, False):
                steps = SolutionSearch(level, state, native=native).run()
                found = [step.drawn for step in steps if isinstance(step, State)]
                assert sorted(found) == sorted(wanted), (level, state)
    assert seen.pop("listed") >= 2000
    assert len(seen) == 6 and min(seen.values()) >= 150, seen


def partly_solved(draw: random.Random) -> tuple[Level, State, set[int]]:
    """A grid that has solutions, with any number of the right marks of one of them."""
    while True:
        level, state = random_grid(draw)
        wanted = solutions_of(level, state)
        if wanted:
            loop = draw.choice(sorted(wanted))
            for edge in draw.sample(range(level.edges), draw.randrange(level.edges)):
                state = state.with_mark(edge, "+" if loop >> edge & 1 else "x")
            return level, state, solutions_of(level, state)


def test_no_deduction_contradicts_a_solution() -> None:
    draw = random.Random(12)
    found: Counter[str] = Counter()
    for _case in range(DEDUCED):
        level, state, wanted = partly_solved(draw)
        position = Position(level, state)
        every = (1 << level.edges) - 1
        lines, crosses = every, every
        for loop in wanted:
            lines, crosses = lines & loop, crosses & ~loop
        for technique in TECHNIQUES:
            for deduction in technique.find(position):
                found[technique.id] += 1
                for edge, mark in deduction.marks:
                    assert state.mark(edge) == ".", (technique.id, level, state, deduction)
                    assert (lines if mark == LINE else crosses) >> edge & 1, (technique.id, level, state, deduction)
    assert set(found) == {technique.id for technique in TECHNIQUES} and min(found.values()) >= 10, found


def test_what_rests_on_one_solution_holds_where_there_is_one() -> None:
    draw = random.Random(14)
    cases = found = 0
    while cases < 2500:
        level, _state = random_grid(draw)
        loops_left = solutions_of(level, State())
        if len(loops_left) != 1:
            continue
        cases += 1
        (loop,) = loops_left
        state = State()
        for edge in draw.sample(range(level.edges), draw.randrange(level.edges)):
            state = state.with_mark(edge, "+" if loop >> edge & 1 else "x")
        for deduction in UNIQUE.find(Position(level, state)):
            found += 1
            for edge, mark in deduction.marks:
                assert state.mark(edge) == "."
                assert (loop >> edge & 1) == (mark == LINE), (level, state, deduction)
    assert found >= 50


def test_hints_by_uniqueness_are_an_option() -> None:
    level = parse("_2\n3_\n__\n")[0].level
    assert unique(level)
    plain, flagged = (advised(GAME, level, State(), options=on) for on in (frozenset(), frozenset({"uniqueness"})))
    assert "only one solution" not in str(plain.text)
    while flagged.further is not None:
        flagged = flagged.further
    assert str(flagged.text).startswith("only one solution: if lines and gaps around ")
    assert flagged.moves
    loop = next(iter(solutions_of(level, State())))
    for move in flagged.moves:
        edge = edge_number(3, 2, move.segment)
        assert edge is not None and (loop >> edge & 1) == (move.mark == "+")


def test_grids_without_solution_are_never_explained_to_the_end() -> None:
    draw = random.Random(13)
    refuted = 0
    while refuted < 150:
        level, state = random_grid(draw)
        if solutions_of(level, state):
            continue
        refuted += 1
        for step in explain(level, state):
            assert step.title is not None
            for put in step.moves:
                assert put.mark in "+x"
