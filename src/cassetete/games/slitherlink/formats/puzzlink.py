"""Slitherlink as a puzz.link address: `https://puzz.link/p?slither/W/H/BODY`.

The body goes through the cells row by row: `0`-`3` is a clue, `5`-`8` a clue (less 5) and one empty cell, `a`-`d` a
clue (less 10) and two empty cells, `g`-`z` 1 to 20 empty cells, `.` one. Only clues fit into it: marks are left out.
The address may lack its beginning, and end with a slash. A clue 4 (`4`, `9`, `e`) is possible there and not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cassetete.core.contract import Format, Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE
from cassetete.core.headers import split_headers
from cassetete.core.message import Catalogue

from ..model import Clues, Level

_ = Catalogue("slitherlink")

_ADDRESS = re.compile(r"(?:(?:[a-z]+://)?[^\s?/]{1,100}/[^\s?]{0,100}\?|\?)?slither(?:link)?(?:/|$)", re.IGNORECASE)
_OTHER = re.compile(
    r"(?:[a-z]+://)?[^\s?/]{0,90}(?:puzz\.link|pzv\.jp|pzpr[^\s?/]{0,20})/[^\s?]{0,100}\?([a-z0-9_-]{1,40})(?:/|$)",
    re.IGNORECASE,
)
_SIZE = re.compile(r"([0-9]{1,9})/([0-9]{1,9})/")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LOOKED_AT = 20_000


def likeness(text: str) -> int:
    """100 if the first line that is no comment is such an address."""
    for line in text[:_LOOKED_AT].removeprefix("\ufeff").splitlines():
        if line.strip() and not line.startswith("#"):
            return 100 if _ADDRESS.match(line.strip()) else 80 if _OTHER.match(line.strip()) else 0
    return 0


def parse(text: str) -> list[Parsed[Level]]:
    """The level of an address.

    >>> parse("slither/2/2/3h0")[0].level.clues
    ((3, None), (None, 0))
    """
    sheet = split_headers(text)
    if not sheet.body:
        raise BadLevel(_("there is no address here"), sheet.line, 1)
    line = sheet.body[0].rstrip()
    address = _ADDRESS.match(line)
    other = _OTHER.match(line)
    if address is None and other is not None:
        what = _("this address is for '{name}', not for slither", name=other[1])
        raise BadLevel(what, sheet.line, other.start(1) + 1)
    if address is None:
        raise BadLevel(_("an address looks like https://puzz.link/p?slither/W/H/…"), sheet.line, 1)
    size = _SIZE.match(line, address.end())
    if size is None:
        raise BadLevel(_("the size is missing (slither/W/H/…)"), sheet.line, address.end() + 1)
    for group in (1, 2):
        if not 1 <= int(size[group]) <= MAX_SIDE:
            raise BadLevel(_("a side is 1 to {most} cells long", most=MAX_SIDE), sheet.line, size.start(group) + 1)
    if len(sheet.body) > 1:
        later = next(n for n, other in enumerate(sheet.body[1:], 1) if other)
        raise BadLevel(_("there is something after the address"), sheet.line + later, 1)
    columns, rows = int(size[1]), int(size[2])
    clues = _decoded(line.removesuffix("/"), size.end(), rows, columns, sheet.line)
    return [Parsed(Level(rows, columns, clues, headers=sheet.headers), sheet.line)]


def _decoded(text: str, begin: int, rows: int, columns: int, line: int) -> Clues:
    cells: list[int | None] = []
    column = begin
    while column < len(text) and len(cells) < rows * columns:
        cells += _meaning(text[column], line, column + 1)
        column += 1
    if len(cells) > rows * columns or column < len(text):
        least = min(column, len(text)) if len(cells) == rows * columns else column - 1
        what = _("the address has more cells than a grid of {rows}x{columns}", rows=rows, columns=columns)
        raise BadLevel(what, line, least + 1)
    if len(cells) < rows * columns:
        what = _("the address has too few cells ({n} of {wanted})", n=len(cells), wanted=rows * columns)
        raise BadLevel(what, line, column + 1)
    return tuple(tuple(cells[i : i + columns]) for i in range(0, rows * columns, columns))


def _meaning(character: str, line: int, column: int) -> list[int | None]:
    """The cells that one character of the body stands for."""
    if character == ".":
        return [None]
    value = _DIGITS.find(character)
    if value < 0 or value == 15:
        raise BadLevel(_("{what} means nothing in an address", what=repr(character)), line, column)
    if value > 15:
        return [None] * (value - 15)
    blanks, clue = divmod(value, 5)
    if clue == 4:
        raise BadLevel(_("{what} stands for the clue 4: clues are 0 to 3", what=repr(character)), line, column)
    return [clue, *[None] * blanks]


def dump(levels: Sequence[Level]) -> str:
    """The address of a level; its marks are left out.

    >>> dump([Level(2, 2, ((3, None), (None, 0)))])
    'https://puzz.link/p?slither/2/2/d0\\n'
    """
    level = levels[0]
    cells = [clue for row in level.clues for clue in row]
    body = "".join(_encoded(cells))
    return f"{level.headers.dump()}https://puzz.link/p?slither/{level.columns}/{level.rows}/{body}\n"


def _encoded(cells: Sequence[int | None]) -> Iterator[str]:
    at = 0
    while at < len(cells):
        clue = cells[at]
        longest = 20 if clue is None else 3
        end = at + 1
        while end < len(cells) and end - at < longest and cells[end] is None:
            end += 1
        yield _DIGITS[15 + end - at] if clue is None else _DIGITS[clue + 5 * (end - at - 1)]
        at = end


PUZZLINK = Format("puzzlink", _("puzz.link address"), (".url",), likeness, parse, dump)
