"""Any bad input to a command gives one clear line and the right code: never a traceback, nothing written."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from cassetete.app.solving import examine
from cassetete.cli import solve
from cassetete.cli.main import main

READERS = ("solve", "check", "show", "convert")


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """The one line on standard error; nothing is on standard output."""
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.rstrip("\n").isprintable()
    assert len(captured.err) < 700
    return captured.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["--frobnicate"],
        ["--lang", "xx"],
        ["--lang"],
        ["solve"],
        ["solve", "--frobnicate", "taquin:one"],
        ["solve", "taquin:one", "--level", "0"],
        ["solve", "taquin:one", "--level", "-1"],
        ["solve", "taquin:one", "--level", "x"],
        ["solve", "taquin:one", "--level", "9" * 5000],
        ["solve", "taquin:one", "--seconds", "-1"],
        ["solve", "taquin:one", "--seconds", "nan"],
        ["solve", "taquin:one", "--seconds", "inf"],
        ["solve", "taquin:one", "--memory", "lots"],
        ["solve", "taquin:one", "--all", "0"],
        ["solve", "taquin:one", "--metric", "beauty"],
        ["solve", "taquin:one", "--metric", "pushes"],
        ["solve", "taquin:one", "--solver", "magic"],
        ["solve", "taquin:one", "--game", "chess"],
        ["solve", "taquin:one", "--game", "x" * 100_000],
        ["solve", "taquin:one", "--js"],
        ["solve", "-", "-"],
        ["perft", "taquin:one"],
        ["perft", "taquin:one", "--depth", "-1"],
        ["replay", "taquin:one"],
        ["replay", "taquin:", "L"],
        ["show", "taquin:one", "-o", "x.bmp"],
        ["convert", "taquin:"],
        ["levels", "chess"],
        ["play", "chess"],
        ["play", "taquin", "--level", "99"],
        ["play", "taquin", "-"],
    ],
    ids=lambda arguments: " ".join(arguments)[:60].replace("\0", "?"),
)
def test_wrong_usage_is_64(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 64
    complaint(capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "taquin:one", "-o", "/nowhere/x.svg"],
        ["show", "taquin:one", "-o", "nul\0.svg"],
        ["convert", "taquin:one", "-o", "/"],
        ["convert", "taquin:one", "-o", "/dev/null/x"],
        ["generate", "taquin", "-o", "/dev/null/x"],
        ["profile", "export", "/dev/null/x", "--profile", "{folder}"],
    ],
    ids=lambda arguments: " ".join(arguments)[:60].replace("\0", "?"),
)
def test_a_file_that_cannot_be_written_is_74(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([word.format(folder=tmp_path) for word in arguments]) == 74
    complaint(capsys)


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "1:1"),
        (b"\n\n\n", "1:1"),
        (b"1|2\n0|\xff\n", "2:3"),
        (b"1|2\n0\0|3\n", "2:2"),
        (b"\x7fELF" + bytes(range(1, 256)) * 40, "1:1"),
        (b"1|2\n3|4|" + b"x" * 100 + b"\n", "2:5"),
        (b"\x1b[31m\n", "1:1"),
        (b"x" * 10_000_000, "1:1"),
    ],
    ids=["empty", "blank", "encoding", "zero", "binary", "letters", "escape", "10 MB line"],
)
def test_a_malformed_file_is_3_with_its_place(
    command: str, content: bytes, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "level.txt"
    path.write_bytes(content)
    assert main([command, str(path), "--game", "taquin"]) == 3
    assert complaint(capsys).startswith(f"{path}:{place}")
    assert [inner.name for inner in tmp_path.iterdir()] == ["level.txt"]


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    "where", ["nowhere.txt", "nul\0byte", "n" * 5000, "nopack:1", "taquin:nolevel", "taquin:\x1b[1m"]
)
def test_a_path_that_is_none_is_3(command: str, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, where]) == 3
    complaint(capsys)


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize("where", ["", "  "])
def test_no_path_is_not_the_current_folder(
    command: str, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "level.taquin").write_text("1|2\n0|3\n")
    (tmp_path / "level.txt").write_text("1|2\n0|3\n")
    monkeypatch.chdir(tmp_path)
    assert main([command, where]) == 3
    assert "this is not a path" in complaint(capsys)


@pytest.mark.parametrize("command", READERS)
def test_a_folder_without_levels_is_3(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.md").write_text("1|2\n0|3\n")
    assert main([command, str(tmp_path)]) == 3
    assert complaint(capsys) == f"{tmp_path}: there is no level file in this folder\n"


def test_a_missing_level_number_is_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "taquin:", "--level", "7"]) == 3
    assert "there is no level 7" in complaint(capsys)


def test_an_error_of_ours_is_70_and_asks_for_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_arguments: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr(solve, "solved", broken)
    monkeypatch.delenv("CASSETETE_DEBUG", raising=False)
    assert main(["solve", "taquin:one"]) == 70
    assert "please report it (ZeroDivisionError: one\\ntwo)" in complaint(capsys)
    monkeypatch.setenv("CASSETETE_DEBUG", "1")
    assert main(["solve", "taquin:one"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_control_c_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solve, "solved", interrupted)
    assert main(["solve", "taquin:one"]) == 130
    assert complaint(capsys) == "interrupted\n"


def test_ctrl_c_while_a_class_is_made_is_no_internal_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There, Python 3.11 raises a RuntimeError instead of KeyboardInterrupt."""

    class Field:
        def __set_name__(self, _owner: type, _name: str) -> None:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(solve, "solved", lambda *_arguments: type("Game", (), {"controls": Field()}))
    assert main(["solve", "taquin:one"]) == 130
    assert complaint(capsys) == "interrupted\n"


def test_ctrl_c_that_python_drops_in_a_callback_is_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An import has such callbacks; Python would print the exception that it drops."""

    class Dropping:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(solve, "solved", lambda *_arguments: Dropping() and None)
    assert main(["solve", "taquin:one"]) == 130
    assert complaint(capsys) == "interrupted\n"


def test_running_out_of_memory_is_unknown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def hungry(*_arguments: object, **_named: object) -> None:
        raise MemoryError

    monkeypatch.setattr(examine, "solve_by", hungry)
    assert main(["solve", "taquin:one", "--json"]) == 2
    assert '"why": "memory"' in capsys.readouterr().out


def test_complaints_are_made_in_french_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "nowhere:1", "--lang", "fr"]) == 3
    assert complaint(capsys) == "nowhere:1: il n’y a ni fichier ni recueil de ce nom\n"
    assert main(["solve", "--level", "0", "x", "--lang=fr"]) == 64
    assert "n’est pas un entier ≥ 1" in complaint(capsys)
