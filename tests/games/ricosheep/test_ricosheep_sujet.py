"""The sheet's own functions, against the rules and against each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cassetete.core.answers import Limits
from cassetete.core.certify import solve_with
from cassetete.core.contract import Metric, Status
from cassetete.core.grid import Direction
from cassetete.games.ricosheep import rules
from cassetete.games.ricosheep.formats import dump, one_grid
from cassetete.games.ricosheep.game import GAME
from cassetete.games.ricosheep.model import Level, State
from cassetete.sujets import ricosheep as sujet
from games.ricosheep.ricosheep_boards import plain_boards


def of(level: Level) -> tuple[sujet.Plateau, sujet.Moutons]:
    plateau = [[None if element == "_" else element for element in row] for row in level.ground]
    return plateau, sorted((i, j) for i, j, _coat in level.start.sheep)


@given(plain_boards(), st.permutations(sujet.DIRECTIONS))
def test_jouer_and_its_naive_twin_do_what_the_rules_say(level: Level, directions: list[str]) -> None:
    plateau, moutons = of(level)
    naifs = list(moutons)
    for direction in directions:
        herd = rules.slide(level, [(i, j, "S") for i, j in moutons], Direction[direction.upper()])
        expected = {(i, j): stop for (i, j, _coat), stop in herd}
        before = list(moutons)
        assert sujet.jouer(plateau, moutons, direction) is None  # type: ignore[func-returns-value]
        sujet.jouer_naif(plateau, naifs, direction)
        assert moutons == naifs == [expected[mouton] for mouton in before]
        state = State(frozenset((i, j, "S") for i, j in moutons))
        assert sujet.victoire(plateau, moutons) == (rules.status(level, state) is Status.WON)


@settings(max_examples=50)
@given(plain_boards(most=4))
def test_the_sheets_searches_find_what_the_solvers_find(level: Level) -> None:
    names = {"bfs": sujet.largeur, "dfs": sujet.profondeur}
    for solver in GAME.solvers:
        if solver.id in names:
            plateau, moutons = of(level)
            answer = solve_with(GAME, solver, level, level.start, Metric.MOVES, Limits())
            found = names[solver.id](plateau, moutons)
            expected = [move.name.capitalize() for move in answer.moves] if answer.solved else None
            assert found == expected
            assert moutons == of(level)[1]


def test_charger_reads_the_sheets_file(tmp_path: Path) -> None:
    file = tmp_path / "map1.txt"
    file.write_text("_B_BS\nBB_S_\n_GBBS\n_BG__\n___BS\n", "utf-8")
    assert sujet.charger(file) == sujet.figure_1()
    assert sujet.charger(str(file)) == sujet.figure_1()


@given(level=plain_boards())
@settings(max_examples=25)
def test_charger_reads_what_the_program_writes(level: Level, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert one_grid(level) is not None
    file = tmp_path_factory.getbasetemp() / "ricosheep.txt"
    file.write_text(dump([level]), "utf-8")
    assert sujet.charger(file) == of(level)


@pytest.mark.parametrize("content", ["", "\n", "_x\n", "_B\n_\n", "_B\n\n_S\n", "_B_\n_W_\n", "_ B\n", "_S\n # x\n"])
def test_charger_answers_none_for_a_bad_file(tmp_path: Path, content: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(content, "utf-8")
    assert sujet.charger(file) is None


def test_charger_on_what_is_no_text_and_on_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_bytes(b"\xff\xfe_B\n")
    assert sujet.charger(file) is None
    with pytest.raises(FileNotFoundError):
        sujet.charger(tmp_path / "absent.txt")
