"""`cassetete grade` and `cassetete print`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cassetete.cli.main import main


def test_a_grade_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "grade", "slitherlink:first_loop"]) == 0
    said = capsys.readouterr().out
    assert "easy (2)" in said and "times: clue" in said


def test_a_grid_without_one_solution_has_no_grade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "several.txt"
    level.write_text("__\n_1\n")
    assert main(["--lang", "en", "grade", "--game", "slitherlink", str(level)]) == 1
    assert "no grade" in capsys.readouterr().out


def test_games_without_grades_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "grade", "turtle:"]) == 64
    assert "not graded" in capsys.readouterr().err


def test_pages_hold_levels_and_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.svg"
    levels = [f"slitherlink:{name}" for name in ("first_loop", "corners", "zero")]
    assert main(["--lang", "en", "print", *levels, "-o", str(page), "--each", "2", "--solutions"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    pages = [page, *(tmp_path / f"page-{n}.svg" for n in (2, 3, 4))]
    grids = [len(ElementTree.parse(path).getroot().findall("{http://www.w3.org/2000/svg}svg")) for path in pages]
    assert grids == [2, 1, 2, 1]


def test_a_page_is_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "print", "slitherlink:zero", "-o", str(tmp_path / "page.doc")]) == 64
    assert "x.svg" in capsys.readouterr().err
