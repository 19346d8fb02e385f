"""`pack.toml` and `lesson.toml` of a stranger's game: what is wrong is said with its place; nothing else is raised."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cassetete.app.levels.game_tables import (
    LARGEST_TABLE,
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST_LEVELS,
    BadTable,
    read_lesson,
    read_pack,
)
from cassetete.app.levels.lessons import lesson_boards
from cassetete.app.levels.library import pack
from cassetete.app.registry import PluginWarning, games
from cassetete.core.message import printable


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def one_pack(levels: Any, title: Any = "First") -> str:
    return f"title = 'Tiles'\n[[chapter]]\ntitle = {toml(title)}\nlevels = {toml(levels)}\n"


REFUSED = {
    "": "there is no title",
    "title = 3": 'title must be like { en = "…", fr = "…" }',
    "title = {fr = 'A'}": "title has no English text (en)",
    "title = {en = ' '}": "title has no English text (en)",
    "title = {en = 3}": 'title must be like { en = "…", fr = "…" }',
    "title = 'A'\nchapter = 3": "chapter must be a list, not a number or a date",
    "title = 'A'\nchapter = [3]": "chapter 1 must be a table, not a number or a date",
    "title = 'A'\nchapter = 'one'": "chapter must be a list, not a text",
    "title = 'A'\n[[chapter]]\nlevels = []": "chapter 1: there is no title",
    "title = 'A'\n[[chapter]]\ntitle = 'B'": "chapter 1: there is no levels",
    "title = {\n": "line 1",
    "title = 'A'\ntitle = 'B'\n": "line 2",
    "title = " + "[" * 100_000: "",
    "x" * (LARGEST_TABLE + 1): f"too large (more than {LARGEST_TABLE} bytes)",
    one_pack("one"): "chapter 1: levels must be a list, not a text",
    one_pack([3]): "chapter 1: levels[0] must be a name, not a number or a date",
    one_pack(["one", "two", "one"]): "two levels are called 'one'",
    one_pack(["one", "x" * (LONGEST_NAME + 1)]): "chapter 1: levels[1] must be the name of a file in this folder",
    one_pack([f"level{n}" for n in range(MOST_LEVELS + 1)]): f"too many levels (more than {MOST_LEVELS})",
    one_pack(["one"], "x" * (LONGEST_TITLE + 1)): "chapter 1: title.en is too long",
    one_pack(["one"], {"en": "A", "fr": "\x1b[2J"}): "chapter 1: title.fr has a control character: '\\x1b[2J'",
    one_pack(["one"], "A\nB"): "chapter 1: title.en has a control character",
    one_pack(["one"], "\u202eA"): "chapter 1: title.en has a control character",
}


@pytest.mark.parametrize(
    ("text", "why"), REFUSED.items(), ids=[f"{why[:40]} {n}" for n, why in enumerate(REFUSED.values())]
)
def test_a_wrong_pack_is_refused_and_the_place_is_said(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(text, "utf-8")
    with pytest.raises(BadTable) as refused:
        read_pack(tmp_path / "pack.toml")
    assert why in str(refused.value)
    assert len(str(refused.value)) < 700


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../one", "..\\one", "/etc/passwd", "C:one", "a/b", "a\\b", "one\0", "one\n", "one.", "one ",
     " one", "o\x1b[2Jne", "\u202eone", "a:b", "a*", "a?", 'a"', "a<b", "a|b", "-", "_one"],
)  # fmt: skip
def test_a_level_of_a_pack_is_a_file_of_its_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(one_pack([name]), "utf-8")
    with pytest.raises(BadTable, match=r"chapter 1: levels\[0\] must be the name of a file in this folder"):
        read_pack(tmp_path / "pack.toml")


def test_a_pack_may_have_any_sensible_name(tmp_path: Path) -> None:
    names = ["one", "two-3", "été", "The tower (2)", "一", "a.b"]
    (tmp_path / "pack.toml").write_text("\ufeff" + one_pack(names, {"en": "A", "fr": "L’été 👩‍👩‍👧"}), "utf-8")
    title, [chapter] = read_pack(tmp_path / "pack.toml")
    assert title == {"en": "Tiles"}
    assert chapter.levels == tuple(names)
    assert chapter.title["fr"] == "L’été 👩‍👩‍👧"


KEYS = st.sampled_from(["en", "fr", "title", "levels", "level", "text"])
VALUES = st.recursive(
    st.text(max_size=20) | st.integers(-5, 5) | st.booleans() | st.sampled_from(["one", "en", "../x", "\x1b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["title", "chapter", "board"]), VALUES, max_size=3), st.binary(max_size=30))
def test_any_table_is_read_or_refused(table: dict[str, Any], rest: bytes) -> None:
    class File:
        def open(self, _mode: str) -> Any:
            text = "".join(f"{key} = {toml(value)}\n" for key, value in table.items())
            return io.BytesIO(text.encode("utf-8", "surrogatepass") + rest)

    file: Any = File()
    try:
        title, chapters = read_pack(file)
        assert title["en"] and all(isinstance(name, str) for chapter in chapters for name in chapter.levels)
    except BadTable as error:
        assert printable(str(error)) == str(error) and "\n" not in str(error)
    try:
        assert all(board.text["en"] for board in read_lesson(file))
    except BadTable as error:
        assert printable(str(error)) == str(error) and "\n" not in str(error)


@pytest.mark.parametrize(
    ("text", "why"),
    {
        "board = 3": "board must be a list",
        "board = [3]": "board 1 must be a table",
        "[[board]]\ntext = 'A'": "board 1: there is no level",
        "[[board]]\nlevel = 3\ntext = 'A'": "board 1: level must be a text",
        "[[board]]\nlevel = '1|0'": "board 1: there is no text",
        "[[board]]\nlevel = '1|x'\ntext = 'A'": "board 1: line 1: ",
        "[[board]]\nlevel = ''\ntext = 'A'": "board 1",
    }.items(),
)
def test_a_wrong_lesson_is_said_and_there_is_none(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lesson.toml").write_text(text, "utf-8")
    monkeypatch.setattr("cassetete.app.levels.lessons.game_folder", lambda _game: tmp_path)
    with pytest.warns(PluginWarning, match=why):
        assert lesson_boards(games()["taquin"]) == []


def test_the_packs_and_lessons_of_all_games_are_right() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, game in games().items():
            assert pack(name) is not None
            assert lesson_boards(game)
