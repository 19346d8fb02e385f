"""Saves: what is damaged is said with its line; nothing is believed that the rules do not allow."""

from __future__ import annotations

import pytest

from cassetete.app.registry import games
from cassetete.core.errors import BadLevel
from cassetete.session import saves

SAVE = """cassetete save 1
game: taquin
source: taquin:two
seconds: 12.500
hints: 2
solved: yes
level:
| # title: A small turn
| 1|2|3
| 0|5|6
| 4|7|8
played:
| U
| !suppose
| L
undone:
| !reject
"""


def test_a_save_is_read_back() -> None:
    session = saves.load(SAVE, games())
    assert session.seconds == 12.5
    assert session.hints == 2
    assert session.solved_for
    assert len(session.now.open) == 1
    assert session.undone is not None
    assert saves.dump(session, "taquin:two") == SAVE


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("save 1", "save 2", 1),
        ("game: taquin", "game: chess", 2),
        ("12.500", "a while", 4),
        ("12.500", "inf", 4),
        ("12.500", "-1", 4),
        ("12.500", "1e308", 4),
        ("hints: 2", "hints: 1e300", 5),
        ("hints: 2", "hints: nan", 5),
        ("| 0|5|6", "| 0|x|6", 10),
        ("| 0|5|6", "| 1|5|6", 8),
        ("| U", "| D|", 13),
        ("| !suppose", "| !sleep", 14),
        ("| !suppose", "| !accept", 14),
        ("| !suppose", "| !suppose before=solved", 14),
        ("| !suppose", "| !restart before=0", 14),
        ("| !suppose", "| !restart before=solved before=solved", 14),
        ("| !suppose", "| !restart before=1e9", 14),
        ("| L\n", "| RRRR\n", 15),
        ("| L\n", "| \n", 15),
        ("undone:", "undid:", 16),
        ("level:\n", "", 7),
    ],
)
def test_damage_is_placed(old: str, new: str, line: int) -> None:
    with pytest.raises(BadLevel) as caught:
        saves.load(SAVE.replace(old, new), games())
    assert caught.value.line == line


def test_a_save_without_its_level_says_so() -> None:
    with pytest.raises(BadLevel, match="no level"):
        saves.load("cassetete save 1\ngame: taquin\n", games())
