"""A line that comes to a corner of a clue: what it does there, told in one sentence for all the marks that follow.

Where a line ends, a cell has at most one of its two blank sides there; just one, if the line cannot go elsewhere. At a
closed corner, where nothing else is left, it has both or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cassetete.core.message import Catalogue, Text

from .deduction import CORNERS, Deduction, named
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")


_MEETING = ((0, 2), (0, 3), (1, 2), (1, 3))
"""The sides of a cell that meet at its corners: top, bottom, left, right."""


class _Corner(NamedTuple):
    """A corner of a cell where a line comes in from elsewhere."""

    cell: int
    vertex: int
    away: list[int]
    """The blank segments there that are not sides of the cell."""
    far: list[int]
    """The sides of the cell that do not touch the corner."""


def line_ends(position: Position) -> Iterator[Deduction]:
    """A clue that cannot do without a side where a line comes to its corner: the line goes nowhere else, and all other
    sides of the clue are drawn."""
    for corner in _all_corners(position):
        told = _told(position, corner)
        if told is not None and _needed(position, corner):
            yield told
    yield from _agreed(position, closed=False)


def lines_along(position: Position) -> Iterator[Deduction]:
    """A line that can only go on along a clue that needs just one more line; and all that marks at a cell's corners say
    together."""
    for corner in _all_corners(position):
        told = _told(position, corner)
        if told is not None and not _needed(position, corner):
            yield told
    yield from _agreed(position, closed=True)


def _all_corners(position: Position) -> Iterator[_Corner]:
    for cell, clue in enumerate(position.clue):
        if clue > 0:
            yield from _corners_of(position, cell)


def _needed(position: Position, corner: _Corner) -> bool:
    """Whether the clue needs a side at the corner, even with all its other sides."""
    return position.clue[corner.cell] > sum(position.value[side] != CROSS for side in corner.far)


def _agreed(position: Position, *, closed: bool) -> Iterator[Deduction]:
    """What the ways around each clue and the marks at its corners say of its sides and of the lines that end there;
    with `closed`, also at closed corners, and where a line can only go on along the cell."""
    net = position.lattice
    for cell, sides in enumerate(net.around_cell):
        if position.clue[cell] < 0:
            continue
        ways = position.ways(sides, position.line_counts(cell))
        corners = list(_blank_corners(position, cell))
        for vertex, (a, b) in corners:
            lines, only = position.lines[vertex], position.blanks[vertex] == 2
            if lines == 1:
                ways = [way for way in ways if (way[a], way[b]) != (LINE, LINE)]
            if closed and only:
                ways = [way for way in ways if (way[a] == way[b]) == (lines == 0)]
        marks = {edge: way[0] for edge, way in zip(sides, zip(*ways, strict=True), strict=False) if len(set(way)) == 1}
        for vertex, (a, b) in corners:
            if position.lines[vertex] == 1 and ways and all(LINE in (way[a], way[b]) for way in ways):
                marks |= {edge: CROSS for edge in net.at_vertex[vertex] if edge not in sides}
        for wanted, text in (
            (LINE, _("what is still possible at the corners of {cells} leaves only a line here")),
            (CROSS, _("what is still possible at the corners of {cells} leaves no line here")),
        ):
            these = tuple((edge, its) for edge, its in marks.items() if its == wanted and not position.value[edge])
            if these:
                place = position.cell(cell)
                yield Deduction(these, (place,), _(text.msgid, cells=named([place])))


def _blank_corners(position: Position, cell: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """The corners of a cell whose two sides are blank, with one line or nothing else, and the places of these sides."""
    sides = position.lattice.around_cell[cell]
    for a, b in _MEETING:
        if not position.value[sides[a]] and not position.value[sides[b]]:
            [vertex] = {*position.lattice.ends[sides[a]]} & {*position.lattice.ends[sides[b]]}
            if position.lines[vertex] == 1 or (position.lines[vertex] == 0 and position.blanks[vertex] == 2):
                yield vertex, (a, b)


def line_end(position: Position, edge: int) -> Deduction | None:
    """Why a blank segment has its mark, if a line that ends at a corner of a clue says so."""
    found = [told for corner in _corners(position, edge) if (told := _told(position, corner)) is not None]
    return next((told for told in found if edge in dict(told.marks)), None)


def _corners(position: Position, edge: int) -> Iterator[_Corner]:
    """The corners that could say something of a segment: it leaves one of them, or is a side of the cell."""
    net = position.lattice
    cells = {cell for vertex in net.ends[edge] for cell in _cells_at(position, vertex)}
    for cell in sorted(cells):
        if position.clue[cell] > 0:
            yield from _corners_of(position, cell)


def _corners_of(position: Position, cell: int) -> Iterator[_Corner]:
    """The corners of a cell where a line comes in from elsewhere."""
    sides = position.lattice.around_cell[cell]
    for vertex, places in _blank_corners(position, cell):
        if position.lines[vertex] == 1:
            blank = position.blank(position.lattice.at_vertex[vertex])
            far = [side for place, side in enumerate(sides) if place not in places]
            yield _Corner(cell, vertex, [other for other in blank if other not in sides], far)


def _cells_at(position: Position, vertex: int) -> list[int]:
    return [i * position.level.columns + j for i, j in position.cells_at(vertex)[1]]


def _told(position: Position, corner: _Corner) -> Deduction | None:
    """The line takes one of the two sides at the corner if it has no other way, or the clue cannot do without one."""
    clue, blank = position.clue[corner.cell], position.blank(corner.far)
    lines = sum(position.value[side] == LINE for side in corner.far)
    needed = _needed(position, corner)
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
    if not marks:
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
