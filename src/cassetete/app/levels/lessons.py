"""The first lesson of a game: a few tiny boards, each with a text that explains one rule."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from cassetete.app.levels.game_tables import BadTable, read_lesson
from cassetete.app.levels.library import LoadedLevel, Unreadable, game_folder, read_text
from cassetete.app.registry import PluginWarning
from cassetete.core.contract import AnyGame

FIRST_LESSON = "first"


@dataclass(frozen=True)
class LessonBoard:
    """One board of a lesson, and its text by language: `touch` speaks of fingers, not of keys."""

    entry: LoadedLevel
    texts: Mapping[str, str]
    touch: Mapping[str, str]


def lesson_boards(game: AnyGame) -> list[LessonBoard]:
    """The boards of a game's first lesson, from its `lesson.toml`; none if it has none, or a wrong one (said)."""
    file = game_folder(game) / "lesson.toml"
    if not file.is_file():
        return []
    try:
        return [
            LessonBoard(_only_level(table.level, game, number), table.text, table.touch)
            for number, table in enumerate(read_lesson(file), 1)
        ]
    except BadTable as error:
        warnings.warn(f"{file}: {error}", PluginWarning, stacklevel=2)
        return []


def _only_level(text: str, game: AnyGame, number: int) -> LoadedLevel:
    found = read_text(text, f"{game.id} lesson", game)
    if len(found) != 1:
        raise BadTable(f"board {number} has {len(found)} levels")
    [entry] = found
    for fault in [entry] if isinstance(entry, Unreadable) else entry.problems():
        raise BadTable(f"board {number}: line {fault.line}: {fault.text}")
    assert isinstance(entry, LoadedLevel)
    return entry
