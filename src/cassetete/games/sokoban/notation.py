"""LURD, the common notation: u d l r for steps, capitals for pushes; `3r` and `2(rU)` are read too.

A text of several lines may have headings (`Solution`, `Moves: 24`), comments and the board itself: these are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove, IllegalMove
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text

from . import rules
from .formats.run_lengths import expand, packed
from .formats.xsb_boards import moves_only
from .model import Level, State

_ = Catalogue("sokoban")

MOST_MOVES = 100_000
_WORDS = (
    "solution|moves?|pushes|steps|title|author|solver|level|puzzle|collection|set|date|time|id|comment|optimizer|lurd"
)
_HEADING = re.compile(rf"\s*(?:{_WORDS})\b[^:\n]*(?::\s*|$|\n)", re.IGNORECASE)
_REMARK = re.compile(r"\s*(?:;|::|.*#|[A-Za-z][\w /-]*:)[^\n]*")
_SOLUTION = re.compile(r"\s*solution\b", re.IGNORECASE)
_NO_MOVE = re.compile(r"[^udlrUDLR0-9()\s]")


def write(level: Level, state: State, moves: Sequence[Direction]) -> str:
    """The moves from a state, capitals where a box is pushed."""
    letters = []
    for move in moves:
        letters.append(move.letter if rules.pushes(level, state, move) else move.letter.lower())
        try:
            state = rules.play(level, state, move)
        except IllegalMove:
            letters[-1] = move.letter.lower()
    return "".join(letters)


def short(level: Level, state: State, moves: Sequence[Direction]) -> str:
    """The same with run lengths: `rrrU` is `3rU`."""
    return packed(write(level, state, moves))


def read(_level: Level, _state: State, text: str) -> tuple[Direction, ...]:
    """The moves of a text; capitals do not matter, the rules know what is a push. BadMove at what is not a move."""
    text = _without_headings(text)
    wrong = _NO_MOVE.search(text)
    if wrong:
        raise BadMove(_("'{letter}' is not a move (expected u d l r)", letter=wrong[0]), wrong.start() + 1)
    letters, _indices = expand(text, MOST_MOVES, _fail)
    return tuple(Direction.from_letter(letter) for letter in letters if not letter.isspace())


def _without_headings(text: str) -> str:
    """The text with spaces in place of what is no move: places in it stay where they were.

    >>> _without_headings("Moves: 2\\nSolution: rU").split()
    ['rU']
    """
    lines = text.splitlines(keepends=True)
    found, began = [], False
    for line in lines:
        heading = _HEADING.match(line) or (len(lines) > 1 and _REMARK.match(line))
        rest = line[heading.end() :] if heading else line
        if heading and not (rest.strip() and moves_only(rest)):
            rest = ""
        if heading and began and _SOLUTION.match(line):
            break  # a second solution
        began = began or moves_only(rest)
        found.append(" " * (len(line) - len(rest)) + rest)
    return "".join(found)


def _fail(message: Text, index: int) -> BadMove:
    return BadMove(message, index + 1)


NOTATION: Notation[Level, State, Direction] = Notation(write, read, short)
