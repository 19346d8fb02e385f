"""What a file says of itself never reaches the terminal as a command to it, nor breaks a picture."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cassetete.cli.console import Console
from cassetete.cli.main import main
from cassetete.core.message import printable

NASTY = "# title: \x1b[2J\x1b]0;owned\x07 \x85\u202e \x00".replace("\x00", "")
BOARD = "_S\n_G\n"


@pytest.fixture
def nasty(tmp_path: Path) -> str:
    path = tmp_path / "nasty.txt"
    path.write_text(f"{NASTY}\n{BOARD}", "utf-8")
    return str(path)


@pytest.mark.parametrize("command", [["solve"], ["check"], ["show"], ["solve", "--json"], ["replay"]])
def test_titles_hold_no_escape_sequences_when_printed(
    command: list[str], nasty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main([*command, nasty, *(["D"] if command == ["replay"] else [])])
    said = capsys.readouterr()
    text = said.out + said.err
    assert text
    assert text == printable(text)


def test_convert_escapes_on_a_terminal_and_is_exact_in_a_file(
    nasty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["convert", nasty, "-o", str(tmp_path / "copy.txt")]) == 0
    assert "\x1b[2J" in (tmp_path / "copy.txt").read_text("utf-8")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["convert", nasty]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_a_picture_of_such_a_level_is_xml(nasty: str, tmp_path: Path) -> None:
    assert main(["print", nasty, "-o", str(tmp_path / "page.svg")]) == 0
    ElementTree.parse(tmp_path / "page.svg")
    assert main(["print", nasty, "-o", str(tmp_path / "page.pdf")]) == 0
    assert b"\x1b" not in (tmp_path / "page.pdf").read_bytes()[:200]


def test_a_hunt_s_level_holds_no_escape_sequences_when_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hunt.jsonl"
    assert main(["hardest", "taquin", "--size", "2x2", "--workers", "1", "-o", str(path)]) == 0
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines = [json.dumps({**record, "level": f"{NASTY}\n{record['level']}"}) for record in records]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    capsys.readouterr()
    assert main(["hardest", "taquin", "--size", "2x2", "--resume", str(path)]) == 0
    said = capsys.readouterr().out
    assert "owned" in said and said == printable(said)


def test_no_answer_holds_escape_sequences(capsys: pytest.CaptureFixture[str]) -> None:
    Console("en").print(NASTY)
    said = capsys.readouterr().out
    assert "owned" in said and said == printable(said)


@pytest.mark.parametrize("more", [[], ["--solutions", "plain"], ["--solutions", "short"]])
def test_records_hold_no_escape_sequences_on_the_terminal_and_in_files(
    more: list[str], nasty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = ["--profile", str(tmp_path / "profile")]
    monkeypatch.setattr("sys.stdin", io.StringIO("D\n"))
    assert main(["play", nasty, "--plain", *profile]) == 0
    assert capsys.readouterr().out
    assert main(["records", *profile, *more]) == 0
    said = capsys.readouterr().out
    assert "owned" in said and said == printable(said)
    assert main(["records", *profile, *more, "-o", str(tmp_path / "records.txt")]) == 0
    assert (tmp_path / "records.txt").read_text("utf-8") == said
