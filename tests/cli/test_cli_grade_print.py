"""`cassetete grade` and `cassetete print`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

from cassetete.app.levels import library
from cassetete.cli.main import main
from cassetete.core.contract import AnyGame

PLUGINS = Path(__file__).parent.parent / "plugins"


def test_a_grade_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "grade", "slitherlink:first_loop"]) == 0
    said = capsys.readouterr().out
    assert "normal (3)" in said and "times: clue" in said


def test_several_grades_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "several.txt").write_text("__\n_1\n")
    names = ["slitherlink:first_loop", "slitherlink:zero", str(tmp_path / "several.txt")]
    assert main(["--lang", "en", "grade", "--game", "slitherlink", *names]) == 1
    assert capsys.readouterr().out.endswith("3 levels\n     2   67%  normal\n     1   33%  no grade\n")


def test_a_grid_without_one_solution_has_no_grade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "several.txt"
    level.write_text("__\n_1\n")
    assert main(["--lang", "en", "grade", "--game", "slitherlink", str(level)]) == 1
    assert "no grade" in capsys.readouterr().out


def test_a_game_without_grades_says_so() -> None:
    level = next((PLUGINS / "taquin" / "levels").glob("*.txt"))
    command = [sys.executable, "-m", "cassetete", "--lang", "en", "grade", "--game", "taquin", str(level)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "CASSETETE_GAMES": str(PLUGINS)}
    )
    assert done.returncode == 64
    assert "not graded" in done.stderr


def test_a_grade_says_what_makes_a_level_hard(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "grade", "sokoban:attic"]) == 0
    said = capsys.readouterr().out
    assert "  hard (" in said and "a move beside the way that loses" in said


def test_a_level_without_a_solution_has_no_grade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "lost.txt"
    level.write_text("#####\n#$ .#\n# @ #\n#####\n")
    assert main(["--lang", "en", "grade", "--game", "sokoban", str(level)]) == 1
    assert "no grade: no solution was found" in capsys.readouterr().out


def test_pages_hold_levels_and_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.svg"
    levels = [f"slitherlink:{name}" for name in ("first_loop", "corners", "zero")]
    assert main(["--lang", "en", "print", *levels, "-o", str(page), "--each", "2", "--solutions"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    pages = [page, *(tmp_path / f"page-{n}.svg" for n in (2, 3, 4))]
    grids = [len(ElementTree.parse(path).getroot().findall("{http://www.w3.org/2000/svg}svg")) for path in pages]
    assert grids == [2, 1, 2, 1]


def test_pages_are_png_pictures_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.png"
    assert main(["--lang", "en", "print", "slitherlink:zero", "sokoban:1", "-o", str(page)]) == 64  # of one game only
    assert main(["--lang", "en", "print", "slitherlink:zero", "-o", str(page), "--solutions"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(page), str(tmp_path / "page-2.png")]
    for file in (page, tmp_path / "page-2.png"):
        with Image.open(file) as picture:
            assert picture.size == (1240, 1754)  # A4 at 150 dots per inch
            colours = picture.convert("RGB").getcolors(1 << 20)
            assert colours is not None and len(colours) > 10


def test_a_page_is_svg_or_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "print", "slitherlink:zero", "-o", str(tmp_path / "page.doc")]) == 64
    assert "x.pdf" in capsys.readouterr().err


def printed(folder: Path, *words: str) -> PdfReader:
    page = folder / "page.pdf"
    assert main(["--lang", "fr", "print", *words, "-o", str(page)]) == 0
    return PdfReader(page)


def size(reader: PdfReader) -> tuple[int, int]:
    box = reader.pages[0].mediabox
    return round(float(box.width)), round(float(box.height))


def test_a_pdf_has_puzzles_then_solutions_on_numbered_pages(tmp_path: Path) -> None:
    names = ("first_loop", "corners", "zero", "heart")
    pages = printed(tmp_path, *(f"slitherlink:{name}" for name in names), "--each", "3", "--title", "Concours").pages
    texts = [page.extract_text().split("\n") for page in pages]
    assert [text[0] for text in texts] == ["Concours"] * 2 + ["Concours : solutions"] * 2
    assert [f"{n} / 4" in text for n, text in enumerate(texts, 1)] == [True] * 4
    assert "4. Cœur" in texts[1] and "délicat" in texts[1]  # in French, with its grade
    assert [sum("4. " in line for line in text) for text in texts] == [0, 1, 0, 1]
    clues = [word for line in texts[1][1:] if "/" not in line for word in line.split() if word in "0123"]
    assert (clues.count("2"), clues.count("3")) == (9, 1)


def test_a_pdf_without_solutions_on_other_paper(tmp_path: Path) -> None:
    level = ("slitherlink:zero",)
    assert size(printed(tmp_path, *level)) == (595, 842)
    bare = printed(tmp_path, *level, "--paper", "letter", "--no-solutions")
    assert size(bare) == (612, 792) and len(bare.pages) == 1


def test_every_game_prints_in_lines_and_letters(game: AnyGame, tmp_path: Path) -> None:
    pack = library.pack(game.id)
    assert pack is not None
    pages = printed(tmp_path, *(f"{game.id}:{name}" for name in pack.names()[:2])).pages
    assert len(pages) == 2
    for page in pages:
        assert not list(page.images)  # nothing is made of pixels
        drawn = page.get_contents()
        assert drawn is not None and len(re.findall(rb" [lc] ", drawn.get_data())) > 20


def test_letters_that_no_standard_font_has_do_not_stop_the_page(tmp_path: Path) -> None:
    level = tmp_path / "level.txt"
    level.write_text("# title: 数独 — œuvre\n3_\n_0\n", "utf-8")
    words = printed(tmp_path, "--game", "slitherlink", str(level), "--no-solutions").pages[0].extract_text()
    assert "1. ?? — œuvre" in words
