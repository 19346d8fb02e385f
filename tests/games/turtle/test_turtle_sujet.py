"""The sheet's own functions, on its examples and against the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.answers import Limits
from cassetete.core.certify import replay, solve_with
from cassetete.core.contract import Metric
from cassetete.games.turtle import rules
from cassetete.games.turtle.formats import wall_codes
from cassetete.games.turtle.game import GAME
from cassetete.games.turtle.model import BITS, Level, situation
from cassetete.sujets import tortue

LEVELS = Path(tortue.__file__).parent.parent / "games" / "turtle" / "levels"
SITUATIONS = st.integers(0, 2**32 - 1)


@pytest.fixture
def kept_terrain() -> Iterator[None]:
    kept = list(tortue.terrain)
    yield
    tortue.terrain[:] = kept


def test_the_sheet_s_table() -> None:
    table = [(tortue.case(599_872_009, j), tortue.lignecolonne(tortue.case(599_872_009, j))) for j in range(4)]
    assert table == [(9, (0, 9)), (82, (5, 2)), (193, (12, 1)), (35, (2, 3))]
    assert tortue.position(599_872_009) == [9, 82, 193, 35]
    assert [tortue.case_decalages(599_872_009, j) for j in range(4)] == [9, 82, 193, 35]
    assert tortue.position_decalages(599_872_009) == [9, 82, 193, 35]


@given(SITUATIONS)
def test_the_three_versions_agree(s: int) -> None:
    cells = list(s.to_bytes(4, "little"))
    for position in (tortue.position_listes, tortue.position_arithmetique, tortue.position_decalages):
        assert position(s) == cells
    for case in (tortue.case_listes, tortue.case_arithmetique, tortue.case_decalages):
        assert [case(s, j) for j in range(4)] == cells


@given(st.integers(0, 2**20 - 1), st.integers(20, 40))
def test_binary_goes_both_ways(n: int, length: int) -> None:
    bits = tortue.dec2bin(n, length)
    assert len(bits) == length
    assert set(bits) <= {0, 1}
    assert tortue.bin2dec(bits) == n


def test_the_terrain_is_the_garden() -> None:
    assert len(tortue.terrain) == 256
    level = wall_codes.parse((LEVELS / "garden_gate.txt").read_text("utf-8"))[0].level
    assert tuple(tortue.terrain) == level.walls == level.closed


@given(st.lists(st.integers(0, 255), min_size=4, max_size=4, unique=True))
def test_the_sheet_s_functions_are_the_game_s_rules(cells: list[int]) -> None:
    level = Level(16, 16, tuple(tortue.terrain), tuple(cells))
    s = situation(level.animals)
    moves = rules.moves(level, level.animals)
    for j in range(4):
        mine = {BITS[move.direction] for move in moves if move.animal == j}
        assert tortue.deplacements(s, j) == sorted(mine)
        assert [d for d in (1, 2, 4, 8) if tortue.possible(s, j, d)] == sorted(mine)
    for move in moves:
        after = rules.play(level, level.animals, move)
        assert tortue.nouvelle(s, move.animal, BITS[move.direction]) == situation(after)


def test_a_direction_that_is_not_possible_changes_nothing() -> None:
    assert tortue.nouvelle(599_872_009, 0, 1) == 599_872_009


def test_a_wall_coded_on_one_side_only(kept_terrain: None) -> None:
    tortue.terrain[:] = [0] * 256
    tortue.terrain[5] = tortue.DROITE
    assert tortue.mur(5, tortue.DROITE)
    assert tortue.mur(6, tortue.GAUCHE)
    assert tortue.mur(15, tortue.DROITE)


@pytest.mark.parametrize("name", ["garden_gate", "stepping_stone"])
def test_the_sheet_s_search_is_as_short_as_ours(name: str) -> None:
    level = wall_codes.parse((LEVELS / f"{name}.txt").read_text("utf-8"))[0].level
    assert level.goal is not None
    found = tortue.resoudre(situation(level.animals), level.goal)
    assert found is not None
    moves = GAME.notation.read(level, level.animals, found)
    assert replay(rules, level, moves)[0] == level.goal
    answer = solve_with(GAME, GAME.solvers[0], level, level.animals, Metric.MOVES, Limits())
    assert len(moves) == answer.length == level.headers.optimum
    assert tortue.resoudre(situation(level.animals), level.goal, coups_max=len(moves) - 1) is None
    assert tortue.resoudre(situation(level.animals), level.goal, coups_max=len(moves)) is not None


def test_a_situation_has_at_most_sixteen_sons(kept_terrain: None) -> None:
    tortue.terrain[:] = [0] * 256
    middle = situation((5 * 16 + 5, 5 * 16 + 10, 10 * 16 + 5, 10 * 16 + 10))
    assert sum(len(tortue.deplacements(middle, j)) for j in range(4)) == 16
