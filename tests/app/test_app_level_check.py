"""What an editor says of a level that was checked."""

from __future__ import annotations

from typing import Any

import pytest

from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.app.registry import games
from cassetete.app.solving.choose import solve
from cassetete.app.solving.level_check import said, with_optimum
from cassetete.core.answers import CANCELLED, Answer, Verdict
from cassetete.core.contract import AnyGame


def checked(game_id: str, text: str) -> tuple[AnyGame, Any, Answer[Any]]:
    game = games()[game_id]
    [entry] = read_text(text, "", game)
    assert isinstance(entry, LoadedLevel)
    return game, entry.level, solve(game, entry.level)


@pytest.mark.parametrize(
    ("game_id", "text"),
    [("ricosheep", "S___\n____\nB_G_\n"), ("sokoban", "#####\n#@$.#\n##$.#\n#####\n"), ("slitherlink", "33\n33\n")],
)
def test_what_cannot_be_solved_says_how_that_is_known(game_id: str, text: str) -> None:
    game, level, answer = checked(game_id, text)
    assert answer.verdict is Verdict.IMPOSSIBLE
    assert answer.why is not None
    assert str(said(game, level, answer)) == f"Proven impossible: {answer.why.text}"
    assert str(said(game, level, answer._replace(why=None))) == "Proven impossible."
    assert with_optimum(game, level, answer) is level


def test_the_length_is_kept_only_if_it_is_proven() -> None:
    game, level, answer = checked("ricosheep", "S___\n____\n___G\n")
    assert answer.optimal
    shortest = with_optimum(game, level, answer)
    assert shortest.headers.optimum == 2
    assert str(said(game, level, answer)) == "Solvable: the shortest solution has 2 moves."
    assert with_optimum(game, shortest, answer) is shortest
    unproven = answer._replace(optimal=False)
    assert with_optimum(game, level, unproven) is level
    assert str(said(game, level, unproven)) == "Solvable: a solution has 2 moves."


@pytest.mark.parametrize(("clues", "words"), [("3_\n__\n", "in more than one way."), ("33\n__\n", "with one solution")])
def test_one_solution_or_several_is_what_counts_in_slitherlink(clues: str, words: str) -> None:
    game, level, answer = checked("slitherlink", clues)
    assert words in str(said(game, level, answer))
    assert with_optimum(game, level, answer) is level


def test_a_check_that_was_stopped_says_so() -> None:
    game, level, _answer = checked("ricosheep", "S___\n____\n___G\n")
    stopped: Answer[Any] = Answer(Verdict.UNKNOWN, why=CANCELLED)
    assert str(said(game, level, stopped)) == f"Unknown: {CANCELLED.text}"
    assert with_optimum(game, level, stopped) is level
