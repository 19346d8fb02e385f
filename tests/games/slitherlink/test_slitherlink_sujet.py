"""The sheet's own functions agree with the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.core.contract import Status
from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.model import Level, State, numbers, segment_of
from cassetete.sujets import slitherlink as sujet


@given(st.integers(0, 2**17 - 1))
def test_victory_is_that_of_the_rules(drawn: int) -> None:
    level = Level(2, 3, ((None, 1, None), (2, None, None)))
    etat = {segment_of(2, 3, edge): 1 for edge in numbers(drawn)}
    won = rules.status(level, State(drawn)) is Status.WON
    assert sujet.victoire([list(row) for row in level.clues], etat) == won


@pytest.mark.parametrize("cases", [[(0, 0)], [(0, 0), (0, 1)], [(1, 1), (1, 2), (0, 2)]])
def test_a_border_wins_in_both(cases: list[tuple[int, int]]) -> None:
    bords: dict[sujet.Segment, int] = {}
    for case in cases:
        for segment in sujet.cotes(case):
            if bords.pop(segment, None) is None:
                bords[segment] = 1
    assert sujet.boucle_unique(bords)
    assert all(sujet.longueur_boucle(bords, segment) == len(bords) for segment in bords)
    assert all(sujet.longueur_boucle(bords, (b, a)) == len(bords) for a, b in bords)


def test_both_orders_of_a_segment_are_equal() -> None:
    etat: sujet.Etat = {}
    sujet.tracer_segment(etat, ((1, 3), (1, 2)))
    assert sujet.est_trace(etat, ((1, 2), (1, 3))) and sujet.est_trace(etat, ((1, 3), (1, 2)))
    sujet.interdire_segment(etat, ((1, 2), (1, 3)))
    assert sujet.est_interdit(etat, ((1, 3), (1, 2))) and not sujet.est_trace(etat, ((1, 2), (1, 3)))
    sujet.effacer_segment(etat, ((1, 3), (1, 2)))
    sujet.effacer_segment(etat, ((1, 3), (1, 2)))
    assert etat == {} and sujet.est_vierge(etat, ((1, 3), (1, 2)))


def test_status_of_a_case() -> None:
    indices: sujet.Indices = [[2, None]]
    haut, gauche, droite, bas = sujet.cotes((0, 0))
    assert sujet.statut_case(indices, {}, (0, 1)) is None
    assert sujet.statut_case(indices, {haut: 1}, (0, 0)) == 1
    assert sujet.statut_case(indices, {haut: 1, bas: 1}, (0, 0)) == 0
    assert sujet.statut_case(indices, {haut: 1, bas: 1, gauche: -1, droite: -1}, (0, 0)) == 0
    assert (sujet.statut_case(indices, {haut: 1, bas: 1, gauche: 1}, (0, 0)) or 0) < 0
    assert (sujet.statut_case(indices, {haut: -1, bas: -1, gauche: -1}, (0, 0)) or 0) < 0


def test_a_dead_end_is_no_loop() -> None:
    etat = dict.fromkeys(sujet.cotes((0, 0)), 1)
    etat[((1, 1), (1, 2))] = 1
    assert sujet.longueur_boucle(etat, ((1, 1), (1, 2))) is None
    assert not sujet.boucle_unique(etat)


@pytest.mark.parametrize("text", ["", "3x\n", "3_\n_\n", "4_\n"])
def test_malformed_files_are_reported(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fichier = tmp_path / "grille.txt"
    fichier.write_text(text)
    assert sujet.charger_grille(str(fichier)) is None
    assert "grille.txt" in capsys.readouterr().out
    assert sujet.charger_grille(str(tmp_path / "absent.txt")) is None


@pytest.mark.parametrize(
    "indices", [[[3, 3], [3, 3]], [[0, 0], [0, 0]], [[None, 3], [3, 0]], [[1]], [[None]], [[2, 3], [None, 2]]]
)
def test_both_recursive_searches_agree(indices: sujet.Indices) -> None:
    answers = []
    for search in (sujet.resoudre_depuis, sujet.resoudre_en_interdisant):
        etat: sujet.Etat = {}
        found = any(search(indices, etat, sommet) for sommet in sujet.sommets_de_depart(indices))
        assert found == sujet.victoire(indices, etat)
        assert found or not etat
        answers.append(found)
    assert answers[0] == answers[1]
