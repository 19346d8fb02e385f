"""Options before and after the command mean the same; a missing file is called so; what is proven is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cassetete.cli.main import main

BOARD = "#####\n#@$.#\n#####\n"


@pytest.mark.parametrize("before", [True, False])
def test_the_profile_is_the_same_before_and_after_the_command(
    before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    profile = ["--profile", str(tmp_path / "profile")]
    assert main([*profile, "records"] if before else ["records", *profile]) == 0
    assert (tmp_path / "profile" / "cassetete.sqlite").exists()
    assert not home.exists(), "the default profile was opened"
    capsys.readouterr()


@pytest.mark.parametrize("arguments", [["--profile", "x", "solve", "taquin:one"], ["--size", "800x600", "records"]])
def test_an_option_that_the_command_does_not_have_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 64
    assert "unrecognized arguments" in capsys.readouterr().err


def test_a_size_before_generate_is_that_of_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--size", "5x6", "generate", "slitherlink", "--bare"]) == 0
    rows = capsys.readouterr().out.split()
    assert [len(row) for row in rows] == [6] * 5, "the board alone"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "nosuch.txt"], "nosuch.txt: there is no such file\n"),
        (["solve", "nosuch:"], "nosuch: there is no such file, and no such pack\n"),
        (["solve", "nosuch:1"], "nosuch:1: there is no such file, and no such pack\n"),
        (["solve", "sokoban:nosuch"], "sokoban:nosuch: the pack has no level 'nosuch'\n"),
        (["play", "nosuch.txt"], "nosuch.txt: there is no such file\n"),
        (["play", "sokoban", "nosuch.xsb"], "nosuch.xsb: there is no such file\n"),
        (["play", "sokoban", "maps/nosuch"], "maps/nosuch: there is no such file\n"),
    ],
)
def test_a_missing_file_is_called_so(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 3
    assert capsys.readouterr().err == said


def test_the_sheet_s_search_is_proven_shortest_by_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "sokoban:first", "--solver", "bfs"]) == 0
    assert "fewest moves, proven" in capsys.readouterr().out
    assert main(["solve", "sokoban:first", "--solver", "bfs", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["metric"], found["optimal"]) == ("moves", True)


def test_the_solution_in_a_file_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "level.xsb"
    path.write_text(BOARD + "Title: One push\n\nSolution (1 move)\nR\n", "utf-8")
    assert main(["replay", str(path)]) == 0
    assert "won · moves: 1 · pushes: 1" in capsys.readouterr().out
    path.write_text(BOARD, "utf-8")
    assert main(["replay", str(path)]) == 64
    assert "brings no solution" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_a_file_of_moves_may_have_headings(encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level, moves = tmp_path / "level.xsb", tmp_path / "moves.lurd"
    level.write_text("########\n#@ $  .#\n########\n", "utf-8")
    moves.write_bytes("Title: Forêt\nMoves: 4\nPushes: 3\n\nSolution\nr\nRRR\n".encode(encoding))
    assert main(["replay", str(level), str(moves)]) == 0
    assert "won · moves: 4 · pushes: 3" in capsys.readouterr().out
