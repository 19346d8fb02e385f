"""Where things are in the window: the board has the room, few controls are always visible, nothing covers the board."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from window.conftest import Start, prepare
from window.display import drawing
from window.driver import Player


def test_the_board_has_the_room_and_nothing_covers_it(display: str, tmp_path: Path) -> None:
    done = drawing("laying_out.py", display, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_screen_with_many_pixels_shows_everything_larger(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1600x1200x24",
        "-dpi",
        "192",
        "-nolisten",
        "tcp",
        "-r",
    ]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as stream:
        number = stream.readline().strip()
    profile = tmp_path / "profile"
    prepare(profile, "Ada", lessons=False)
    player = Player(f":{number}", profile, "play", "pushit")
    try:
        # the sheet's 600, twice as many pixels to the inch
        player.until(lambda frame: tuple(frame.size) == (1200, 1200))
        player.keys("Right")
        player.running(lambda session: len(session.moves) == 1)
        player.press(("do", "undo"))
        player.running(lambda session: len(session.moves) == 0)
    finally:
        player.stop()
        server.terminate()
        server.wait()


def test_the_strip_of_a_win_is_put_away_and_the_machine_is_named(start: Start) -> None:
    player = start("play", "sokoban", "--size", "600x600")
    player.keys("Right", "Right", "Right")
    frame = player.won()
    assert "Won!" in frame.words and repr(("do", "next")) in frame.targets
    player.keys("Return")
    player.reads("2/40")
    player.keys("s")
    assert "Solved by the computer" in player.won().words
    player.press(("do", "put-away"))
    player.until(lambda frame: not frame.end)


def test_q_asks_and_f1_shows_the_rules(start: Start) -> None:
    player = start("play", "sokoban", "--size", "900x700")
    player.keys("F1")
    keys = player.on("PlayScreen", "KeysDialog")
    assert "undo" in keys.texts and "A U ⌫ ^Z" in keys.texts
    player.keys("End")
    player.reads("target")
    player.keys("Escape")
    player.on("PlayScreen")
    player.keys("Right", "BackSpace")
    player.keys("q")
    player.on("PlayScreen", "Question")
    player.keys("Escape")
    player.on("PlayScreen")
    player.keys("q", "q")
    assert player.ended() == 0
