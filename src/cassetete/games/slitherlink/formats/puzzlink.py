"""Slitherlink as an address of pzpr and its sites: `https://puzz.link/p?slither/W/H/BODY`.

The body goes through the cells row by row: `0`-`4` is a clue, `5`-`9` a clue (less 5) and one empty cell, `a`-`e` a
clue (less 10) and two empty cells, `g`-`z` 1 to 20 empty cells, `.` one. The empty cells that a character stands for
may run past the end of the grid: pzpr writes a clue in one of the last two cells so. Only clues fit into it: marks are
left out. The address may lack its beginning, name the page's mode (`slither_edit`, `type=player&`), and end with `/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cassetete.core.contract import Format, Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE
from cassetete.core.headers import lines_of, split_headers
from cassetete.core.message import Catalogue

from ..model import Clues, Level

_ = Catalogue("slitherlink")

_PAGE = r"(?:(?:[a-z]+://)?[^\s?/]{1,100}/[^\s?]{0,100}\?|\?)?(?:\w{1,20}=\w{0,20}&){0,5}"
_ADDRESS = re.compile(_PAGE + r"slither(?:link)?(?:_edit|_play)?(?:/|$)", re.IGNORECASE)
_OTHER = re.compile(
    r"(?:[a-z]+://)?[^\s?/]{0,90}(?:puzz\.link|pzv\.jp|pzpr[^\s?/]{0,20})/[^\s?]{0,100}\?([a-z0-9_-]{1,40})(?:/|$)",
    re.IGNORECASE,
)
_FLAG = re.compile(r"(?![0-9]+/)([^/\s]{1,40})/")
_SIZE = re.compile(r"([0-9]{1,9})/([0-9]{1,9})/")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LOOKED_AT = 20_000
_LONGEST_RUN = 20


def likeness(text: str) -> int:
    """100 if the first line that is no comment is such an address."""
    for line in lines_of(text[:_LOOKED_AT]):
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
    flag = _FLAG.match(line, address.end())
    if flag is not None:
        what = _("'{flag}' stands for other rules than Slitherlink's own", flag=flag[1])
        raise BadLevel(what, sheet.line, flag.start(1) + 1)
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
    column, wanted = begin, rows * columns
    while column < len(text) and len(cells) < wanted:
        cells += _meaning(text[column], line, column + 1)
        column += 1
    if column < len(text):
        what = _("the address has more cells than a grid of {rows}x{columns}", rows=rows, columns=columns)
        raise BadLevel(what, line, column + 1)
    if len(cells) < wanted:
        what = _("the address has too few cells ({n} of {wanted})", n=len(cells), wanted=wanted)
        raise BadLevel(what, line, column + 1)
    return tuple(tuple(cells[i : i + columns]) for i in range(0, wanted, columns))


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
    return [clue, *[None] * blanks]


def dump(levels: Sequence[Level]) -> str:
    """The address of a level, as pzpr writes it; its marks are left out.

    >>> dump([Level(2, 2, ((3, None), (None, 0)))])
    'https://puzz.link/p?slither/2/2/da\\n'
    """
    level = levels[0]
    cells = [clue for row in level.clues for clue in row]
    body = "".join(_encoded(cells))
    return f"{level.headers.dump()}https://puzz.link/p?slither/{level.columns}/{level.rows}/{body}\n"


def _encoded(cells: Sequence[int | None]) -> Iterator[str]:
    """Past the end all cells count as empty, so that a clue in one of the last two cells takes two of them."""
    at = 0
    while at < len(cells):
        clue = cells[at]
        if clue is not None:
            empty = next((n for n in (0, 1) if at + n + 1 < len(cells) and cells[at + n + 1] is not None), 2)
            yield _DIGITS[clue + 5 * empty]
            at += 1 + empty
            continue
        end = at + 1
        while end < len(cells) and end - at < _LONGEST_RUN and cells[end] is None:
            end += 1
        yield _DIGITS[15 + end - at]
        at = end


PUZZLINK = Format("puzzlink", _("puzz.link address"), (".url",), likeness, parse, dump)
