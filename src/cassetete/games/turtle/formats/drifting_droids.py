"""DriftingDroids game IDs: a position on a board of Ricochet Robots tiles in one word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cassetete.core.contract import Parsed
from cassetete.core.errors import BadLevel
from cassetete.core.headers import Headers, lines_of, split_headers
from cassetete.core.message import Catalogue, Text

from ..model import ANIMALS, SHEET_SIDE, Level
from .tiles import board, tiles_of
from .tokens import GLANCE, Token, tokens_of

_ = Catalogue("turtle")

_ID = re.compile(r"[0-9A-Fa-f]{4}\+[0-9A-Fa-f]{2}\+[0-9A-Fa-f]{2,10}\+[0-9A-Fa-f]{2}")


def parse(text: str) -> list[Parsed[Level]]:
    """A DriftingDroids game ID: four tiles, count of robots and goal robot, their cells, the goal's cell.

    The goal robot becomes the turtle, the others follow in their order.

    >>> parse("7650+42+E2302B12+C9")[0].level.animals
    (43, 226, 48, 18)
    """
    sheet = split_headers(text)
    if not sheet.body:
        raise BadLevel(_("there is no game ID here"), sheet.line, 1)
    line = sheet.body[0]
    words = tokens_of(line, sheet.line)
    if len(words) > 1:
        raise words[1].bad(_("a game ID is one word"))
    if len(sheet.body) > 1:
        raise BadLevel(_("a game ID is one line"), sheet.line + 1, 1)
    return [Parsed(_IdReader(words[0]).level(sheet.headers), sheet.line)]


class _IdReader:
    """Takes an ID apart from left to right, so that each error has its column."""

    def __init__(self, word: Token) -> None:
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
        return Level(SHEET_SIDE, SHEET_SIDE, board(tiles), (turtle, *robots), goal, headers)


def dump(levels: Sequence[Level]) -> str:
    """The game ID of a level on a standard board; BadLevel for any other."""
    (level,) = levels
    tiles = tiles_of(level)
    if tiles is None:
        raise BadLevel(_("a game ID needs a standard board, made of four Ricochet Robots tiles"))
    if not level.animals or level.goal is None:
        raise BadLevel(_("a game ID needs a turtle and a hideout"))
    quarters = "".join(f"{tile:X}" for tile in tiles)
    robots = "".join(f"{cell:02X}" for cell in level.animals)
    return f"{level.headers.dump()}{quarters}+{len(level.animals)}0+{robots}+{level.goal:02X}\n"


def likeness(text: str) -> int:
    """One word of four parts joined by plus signs."""
    lines = [line.strip() for line in lines_of(text[:GLANCE])]
    body = [line for line in lines if line and not line.startswith("#")]
    if len(body) != 1 or body[0].count("+") != 3:
        return 0
    if _ID.fullmatch(body[0]):
        return 100
    quarters, robots, _cells, _goal = body[0].split("+")
    return 70 if len(body[0]) < 40 and (len(quarters), len(robots)) == (4, 2) else 0
