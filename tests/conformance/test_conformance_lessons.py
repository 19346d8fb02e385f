"""Every game: its first lesson is a few tiny boards that anybody can win, explained in both languages."""

from __future__ import annotations

import re
from pathlib import Path

from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.library import pack
from cassetete.app.solving.choose import solve
from cassetete.core.answers import Want
from cassetete.core.contract import AnyGame

OWN = Path(__file__).parent.parent.parent / "src" / "cassetete" / "games"
MOST_MOVES = 12
MOST_SEGMENTS = 16


def test_our_games_begin_with_a_lesson(game: AnyGame) -> None:
    if (OWN / game.id).is_dir():
        assert 3 <= len(lesson_boards(game)) <= 4


def test_lesson_boards_are_playable_soon_won_and_grow(game: AnyGame) -> None:
    most = MOST_MOVES if game.coaching.judged_live else MOST_SEGMENTS
    lengths = []
    for number, board in enumerate(lesson_boards(game), 1):
        assert board.entry.problems() == [], number
        answer = solve(game, board.entry.level, want=Want.SHORTEST)
        assert answer.solved, number
        assert answer.optimal, number
        assert 2 <= answer.length <= most, number
        lengths.append(answer.length)
    if lengths:
        assert lengths[0] == min(lengths) < lengths[-1]


def test_lessons_speak_both_languages_briefly(game: AnyGame) -> None:
    for board in lesson_boards(game):
        assert set(board.texts) >= {"en", "fr"}
        assert board.texts["en"] != board.texts["fr"]
        assert set(board.touch) >= {"en", "fr"}
        for text in (*board.texts.values(), *board.touch.values()):
            assert 20 <= len(text) <= 260


def test_lessons_for_fingers_name_no_keys_and_no_mouse(game: AnyGame) -> None:
    if (OWN / game.id).is_dir():
        for board in lesson_boards(game):
            english, french = board.touch["en"].replace("long press", ""), board.touch["fr"]
            assert not re.search(r"\b(keys?|click|[Pp]ress|Ctrl|Space|Tab|F2|A undoes|H gives)\b", english)
            assert not re.search(r"\b(flèches|clic|cliquez|[Aa]ppuyez|souris|Ctrl|Espace|Tab|F2)\b", french)


def test_lessons_repeat_no_level_of_the_pack(game: AnyGame) -> None:
    found = pack(game.id)
    assert found is not None
    known = {game.formats[0].dump([found.entry(name).level]) for name in found.names()}
    shown = [game.formats[0].dump([board.entry.level]) for board in lesson_boards(game)]
    assert not known & set(shown)
    assert len(set(shown)) == len(shown)
