"""Levels as text: rows of wall codes with the animals and the hideout, and DriftingDroids game IDs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cassetete.core.contract import Format, Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.grid import MAX_SIDE, Cell, check_sides
from cassetete.core.headers import Headers, SplitText, split_headers
from cassetete.core.message import Catalogue, Text

from .. import tiles as boards
from ..model import ANIMALS, SHEET_ANIMALS, SHEET_SIDE, Level, State, situation

_ = Catalogue("turtle")

KEYWORDS = ("situation", "animals", "but")
_WORD = re.compile(r"\S+")
_LONGEST_LINE = 8 * MAX_SIDE
_GLANCE = 100_000
_ID = re.compile(r"[0-9A-Fa-f]{4}\+[0-9A-Fa-f]{2}\+[0-9A-Fa-f]{2,10}\+[0-9A-Fa-f]{2}")


class Word(NamedTuple):
    """A word of the file and where it stands."""

    text: str
    line: int
    column: int

    def bad(self, text: Text) -> BadLevel:
        """The error that points at this word."""
        return BadLevel(text, self.line, self.column)

    def number(self, most: int, otherwise: Callable[[str], Text]) -> int:
        """The word as a whole number from 0 to `most`, or BadLevel with the text of `otherwise`."""
        plain = self.text.isascii() and self.text.isdigit() and len(self.text) <= 12
        if not plain or int(self.text) > most:
            raise self.bad(otherwise(self.text[:20]))
        return int(self.text)


def _words(line: str, number: int) -> list[Word]:
    if len(line) > _LONGEST_LINE:
        raise BadLevel(_("this line is too long"), number, _LONGEST_LINE + 1)
    return [Word(found[0], number, found.start() + 1) for found in _WORD.finditer(line)]


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
        words = _words(line, number)
        if not words:
            continue
        keyword, values = words[0], words[1:]
        name = keyword.text.lower()
        if name not in KEYWORDS:
            raise keyword.bad(_("'{word}' is not expected here (situation, animals or but)", word=keyword.text[:20]))
        if (goal if name == "but" else animals) is not None:
            raise keyword.bad(_("this was said already"))
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
    walls = tuple(code for row in codes for code in row)
    return [Parsed(Level(rows, columns, walls, animals or (), goal, sheet.headers), sheet.line, places)]


def _read_walls(sheet: SplitText) -> tuple[list[list[int]], dict[Cell, tuple[int, int]], int]:
    """The rows of codes, where each stands, and the number of the first line after them."""
    codes: list[list[int]] = []
    places: dict[Cell, tuple[int, int]] = {}
    number = sheet.line
    for number, line in enumerate(sheet.body, sheet.line):
        words = _words(line, number)
        if not words or words[0].text.lower() in KEYWORDS:
            break
        check_sides(len(codes) + 1, 0, sheet.line)
        if len(words) > MAX_SIDE:
            raise words[MAX_SIDE].bad(_("a row has at most {most} cells", most=MAX_SIDE))
        row = [word.number(15, lambda what: _("'{what}' is not a wall code (0 to 15)", what=what)) for word in words]
        if codes and len(row) != len(codes[0]):
            column = words[len(codes[0])].column if len(row) > len(codes[0]) else len(line) + 1
            raise BadLevel(
                _("this row has {n} cells, the first has {first}", n=len(row), first=len(codes[0])), number, column
            )
        places.update({(len(codes), j): (number, word.column) for j, word in enumerate(words)})
        codes.append(row)
    if not codes:
        raise BadLevel(_("there is no board here: rows of wall codes come first"), number, 1)
    return codes, places, sheet.line + len(codes)


def _read_cell(word: Word, cells: int) -> int:
    return word.number(
        cells - 1, lambda what: _("'{what}' is not a cell of this board (0 to {most})", what=what, most=cells - 1)
    )


def _read_animals(words: Sequence[Word], cells: int) -> State:
    if len(words) > len(ANIMALS):
        raise words[len(ANIMALS)].bad(_("there are at most {most} animals", most=len(ANIMALS)))
    return tuple(_read_cell(word, cells) for word in words)


def _read_situation(keyword: Word, word: Word, rows: int, columns: int) -> State:
    if (rows, columns) != (SHEET_SIDE, SHEET_SIDE):
        raise keyword.bad(_("'situation' is for boards of 16 by 16; here say 'animals' and their cells"))
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
    lines = [line.split() for line in text[:_GLANCE].removeprefix("\ufeff").splitlines() if not line.startswith("#")]
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
    return all(word.isascii() and word.isdigit() for word in words)


def parse_id(text: str) -> list[Parsed[Level]]:
    """A DriftingDroids game ID: four tiles, count of robots and goal robot, their cells, the goal's cell.

    The goal robot becomes the turtle, the others follow in their order.

    >>> parse_id("7650+42+E2302B12+C9")[0].level.animals
    (43, 226, 48, 18)
    """
    sheet = split_headers(text)
    if not sheet.body:
        raise BadLevel(_("there is no game ID here"), sheet.line, 1)
    line = sheet.body[0]
    words = _words(line, sheet.line)
    if len(words) > 1:
        raise words[1].bad(_("a game ID is one word"))
    if len(sheet.body) > 1:
        raise BadLevel(_("a game ID is one line"), sheet.line + 1, 1)
    return [Parsed(_IdReader(words[0]).level(sheet.headers), sheet.line)]


class _IdReader:
    """Takes an ID apart from left to right, so that each error has its column."""

    def __init__(self, word: Word) -> None:
        self.word, self.at = word, 0

    def bad(self, text: Text, back: int = 0) -> BadLevel:
        return BadLevel(text, self.word.line, self.word.column + self.at - back)

    def digit(self) -> int:
        """The next hexadecimal digit."""
        character = self.word.text[self.at : self.at + 1]
        if not character or character not in "0123456789ABCDEFabcdef":
            raise self.bad(_("a hexadecimal digit is expected here"))
        self.at += 1
        return int(character, 16)

    def cell(self) -> int:
        """Two digits: a cell of the 16 by 16 board."""
        return 16 * self.digit() + self.digit()

    def plus(self) -> None:
        """The sign between two parts."""
        if self.word.text[self.at : self.at + 1] != "+":
            raise self.bad(_("a '+' is expected here"))
        self.at += 1

    def level(self, headers: Headers) -> Level:
        """The whole ID."""
        tiles = (self.digit(), self.digit(), self.digit(), self.digit())
        self.plus()
        count = self.digit()
        if not 1 <= count <= len(ANIMALS):
            raise self.bad(_("a game has 1 to {most} robots", most=len(ANIMALS)), back=1)
        wanted = self.digit()
        if wanted == 15:
            raise self.bad(_("a goal for any robot (F) has no place in this game"), back=1)
        if wanted >= count:
            raise self.bad(_("there is no robot {n} (they count from 0)", n=wanted), back=1)
        self.plus()
        robots = [self.cell() for _robot in range(count)]
        self.plus()
        goal = self.cell()
        if self.at < len(self.word.text):
            raise self.bad(_("the game ID ends before this"))
        turtle = robots.pop(wanted)
        return Level(SHEET_SIDE, SHEET_SIDE, boards.board(tiles), (turtle, *robots), goal, headers)


def dump_id(levels: Sequence[Level]) -> str:
    """The game ID of a level on a standard board; BadLevel for any other."""
    (level,) = levels
    tiles = boards.tiles_of(level)
    if tiles is None:
        raise BadLevel(_("a game ID needs a standard board, made of four Ricochet Robots tiles"))
    if not level.animals or level.goal is None:
        raise BadLevel(_("a game ID needs a turtle and a hideout"))
    quarters = "".join(f"{tile:X}" for tile in tiles)
    robots = "".join(f"{cell:02X}" for cell in level.animals)
    return f"{level.headers.dump()}{quarters}+{len(level.animals)}0+{robots}+{level.goal:02X}\n"


def likeness_id(text: str) -> int:
    """One word of four parts joined by plus signs."""
    lines = [line.strip() for line in text[:_GLANCE].removeprefix("\ufeff").splitlines()]
    body = [line for line in lines if line and not line.startswith("#")]
    if len(body) != 1 or body[0].count("+") != 3:
        return 0
    if _ID.fullmatch(body[0]):
        return 100
    quarters, robots, _cells, _goal = body[0].split("+")
    return 70 if len(body[0]) < 40 and (len(quarters), len(robots)) == (4, 2) else 0


FORMATS = (
    Format("turtle", _("wall codes"), (".txt",), likeness, parse, dump),
    Format("droids", _("DriftingDroids game ID"), (".txt",), likeness_id, parse_id, dump_id),
)
