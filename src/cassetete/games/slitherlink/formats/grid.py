"""Slitherlink as the sheet writes it: a grid of clues, followed by marks when it is a position."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cassetete.core.contract import Format, Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import rectangle
from cassetete.core.headers import lines_of, split_headers
from cassetete.core.message import Catalogue

from ..model import BLANK, CROSSED, DRAWN, INSIDE, OUTSIDE, Level, State, cell_number, edge_number, marks_of, mask_of
from ..notation import Fault, put_text, read_put

_ = Catalogue("slitherlink")

CLUES = "01234"
ALPHABET = "_-" + CLUES
_CLUE = {digit: int(digit) for digit in CLUES}
_SIGN: dict[int | None, str] = {None: "_"} | {clue: digit for digit, clue in _CLUE.items()}
_LOOKED_AT = 20_000
_MARK_LINE = re.compile(r"^[0-9]+,[0-9]+-[0-9]+,[0-9]+=", re.MULTILINE)


def parse(text: str) -> list[Parsed[Level]]:
    """The level in a text: headers, the grid, and after a blank line the marks of a position, one a line.

    >>> parse("3_\\n-0\\n\\n0,0-0,1=+\\n")[0].level.marks == State(drawn=1)
    True
    """
    sheet = split_headers(text)
    height = next((n for n, line in enumerate(sheet.body) if not line), len(sheet.body))
    rows = sheet.body[:height]
    _check_grid(rows, sheet.line)
    clues = tuple([tuple(map(_CLUE.get, row)) for row in rows])
    marks = _marks(sheet.body[height:], sheet.line + height, height, len(rows[0]))
    return [Parsed(Level(height, len(rows[0]), clues, marks, sheet.headers), sheet.line)]


def _check_grid(rows: list[str], line: int) -> None:
    try:
        rectangle(rows, ALPHABET, line)
    except BadLevel as error:
        here = (
            rows[error.line - line][error.column - 1 : error.column] if rows and error.line - line < len(rows) else ""
        )
        if here.isdigit() and here not in ALPHABET:
            raise BadLevel(
                _("'{digit}' is not a clue: clues are 0 to 4", digit=here), error.line, error.column
            ) from None
        raise


def _marks(lines: list[str], line: int, rows: int, columns: int) -> State:
    """The state the mark lines describe; blank lines between them do not matter."""
    if not any(lines):
        return State()
    marked: dict[tuple[bool, int], str] = {}
    for number, text in enumerate(lines, line):
        if not text:
            continue
        put = read_put(rows, columns, text)
        if isinstance(put, Fault):
            raise BadLevel(put.text, number, put.offset + 1)
        if put.mark == BLANK:
            raise BadLevel(_("a mark in a file is + or x"), number, len(text))
        edge, cell = edge_number(rows, columns, put.segment), cell_number(rows, columns, put.segment)
        place = (False, edge) if edge is not None else (True, cell or 0)
        if place in marked:
            raise BadLevel(_("this segment is marked twice"), number, 1)
        marked[place] = put.mark
    wanted = (DRAWN, CROSSED, INSIDE, OUTSIDE)
    return State(*(mask_of(at for (_is_cell, at), mark in marked.items() if mark == kind) for kind in wanted))


def dump(levels: Sequence[Level]) -> str:
    """The level as text, its marks below the grid, row by row of segments."""
    level = levels[0]
    grid = "".join(["".join(map(_SIGN.__getitem__, row)) + "\n" for row in level.clues])
    if not any(level.marks):
        return level.headers.dump() + grid
    puts = sorted(marks_of(level, level.marks), key=lambda put: (put.mark in (INSIDE, OUTSIDE), put))
    return level.headers.dump() + grid + "\n" + "".join(put_text(put) + "\n" for put in puts)


def likeness(text: str) -> int:
    """How much a text looks like a grid of clues: rows without spaces of `_`, `-` and digits."""
    lines = [line.rstrip() for line in lines_of(text[:_LOOKED_AT])]
    body = [line for line in lines if not line.startswith("#")]
    start = next((n for n, line in enumerate(body) if line), len(body))
    end = next((n for n in range(start, len(body)) if not body[n]), len(body))
    rows = body[start:end]
    joined = "".join(rows)
    if not joined or any(" " in row or "\t" in row for row in rows):
        return 0
    fitting = sum(map(joined.count, ALPHABET))
    clues = sum(map(joined.count, CLUES))
    if fitting == len(joined):
        if _MARK_LINE.search(text, 0, _LOOKED_AT):
            return 100
        if clues:
            return 90
        return 60
    if clues == 0 or fitting * 4 < len(joined) * 3 or sum(map(joined.count, "BGSW*#$@|/\\")) > clues:
        return 0
    return 70


GRID = Format("grid", _("grid of clues"), (".txt",), likeness, parse, dump)
