"""`--seconds` and `--memory` in every command, and what is read has a limit. No clock is measured here: a limit of
nothing is reached at once. How far limits are overrun is measured by `python tools/soak overrun`."""

from __future__ import annotations

import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from cassetete.app.levels import library, moves
from cassetete.app.levels.library import LoadedLevel, pack, read
from cassetete.app.levels.pages import write_pages
from cassetete.app.registry import games
from cassetete.app.translate import Translator
from cassetete.cli.main import main
from cassetete.core.answers import Limits

WIDE = "\n".join(["3_2_" * 6] * 20) + "\n"


@pytest.fixture
def grid(tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text(WIDE)
    return str(path)


@pytest.mark.parametrize("limit", ["--seconds", "--memory"])
@pytest.mark.parametrize(
    "command",
    [["solve"], ["solve", "--count"], ["solve", "--facts"], ["solve", "--all"], ["grade"], ["explain"]],
    ids=" ".join,
)
def test_nothing_is_done_with_nothing(
    command: list[str], limit: str, grid: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--game", "slitherlink", grid, limit, "0"]) == 2
    said = capsys.readouterr()
    what = "the time limit was reached" if limit == "--seconds" else "the memory limit was reached"
    assert what in said.out + said.err


@pytest.mark.parametrize(
    "command",
    [
        "check",
        "convert",
        "show x.svg",
        "show x.svg --moves rRR",
        "show x.gif --moves rRR",
        "print x.svg",
        "print x.pdf",
        "print x.png",
    ],
)
def test_looking_at_a_level_has_a_limit_too(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, *more = command.split()
    arguments = ["-o", str(tmp_path / more[0]), *more[1:]] if more else []
    assert main([name, "sokoban:1", *arguments, "--seconds", "0"]) == 2
    assert "the time limit was reached" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seconds", [0.0, 20.0])
def test_a_page_leaves_out_a_grade_that_takes_too_long(seconds: float, tmp_path: Path) -> None:
    [entry] = read("slitherlink:zero")
    assert isinstance(entry, LoadedLevel)
    [page] = write_pages(
        [entry], tmp_path / "x.svg", Translator("en"), form="svg", solutions=False, limits=Limits(seconds=seconds)
    )
    assert ("normal" in page.read_text("utf-8")) is (seconds > 0)


def test_a_generator_gives_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "ricosheep", "--seconds", "0"]) == 2
    assert "no level was found" in capsys.readouterr().err


def test_replay_gives_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "taquin:two", "ULL", "--seconds", "0"]) == 2
    assert "the time limit was reached" in capsys.readouterr().err


@pytest.mark.parametrize("solver", [(game.id, one.id) for game in games().values() for one in game.solvers])
def test_every_solver_gives_up_at_once(solver: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    game, name = solver
    found = pack(game)
    assert found is not None
    last = found.names()[-1]
    code = main(["solve", f"{game}:{last}", "--solver", name, "--seconds", "0", "--json"])
    out = capsys.readouterr().out
    if code != 64:  # a solver that does not take this level
        assert (code, json.loads(out)["why"]) == (2, "seconds")


# What is read


def replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], level: str, text: str, piped: bool
) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code = main(["replay", level, "-" if piped else text])
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.mark.parametrize("name", list(games()))
def test_every_solution_can_be_replayed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `solve --json | replay LEVEL -`, its moves alone, and as an argument, however long it is."""
    found = pack(name)
    assert found is not None
    for title in found.names()[::6]:
        level = f"{name}:{title}"
        assert main(["solve", level, "--json"]) == 0
        line = capsys.readouterr().out
        written = json.loads(line)["moves"]
        for text, piped in ((line, True), (written, True), (written, False)):
            code, said = replayed(monkeypatch, capsys, level, text, piped)
            assert code == 0, (level, said)


def test_a_solution_longer_than_a_file_name_is_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "taquin:two", "LR" * 3000]) == 1
    assert "File name too long" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"level": 1, "moves": null}', "no solution"),
        ('{"level": 1, "moves": "U"}\n{"level": 2, "moves": "U"}', "several solutions"),
        ("U" * (moves.LONGEST + 1), "too long for moves"),
    ],
)
def test_what_is_no_solution_is_refused(
    text: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = replayed(monkeypatch, capsys, "taquin:two", text, piped=True)
    assert code == 64 and words in said


def test_too_many_moves_are_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "taquin:two", "LR" * (moves.MOST_MOVES // 2 + 1)]) == 1
    assert "too many moves" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["", " "])
def test_no_path_is_no_folder(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", where]) == 3
    assert "this is not a path" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("slitherlink", ("_" * 101 + "\n") * 2),
        ("slitherlink", "slither/101/2/zz"),
        ("ricosheep", "S" + "_" * 100 + "\n"),
        ("sokoban", "#" * 101 + "\n#@$." + " " * 96 + "#\n" + "#" * 101 + "\n"),
        ("pushit", "1 " * 101 + "\n"),
        ("turtle", "0 " * 101 + "\n"),
    ],
)
def test_a_board_has_at_most_a_hundred_rows_and_columns(
    name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wide.txt"
    path.write_text(text)
    assert main(["check", "--game", name, str(path)]) == 3
    assert "100" in capsys.readouterr().err


def test_too_many_files_in_a_folder_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text("1|2\n3|0\n", "utf-8")
    monkeypatch.setattr(library, "MOST_FILES", 3)
    assert main(["check", str(tmp_path)]) == 3
    said = capsys.readouterr()
    assert "too many files for a folder of levels (more than 3)" in said.err
    assert said.out.count("good") == 3


@pytest.mark.posix
def test_what_is_closed_to_the_user_is_not_called_missing() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "closed"
        folder.mkdir()
        (folder / "a.txt").write_text("1|2\n3|0\n", "utf-8")
        list(read(str(folder)))  # somebody else may not read our Python: what a reading needs is loaded before
        folder.chmod(0)
        Path(name).chmod(0o755)
        us = os.geteuid()
        if us == 0:
            os.seteuid(65534)
        try:
            found = [str(item) for where in (folder, folder / "a.txt") for item in read(str(where))]
        finally:
            os.seteuid(us)
            folder.chmod(0o700)
    assert found == [f"{where}: cannot be read: Permission denied" for where in (folder, folder / "a.txt")]


def test_a_window_reads_no_device(tmp_path: Path) -> None:
    from cassetete.app.levels.library import Unreadable, read

    [found] = read("/dev/zero", devices=False)
    assert isinstance(found, Unreadable) and "a device or a pipe" in str(found)


def test_a_line_of_junk_in_a_results_file_is_read_in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record hunt's file whose line holds a hundred thousand beginnings of records took minutes."""
    from cassetete.app.hunts import results
    from cassetete.app.hunts.results import TaskResult, read_line

    tried: list[int] = []
    parse = json.loads

    def counted(text: str) -> Any:
        tried.append(len(text))
        return parse(text)

    monkeypatch.setattr("cassetete.app.hunts.results.json.loads", counted)
    junk = '{"game": "' * 10_000
    assert read_line(junk) is None
    assert read_line(junk * 20) is None
    assert sum(tried) <= results.LONGEST_LINE
    record = TaskResult("taquin", "2x2", "2x2 hole 0", 0, 6, "0|3", 6, True, 0.5)
    assert read_line(junk[:5000] + record.line) == record
