"""The sheet's file format: one line of whole numbers per row, after optional `# key: value` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cassetete.core.contract import Format, Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE, Cell, check_sides
from cassetete.core.headers import Header, lines_of, split_headers, whole_numbers
from cassetete.core.message import Catalogue

from .model import Level

_ = Catalogue("pushit")

MOST_DIGITS = 6
_OWN = ("start", "tall", "cost")
_WORD = re.compile(r"\S+")

# How much of a text is looked at to say what it looks like: a few rows tell, and a huge line must not keep us.
_LOOK_LINES, _LOOK_CHARACTERS = 64, 65536
_TURTLE_WORDS = ("situation", "animals", "but")


def parse(text: str) -> list[Parsed[Level]]:
    """The level of a text.

    >>> parse("# tall: 2\\n1 0\\n0 0\\n")[0].level
    Level(columns=2, heights=(1, 0, 0, 0), start=(0, 0), tall=2, cost=(1, 1), headers=Headers(title='', \
author='', stars=None, optimum=None, pushes=None, grade='', seed='', extra=(), notes=()))
    """
    sheet = split_headers(text, _OWN)
    if not sheet.body:
        raise BadLevel(_("there is no row of heights here"), len(lines_of(text)), 1)
    check_sides(len(sheet.body), 0, sheet.line)
    heights: list[int] = []
    places: dict[Cell, tuple[int, int]] = {}
    columns = 0
    for row, line in enumerate(sheet.body):
        words = _words(line, sheet.line + row)
        if row and len(words) != columns:
            raise _uneven(line, sheet.line + row, words, columns)
        columns = len(words)
        heights += [int(word) for word, _column in words]
        places.update({(row, j): (sheet.line + row, column) for j, (_word, column) in enumerate(words)})
    start = _numbers(sheet.own.get("start"), 2) or (0, 0)
    (tall,) = _numbers(sheet.own.get("tall"), 1) or (1,)
    cost = _numbers(sheet.own.get("cost"), 2) or (1, 1)
    level = Level(columns, tuple(heights), (start[0], start[1]), tall, (cost[0], cost[1]), sheet.headers)
    if not level.holds(level.start):
        header = sheet.own["start"]
        places[level.start] = (header.line, header.column)
    return [Parsed(level, sheet.line, places)]


def _words(line: str, number: int) -> list[tuple[str, int]]:
    """The heights of a row as text, each with its column; BadLevel at the first that is none."""
    words: list[tuple[str, int]] = []
    for found in _WORD.finditer(line):
        word, column = found[0], found.start() + 1
        if not (word.isascii() and word.isdigit()):
            shown = word if len(word) <= 20 else word[:20] + "…"
            raise BadLevel(_("'{word}' is not a height (expected a whole number ≥ 0)", word=shown), number, column)
        if len(word) > MOST_DIGITS:
            raise BadLevel(_("a height has at most {most} digits", most=MOST_DIGITS), number, column)
        if len(words) == MAX_SIDE:
            raise BadLevel(_("a row has at most {most} heights", most=MAX_SIDE), number, column)
        words.append((word, column))
    return words


def _uneven(line: str, number: int, words: list[tuple[str, int]], columns: int) -> BadLevel:
    column = words[columns][1] if len(words) > columns else len(line) + 1
    text = _.n(
        "this row has {n} height, the first has {first}",
        "this row has {n} heights, the first has {first}",
        n=len(words),
        first=columns,
    )
    return BadLevel(text, number, column)


def _numbers(header: Header | None, count: int) -> tuple[int, ...] | None:
    return None if header is None else whole_numbers(header, count)


def dump(levels: Sequence[Level]) -> str:
    """The level as text; the headers of its own only where it departs from the sheet.

    >>> print(dump([Level(2, (1, 0, 0, 0), tall=2)]), end="")
    # tall: 2
    1 0
    0 0
    """
    (level,) = levels
    own = [
        ("start", f"{level.start[0]} {level.start[1]}", level.start != (0, 0)),
        ("tall", str(level.tall), level.tall != 1),
        ("cost", f"{level.cost[0]} {level.cost[1]}", level.cost != (1, 1)),
    ]
    lines = [level.heights[at : at + level.columns] for at in range(0, len(level.heights), level.columns)]
    body = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    return level.headers.dump([(key, value) for key, value, said in own if said]) + body


def likeness(text: str) -> int:
    """Rows of whole numbers with spaces between them, and no word of Turtle-rescue, whose boards look the same.

    >>> likeness("5 4\\n4 x\\n"), likeness("5 4\\n4 0\\n"), likeness("54\\n40\\n"), likeness("5 4\\nsituation 7\\n")
    (70, 90, 20, 0)
    """
    if any(f"\n{word}" in text or text.startswith(word) for word in _TURTLE_WORDS):
        return 0
    lines = lines_of(text[:_LOOK_CHARACTERS])
    headers = [line for line in lines[:_LOOK_LINES] if line.startswith("#")]
    rows = [line.split() for line in lines if line.strip() and not line.startswith("#")][:_LOOK_LINES]
    words = [word for row in rows for word in row]
    if not words:
        return 0
    signed = any(re.match(r"#\s*(tall|cost)\s*:", line) for line in headers)
    numbers = sum(word.isascii() and word.isdigit() for word in words)
    if not any(len(row) > 1 for row in rows):
        return 20 if numbers == len(words) else 0
    if numbers == len(words):
        return 100 if signed else 90
    if 2 * numbers >= len(words):
        return 80 if signed else 70
    return 60 if all(set(word) <= set("0123456789+-.,;") for word in words) else 0


FORMATS = (Format("pushit", _("rows of heights"), (".txt",), likeness, parse, dump),)
