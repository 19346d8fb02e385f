"""Drawing the solution instead of the clues: cells are put inside the loop, and the clues are counted from it."""

from __future__ import annotations

from dataclasses import replace

from cassetete.core.grid import Cell

from .model import Level, State
from .rules import one_loop


def sides(level: Level, cell: Cell) -> tuple[int, int, int, int]:
    """The numbers of a cell's segments: top, bottom, left, right.

    >>> sides(Level(1, 2, ((None, None),)), (0, 1))
    (1, 3, 5, 6)
    """
    (i, j), n = cell, level.columns
    left = (level.rows + 1) * n + i * (n + 1) + j
    return i * n + j, (i + 1) * n + j, left, left + 1


def toggle_inside(level: Level, cell: Cell) -> Level:
    """The level with a cell put inside the loop, or outside again; the loop runs between inside and outside.

    >>> drawn = toggle_inside(Level(1, 2, ((None, None),)), (0, 0))
    >>> bin(drawn.marks.drawn), toggle_inside(drawn, (0, 0)).marks.drawn
    ('0b110101', 0)
    """
    inside = level.marks.inside ^ 1 << cell[0] * level.columns + cell[1]
    drawn = 0
    for number in range(level.rows * level.columns):
        if inside >> number & 1:
            for side in sides(level, divmod(number, level.columns)):
                drawn ^= 1 << side
    return replace(level, marks=State(drawn=drawn, inside=inside), headers=level.headers.of_position())


def clues_of_loop(level: Level) -> Level:
    """The level with the clue of every cell as the loop has it, and without the loop; the same if what is drawn is not
    one loop.

    >>> clues_of_loop(toggle_inside(Level(1, 2, ((None, None),)), (0, 0))).clues
    ((None, 1),)

    A square of one cell has four sides; no clue says 4.
    """
    if not one_loop(level, level.marks):
        return level
    counted = tuple(
        tuple(
            count if (count := sum(level.marks.drawn >> side & 1 for side in sides(level, (i, j)))) < 4 else None
            for j in range(level.columns)
        )
        for i in range(level.rows)
    )
    return replace(level, clues=counted, marks=State(), headers=level.headers.of_position())
