"""`cassetete explain`, and the same in the terminal."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cassetete.cli.main import main


def test_every_step_has_its_rule_and_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "explain", "slitherlink:heart"]) == 0
    lines = capsys.readouterr().out.splitlines()
    steps = [line for line in lines if line[:4].strip().isdigit() and line[4:6] == ". "]
    reason = "clue: the 0 at (2, 3) has no line around it"
    assert steps[0] == f"   1. {reason}  [1,2-1,3=x 2,2-2,3=x 1,2-2,2=x 1,3-2,3=x]"
    assert [int(line[:4]) for line in steps] == list(range(1, len(steps) + 1))
    drawn = "\n".join(lines[len(steps) + 1 :])
    assert drawn.count("---") + drawn.count("|") == 28


def test_boards_between_the_steps_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "fr", "explain", "--boards", "slitherlink:first_loop"]) == 0
    said = capsys.readouterr().out
    assert "indice : " in said and said.count("\n .") > 30


def test_no_solution_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "level.txt"
    level.write_text("00\n03\n")
    assert main(["--lang", "en", "explain", "--game", "slitherlink", str(level)]) == 1
    assert "there is no solution" in capsys.readouterr().out


def test_other_games_are_not_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "explain", "turtle:"]) == 64
    assert "turtle does not explain its solutions" in capsys.readouterr().err


def lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], script: str, *words: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(script))
    assert main(["--lang", "en", "play", *words]) == 0
    return capsys.readouterr().out


def test_a_hint_asked_again_is_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    output = lines(monkeypatch, capsys, "hint\n" * 4, "slitherlink", "heart")
    assert output.count("the 0 at (2, 3) has no line around it") == 1
    assert output.count("Strokes: 0") == 5 and "x 0 x" in output.rpartition("Heart")[2]


def test_mistakes_are_reported_shown_and_undone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "check\n0,0-0,1=+\ncheck\nundo\nredo\nhint\nhint\nhint\n"
    output = lines(monkeypatch, capsys, script, "slitherlink", "heart")
    order = ["no mistake so far", "drawn segment is not on the loop", "this grid no longer has a solution.\n", "[!]"]
    places = [output.index(words) for words in order[:3]]
    assert places == sorted(places) and output.count("[!]") == 2
    assert "Strokes: 1" in output.rpartition("Heart")[2]


def test_options_and_an_explanation_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = "option\noption 2\noption 9\n1,2-2,2=x\nexplain\n0,0-1,1=i\n"
    output = lines(monkeypatch, capsys, script, "slitherlink", "heart")
    assert "2 [ ] cross out" in output and "2 [x] cross out" in output and "there is no such option" in output
    assert output.count("x 0 x") >= 5 and "   1. clue: " in output and ": :" in output


def test_what_is_proven_of_a_loop_is_that_it_is_the_only_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several = tmp_path / "several.txt"
    several.write_text("__\n_1\n")
    assert main(["--lang", "en", "solve", "slitherlink:heart", "--game", "slitherlink", str(several)]) == 0
    said = capsys.readouterr().out
    assert "the only solution, proven" in said and "not proven to be the only solution" in said
