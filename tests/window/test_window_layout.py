"""Where things are in the window: the board has the room, few controls are always visible, nothing covers the board."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from PIL import ImageGrab

from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.library import pack
from cassetete.app.registry import games
from cassetete.core.grid import Direction
from cassetete.front.window.widgets.settings_dialog import SWITCHES
from cassetete.scene.theme import THEMES
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
    player.until(lambda frame: [name for name in frame.targets if "level" in name] == ["('level', 99)"])
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


BLOCKED = {"pushit": ("Left",), "ricosheep": ("Up",), "sokoban": ("Up",), "turtle": ("0", "Up")}


@pytest.mark.parametrize("name", BLOCKED)
def test_a_blocked_move_shakes_the_board(name: str, start: Start) -> None:
    """The pieces are aside for a moment; the frame after it shows the same board."""
    player = start("play", name, blocked_level(name), "--size", "600x600")
    first = player.on("PlayScreen")

    def shaken() -> bool:
        # Again and again: on a busy machine a whole shake may pass between two frames.
        player.keys(*BLOCKED[name])
        return any(frame.away > 0 for frame in player.frames())

    until(shaken, "a shake")
    still = player.frames()[-1]
    assert 0 < max(frame.away for frame in player.frames()) <= 6
    board = [target for target in first.targets if target[1:2].isdigit()]
    assert board and all(still.targets[target] == first.targets[target] for target in board)
    assert {text for text in first.texts if text.startswith("Moves")} <= set(still.texts)


def blocked_level(name: str) -> str:
    """A level whose first position does not allow the move of `BLOCKED`."""
    game, found = games()[name], pack(name)
    assert found is not None
    way = Direction[BLOCKED[name][-1].upper()]
    for title in found.names():
        level = found.entry(title).level
        ways = {getattr(move, "direction", move) for move in game.rules.moves(level, game.rules.start(level))}
        if way not in ways:
            return title
    raise AssertionError(f"{name}: {way} is always possible")


@pytest.mark.parametrize(("size", "lang"), [("600x600", "en"), ("600x600", "fr"), ("1366x768", "fr")])
def test_huge_texts_are_whole_and_everything_still_works(size: str, lang: str, start: Start) -> None:
    """The text size is chosen in the settings; then a level is played, with a hint, the menu, F1, a check, and won."""
    player = start("play", "sokoban", "--size", size, "--lang", lang)
    usual = player.on("PlayScreen")
    player.command("settings")
    player.on("PlayScreen", "SettingsDialog")
    player.press(("size", "huge"))
    player.store(lambda store: store.setting("text_size") == "huge")
    player.keys("Escape")
    player.on("PlayScreen")
    menu = repr(("do", "menu"))
    larger = player.until(lambda frame: frame.dialog is None and frame.targets[menu][1] > usual.targets[menu][1])
    assert set(usual.targets) == set(larger.targets), "nothing is lost"
    for key in ("F10", "F1", "F5", "F6", "F7"):
        player.keys(key)
        assert player.until(lambda frame: frame.dialog is not None).cut == []
        player.keys("Escape")
        player.on("PlayScreen")
    player.keys("F7", "Return")
    player.on("PlayScreen", "PathDialog")
    player.keys("Return")
    player.reads(".png")  # its path is longer than a line
    for _step in range(3):
        player.press(("do", "hint"))
        player.until(lambda frame: "(H" in frame.words)
    player.press(("do", "restart"))
    player.keys("Right", "Right", "Right")
    won = player.won()
    assert won.cut == [] and repr(("do", "next")) in won.targets
    player.press(("do", "next"))
    player.until(lambda frame: re.search(r"\b2(/| of | sur )40", frame.words))
    player.press(("do", "back"))
    player.on("LevelsScreen")
    player.keys("Escape")
    player.on("HomeScreen")
    assert not [frame.cut for frame in player.frames() if frame.cut and frame.screen != "LevelsScreen"]


def test_the_line_over_the_ball_ends_below_the_text_of_a_lesson(start: Start) -> None:
    player = start("--size", "600x600", "--lang", "fr", lessons=True)
    player.press(("game", "pushit"))
    player.on("LessonScreen")
    _x, y = player.place(("do", "skip"))
    red = tuple(bytes.fromhex(THEMES["light"]["ball"].removeprefix("#")))

    def pixels(top: int, bottom: int) -> set[tuple[int, ...]]:
        left, above = player.corner()
        area = (left + 20, above + top, left + 580, above + bottom)
        shown = ImageGrab.grab(area, xdisplay=player.environment["DISPLAY"]).convert("RGB")
        return {colour for _count, colour in shown.getcolors(1 << 20)}  # type: ignore[misc, union-attr]

    until(lambda: red in pixels(y + 20, 590), "the ball, with its arrows")
    assert red not in pixels(60, y)
