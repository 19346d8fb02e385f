"""The first lesson of a game: a few tiny boards, each with a text that explains one rule."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

from cassetete.app.levels.library import LoadedLevel, read_text
from cassetete.core.contract import AnyGame

FIRST_LESSON = "first"


@dataclass(frozen=True)
class LessonBoard:
    """One board of a lesson, and its text by language."""

    entry: LoadedLevel
    texts: Mapping[str, str]


def lesson_boards(game: AnyGame) -> list[LessonBoard]:
    """The boards of a game's first lesson, from its `lesson.toml`; none if it has no lesson."""
    file = resources.files(game.package) / "lesson.toml"
    if not file.is_file():
        return []
    found = []
    for table in tomllib.loads(file.read_text("utf-8")).get("board", []):
        [entry] = read_text(table["level"], f"{game.id} lesson", game)
        assert isinstance(entry, LoadedLevel), entry
        found.append(LessonBoard(entry, table["text"]))
    return found
