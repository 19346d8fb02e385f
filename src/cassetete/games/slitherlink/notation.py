"""Moves as text: `1,2-1,3=+` draws the segment between two vertices, `=x` crosses it out, `=.` erases its mark.

`1,2-2,3=i` shades the cell between two opposite vertices as inside, `=o` as outside, `=.` erases its shade.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cassetete.core.contract import Notation
from cassetete.core.errors import BadMove
from cassetete.core.message import Catalogue, Text

from .model import (
    CROSSED,
    DRAWN,
    INSIDE,
    OUTSIDE,
    Level,
    Put,
    State,
    cell_number,
    diagonal_of,
    edge_number,
    lattice,
    segment_of,
)

_ = Catalogue("slitherlink")

_PUT = re.compile(r"([0-9]{1,4}),([0-9]{1,4})-([0-9]{1,4}),([0-9]{1,4})=([+xio.])")
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
    place = ((int(match[1]), int(match[2])), (int(match[3]), int(match[4])))
    edge, cell = edge_number(rows, columns, place), cell_number(rows, columns, place)
    if edge is None and (cell is None or match[5] in (DRAWN, CROSSED)):
        return Fault(_("these two vertices are not neighbours"), 0)
    if edge is not None and match[5] in (INSIDE, OUTSIDE):
        return Fault(_("a segment is marked + or x, a cell i or o"), match.start(5))
    return Put(segment_of(rows, columns, edge) if edge is not None else diagonal_of(columns, cell or 0), match[5])


def write(level: Level, state: State, moves: Sequence[Put]) -> str:  # noqa: ARG001  # the contract's shape
    """The moves, separated by spaces."""
    texts = _draw_texts(level.rows, level.columns)
    return " ".join([texts.get(move) or put_text(move) for move in moves])


@lru_cache(maxsize=64)
def _draw_texts(rows: int, columns: int) -> dict[Put, str]:
    """The texts of the moves that draw a segment: solutions are made of them."""
    return {move: put_text(move) for move in lattice(rows, columns).draws}


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
