"""Errors of ours in a window: the player is told, the game goes on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from processes import environment
from window.conftest import Start, prepare
from window.display import drawing
from window.driver import Player


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


def test_a_window_that_another_program_destroys_is_closed(start: Start) -> None:
    player = start("play", "sokoban", "round")
    player.keys("Up")
    player.running(lambda session: len(session.moves) == 1)
    player.destroy()
    code, said = player.ended(), player.output()
    # Xlib itself ends the program if a frame is drawn just then.
    assert (code, said) == (0, "") or (code == 1 and said.startswith("X Error")), (code, said)
    assert player.running(lambda session: len(session.moves) == 1)


@pytest.mark.skipif(sys.platform != "linux", reason="fonts are found by fontconfig")
def test_a_system_without_fonts_is_told_and_the_terminal_is_offered(display: str, tmp_path: Path) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text('<?xml version="1.0"?><fontconfig><dir>/nowhere</dir></fontconfig>', "utf-8")
    bare = environment(DISPLAY=display, FONTCONFIG_FILE=str(fonts), XDG_CACHE_HOME=str(tmp_path))
    command = [sys.executable, "-m", "cassetete"]
    profile = ["--profile", str(tmp_path / "profile"), "--lang", "en"]
    checked = subprocess.run([*command, "doctor", *profile], env=bare, capture_output=True, text=True, check=False)
    assert "BAD    window: no window: this system has no fonts" in checked.stdout and checked.returncode == 1
    opened = subprocess.run([*command, *profile], env=bare, capture_output=True, text=True, check=False)
    assert "this system has no fonts" in opened.stderr and "cassetete play" in opened.stdout


UNDRAWN = """
from dataclasses import replace
_scene = GAME.scene
GAME = replace(GAME, scene=lambda level, view: _scene(level, view) if level.headers.title == "One slide" else 1 / 0)
"""


def test_a_plugin_s_level_that_cannot_be_drawn_leads_home(display: str, tmp_path: Path) -> None:
    folder = shutil.copytree(Path(__file__).parents[1] / "plugins" / "taquin", tmp_path / "taquin")
    with (folder / "game.py").open("a", encoding="utf-8") as file:
        file.write(UNDRAWN)
    prepare(tmp_path / "profile", "Ada", False)
    places = {"CASSETETE_GAMES": str(folder), "XDG_STATE_HOME": str(tmp_path / "state")}
    player = Player(display, tmp_path / "profile", "play", "taquin", "one", **places)
    try:
        player.on("PlayScreen")
        player.keys("n")
        player.on("HomeScreen")
        assert len(list((tmp_path / "state").rglob("crash-*.txt"))) == 1
        player.keys("ctrl+q")
        assert player.ended() == 0
    finally:
        player.stop()
