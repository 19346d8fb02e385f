"""The solvers against brute force, and on classic grids."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Answer, End, Limits, Verdict
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric, Progress, Status
from cassetete.core.drain import drain
from cassetete.games.slitherlink import editor as edit
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.formats.grid import parse
from cassetete.games.slitherlink.game import GAME, report
from cassetete.games.slitherlink.generators.generate import GENERATORS
from cassetete.games.slitherlink.model import Level, Put, State, edge_number
from cassetete.games.slitherlink.solvers.native import solutions, unique
from cassetete.games.slitherlink.solvers.sheet import SHEET
from classic import classic

Loop = frozenset[tuple[tuple[int, int], tuple[int, int]]]
GRILLE1 = "----0_\n33__1_\n__12__\n__20__\n_1__11\n_2----\n"
SOLVERS = {
    solver.id: solver for solver in GAME.solvers if solver is not SHEET
}  # which is slow, and stops at one solution


@cache
def loops(rows: int, columns: int) -> tuple[Loop, ...]:
    """Every loop of a small grid, by other means: each is the border of a set of cells in one piece whose complement is
    in one piece too, and which touches itself at no corner."""
    cells = list(product(range(rows), range(columns)))
    found = []
    for bits in range(1, 1 << len(cells)):
        region = {cell for n, cell in enumerate(cells) if bits >> n & 1}
        border: set[tuple[tuple[int, int], tuple[int, int]]] = set()
        for i, j in region:
            border ^= {((i, j), (i, j + 1)), ((i + 1, j), (i + 1, j + 1))}
            border ^= {((i, j), (i + 1, j)), ((i, j + 1), (i + 1, j + 1))}
        degrees: dict[tuple[int, int], int] = {}
        for segment in border:
            for vertex in segment:
                degrees[vertex] = degrees.get(vertex, 0) + 1
        if set(degrees.values()) == {2} and _in_one_piece(border):
            found.append(frozenset(border))
    return tuple(found)


def _in_one_piece(border: set[tuple[tuple[int, int], tuple[int, int]]]) -> bool:
    left = set(border)
    waiting = [left.pop()]
    while waiting:
        here = waiting.pop()
        near = {segment for segment in left if set(segment) & set(here)}
        left -= near
        waiting += near
    return not left


def brute_force(level: Level, state: State) -> set[Loop]:
    def number(segment: tuple[tuple[int, int], tuple[int, int]]) -> int:
        edge = edge_number(level.rows, level.columns, segment)
        assert edge is not None
        return edge

    def fits(loop: Loop) -> bool:
        mask = sum(1 << number(segment) for segment in loop)
        if state.drawn & ~mask or state.crossed & mask:
            return False
        for (i, row), j in product(enumerate(level.clues), range(level.columns)):
            around = {
                ((i, j), (i, j + 1)),
                ((i + 1, j), (i + 1, j + 1)),
                ((i, j), (i + 1, j)),
                ((i, j + 1), (i + 1, j + 1)),
            }
            if row[j] is not None and len(around & loop) != row[j]:
                return False
        return True

    return {loop for loop in loops(level.rows, level.columns) if fits(loop)}


@st.composite
def grids(draw: st.DrawFn) -> tuple[Level, State]:
    """A small grid: clues drawn at random, or those of a loop so that there is a solution, and a few marks."""
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = list(product(range(rows), range(columns)))
    clues: dict[tuple[int, int], int] = {}
    if draw(st.booleans()):
        region = draw(st.sets(st.sampled_from(cells)))
        for i, j in cells:
            lines = sum(
                (((i + a, j + b) in region) != ((i, j) in region)) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
            if lines < 4:
                clues[i, j] = lines
    else:
        clues = draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 3)))
    shown = draw(st.sets(st.sampled_from(cells)))
    level = Level(
        rows,
        columns,
        tuple(tuple(clues.get((i, j)) if (i, j) in shown else None for j in range(columns)) for i in range(rows)),
    )
    marks = draw(st.dictionaries(st.integers(0, level.edges - 1), st.sampled_from("+x"), max_size=3))
    state = State()
    for edge, mark in marks.items():
        state = state.with_mark(edge, mark)
    return level, state


def every_solution(level: Level, state: State, limits: Limits = Limits()) -> tuple[list[Answer[Put]], End]:
    found: list[Answer[Put]] = []
    return found, drain(solutions(level, state, Metric.MOVES, limits), found.append)


def solved(name: str, level: Level, state: State, limits: Limits = Limits()) -> Answer[Put]:
    return solve_with(GAME, SOLVERS[name], level, state, Metric.MOVES, limits)


def test_counts_of_loops_are_those_known() -> None:
    assert [len(loops(n, n)) for n in (1, 2, 3)] == [1, 13, 213]


@settings(max_examples=150, deadline=None)
@given(grids())
def test_solutions_are_those_of_brute_force(grid: tuple[Level, State]) -> None:
    level, state = grid
    answers, end = every_solution(level, state)
    found = []
    for answer in answers:
        reached = replay(rules, level, answer.moves, state)
        assert rules.status(level, reached) is Status.WON
        found.append(frozenset(((i, j), (k, m)) for i, j, k, m in report(level, reached)["segments"]))
    assert end.complete
    assert len(found) == len(set(found))
    assert set(found) == brute_force(level, state)


@settings(max_examples=100, deadline=None)
@given(grids(), st.sampled_from(sorted(SOLVERS)))
def test_verdicts_are_those_of_brute_force(grid: tuple[Level, State], name: str) -> None:
    level, state = grid
    count = len(brute_force(level, state))
    answer = solved(name, level, state)
    assert answer.verdict is (Verdict.SOLVED if count else Verdict.IMPOSSIBLE)
    assert answer.optimal == (count == 1)


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_the_sheets_grid(name: str) -> None:
    level = parse(GRILLE1)[0].level
    answer = solved(name, level, State())
    assert answer.optimal and answer.length == 38
    assert every_solution(level, State())[0][0].length == 38


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_marks_bind(name: str) -> None:
    level = parse(GRILLE1)[0].level
    moves = solved(name, level, State()).moves
    half = replay(rules, level, moves[::2])
    assert set(solved(name, level, half).moves) == set(moves[1::2])
    wrong = State().with_mark(edge_number(6, 6, moves[0].segment) or 0, "x")
    answer = solved(name, level, wrong)
    assert answer.verdict is Verdict.IMPOSSIBLE and answer.why is not None and answer.why.code == "exhausted"
    won = replay(rules, level, moves)
    assert solved(name, level, won).moves == ()


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_a_limit_gives_unknown(name: str) -> None:
    answer = solved(name, parse(GRILLE1)[0].level, State(), Limits(nodes=0))
    assert answer.verdict is Verdict.UNKNOWN and answer.why is not None and answer.why.code == "nodes"


def test_the_search_can_be_watched() -> None:
    level = parse(GRILLE1)[0].level
    for solver in GAME.solvers:
        for visit in solver.run(level, State(), Metric.MOVES, Limits(nodes=2000)):
            assert isinstance(visit.state, State)


def test_depth_first_is_not_minimal_without_clues() -> None:
    level = edit.blank(3, 3)
    answer = solved("path", level, State())
    lengths = [one.length for one in every_solution(level, State())[0]]
    assert (answer.length, answer.optimal, min(lengths), len(lengths)) == (8, False, 4, 213)


def test_solutions_stop_at_a_limit_and_say_so() -> None:
    answers, end = every_solution(edit.blank(8, 8), State(), Limits(nodes=300))
    assert answers and not end.complete and end.why is not None and end.why.code == "nodes"


@pytest.mark.parametrize("size", ["6x6", "10x10"])
def test_loopy_grids_have_one_solution(size: str) -> None:
    for path in sorted(classic("slitherlink/sgt_loopy").glob(f"{size}_*.txt")):
        level = parse(path.read_text())[0].level
        answer = solved("deduce", level, level.marks)
        assert answer.optimal, path.name


def test_grids_used_with_the_sheet() -> None:
    folder = classic("slitherlink/ugeiffel_bruno")
    counts = {
        path.stem: len(every_solution((level := parse(path.read_text())[0].level), level.marks, Limits(nodes=500))[0])
        for path in folder.glob("*.txt")
    }
    assert counts.pop("grille-impossible") == 0
    assert counts.pop("grille-vide") > 1
    assert set(counts.values()) == {1}


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (5, 5), (6, 7)])
def test_made_levels_have_one_solution(rows: int, columns: int) -> None:
    (generator,) = GENERATORS
    made = []
    for _again in range(2):
        progress: list[Progress] = []
        made.append(drain(generator.run({"rows": rows, "columns": columns, "difficulty": "easy"}, 7), progress.append))
        assert progress and all(0 <= step.done <= step.total for step in progress)
    level = made[0]
    assert level is not None and level == made[1] and (level.rows, level.columns) == (rows, columns)
    assert unique(level)
