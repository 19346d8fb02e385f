"""The sheet's file format: rows of wall codes, then the animals and the hideout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import cast

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE, Cell, check_sides
from cassetete.core.headers import SplitText, lines_of, split_headers
from cassetete.core.message import Catalogue

from ..model import ANIMALS, SHEET_ANIMALS, SHEET_SIDE, Level, State, situation
from .tokens import GLANCE, LONGEST_LINE, Token, tokens_of

_ = Catalogue("turtle")

KEYWORDS = ("situation", "animals", "but")
_CODES = {str(code): code for code in range(16)}


def parse(text: str) -> list[Parsed[Level]]:
    """The level of a file; BadLevel with the place of what cannot be read.

    >>> level = parse("9 3\\n12 6\\nanimals 0 3\\nbut 1\\n")[0].level
    >>> level.walls, level.animals, level.goal
    ((9, 3, 12, 6), (0, 3), 1)
    """
    sheet = split_headers(text)
    codes, places, after = _read_walls(sheet)
    rows, columns = len(codes), len(codes[0])
    animals: State | None = None
    goal: int | None = None
    if len(sheet.body) - rows > MAX_SIDE:  # blank lines are free, but not by the million
        raise BadLevel(_("too many lines after the board"), after + MAX_SIDE, 1)
    for number, line in enumerate(sheet.body[rows:], after):
        words = tokens_of(line, number)
        if not words:
            continue
        keyword, values = words[0], words[1:]
        name = keyword.text.lower()
        if name not in KEYWORDS:
            raise keyword.bad(_("'{word}' is not expected here (situation, animals or but)", word=keyword.text[:20]))
        if (goal if name == "but" else animals) is not None:
            raise keyword.bad(_("the file already says this above"))
        if not values:
            raise BadLevel(_("'{word}' needs a number", word=name), number, len(line) + 2)
        if name == "animals":
            animals = _read_animals(values, rows * columns)
        elif len(values) > 1:
            raise values[1].bad(_("'{word}' takes one number", word=name))
        elif name == "but":
            goal = _read_cell(values[0], rows * columns)
        else:
            animals = _read_situation(keyword, values[0], rows, columns)
    walls = tuple(chain.from_iterable(codes))
    return [Parsed(Level(rows, columns, walls, animals or (), goal, sheet.headers), sheet.line, places)]


class _Places(Mapping[Cell, tuple[int, int]]):
    """Where each cell stands in a file: found when it is first asked for, which only errors do."""

    def __init__(self, sheet: SplitText, rows: int) -> None:
        self._lines, self._first = sheet.body[:rows], sheet.line

    @cached_property
    def _found(self) -> dict[Cell, tuple[int, int]]:
        return {
            (i, j): (self._first + i, word.column)
            for i, line in enumerate(self._lines)
            for j, word in enumerate(tokens_of(line, self._first + i))
        }

    def __getitem__(self, cell: Cell) -> tuple[int, int]:
        return self._found[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _read_walls(sheet: SplitText) -> tuple[list[list[int]], _Places, int]:
    """The rows of codes, where each stands, and the number of the first line after them."""
    codes: list[list[int]] = []
    number = sheet.line
    for number, line in enumerate(sheet.body, sheet.line):
        usual = len(codes) < MAX_SIDE and len(line) <= LONGEST_LINE
        plain = [*map(_CODES.get, line.split())] if usual else []
        if plain and None not in plain and len(plain) == (len(codes[0]) if codes else min(len(plain), MAX_SIDE)):
            codes.append(cast(list[int], plain))  # the rest is for what is written in another way, or wrong
            continue
        words = tokens_of(line, number)
        if not words or words[0].text.lower() in KEYWORDS:
            break
        check_sides(len(codes) + 1, 0, sheet.line)
        if len(words) > MAX_SIDE:
            raise words[MAX_SIDE].bad(_("a row has at most {most} cells", most=MAX_SIDE))
        row = [word.number(15, lambda what: _("'{what}' is not a wall code (0 to 15)", what=what)) for word in words]
        if codes and len(row) != len(codes[0]):
            column = words[len(codes[0])].column if len(row) > len(codes[0]) else len(line) + 1
            text = _.n(
                "this row has {n} cell, the first has {first}",
                "this row has {n} cells, the first has {first}",
                n=len(row),
                first=len(codes[0]),
            )
            raise BadLevel(text, number, column)
        codes.append(row)
    if not codes:
        raise BadLevel(_("there is no board here: rows of wall codes come first"), number, 1)
    return codes, _Places(sheet, len(codes)), sheet.line + len(codes)


def _read_cell(word: Token, cells: int) -> int:
    return word.number(
        cells - 1, lambda what: _("'{what}' is not a cell of this board (0 to {most})", what=what, most=cells - 1)
    )


def _read_animals(words: Sequence[Token], cells: int) -> State:
    if len(words) > len(ANIMALS):
        raise words[len(ANIMALS)].bad(_("there are at most {most} animals", most=len(ANIMALS)))
    return tuple(_read_cell(word, cells) for word in words)


def _read_situation(keyword: Token, word: Token, rows: int, columns: int) -> State:
    if (rows, columns) != (SHEET_SIDE, SHEET_SIDE):
        raise keyword.bad(_("'situation' needs a board of 16 by 16; write 'animals' and their cells instead"))
    most = 256**SHEET_ANIMALS - 1
    number = word.number(most, lambda what: _("'{what}' is not a situation (0 to {most})", what=what, most=most))
    return tuple(number >> 8 * animal & 255 for animal in range(SHEET_ANIMALS))


def dump(levels: Sequence[Level]) -> str:
    """The text of a level, as `parse` reads it; what is not there (half-drawn levels) is left out."""
    (level,) = levels
    lines = [
        " ".join(str(code) for code in level.walls[i : i + level.columns])
        for i in range(0, len(level.walls), level.columns)
    ]
    if level.animals:
        of_the_sheet = (level.rows, level.columns, len(level.animals)) == (SHEET_SIDE, SHEET_SIDE, SHEET_ANIMALS)
        named = ("situation", situation(level.animals)) if of_the_sheet else ("animals", *level.animals)
        lines.append(" ".join(str(word) for word in named))
    if level.goal is not None:
        lines.append(f"but {level.goal}")
    return level.headers.dump() + "\n".join(lines) + "\n"


def likeness(text: str) -> int:
    """Rows of numbers and a line of one of our keywords: beyond doubt; with slips in the rows: nearly."""
    lines = [line.split() for line in lines_of(text[:GLANCE]) if not line.startswith("#")]
    said = [words for words in lines if words and words[0].lower() in KEYWORDS]
    rows = [words for words in lines if words and words[0].lower() not in KEYWORDS]
    numbers = sum(_all_numbers(words) for words in rows)
    if not said:
        # Rows of numbers alone are more likely heights; a half-drawn board must be asked for.
        return 20 if rows and numbers == len(rows) else 0
    if not numbers:
        return 70 if any(len(words) > 1 and _all_numbers(words[1:]) for words in said) else 0
    return 100 if numbers == len(rows) else 90 if 2 * numbers >= len(rows) else 60


def _all_numbers(words: Sequence[str]) -> bool:
    joined = "".join(words)
    return not words or (joined.isascii() and joined.isdigit())
