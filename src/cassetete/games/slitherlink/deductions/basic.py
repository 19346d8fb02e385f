"""The plain deductions: clues, vertices, openings and loops that would close too early."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from .deduction import Deduction, Subject, corner_name, named, sides_left, where
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")


def _all(edges: list[int], mark: int) -> tuple[tuple[int, int], ...]:
    return tuple((edge, mark) for edge in edges)


def clue(position: Position, cells: Iterable[int] | None = None) -> Iterator[Deduction]:
    """A clue with enough lines, or with just enough sides left, of some cells or all."""
    for number in range(len(position.clue)) if cells is None else cells:
        wanted = position.clue[number]
        mark = position.forced_by_clue(number) if wanted >= 0 else 0
        if mark not in (LINE, CROSS):
            continue
        cell = position.cell(number)
        marks = _all(position.blank(position.lattice.around_cell[number]), mark)
        if wanted == 0:
            text = _("the 0 at {cell} has no line around it", cell=named([cell]))
        elif wanted == 4:
            text = _("the 4 at {cell} takes all its sides: it is the whole loop", cell=named([cell]))
        elif mark == CROSS:
            text = _.n(
                "the {clue} at {cell} is met: its other side is crossed out",
                "the {clue} at {cell} is met: its other sides are crossed out",
                n=len(marks),
                clue=wanted,
                cell=named([cell]),
            )
        else:
            text = sides_left(wanted, cell, len(marks))
        yield Deduction(marks, (cell,), text)


def vertex(position: Position, vertices: Iterable[int] | None = None) -> Iterator[Deduction]:
    """No or two lines meet in a vertex, one of some or any."""
    texts = (
        _("a line to {corner} would be a dead end"),
        _("the line that comes to {corner} can only go on {where}"),
        _("two lines meet at {corner}: no third one can"),
    )
    for number in range(len(position.lines)) if vertices is None else vertices:
        edges = position.lattice.at_vertex[number]
        mark = position.forced_at_vertex(number)
        if mark in (LINE, CROSS):
            blank, corner = position.blank(edges), corner_name(position, number)
            text = _(texts[position.lines[number]].msgid, corner=corner)
            if mark == LINE:
                text = _(text.msgid, corner=corner, where=where(position, blank[0]))
            yield Deduction(_all(blank, mark), (), text, position.cells_at(number)[0])


def finished(position: Position) -> Iterator[Deduction]:
    """The loop is closed."""
    blank = position.all_blank()
    if blank and any(start == end for start, end in position.paths):
        yield Deduction(_all(blank, CROSS), (), _("the loop is closed: nothing else is drawn"))


def only_loop(position: Position) -> Iterator[Deduction]:
    """No line is drawn yet, and the segments that are left are one loop."""
    blank = position.all_blank()
    if blank and not any(position.lines) and set(position.blanks) <= {0, 2}:
        path, first, last = _all_drawn(position, blank).path(blank[0])
        if first == last and len(path) == len(blank):
            yield Deduction(_all(blank, LINE), (), _("nothing else is left to draw a loop with"))


def _all_drawn(position: Position, edges: Iterable[int]) -> Position:
    drawn = position.copy()
    for edge in edges:
        drawn.put(edge, LINE)
    return drawn


def corner(position: Position, vertices: Iterable[int] | None = None) -> Iterator[Deduction]:
    """A cell at a corner, one of some or any, where a line can only pass along both its sides: it has both of them or
    neither."""
    net = position.lattice
    for number in range(len(net.at_vertex)) if vertices is None else vertices:
        edges = net.at_vertex[number]
        if position.blanks[number] == 2 and position.lines[number] == 0:
            a, b = position.blank(edges)
            for cell in set(net.cells_beside[a]) & set(net.cells_beside[b]):
                marks = _common(position, cell, a, b)
                if marks:
                    place = position.cell(cell)
                    text = _("{cell} has both sides at its closed corner or neither: one alone would be a dead end")
                    yield Deduction(marks, (place,), _(text.msgid, cell=named([place])), position.cells_at(number)[0])


def _common(position: Position, cell: int, a: int, b: int) -> tuple[tuple[int, int], ...]:
    """What the ways to draw a cell's sides have in common, if two of its sides are equal."""
    sides = position.lattice.around_cell[cell]
    one, other = sides.index(a), sides.index(b)
    ways = [way for way in position.ways(sides, position.line_counts(cell)) if way[one] == way[other]]
    if not ways:
        return ()
    alike = zip(sides, zip(*ways, strict=True), strict=True)
    return tuple((edge, marks[0]) for edge, marks in alike if not position.value[edge] and len(set(marks)) == 1)


def threes(position: Position) -> Iterator[Deduction]:
    """Two 3s side by side or across a corner."""
    level = position.level
    for i, row in enumerate(level.clues):
        for j, value in enumerate(row):
            if value != 3:
                continue
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                p, q = i + di, j + dj
                if not (p < level.rows and 0 <= q < level.columns and level.clues[p][q] == 3):
                    continue
                both = ((i, j), (p, q))
                if di and dj:
                    yield from _threes(position, _diagonal(position, *both), both, (_DIAGONAL,))
                else:
                    yield from _threes(position, _adjacent(position, *both), both, _SIDE_BY_SIDE)


_DIAGONAL = (
    LINE,
    _("3s on a diagonal"),
    _(
        "the 3s at {one} and {other}: one that lacked an outer side would take both at their corner, and leave the "
        "other only two"
    ),
)
_SIDE_BY_SIDE = (
    (
        LINE,
        _("3s side by side"),
        _(
            "the 3s at {one} and {other}: without a line between them they would be a loop of their own, and without "
            "one on a far side three lines would meet"
        ),
    ),
    (
        CROSS,
        _("3s side by side"),
        _(
            "the 3s at {one} and {other}: at both ends the line between them goes on along one of them, so nothing "
            "else joins it there"
        ),
    ),
)


def _threes(
    position: Position,
    known: list[tuple[int, int]],
    cells: tuple[Cell, Cell],
    told: tuple[tuple[int, Text, Text], ...],
) -> Iterator[Deduction]:
    for mark, title, text in told:
        marks = tuple((edge, its) for edge, its in known if its == mark and not position.value[edge])
        if marks:
            words = {"one": named(cells[:1]), "other": named(cells[1:])}
            yield Deduction(marks, cells, _(text.msgid, **words), title=title)


def _adjacent(position: Position, first: tuple[int, int], second: tuple[int, int]) -> list[tuple[int, int]]:
    columns = position.level.columns
    a, b = (i * columns + j for i, j in (first, second))
    if _domino(position, a, b):
        return []
    top, bottom, left, right = position.lattice.around_cell[a]
    far_top, far_bottom, far_left, far_right = position.lattice.around_cell[b]
    across = first[0] == second[0]
    lines = [left, right, far_right] if across else [top, bottom, far_bottom]
    found = [(edge, LINE) for edge in lines]
    shared = right if across else bottom
    inner = {top, bottom, left, right, far_top, far_bottom, far_left, far_right}
    for end in position.lattice.ends[shared]:
        found += [(edge, CROSS) for edge in position.lattice.at_vertex[end] if edge not in inner]
    return found


def _domino(position: Position, a: int, b: int) -> bool:
    """Whether the loop around the two cells might meet all clues: then two 3s say nothing."""
    border = set(position.lattice.around_cell[a]) ^ set(position.lattice.around_cell[b])
    touched = sum(len(position.clued[edge]) for edge in border)
    return touched == sum(wanted for wanted in position.clue if wanted > 0)


def _diagonal(position: Position, first: tuple[int, int], second: tuple[int, int]) -> list[tuple[int, int]]:
    columns = position.level.columns
    top, _bottom, left, right = position.lattice.around_cell[first[0] * columns + first[1]]
    _top, bottom, far_left, far_right = position.lattice.around_cell[second[0] * columns + second[1]]
    rightwards = second[1] > first[1]
    return [
        (edge, LINE) for edge in (top, left if rightwards else right, bottom, far_right if rightwards else far_left)
    ]


def early_loop(position: Position) -> Iterator[Deduction]:
    """A segment that would close a loop while something is missing elsewhere."""
    for ends in position.paths:
        edge = position.lattice.between.get(ends)
        if edge is not None and not position.value[edge] and not position.closes_whole(edge, len(position.paths)):
            line = tuple(closed_by(position, edge))
            yield Deduction(((edge, CROSS),), (), closes_early(position, edge), segments=line, subject=Subject.LINE)


def closed_by(position: Position, edge: int) -> list[int]:
    """The line that a blank segment would close."""
    vertex = position.lattice.ends[edge][0]
    line = next(other for other in position.lattice.at_vertex[vertex] if position.value[other] == LINE)
    return position.path(line)[0]


def closes_early(position: Position, edge: int) -> Text:
    """What is wrong with a segment that would close a loop too early."""
    return _("a line {where} would close the loop before everything is on it", where=where(position, edge))
