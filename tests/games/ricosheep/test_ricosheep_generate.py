"""Generator and hunt: exact lengths, true headers, proofs, and the same levels from the same seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Limits
from cassetete.core.certify import solve_with
from cassetete.core.contract import Found, Metric
from cassetete.core.drain import drain
from cassetete.core.errors import CasseteteError, Infeasible
from cassetete.core.grid import Direction
from cassetete.games.ricosheep.formats import parse
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.generators import generate
from cassetete.games.ricosheep.generators.bit_boards import level_of
from cassetete.games.ricosheep.generators.hunt import HUNT
from cassetete.games.ricosheep.generators.proven_records import LONGEST, bound
from cassetete.games.ricosheep.model import Level
from cassetete.games.ricosheep.solvers.bitboard import Bitboard
from cassetete.speed.random import Random

PLAIN = {solver.id: solver for solver in GAME.solvers}["bfs"]
DEFAULTS: dict[str, Any] = {parameter.name: parameter.default for parameter in GAME.making.generators[0].parameters}


def made(seed: int, **values: int) -> Level | None:
    level: Level | None = drain(GAME.making.generators[0].run(DEFAULTS | values, seed))
    return level


@pytest.fixture(autouse=True, scope="module")
def impatient() -> Iterator[None]:
    """Lengths that cannot be reached are given up sooner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generate, "ANNEALING_STEPS", 2_000)
        patch.setattr(generate, "HILL_CLIMBING_STEPS", 60)
        yield


def shortest(level: Level) -> int:
    answer = solve_with(GAME, PLAIN, level, level.start, Metric.MOVES, Limits())
    assert answer.solved
    return answer.length


@settings(max_examples=25)
@given(
    st.integers(0, 2**64 - 1),
    st.integers(1, 9),
    st.integers(1, 3),
    st.integers(0, 30),
    st.integers(0, 1),
    st.integers(0, 2),
)
def test_made_levels_have_exactly_what_was_asked_for(
    seed: int, length: int, grass: int, bushes: int, wolves: int, colours: int
) -> None:
    values = {"rows": 4, "columns": 5, "sheep": 3, "grass": grass, "bushes": bushes, "length": length}
    values |= {"wolves": wolves, "colours": colours}
    level = made(seed, **values)
    assume(level is not None)
    assert level is not None
    assert shortest(level) == level.headers.optimum
    assert level.headers.optimum == length or "asked for" in level.headers.notes[0]
    tufts = len(level.plain_grass) + len(level.tinted_grass)
    assert (level.rows, level.columns, len(level.start.sheep), tufts) == (4, 5, 3, grass)
    assert len(level.start.wolves) == wolves
    assert len({coat for _row, _column, coat in level.start.sheep}) == max(1, colours)
    assert GAME.problems(level) == []
    on_grass = [cell for *cell, _coat in level.start.sheep if level.ground[cell[0]][cell[1]] != "_"]
    assert not on_grass, "other programs have no letter for a sheep on grass"


def test_sheep_may_begin_on_grass_if_that_is_asked_for() -> None:
    asked = [made(seed, rows=3, columns=3, sheep=4, grass=4, length=3, on_grass=True) for seed in range(20)]
    assert any("*" in GAME.formats[0].dump([level]) for level in asked if level is not None)
    with pytest.raises(Infeasible, match="unless sheep may begin on grass"):
        made(1, rows=2, columns=3, sheep=4, grass=4, length=2)


@pytest.mark.parametrize(
    "values", [{}, {"grass": 1, "length": 8}, {"wolves": 1}, {"colours": 2}, {"rows": 9, "columns": 9}]
)
def test_one_seed_makes_one_level(values: dict[str, int]) -> None:
    first = made(5, **values)
    assert first is not None
    assert (first, first.headers.seed) == (made(5, **values), "5")
    assert first != made(6, **values)


def test_a_long_solution_is_annealed_and_what_falls_short_says_so() -> None:
    level = made(1, length=40)
    assert level is not None
    assert shortest(level) == 40
    short = made(1, rows=3, columns=6, sheep=1, grass=1, length=60)
    assert short is not None
    assert short.headers.optimum == shortest(short) < 60
    assert "60 moves were asked for" in short.headers.notes[0]


@pytest.mark.parametrize(
    "values",
    [
        {"grass": 5, "sheep": 4},
        {"rows": 1, "columns": 3},
        {"rows": 4, "columns": 4, "length": 28},
        {"rows": 5, "columns": 3, "sheep": 1, "grass": 1, "length": 10},
        {"rows": 2, "columns": 2, "wolves": 1},
        {"rows": 1, "columns": 9, "length": 2},
    ],
)
def test_what_no_meadow_can_have_is_refused(values: dict[str, int]) -> None:
    with pytest.raises(Infeasible):
        made(1, **values)


def lengths_by_hand(rows: int, columns: int) -> Iterator[tuple[int, int]]:
    """Sheep and greatest distance of every bush layout and herd, by bitboards in Python."""
    cells = rows * columns
    for letters in product("_BS", repeat=cells):
        bushes = sum(1 << i for i, letter in enumerate(letters) if letter == "B")
        herd = sum(1 << i for i, letter in enumerate(letters) if letter == "S")
        board = Bitboard(level_of(rows, columns, bushes, herd, 0))
        far = {herd: 0}
        waiting = [herd]
        for now in waiting:
            for direction in Direction:
                after = board.slide(now, direction)
                if after not in far:
                    far[after] = far[now] + 1
                    waiting.append(after)
        yield herd.bit_count(), max(far.values())


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (1, 5)])
def test_proven_lengths_are_those_of_all_boards_by_the_plain_rules(rows: int, columns: int) -> None:
    longest: dict[int, int] = {}
    for sheep, length in lengths_by_hand(rows, columns):
        longest[sheep] = max(length, longest.get(sheep, 0))
    for sheep in range(1, rows * columns + 1):
        assert bound(rows, columns, sheep) == bound(columns, rows, sheep) == longest[sheep]


def hunted(size: str, iterations: int = 0, seed: int = 1) -> list[Found]:
    return [drain(HUNT.run(task)) for task in HUNT.tasks(size, iterations, seed).items]


@pytest.mark.parametrize(("size", "length"), [("2x5", 10), ("3x3", 9), ("4x3", 16), ("3x3x1", 5)])
def test_small_sizes_are_proven(size: str, length: int) -> None:
    assert HUNT.tasks(size, 0, 1).exhaustive
    found = max(hunted(size))
    assert found.length == length
    assert shortest(parse(found.level)[0].level) == length


def test_the_proven_records_are_those_of_exhaustive_search() -> None:
    from cassetete.games.ricosheep.generators.exhaustive import ExhaustiveSearch

    for (rows, columns), kept in LONGEST.items():
        if rows * columns <= 12:
            work = ExhaustiveSearch(columns, rows, 0, 1)
            while work.advance():
                pass
            assert work.longest == kept


def test_annealing_repeats_itself_and_its_length_is_true() -> None:
    tasks = HUNT.tasks("5x5x6", 600, 3)
    assert not tasks.exhaustive
    first, again = hunted("5x5x6", 600, 3), hunted("5x5x6", 600, 3)
    assert first == again
    level = parse(first[0].level)[0].level
    assert first[0].length == level.headers.optimum == shortest(level) > 10
    assert len(level.start.sheep) <= 6
    assert first[0].tried == 600


@pytest.mark.parametrize("size", ["", "4", "0x4", "9x9", "4x4x0", "axb", "4x4x4x4", "999x1"])
def test_senseless_sizes_are_refused(size: str) -> None:
    with pytest.raises(CasseteteError, match="is not a size"):
        HUNT.tasks(size, 1, 1)


def test_kernels_draw_the_same_numbers_as_python() -> None:
    from cassetete.speed import random_kernel as kernel_random

    random, state = Random(99), kernel_random.seeded(99)
    for bound_ in (1, 2, 3, 7, 64, 1000, 2**40, 2**62 + 1):
        assert [random.below(bound_) for _ in range(20)] == [kernel_random.below(state, bound_) for _ in range(20)]
    assert random.bits() == int(kernel_random.bits(state))


def test_the_records_in_the_docs_are_as_long_as_they_say() -> None:
    text = (Path(__file__).parents[3] / "docs" / "records-ricosheep.md").read_text("utf-8")
    found = re.findall(r"### (\d+)x(\d+).*: (\d+)\n\n```\n([^`]+)```", text)
    assert len(found) == 10
    for rows, columns, length, grid in found:
        level = parse(grid)[0].level
        assert (level.rows, level.columns, shortest(level)) == (int(rows), int(columns), int(length))
