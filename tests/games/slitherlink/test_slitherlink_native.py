"""The compiled grid, the SAT solver, counting and common facts: all equal brute force on small grids."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from small_grids import random_grid, solutions_of

from cassetete.core.answers import Limits, Verdict
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric
from cassetete.core.drain import drain
from cassetete.games.slitherlink import editor as edit
from cassetete.games.slitherlink import machine_code, warm_up
from cassetete.games.slitherlink.compiled_grid import CompiledGrid
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME
from cassetete.games.slitherlink.kernels import search as kernel_search
from cassetete.games.slitherlink.model import Level, State
from cassetete.games.slitherlink.solvers import native
from cassetete.games.slitherlink.solvers.counting import count
from cassetete.games.slitherlink.solvers.facts import common_marks, facts
from cassetete.games.slitherlink.solvers.native import SolutionSearch
from cassetete.speed.random import Random
from cassetete.speed.random_kernel import below, bits, seeded
from classic import classic

RULES = (0, 1, 2, 259, 263, 519, 271, 31, 63, 255)
NATIVE = {"native": True, "sat": False}
UNCOMPILED = """
import random
from small_grids import random_grid, solutions_of
from cassetete.games.slitherlink.compiled_grid import CompiledGrid
from cassetete.speed.jit import compiled
assert not compiled()
draw = random.Random(5)
for _ in range(12):
    level, state = random_grid(draw)
    grid = CompiledGrid(level, state)
    list(grid.probed())
    print(grid.code, *(() if grid.wrong else grid.state()))
"""


def every(level: Level, state: State, way: str) -> list[int]:
    steps = SolutionSearch(level, state, native=NATIVE[way]).run()
    return [step.drawn for step in steps if isinstance(step, State)]


def test_solutions_counts_and_facts_are_those_of_brute_force() -> None:
    draw = random.Random(1)
    for _case in range(250):
        level, state = random_grid(draw)
        wanted = solutions_of(level, state)
        for way in NATIVE:
            found = every(level, state, way)
            assert len(found) == len(set(found))
            assert set(found) == wanted, (way, level, state)
        assert count(level, state) == len(wanted), (level, state)
        common = common_marks(level, state)
        if not wanted:
            assert common is None and facts(level, state) == []
            continue
        full = (1 << level.edges) - 1
        drawn, crossed = full, full
        for loop in wanted:
            drawn, crossed = drawn & loop, crossed & ~loop
        assert common == State(drawn, crossed | state.crossed), (level, state)


def test_sat_takes_over_when_the_search_reaches_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "SEARCH_PATIENCE", 0)
    monkeypatch.setattr(CompiledGrid.searched, "__defaults__", (1,))
    draw = random.Random(6)
    for _case in range(40):
        level, state = random_grid(draw)
        found = every(level, state, "native")
        assert len(found) == len(set(found)) and set(found) == solutions_of(level, state), (level, state)


def test_search_nests_deeper_than_it_has_room_for_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_search, "FRAMES", 1)
    for rows, columns in ((2, 3), (3, 3), (3, 4)):
        level = edit.blank(rows, columns)
        found = every(level, State(), "native")
        assert len(found) == len(set(found)) and set(found) == solutions_of(level, State())


def test_what_the_grid_marks_holds_in_every_solution_whatever_the_rules() -> None:
    draw = random.Random(2)
    for _case in range(250):
        level, state = random_grid(draw)
        wanted = solutions_of(level, state)
        for rules in RULES:
            grid = CompiledGrid(level, state, rules)
            list(grid.probed(rules))
            if grid.wrong:
                assert not wanted, (level, state, rules)
                continue
            marks = grid.state()
            assert all(not marks.drawn & ~loop and not marks.crossed & loop for loop in wanted), (level, state, rules)
            assert not grid.solved or wanted == {marks.drawn}


def test_uncompiled_kernels_do_the_same() -> None:
    folder = Path(__file__).parent
    environment = dict(os.environ, CASSETETE_JIT="0", PYTHONPATH=os.pathsep.join([str(folder), *sys.path]))
    run = subprocess.run(
        [sys.executable, "-c", UNCOMPILED], env=environment, capture_output=True, text=True, check=True
    )
    draw = random.Random(5)
    for line in run.stdout.splitlines():
        level, state = random_grid(draw)
        grid = CompiledGrid(level, state)
        list(grid.probed())
        marks = () if grid.wrong else grid.state()
        assert list(map(int, line.split())) == [grid.code, *marks]


def test_random_numbers_of_kernels_are_those_of_python() -> None:
    import numpy as np

    here, there = Random(2026), seeded(2026)
    assert [here.bits() for _n in range(50)] == [int(bits(there)) for _n in range(50)]
    for bound in (1, 2, 3, 100, 2**62 + 1, 2**63 - 1):  # a kernel's number is signed: it is there to count with
        assert [here.below(bound) for _n in range(20)] == [int(below(there, np.uint64(bound))) for _n in range(20)]


def test_the_number_of_loops_of_a_grid_is_that_known() -> None:
    assert [count(edit.blank(n, n), State()) for n in range(1, 8)] == [
        1,
        13,
        213,
        9349,
        1222363,
        487150371,
        603841648931,
    ]
    assert count(edit.blank(3, 7), State()) == count(edit.blank(7, 3), State())


@pytest.mark.soak
def test_the_number_of_loops_of_the_empty_10x10_is_that_known() -> None:
    assert count(edit.blank(10, 10), State()) == 988808811046283595068099


def test_a_solution_keeps_marks_and_the_count_goes_with_them() -> None:
    empty = edit.blank(4, 4)
    with_line, with_cross = (State().with_mark(7, mark) for mark in "+x")
    assert count(empty, with_line) + count(empty, with_cross) == 9349


@pytest.mark.parametrize("name", ["native", "sat"])
def test_classic_grids_are_proven(name: str) -> None:
    folder = classic("slitherlink")
    solver = next(solver for solver in GAME.solvers if solver.id == name)
    paths = sorted(folder.glob("*/*.txt"))
    several = set()
    for path in paths if name == "native" else paths[::12]:
        level = parse(path.read_text())[0].level
        answer = drain(solver.run(level, level.marks, Metric.MOVES, Limits()))
        assert answer.verdict is (Verdict.IMPOSSIBLE if path.stem == "grille-impossible" else Verdict.SOLVED), path.name
        if not answer.optimal:
            several.add(path.stem)
    if name == "native":
        assert several == {"grille-impossible", "grille-vide", "blacklist_10"}


def test_the_largest_grid_stops_at_a_limit() -> None:
    level = edit.blank(20, 20)
    answer = solve_with(GAME, GAME.solvers[0], level, State(), Metric.MOVES, Limits(nodes=1))
    assert answer.verdict is Verdict.UNKNOWN and answer.why is not None and answer.why.code == "nodes"


def test_importing_the_game_loads_no_solver() -> None:
    code = "import sys, cassetete.games.slitherlink.game; print(sorted({'numba', 'numpy', 'pysat'} & set(sys.modules)))"
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_kernel_is_named_where_it_is() -> None:
    assert GAME.solvers[0].kernel == machine_code.KERNEL == warm_up.__name__
