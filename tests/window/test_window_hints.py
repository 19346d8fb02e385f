"""Hints in a real window: a ladder in every game, its price, and the way out of a lost position."""

from __future__ import annotations

from pathlib import Path

import pytest

from cassetete.app.levels.library import pack
from cassetete.app.store import level_key
from window.conftest import Start
from window.driver import Frame, Player

LEVELS = {"pushit": "map_tour", "ricosheep": "orchard", "sokoban": "carousel", "turtle": "family"}


def asked(player: Player, said: set[str]) -> str:
    """Ask for a hint, and wait for one that was not said yet; its text."""

    def fresh(frame: Frame) -> list[str]:
        return [text for text in frame.texts if "(H:" in text and text not in said]

    player.press(("do", "hint"))
    [text] = fresh(player.until(fresh))
    said.add(text)
    return text


@pytest.mark.parametrize("name", LEVELS)
def test_a_hint_says_more_each_time_and_is_played_at_last(start: Start, name: str) -> None:
    """Slitherlink's is in `test_window_slitherlink`."""
    player = start("play", name, LEVELS[name], "--size", "600x600")
    player.on("PlayScreen")
    said: set[str] = set()
    while "(H: do it)" not in asked(player, said):
        assert len(said) < 4
    assert len(said) >= 2, "where to look or which piece, then the move"
    player.press(("do", "hint"))
    session = player.running(lambda session: session.moves)
    assert (session.hints, session.hints_played) == (1, 1)


def test_a_played_hint_costs_the_third_star(start: Start) -> None:
    found = pack("sokoban")
    assert found is not None
    entry = found.entry(found.names()[0])
    player = start("play", "sokoban", "--size", "600x600")
    player.on("PlayScreen")
    said: set[str] = set()
    while "(H: do it)" not in asked(player, said):
        pass
    player.press(("do", "hint"))
    session = player.running(lambda session: session.moves)
    player.keys(*["Right"] * (3 - len(session.moves)))
    frame = player.won()
    assert "1 hint" in frame.words
    assert player.store(lambda store: store.stars(level_key(entry.game, entry.level))) == 2


def test_a_lost_position_is_told_shown_and_taken_back(start: Start, tmp_path: Path) -> None:
    level = tmp_path / "edge.xsb"
    level.write_text("########\n#      #\n#@$   .#\n#      #\n########\n", "utf-8")
    player = start("play", str(level))
    player.keys("Down", "Right", "Up", "Right", "Left")
    player.reads("can never be pushed to a target")
    player.press(("do", "hint"))
    player.reads("(H: what was wrong?)")
    player.press(("do", "hint"))
    player.reads("The mistake was made")
    player.press(("do", "hint"))
    player.reads("taken back")
    left = player.running(lambda session: len(session.moves) == 2)
    assert [move.name for move in left.moves] == ["DOWN", "RIGHT"]
