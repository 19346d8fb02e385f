"""The words of a level file with their places, so that errors can point at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from cassetete.core.errors import BadLevel
from cassetete.core.message import Catalogue, Text

_ = Catalogue("turtle")

GLANCE = 100_000
"""How many characters of a text are looked at to say which format it is."""
_WORD = re.compile(r"\S+")
LONGEST_LINE = 8000


class Token(NamedTuple):
    """A word of a file and its place."""

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


def tokens_of(line: str, number: int) -> list[Token]:
    """The words of a line."""
    if len(line) > LONGEST_LINE:
        raise BadLevel(_("this line is too long"), number, LONGEST_LINE + 1)
    return [Token(found[0], number, found.start() + 1) for found in _WORD.finditer(line)]
