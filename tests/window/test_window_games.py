"""What games show of their own in a real window: a turned board, heights, the chosen animal, errors on the console."""

from __future__ import annotations

from pathlib import Path

from cassetete.app.levels.library import pack
from cassetete.core.grid import Direction
from window.conftest import Start


def test_the_board_turns_arrows_follow_and_a_held_key_shows_heights(start: Start) -> None:
    found = pack("pushit")
    assert found is not None
    entry = found.entry("map_tour")
    heights = sorted(str(height) for height in entry.level.heights)
    player = start("play", "pushit", "map_tour", "--size", "600x600")
    player.on("PlayScreen")

    def shown(texts: list[str]) -> bool:
        return sorted(text for text in texts if text in heights) == heights

    player.key_down("space")
    player.until(lambda frame: shown(frame.texts))
    player.key_up("space")
    player.until(lambda frame: not shown(frame.texts))

    player.press(("do", "turn-right"))
    move = next(iter(entry.game.rules.moves(entry.level, entry.state)))
    assert isinstance(move, Direction)
    player.keys(move.turned(1).name.capitalize())
    player.running(lambda session: session.moves == (move,))
    player.keys("comma", "a", move.name.capitalize())  # turned back, the arrow means what it meant
    player.running(lambda session: session.moves == (move,))


def test_the_panel_names_the_chosen_animal_and_keys_number_them(start: Start) -> None:
    player = start("play", "turtle", "family", "--size", "1080x760")
    assert "The turtle" in player.on("PlayScreen").texts
    player.keys("1")
    frame = player.until(lambda frame: "The ladybird" in frame.texts)
    assert {"0", "1", "2", "3", "4"} <= set(frame.texts)


def test_what_is_wrong_with_an_opened_file_is_also_said_on_the_console(start: Start, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("_3\n_x\n", "utf-8")
    player = start("play", "slitherlink", "heart")
    player.on("PlayScreen")
    player.command("load")
    player.on("PlayScreen", "PathDialog")
    player.retype(str(broken))
    player.keys("Return")
    player.until(lambda frame: frame.dialog and "line 2, column 2" in frame.words)
    player.keys("Escape")
    player.on("PlayScreen")
    player.close()
    assert player.ended() == 0
    said = player.output()
    assert f"{broken}: " in said and "line 2, column 2" in said
