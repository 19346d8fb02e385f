"""Where to look for a deduction, and why there: what a hint says before it names the technique."""

from __future__ import annotations

from collections.abc import Sequence

from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from .deduction import CORNERS, Deduction, Subject, corner_name, named
from .position import Position

_ = Catalogue("slitherlink")

MOST_NAMED = 3
"""How many cells are named; the board shows them all."""


def first_look(position: Position, deduction: Deduction) -> Text | None:
    """What to look at, and what is to be seen there; None if there is nothing to point at."""
    return _by_subject(position, deduction) or _at_corner(position, deduction) or _at_cells(position, deduction.cells)


def _by_subject(position: Position, deduction: Deduction) -> Text | None:
    """What is said where more than some cells counts."""
    match deduction.subject:
        case Subject.CROSSINGS:
            return _("Go along the marked cells, around one segment, and count the lines that you cross.")
        case Subject.SIDES:
            return _("Look at which cells are inside the loop and which are outside: each of the two is one piece.")
        case Subject.DEAD_ENDS:
            return _(
                "Look at which cells are inside the loop and which are outside: each of the two is one piece, and a 3 "
                "is a dead end."
            )
        case Subject.LINE:
            return _("Look at the two ends of the marked line: they are next to each other.")
        case Subject.PAIRS if deduction.segments:
            return _("Look at the ends of the marked line: some ways on would close it too early.")
        case Subject.PAIRS if deduction.cells:
            text = _("Look around {cell}: two segments there exclude each other, or one needs the other.")
            return _(text.msgid, cell=_who(position, deduction.cells[0]))
        case Subject.PAIRS:
            text = _("Look around {corner}: two segments there exclude each other, or one needs the other.")
            return _(text.msgid, corner=corner_name(position, position.lattice.ends[deduction.marks[0][0]][0]))
        case Subject.TRIAL:
            if deduction.cells:
                text = _("Look around {cell}: one of the two marks of a segment there soon goes wrong.")
                return _(text.msgid, cell=_who(position, deduction.cells[0]))
            text = _("Look around {corner}: one of the two marks of a segment there soon goes wrong.")
            return _(text.msgid, corner=corner_name(position, position.lattice.ends[deduction.marks[0][0]][0]))
        case _:
            return None


def _at_corner(position: Position, deduction: Deduction) -> Text | None:
    """What is said of a corner, of a cell with a clue or of any."""
    if deduction.corner is None:
        return None
    i, j = deduction.corner
    vertex = i * (position.level.columns + 1) + j
    lines = position.lines[vertex]
    if not deduction.cells:
        texts = (
            _("Look at {corner}: only one way still leads there."),
            _("Look at {corner}: a line ends there."),
            _("Look at {corner}: two lines meet there."),
        )
        return _(texts[min(lines, 2)].msgid, corner=corner_name(position, vertex))
    (p, q) = deduction.cells[0]
    text = (
        _("Look at {cell}: a line comes to its {corner} corner.")
        if lines
        else _("Look at {cell}: at its {corner} corner the loop could only take both of its sides.")
    )
    return _(text.msgid, cell=_who(position, (p, q)), corner=CORNERS[2 * (i > p) + (j > q)])


def _at_cells(position: Position, cells: Sequence[Cell]) -> Text | None:
    if not cells:
        return None
    if len(cells) == 1:
        return _at_cell(position, cells[0])
    if len(cells) == 2:
        one, other = (_who(position, cell) for cell in cells)
        if all(position.level.clues[i][j] == 3 for i, j in cells):
            return _("Look at {one} and {other}: 3s that touch.", one=one, other=other)
        text = _("Look at {one} and {other}: what one has at their common corner says something of the other.")
        return _(text.msgid, one=one, other=other)
    if len(cells) == MOST_NAMED:
        one, other, third = (_who(position, cell) for cell in cells)
        text = _("Look at {one}, {other} and {third}: what one has at a corner says something of the next.")
        return _(text.msgid, one=one, other=other, third=third)
    return _("Look at the marked cells: what one has at a corner says something of the next.")


def _at_cell(position: Position, cell: Cell) -> Text:
    """A cell with its open sides."""
    number = cell[0] * position.level.columns + cell[1]
    clue, place = position.clue[number], named([cell])
    if clue < 0:
        return _("Look at {cell} and the segments around it.", cell=place)
    missing, left = clue - position.cell_lines[number], position.cell_blanks[number]
    words = {"clue": clue, "cell": place}
    if not missing:
        return _.n(
            "Look at the {clue} at {cell}: it lacks no line, and {n} side is still open.",
            "Look at the {clue} at {cell}: it lacks no line, and {n} sides are still open.",
            n=left,
            **words,
        )
    return _.n(
        "Look at the {clue} at {cell}: it still needs its only open side.",
        "Look at the {clue} at {cell}: it still needs {missing} of its {n} open sides.",
        n=left,
        missing=missing,
        **words,
    )


def _who(position: Position, cell: Cell) -> Text | str:
    clue = position.level.clues[cell[0]][cell[1]]
    return named([cell]) if clue is None else _("the {clue} at {cell}", clue=clue, cell=named([cell]))
