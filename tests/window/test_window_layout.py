"""Where things are in the window: the board has the room, few controls are always visible, nothing covers the board."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.registry import games
from cassetete.front.window.widgets.settings_dialog import SWITCHES
from window.conftest import Start, prepare
from window.display import drawing, set_resources, x_server
from window.driver import Player, until


def test_the_board_has_the_room_and_nothing_covers_it(display: str, tmp_path: Path) -> None:
    done = drawing("laying_out.py", display, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("dpi", "resources"), [(192, ""), (96, "Xft.dpi:\t192\n")])
def test_a_screen_with_many_pixels_shows_everything_larger(dpi: int, resources: str, tmp_path: Path) -> None:
    """Whether the screen has them by its own size, or the desktop says so."""
    profile = tmp_path / "profile"
    prepare(profile, "Ada", lessons=False)
    with x_server("1600x1200", dpi) as display:
        if resources:
            set_resources(display, resources)
        player = Player(display, profile, "play", "pushit")
        try:
            # the sheet's 600, twice as many pixels to the inch
            player.until(lambda frame: tuple(frame.size) == (1200, 1200))
            player.keys("Right")
            player.running(lambda session: len(session.moves) == 1)
            player.press(("do", "undo"))
            player.running(lambda session: len(session.moves) == 0)
        finally:
            player.stop()


def test_few_clicks_lead_to_the_first_move_and_to_level_100_of_a_file(start: Start, tmp_path: Path) -> None:
    """At the first start nothing is asked; a file is opened, and its level 100 found by its number."""
    path = tmp_path / "many.xsb"
    wall = "#" * 8
    boards = (f"Title: Way {n}\n\n{wall}\n#@   $.#\n{wall}\n" for n in range(1, 121))
    path.write_text("\n".join(boards))
    player = start(name=None, lessons=True)
    player.on("HomeScreen")
    player.press(("game", "sokoban"))
    player.on("LessonScreen")
    [board, *_rest] = lesson_boards(games()["sokoban"])
    rules = games()["sokoban"].rules
    move = next(iter(rules.moves(board.entry.level, board.entry.state)))
    row, column = board.entry.state.player
    player.press((row + move.step[0], column + move.step[1]))
    player.reads("Moves 1")
    assert player.clicks == 2, "from the start to the first move"
    player.press(("do", "skip"))
    player.on("LevelsScreen")
    player.keys("Escape")
    player.on("HomeScreen")
    player.clicks = 0
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.press(("do", "open"))
    player.on("LevelsScreen", "PathDialog")
    player.retype(str(path))
    player.press(("answer", "ok"))
    player.on("CollectionScreen")
    player.reads("of 120")
    player.type("100")
    player.until(lambda frame: "100. Way 100" in frame.texts and "99. Way 99" not in frame.texts)
    player.press(("level", 99))
    player.on("PlayScreen")
    assert player.clicks <= 5, "from the start to level 100 of a file"


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


def test_a_button_says_what_it_does_and_which_keys_do_it(start: Start) -> None:
    player = start("play", "sokoban", "--size", "600x600")
    player.on("PlayScreen")
    player.point(*player.place(("do", "restart")))
    player.reads("start the level again (R)")


def test_sounds_are_silent_until_they_are_wanted(display: str, tmp_path: Path) -> None:
    """With a program in place of the one that plays sounds here: it notes their names."""
    played, programs = tmp_path / "played", tmp_path / "bin"
    programs.mkdir()
    (programs / "paplay").write_text(f'#!/bin/sh\nbasename "$1" >> {played}\n', "utf-8")
    (programs / "paplay").chmod(0o755)
    profile = tmp_path / "profile"
    prepare(profile, "Ada", False)
    path = os.pathsep.join((str(programs), os.environ["PATH"]))
    player = Player(display, profile, "play", "sokoban", "round", "--size", "600x600", PATH=path)
    try:
        player.on("PlayScreen")
        player.keys("Up", "Right")
        player.running(lambda session: len(session.moves) == 2)
        assert not played.exists()
        player.command("settings")
        player.on("PlayScreen", "SettingsDialog")
        player.press(("switch", list(SWITCHES).index("sounds")))
        player.store(lambda store: store.setting("sounds"))
        player.keys("Escape")
        player.on("PlayScreen")
        for key, name in (("Up", "blocked.wav"), ("Right", "move.wav"), ("BackSpace", "back.wav")):
            player.keys(key)
            until(lambda name=name: played.exists() and name in played.read_text("utf-8").split(), name)  # type: ignore[misc]
    finally:
        player.stop()
