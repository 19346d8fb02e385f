"""`pack.toml` and `lesson.toml` of a game, which anybody may have written: read, or refused with the place said."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cassetete.core.message import one_line, printable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LARGEST_TABLE = 1_000_000
MOST_LEVELS = 20_000
LONGEST_TITLE, LONGEST_NAME = 200, 100
"""Bytes of a file, levels of a pack, characters of a title and of a level's name."""

_NAME = re.compile(r"[^\W_][^/\\:*?\"<>|]*(?<![. ])")
"""The name of a level is the name of its file, on every system and in this folder."""


class BadTable(Exception):
    """What is wrong with a table, and where in it."""


@dataclass(frozen=True)
class Chapter:
    """A chapter of a pack: its title by language, and its levels' names."""

    title: Mapping[str, str]
    levels: tuple[str, ...]


@dataclass(frozen=True)
class BoardTable:
    """A board of a lesson: the level as text, and what explains it by language; `touch` is for fingers."""

    level: str
    text: Mapping[str, str]
    touch: Mapping[str, str]


def read_pack(file: Traversable) -> tuple[Mapping[str, str], tuple[Chapter, ...]]:
    """The title and the chapters of a `pack.toml`; BadTable if anything in it is wrong."""
    table = _table(file)
    title = _titles(table, "")
    chapters = tuple(_chapter(item, f"chapter {n}") for n, item in enumerate(_list(table, "chapter", "", ()), 1))
    seen: set[str] = set()
    for chapter in chapters:
        for name in chapter.levels:
            if name in seen:
                raise BadTable(f"two levels are called '{name}'")
            seen.add(name)
    if len(seen) > MOST_LEVELS:
        raise BadTable(f"too many levels (more than {MOST_LEVELS})")
    return title, chapters


def read_lesson(file: Traversable) -> list[BoardTable]:
    """The boards of a `lesson.toml`; BadTable if anything in it is wrong."""
    found = []
    for number, item in enumerate(_list(_table(file), "board", "", ()), 1):
        where = f"board {number}"
        if not isinstance(item, dict):
            raise BadTable(f"{where} must be a table, not {_kind(item)}")
        if not isinstance(item.get("level"), str):
            raise BadTable(f"{where}: there is no level" if "level" not in item else f"{where}: level must be a text")
        text = _titles(item, f"{where}: ", "text")
        touch = _titles(item, f"{where}: ", "touch") if "touch" in item else text
        found.append(BoardTable(item["level"], text, touch))
    return found


def _table(file: Traversable) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_TABLE + 1)
    except OSError as error:
        raise BadTable(error.strerror or type(error).__name__) from None
    if len(content) > LARGEST_TABLE:
        raise BadTable(f"too large (more than {LARGEST_TABLE} bytes)")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # no UTF-8, no TOML, or lists in lists without end
        raise BadTable(one_line(str(error))) from None


def _chapter(item: object, where: str) -> Chapter:
    if not isinstance(item, dict):
        raise BadTable(f"{where} must be a table, not {_kind(item)}")
    names = _list(item, "levels", f"{where}: ")
    for number, name in enumerate(names):
        at = f"{where}: levels[{number}]"
        if not isinstance(name, str):
            raise BadTable(f"{at} must be a name, not {_kind(name)}")
        if len(name) > LONGEST_NAME or not _NAME.fullmatch(name) or printable(name) != name or "\n" in name:
            raise BadTable(f"{at} must be the name of a file in this folder, not '{one_line(name)[:80]}'")
    return Chapter(_titles(item, f"{where}: "), tuple(names))


def _titles(table: Mapping[str, Any], where: str, key: str = "title") -> Mapping[str, str]:
    """A text by language; one for all languages counts as English."""
    if key not in table:
        raise BadTable(f"{where}there is no {key}")
    value = table[key]
    found = {"en": value} if isinstance(value, str) else value
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise BadTable(f'{where}{key} must be like {{ en = "…", fr = "…" }}')
    if not found.get("en", "").strip():
        raise BadTable(f"{where}{key} has no English text (en)")
    for language, text in found.items():
        at = f"{where}{key}.{one_line(language)[:20]}"
        if key == "title" and len(text) > LONGEST_TITLE:
            raise BadTable(f"{at} is too long (more than {LONGEST_TITLE} characters)")
        if printable(text) != text or (key == "title" and not set("\t\n").isdisjoint(text)):
            raise BadTable(f"{at} has a control character: '{one_line(text)[:80]}'")
    return found


def _list(table: Mapping[str, Any], key: str, where: str, default: object = None) -> list[Any]:
    value = table.get(key, default)
    if value is None:
        raise BadTable(f"{where}there is no {key}")
    if not isinstance(value, list | tuple):
        raise BadTable(f"{where}{key} must be a list, not {_kind(value)}")
    return list(value)


def _kind(value: object) -> str:
    return {dict: "a table", list: "a list", str: "a text", bool: "true or false"}.get(
        type(value), "a number or a date"
    )
