"""Moves as text: `1,2-1,3=+` draws the segment between two vertices, `=x` crosses it out, `=.` erases its mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove
from cassetete.core.text import Catalogue, Text

from .model import Level, Put, State, edge_number, segment_of

_ = Catalogue("slitherlink")

_PUT = re.compile(r"([0-9]{1,4}),([0-9]{1,4})-([0-9]{1,4}),([0-9]{1,4})=([+x.])")
_SHOWN = 30


class Fault(NamedTuple):
    """What is wrong with a word that should have been a move, and how far into it."""

    text: Text
    offset: int


def put_text(move: Put) -> str:
    """One move as text.

    >>> put_text(Put(((1, 2), (1, 3)), "+"))
    '1,2-1,3=+'
    """
    (i, j), (p, q) = move.segment
    return f"{i},{j}-{p},{q}={move.mark}"


def read_put(rows: int, columns: int, word: str) -> Put | Fault:
    """The move a word says, or what is wrong with it.

    >>> read_put(2, 2, "1,1-0,1=x")
    Put(segment=((0, 1), (1, 1)), mark='x')
    """
    match = _PUT.fullmatch(word)
    if match is None:
        shown = word if len(word) <= _SHOWN else word[:_SHOWN] + "…"
        return Fault(_("'{word}' is not a mark such as 1,2-1,3=+ or 1,2-1,3=x", word=shown), 0)
    for group in (1, 3):
        i, j = int(match[group]), int(match[group + 1])
        if i > rows or j > columns:
            there = _("there is no vertex {i},{j} (the last is {rows},{columns})", i=i, j=j, rows=rows, columns=columns)
            return Fault(there, match.start(group))
    edge = edge_number(rows, columns, ((int(match[1]), int(match[2])), (int(match[3]), int(match[4]))))
    if edge is None:
        return Fault(_("these two vertices are not neighbours"), 0)
    return Put(segment_of(rows, columns, edge), match[5])


def write(level: Level, state: State, moves: Sequence[Put]) -> str:  # noqa: ARG001  # the contract's shape
    """The moves, separated by spaces."""
    return " ".join(map(put_text, moves))


def read(level: Level, state: State, text: str) -> tuple[Put, ...]:  # noqa: ARG001  # the contract's shape
    """The moves in a text, separated by white space."""
    moves = []
    for word in re.finditer(r"\S+", text):
        put = read_put(level.rows, level.columns, word[0])
        if isinstance(put, Fault):
            raise BadMove(put.text, word.start() + put.offset + 1)
        moves.append(put)
    return tuple(moves)


NOTATION = Notation(write, read)
