"""Errors of ours in a window: the player is told, the game goes on."""

from __future__ import annotations

import os
from pathlib import Path

from window.conftest import Start
from window.display import drawing


def test_an_error_in_a_handler_or_a_frame_is_told_and_the_game_goes_on(display: str, tmp_path: Path) -> None:
    done = drawing("failing.py", display, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_path_that_leads_nowhere_is_told_and_the_game_goes_on(start: Start, tmp_path: Path) -> None:
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
    os.mkfifo(tmp_path / "pipe.save")  # nobody reads it: a program that writes there waits for ever
    player.command("save")
    player.on("PlayScreen", "PathDialog")
    player.retype(str(tmp_path / "pipe.save"))
    player.keys("Return")
    player.reads("a device or a pipe")
