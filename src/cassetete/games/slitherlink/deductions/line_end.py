"""A line that comes to a corner of a clue: what it does there, told in one sentence for all the marks that follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cassetete.core.message import Catalogue, Text

from .deduction import CORNERS, Deduction, named
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")


class _Corner(NamedTuple):
    """A corner of a cell where a line comes in from elsewhere."""

    cell: int
    vertex: int
    away: list[int]
    """The blank segments there that are not sides of the cell."""
    far: list[int]
    """The sides of the cell that do not touch the corner."""


def line_end(position: Position, edge: int) -> Deduction | None:
    """Why a blank segment has its mark, if a line that ends at a corner of a clue says so."""
    found = [told for corner in _corners(position, edge) if (told := _told(position, corner)) is not None]
    return next((told for told in found if edge in dict(told.marks)), None)


def _corners(position: Position, edge: int) -> Iterator[_Corner]:
    """The corners that could say something of a segment: it leaves one of them, or is a side of the cell."""
    net = position.lattice
    cells = {cell for vertex in net.ends[edge] for cell in _cells_at(position, vertex)}
    for cell in sorted(cells):
        sides = net.around_cell[cell]
        for vertex in sorted({end for side in sides for end in net.ends[side]}) if position.clue[cell] > 0 else ():
            here = [side for side in sides if vertex in net.ends[side]]
            if position.lines[vertex] == 1 and not any(position.value[side] for side in here):
                away = [other for other in position.blank(net.at_vertex[vertex]) if other not in here]
                yield _Corner(cell, vertex, away, [side for side in sides if side not in here])


def _cells_at(position: Position, vertex: int) -> list[int]:
    return [i * position.level.columns + j for i, j in position.cells_at(vertex)[1]]


def _told(position: Position, corner: _Corner) -> Deduction | None:
    """The line takes one of the two sides at the corner if it has no other way, or the clue cannot do without one."""
    clue, blank = position.clue[corner.cell], position.blank(corner.far)
    lines = sum(position.value[side] == LINE for side in corner.far)
    needed = clue > lines + len(blank)
    if corner.away and not needed:
        return None
    cell = position.cell(corner.cell)
    words = {"clue": clue, "cell": named([cell]), "corner": _corner_name(position, corner)}
    marks = [(side, CROSS) for side in corner.away]
    if lines + len(blank) == clue - 1:
        marks += [(side, LINE) for side in blank]
        text = _lines(len(blank), words, needed=needed and bool(corner.away))
    elif lines == clue - 1:
        marks += [(side, CROSS) for side in blank]
        text = _(
            "the line that comes to the {corner} corner of the {clue} at {cell} takes one side there, and the "
            "{clue} is met"
        )
        text = _(text.msgid, **words)
    else:
        return None
    vertex = divmod(corner.vertex, position.level.columns + 1)
    return Deduction(tuple(marks), (cell,), text, vertex, title=_("line's end at a {clue}", clue=clue))


def _lines(left: int, words: dict[str, object], *, needed: bool) -> Text:
    """The clue needs all its other sides; `needed` if it is the clue that makes the line go on along it."""
    if not needed:
        return _.n(
            "the line that comes to the {corner} corner of the {clue} at {cell} can take only one side there: the "
            "{clue} needs its other side too",
            "the line that comes to the {corner} corner of the {clue} at {cell} can take only one side there: the "
            "{clue} needs the other two too",
            n=left,
            **words,
        )
    if not left:
        text = _(
            "the {clue} at {cell} needs a side at its {corner} corner: the line that comes there takes it, and goes "
            "nowhere else"
        )
        return _(text.msgid, **words)
    return _.n(
        "the {clue} at {cell} needs a side at its {corner} corner: the line that comes there takes it and goes nowhere "
        "else, and the {clue} needs its other side too",
        "the {clue} at {cell} needs a side at its {corner} corner: the line that comes there takes it and goes nowhere "
        "else, and the {clue} needs the other two too",
        n=left,
        **words,
    )


def _corner_name(position: Position, corner: _Corner) -> Text:
    (i, j), (p, q) = divmod(corner.vertex, position.level.columns + 1), position.cell(corner.cell)
    return CORNERS[2 * (i > p) + (j > q)]
