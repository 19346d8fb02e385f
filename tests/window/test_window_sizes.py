"""The sizes of the window and its boards: those of the course sheets, small screens, and full screen."""

from __future__ import annotations

from pathlib import Path

from cassetete.app.levels.library import pack
from window.conftest import Start, prepare
from window.display import x_server
from window.driver import Frame, Player


def cell(player: Player) -> int:
    """The width of a cell, in pixels."""
    return cell_in(player.until(cell_in))


def cell_in(frame: Frame) -> int:
    """The width of a cell in a frame; 0 if it shows no board."""
    left, right = (frame.targets.get(repr(target)) for target in ((2, 2), (2, 3)))
    return right[0] - left[0] if left and right else 0


def test_the_whole_screen_and_back(start: Start) -> None:
    player = start("play", "sokoban", "round", "--size", "900x700")
    player.on("PlayScreen")
    small = cell(player)
    player.keys("F11")
    player.until(lambda frame: tuple(frame.size) == (1640, 1000) and cell_in(frame) > small)
    player.keys("Right")
    player.running(lambda session: len(session.moves) == 1)
    player.keys("Escape")  # the menu, still in full screen
    assert tuple(player.on("LevelsScreen").size) == (1640, 1000)
    player.keys("Return")
    player.on("PlayScreen")
    player.command("fullscreen")
    player.until(lambda frame: tuple(frame.size) == (900, 700) and cell_in(frame) == small)


def test_turtle_has_cells_of_54_pixels(start: Start, tmp_path: Path) -> None:
    found = pack("turtle")
    assert found is not None
    large = next(name for name in found.names() if found.entry(name).level.rows == 16)
    player = start("play", "turtle", large)
    assert tuple(player.on("PlayScreen").size) == (1600, 900)
    assert cell(player) == 54
    player.stop()
    with x_server("1280x800") as display:
        profile = tmp_path / "elsewhere"
        prepare(profile, "Ada", lessons=False)
        player = Player(display, profile, "play", "turtle", large)
        try:
            player.until(lambda frame: tuple(frame.size) == (1280, 800))
        finally:
            player.stop()


def test_pushit_opens_as_its_sheet_says(start: Start) -> None:
    player = start("play", "pushit")
    assert tuple(player.on("PlayScreen").size) == (600, 600)


def test_no_size_is_too_small(start: Start) -> None:
    """There is no window manager here that would keep to the least size."""
    player = start("--size", "600x600")
    for target, screen in ((("game", "sokoban"), "LevelsScreen"), (("level", 0), "PlayScreen")):
        for width, height in ((1, 1), (300, 200), (600, 600)):
            player.resize(width, height)
        player.press(target)
        player.on(screen)
    for dialog in ("F10", "F1", "F5", "F7"):
        player.keys(dialog)
        player.until(lambda frame: frame.dialog)
        for width, height in ((300, 200), (1, 1), (600, 600)):
            player.resize(width, height)
        player.keys("Escape")
        player.on("PlayScreen")
    player.keys("Right", "Right", "Right")
    player.resize(500, 480)  # while the last move is shown
    player.won()


def test_what_is_scrolled_stays_in_a_window_that_grows(start: Start) -> None:
    player = start("--size", "480x480")
    player.press(("game", "sokoban"))
    player.on("LevelsScreen")
    player.keys("End")
    last = len(pack("sokoban").names()) - 1  # type: ignore[union-attr]
    player.until(lambda frame: repr(("level", last)) in frame.targets)
    player.resize(1600, 1000)
    player.until(lambda frame: repr(("level", last)) in frame.targets)
    player.resize(480, 480)
    player.keys("Home", *["Down"] * 6)
    chosen = repr(("level", 12))  # there are two columns
    player.until(lambda frame: chosen in frame.targets)
    player.resize(1000, 480)
    player.until(lambda frame: chosen in frame.targets)
