"""The rules: marks on segments; won when every clue is met and the drawn segments are one closed loop.

Cells can be shaded too. Shades are notes: `play` takes them, but they win nothing and are not among the `moves`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cassetete.core.contract import Status
from cassetete.core.errors import IllegalMove
from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue

from .model import (
    BLANK,
    CROSSED,
    DRAWN,
    INSIDE,
    OUTSIDE,
    Level,
    Put,
    State,
    cell_number,
    edge_number,
    edges_at,
    flags,
    lattice,
    mask_of,
    numbers,
    segment_of,
    sides,
)

_ = Catalogue("slitherlink")

_LARGE = 2000
"""Segments of a grid beyond which its clues are counted another way."""


def start(level: Level) -> State:
    """The marks the level comes with."""
    return level.marks


def moves(level: Level, state: State) -> list[Put]:
    """For each segment in turn, the marks that would change it."""
    if status(level, state) is not Status.OPEN:
        return []
    drawn, crossed = flags(state.drawn, level.edges), flags(state.crossed, level.edges)
    found = []
    for edge in range(level.edges):
        segment = segment_of(level.rows, level.columns, edge)
        now = DRAWN if drawn[edge] == "1" else CROSSED if crossed[edge] == "1" else BLANK
        found += [Put(segment, mark) for mark in (DRAWN, CROSSED, BLANK) if mark != now]
    return found


def play(level: Level, state: State, move: Put) -> State:
    """The marks with one changed.

    >>> level = Level(1, 1, ((None,),))
    >>> play(level, start(level), Put(((0, 1), (0, 0)), "+")) == State(drawn=1)
    True
    """
    edge = edge_number(level.rows, level.columns, move.segment)
    if edge is None:
        return _shaded(level, state, move)
    if move.mark not in (DRAWN, CROSSED, BLANK):
        raise IllegalMove(_("a mark is +, x or ."))
    if state.mark(edge) == move.mark:
        raise IllegalMove(_("this segment already has this mark"))
    if status(level, state) is not Status.OPEN:
        raise IllegalMove(_("the grid is solved"))
    return state.with_mark(edge, move.mark)


def _shaded(level: Level, state: State, move: Put) -> State:
    cell = cell_number(level.rows, level.columns, move.segment)
    if cell is None:
        raise IllegalMove(_("there is no such segment on this grid"))
    if move.mark not in (INSIDE, OUTSIDE, BLANK):
        raise IllegalMove(_("a cell is shaded i (inside), o (outside) or ."))
    if state.shade(cell) == move.mark:
        raise IllegalMove(_("this cell already has this shade"))
    if status(level, state) is not Status.OPEN:
        raise IllegalMove(_("the grid is solved"))
    return state.with_shade(cell, move.mark)


def status(level: Level, state: State) -> Status:
    """WON when all clues are met by drawn segments that form exactly one closed loop."""
    return Status.WON if clues_met(level, state) and one_loop(level, state) else Status.OPEN


def cost(level: Level, state: State, move: Put) -> int:  # noqa: ARG001  # the contract's shape
    """1 for a segment that is drawn; crosses, shades and what is erased are notes, and cost nothing."""
    return int(move.mark == DRAWN)


def clues_met(level: Level, state: State) -> bool:
    """Whether each clue has as many drawn sides as it says: neither more nor less."""
    if level.edges > _LARGE:  # masks of so many bits are slow, and take memory
        text = flags(state.drawn, level.edges)
        return all(
            clue is None or lines_around(level, text, (i, j)) == clue
            for i, row in enumerate(level.clues)
            for j, clue in enumerate(row)
        )
    drawn = state.drawn
    for clues, masks in zip(level.clues, _side_masks(level.rows, level.columns), strict=True):
        for clue, mask in zip(clues, masks, strict=True):
            if clue is not None and (drawn & mask).bit_count() != clue:
                return False
    return True


@lru_cache(maxsize=64)
def _side_masks(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """For each cell, row by row, its sides as a set of bits."""
    return tuple(
        tuple(sum(1 << edge for edge in sides(rows, columns, (i, j))) for j in range(columns)) for i in range(rows)
    )


def lines_around(level: Level, drawn: str, cell: Cell) -> int:
    """How many sides of a cell are drawn; `drawn` as `flags` gives it."""
    top, bottom, left, right = sides(level.rows, level.columns, cell)
    return (drawn[top] + drawn[bottom] + drawn[left] + drawn[right]).count("1")


def one_loop(level: Level, state: State) -> bool:
    """Whether the drawn segments are one closed loop: the loop through one of them holds them all.

    >>> one_loop(Level(1, 1, ((None,),)), State(drawn=0b1111))
    True
    """
    lines = numbers(state.drawn)
    if not lines:
        return False
    net = lattice(level.rows, level.columns)
    ends = net.ends
    # At each vertex how many segments meet, and their numbers combined: one of two taken out leaves the other.
    degree, meeting = [0] * len(net.at_vertex), [0] * len(net.at_vertex)
    for edge in lines:
        a, b = ends[edge]
        degree[a] += 1
        degree[b] += 1
        meeting[a] ^= edge
        meeting[b] ^= edge
    if not {0, 2}.issuperset(degree):
        return False
    edge = lines[0]
    depart, vertex = ends[edge]
    length = 1
    while vertex != depart:
        edge ^= meeting[vertex]
        a, b = ends[edge]
        vertex ^= a ^ b
        length += 1
    return length == len(lines)


def line(level: Level, state: State, moves: Sequence[Put]) -> tuple[State, int, int] | None:
    """Where moves lead that draw the rest of the solution, and how many they are; None if they are any others.

    Of a single loop, no part is a loop: so if they all draw different segments and win in the end, none of them comes
    after the grid is solved, and the order does not matter.
    """
    number = lattice(level.rows, level.columns).drawn_by
    edges = [number.get(move) for move in moves]
    new = mask_of(edge for edge in edges if edge is not None)
    if new.bit_count() != len(edges) or new & state.drawn:
        return None
    end = state._replace(drawn=state.drawn | new, crossed=state.crossed & ~new)
    return (end, 0, len(edges)) if status(level, end) is Status.WON else None


def loop_length(level: Level, drawn: str, edge: int) -> int | None:
    """The length of the loop the segment belongs to, None if it belongs to none: follow it and count."""
    depart, current = segment_of(level.rows, level.columns, edge)
    length = 1
    while current != depart:
        lines = [other for other in edges_at(level.rows, level.columns, current) if drawn[other] == "1"]
        if len(lines) != 2:
            return None
        edge = lines[0] if lines[1] == edge else lines[1]
        a, b = segment_of(level.rows, level.columns, edge)
        current = b if a == current else a
        length += 1
    at_departure = [other for other in edges_at(level.rows, level.columns, depart) if drawn[other] == "1"]
    return length if len(at_departure) == 2 else None
