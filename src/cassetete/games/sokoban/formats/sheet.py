"""The sheet's own format: `# key: value` headers, then the board in the letters `R O S B . *`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.headers import Headers, split_headers
from cassetete.core.message import Catalogue

from ..model import Level
from .alphabet import SHEET, file_rows, plain_row, read_board
from .headers import OWN, costs_in, own_pairs

_ = Catalogue("sokoban")

# A note that would read as a header, or begins like this escape, is written behind a semicolon.
_NEEDS_ESCAPE = re.compile(r"\s*(;|[A-Za-z][A-Za-z0-9_-]*\s*:).*")


def parse(text: str) -> list[Parsed[Level]]:
    """The one level of the text."""
    sheet = split_headers(text, OWN)
    if not sheet.body:
        raise BadLevel(_("there is no board here"))
    rows = [plain_row(row, number) for number, row in enumerate(sheet.body, sheet.line)]
    headers = replace(sheet.headers, notes=tuple(_unescaped(note) for note in sheet.headers.notes))
    return [read_board(rows, SHEET, costs_in(sheet.own), headers)]


def dump(levels: Sequence[Level]) -> str:
    """The first of the levels: this format keeps one a file."""
    level = levels[0]
    headers: Headers = replace(level.headers, notes=tuple(_escaped(note) for note in level.headers.notes))
    return headers.dump(own_pairs(level)) + "".join(f"{row}\n" for row in file_rows(level, SHEET))


def likeness(text: str) -> int:
    """How much a text looks like a board in the sheet's letters: it needs walls `O`."""
    rows = [line for line in text[:100_000].split("\n") if line.strip() and not line.startswith("#")]
    signs = "".join(rows).replace(" ", "").replace("\r", "")
    if not signs:
        return 0
    fitting = sum(signs.count(sign) for sign in "OSRB.*-_")
    if "O" not in signs:
        return 40 if fitting == len(signs) and "R" in signs else 0
    if fitting == len(signs):
        return 95 if "R" in signs or "." in signs else 85
    return 70 if fitting * 10 >= len(signs) * 7 and signs.count("O") >= 3 else 0


def _escaped(note: str) -> str:
    return f"; {note}" if _NEEDS_ESCAPE.fullmatch(note) else note


def _unescaped(note: str) -> str:
    return note[1:].strip() if note.startswith(";") else note
