"""Errors of ours in a window: the player is told, the game goes on."""

from __future__ import annotations

from pathlib import Path

from window.conftest import Start
from window.display import drawing


def test_an_error_in_a_handler_or_a_frame_is_told_and_the_game_goes_on(display: str, tmp_path: Path) -> None:
    done = drawing("failing.py", display, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_home_folder_of_nobody_is_a_file_that_is_not_there(start: Start) -> None:
    player = start("play", "sokoban")
    player.keys("F9")
    player.on("PlayScreen", "PathDialog")
    player.retype("~nosuch/x")
    player.keys("Return")
    player.reads("no such file")
    player.keys("Escape")
    player.on("PlayScreen")
    player.keys("Right")
    player.running(lambda session: len(session.moves) == 1)
