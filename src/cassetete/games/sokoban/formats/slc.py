"""SLC, Sokoban levels in XML: SokobanLevels, LevelCollection, Level, and one L for each row.

Read with expat, which knows the line and column of everything; a document type, with the entities it could define, is
refused. What SLC has no place for is kept in elements of our own: `Header` and `Note`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from xml.parsers import expat

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE
from cassetete.core.headers import SOLUTION, Header
from cassetete.core.message import Catalogue

from ..model import Level
from .alphabet import XSB, BoardRow, file_rows, plain_row, read_board
from .headers import own_pairs, understand
from .xsb_boards import MAX_LEVELS

_ = Catalogue("sokoban")

_ABOUT = ("Title", "Description", "Email", "Url")
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_BREAK = re.compile(r"\s*[\r\n]\s*")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def parse(text: str) -> list[Parsed[Level] | BadLevel]:
    """Every level of the document; one that cannot be read leaves its error in its place."""
    reader = _Reader()
    reader.read(text.removeprefix("\ufeff"))
    if not reader.found:
        raise BadLevel(_("there is no level in this document"))
    if len(reader.found) == 1 and isinstance(reader.found[0], BadLevel):
        raise reader.found[0]
    return reader.found


def likeness(text: str) -> int:
    """How much a text looks like SLC."""
    head = text[:10_000].removeprefix("\ufeff").lstrip()
    if not head.startswith("<"):
        return 0
    return 100 if re.search(r"<(SokobanLevels|LevelCollection|Level|L)\b", head) else 50


def dump(levels: Sequence[Level]) -> str:
    """The levels as one collection."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<SokobanLevels>", "  <LevelCollection>"]
    for level in levels:
        headers = level.headers
        named = {"Id": headers.title, "Width": level.columns, "Height": level.rows, "Copyright": headers.author}
        attributes = "".join(f' {name}="{_quoted(value)}"' for name, value in named.items() if value)
        lines.append(f"    <Level{attributes}>")
        lines += [f"      <L>{_quoted(row)}</L>" for row in file_rows(level, XSB)]
        pairs = [pair for pair in headers.items() if pair[0] not in ("title", "author")]
        lines += [f'      <Header Key="{key}">{_quoted(value)}</Header>' for key, value in (*pairs, *own_pairs(level))]
        lines += [f"      <Note>{_quoted(note)}</Note>" for note in headers.notes]
        lines.append("    </Level>")
    return "\n".join([*lines, "  </LevelCollection>", "</SokobanLevels>", ""])


def _quoted(value: object) -> str:
    return escape(_NOT_XML.sub("?", str(value))).replace("\t", "&#9;").replace("\n", " ")


def _one_line(value: str) -> str:
    return _BREAK.sub(" ", value).strip()


class _Reader:
    """Follows the elements as expat reads them."""

    def __init__(self) -> None:
        self.found: list[Parsed[Level] | BadLevel] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.StartDoctypeDeclHandler = self._doctype
        self._bytes = b""
        self._author = ""
        self._notes: list[str] = []
        self._rows: list[BoardRow] = []
        self._keys: list[Header] = []
        self._level_at: tuple[int, int] | None = None
        self._content: list[str] = []
        self._content_at = (1, 1)
        self._key = ""

    def read(self, text: str) -> None:
        """The whole document; BadLevel where it is not well formed."""
        try:
            self._bytes = text.encode("utf-8", "replace")
            self._parser.Parse(self._bytes, True)
        except expat.ExpatError as error:
            why = expat.ErrorString(error.code)
            raise BadLevel(_("invalid XML: {why}", why=why), error.lineno, error.offset + 1) from None

    def _place(self) -> tuple[int, int]:
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def _doctype(self, *_declared: object) -> None:
        """Expat reports it where its name ends; the place to show is where it begins."""
        before = self._bytes[: self._bytes.rfind(b"<!DOCTYPE", 0, self._parser.CurrentByteIndex + 1)].decode("utf-8")
        column = len(before) - before.rfind("\n")
        raise BadLevel(_("a document type is not allowed here"), before.count("\n") + 1, column)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._content.clear()
        self._content_at = self._place()
        if name == "LevelCollection":
            self._author = attributes.get("Copyright", "")
        elif name == "Level":
            self._level_at = line, column = self._place()
            self._rows, self._keys = [], []
            for key, value in (("title", attributes.get("Id")), ("author", attributes.get("Copyright", self._author))):
                if value:
                    self._keys.append(Header(key, _one_line(value), line, column))
        elif name == "Header":
            self._key = attributes.get("Key", "").lower()

    def _text(self, content: str) -> None:
        if not self._content:
            self._content_at = self._place()
        self._content.append(content)

    def _end(self, name: str) -> None:
        content, (line, column) = "".join(self._content), self._content_at
        if name == "Level" and self._level_at is not None:
            self.found.append(self._level())
            if len(self.found) > MAX_LEVELS:
                raise BadLevel(_("a collection has at most {most} levels", most=MAX_LEVELS), *self._level_at)
            self._level_at, self._notes = None, []
        elif name == "L" and self._level_at is not None:
            self._rows.append(plain_row(content, line, column))
        elif name == "Solution" and self._level_at is not None and "".join(content.split()):
            self._keys.append(Header(SOLUTION, "".join(content.split()), line, column))
        elif name == "Header" and _KEY.fullmatch(self._key):
            self._keys.append(Header(self._key, _one_line(content), line, column))
        elif name in _ABOUT and not self.found and self._level_at is None:
            self._notes += [note for note in (" ".join(part.split()) for part in content.split("\n")) if note]
        elif name == "Note":
            self._notes.append(_one_line(content))
        self._content.clear()

    def _level(self) -> Parsed[Level] | BadLevel:
        at = self._level_at or (1, 1)
        try:
            if not self._rows:
                raise BadLevel(_("this level has no rows"), *at)
            if len(self._rows) > MAX_SIDE:
                raise BadLevel(_("a board has at most {most} rows", most=MAX_SIDE), self._rows[MAX_SIDE].line)
            headers, costs = understand(self._keys, self._notes)
            return read_board(self._rows, XSB, costs, headers)
        except BadLevel as error:
            return error
