"""What is won in a terminal is recorded as in the window: by player, the best of each first."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cassetete.app.store import Store
from cassetete.cli.main import main

BOARD = "_S\nG_\n"
"""Won by DL, or by LD."""


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    level = tmp_path / "duck pond.txt"
    level.write_text(BOARD)

    def run(script: str, *arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(script))
        words = ["play", "ricosheep", str(level), "--plain", "--profile", str(tmp_path / "profile"), *arguments]
        assert main(words) == 0
        return capsys.readouterr().out

    return run


def test_each_player_s_best_comes_first_and_every_game_is_kept(play, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    play("DUDL\n", "--player", "Ada")
    play("DL\n", "--player", "Ada")
    shown = play("LRLRLD\nrecords\n", "--player", "Blaise")
    lines = [line.split() for line in shown.splitlines()]
    at = lines.index(next(line for line in lines if line[:2] == ["player", "score"]))
    assert [line[1:3] for line in lines[at + 1 : at + 4]] == [["Ada", "2"], ["Blaise", "6"], ["Ada", "4"]]
    with Store(tmp_path / "profile") as store:
        [records] = store.level_records()
        assert records.title == "duck pond"
        assert len(store.history(records.level)) == 3 and store.stars(records.level) == 1, "Blaise's"


def test_what_the_computer_solved_is_no_record(play) -> None:  # type: ignore[no-untyped-def]
    assert "This level has no record yet." in play("solve\nrecords\n")
    assert "This level has no record yet." not in play("solve\nrestart\nDL\nrecords\n")


def test_moves_from_a_pipe_always_begin_at_the_start(play) -> None:  # type: ignore[no-untyped-def]
    play("D\n")
    assert "Moves: 0" in play("\n")


def test_a_name_must_be_one(play, capsys: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    assert main(["play", "ricosheep", "1", "--plain", "--player", "  "]) == 64
    assert "is not a name" in capsys.readouterr().err
