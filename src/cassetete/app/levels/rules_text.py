"""The rules of a game as its README tells them, in sections, for the page behind F1."""

from __future__ import annotations

import re
from typing import NamedTuple

from cassetete.app.levels.library import game_folder
from cassetete.core.contract import AnyGame

_LARGEST = 200_000
_KEYS = re.compile(r"(les )?(keys|touches|commandes)$", re.IGNORECASE)


class Section(NamedTuple):
    """A heading (empty before the first one) and its paragraphs; a point of a list begins with •."""

    heading: str
    paragraphs: tuple[str, ...]


def rules_text(game: AnyGame, language: str) -> tuple[Section, ...]:
    """What the game's README says of the rules: all but its keys and its files; nothing if it has no README.

    >>> from cassetete.app.registry import games
    >>> [section.heading for section in rules_text(games()["turtle"], "en")]
    ['', 'Moves', 'Winning and losing']
    """
    folder = game_folder(game)
    for name in (f"README.{language}.md", "README.md"):
        try:
            with (folder / name).open("rb") as stream:
                text = stream.read(_LARGEST).decode("utf-8", "replace")
        except OSError:
            continue
        return tuple(_sections(text))[:-1]
    return ()


def _sections(text: str) -> list[Section]:
    found = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE):
        heading, _newline, body = part.partition("\n")
        heading = "" if heading.startswith("# ") else heading.strip()
        if not _KEYS.match(heading):
            found.append(Section(heading, tuple(_paragraphs(body))))
    return found


def _paragraphs(body: str) -> list[str]:
    """Paragraphs as plain text; tables and code are left out."""
    body = re.sub(r"^```.*?^```\n?", "", body, flags=re.MULTILINE | re.DOTALL)
    found: list[str] = []
    for block in re.split(r"\n\s*\n", body):
        for piece in re.split(r"\n(?=[*-] )", block.strip()):
            line = " ".join(piece.split())
            if line and not line.startswith(("|", "![", "<")):
                line = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line)  # a link
                line = re.sub(r"\*\*|`|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)", "", line)  # bold, code, italics
                found.append(re.sub(r"^[*-] ", "• ", line))
    return found
