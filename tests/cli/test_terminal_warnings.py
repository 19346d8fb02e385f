"""The terminal says why a game is lost and what is needed at least, unless warnings are off."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cassetete.cli.main import main

EDGE = "#######\n#     #\n#@$  .#\n#     #\n#######\n"


def said(level: Path, typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What stands under each board."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", str(level), "--plain", "--lang", "en"]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_loss_is_explained_at_once_and_undo_still_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "edge.xsb"
    level.write_text(EDGE, "utf-8")
    lines = said(level, "dru\nundo\nquit\n", monkeypatch, capsys)
    lost = "From here this box can never be pushed to a target. (row,column: 2,3)"
    assert lines.count(lost) == 1
    headings = [line for line in lines if "Sokoban" in line]
    assert ["at least 3" in line for line in headings] == [True, False, True]


def test_warnings_can_be_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "edge.xsb"
    level.write_text(EDGE, "utf-8")
    lines = said(level, "warn\ndru\nwarn\nwarn\nquit\n", monkeypatch, capsys)
    assert lines.count("warnings are off") == 2
    assert sum("can never be pushed" in line for line in lines) == 1  # while they were on again


def test_a_wolf_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    level = tmp_path / "wolf.txt"
    level.write_text("S_W\n___\nG__\n", "utf-8")
    lines = said(level, "R\nquit\n", monkeypatch, capsys)
    assert "A wolf has eaten a sheep. Lost! Undo, or restart." in lines


def test_a_wrong_segment_is_shown_on_the_board_and_needs_no_row_and_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    level = tmp_path / "loop.txt"
    level.write_text("_223___\n__0__02\n20___02\n_20____\n_22____\n____20_\n", "utf-8")
    lines = said(level, "warn\n1,2-1,3=+\nquit\n", monkeypatch, capsys)
    assert lines[-1] == "There is a mistake: this drawn segment is not on the loop."
    assert any("+-!-+" in line for line in lines)
