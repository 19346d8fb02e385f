"""The plain deductions: clues, vertices, openings and loops that would close too early."""

from __future__ import annotations

from collections.abc import Iterator

from cassetete.core.message import Catalogue

from ..solvers.propagation import CROSS, LINE
from .position import Position, Step, named

_ = Catalogue("slitherlink")


def _all(edges: list[int], mark: int) -> tuple[tuple[int, int], ...]:
    return tuple((edge, mark) for edge in edges)


def clue(position: Position) -> Iterator[Step]:
    """A clue with enough lines, or with just enough sides left."""
    for number, (wanted, sides) in enumerate(zip(position.clue, position.net.around_cell, strict=True)):
        blank = position.blank(sides)
        if wanted < 0 or not blank:
            continue
        cell = position.cell(number)
        need = wanted - position.lines(sides)
        if need == 0:
            text = _("the {clue} at {cell} has all its lines: its other sides are crossed out")
            yield Step(_all(blank, CROSS), (cell,), _(text.msgid, clue=wanted, cell=named([cell])))
        elif need == len(blank):
            text = _("the {clue} at {cell} needs all the sides that are left")
            yield Step(_all(blank, LINE), (cell,), _(text.msgid, clue=wanted, cell=named([cell])))


def vertex(position: Position) -> Iterator[Step]:
    """No or two lines meet in a vertex."""
    for number, edges in enumerate(position.net.at_vertex):
        blank = position.blank(edges)
        lines = position.lines(edges)
        if not blank or (lines < 2 and len(blank) > 1):
            continue
        place, cells = position.around(number)
        mark = LINE if lines == 1 else CROSS
        text = {
            0: _("a line that came to the corner of {cells} could not go on: it is a dead end"),
            1: _("the line that comes to the corner of {cells} can only go on here"),
            2: _("two lines meet at the corner of {cells}: no third one can"),
        }.get(lines)
        if text is not None:
            yield Step(_all(blank, mark), (), _(text.msgid, cells=named(cells)), place)


def finished(position: Position) -> Iterator[Step]:
    """The loop is closed."""
    blank = position.blank(range(len(position.value)))
    if blank and any(path.start == path.end for path in position.paths):
        yield Step(_all(blank, CROSS), (), _("the loop is closed: nothing else is drawn"))


def corner(position: Position) -> Iterator[Step]:
    """A cell at a corner where a line can only pass along both its sides: it has both of them or neither."""
    tied: dict[int, list[tuple[int, int]]] = {}
    cells_of = position.beside
    for edges in position.net.at_vertex:
        blank = position.blank(edges)
        if len(blank) == 2 and position.lines(edges) == 0:
            for cell in set(cells_of[blank[0]]) & set(cells_of[blank[1]]):
                tied.setdefault(cell, []).append((blank[0], blank[1]))
    for cell, pairs in sorted(tied.items()):
        puts = _common(position, cell, pairs)
        if puts:
            place = position.cell(cell)
            text = _("at its closed corner the cell {cell} has both sides drawn or neither", cell=named([place]))
            yield Step(puts, (place,), text)


def _common(position: Position, cell: int, pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """What the ways to draw a cell's sides have in common, if some pairs of sides are equal."""
    sides = position.net.around_cell[cell]
    wanted = position.clue[cell]
    ways = []
    for bits in range(16):
        drawn = {edge: LINE if bits >> k & 1 else CROSS for k, edge in enumerate(sides)}
        fits = wanted < 0 or bits.bit_count() == wanted
        fits = fits and all(position.value[edge] in (0, mark) for edge, mark in drawn.items())
        if fits and all(drawn[a] == drawn[b] for a, b in pairs):
            ways.append(drawn)
    blank = position.blank(sides)
    return tuple((edge, ways[0][edge]) for edge in blank if ways and len({way[edge] for way in ways}) == 1)


def threes(position: Position) -> Iterator[Step]:
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
                known = _diagonal(position, (i, j), (p, q)) if di and dj else _adjacent(position, (i, j), (p, q))
                puts = tuple((edge, mark) for edge, mark in known if not position.value[edge])
                if puts:
                    text = (
                        _("two 3s that touch at a corner, {cells}: their outer corners are drawn")
                        if di and dj
                        else _("two 3s side by side, {cells}: the side between them and those opposite are drawn")
                    )
                    both = ((i, j), (p, q))
                    yield Step(puts, both, _(text.msgid, cells=named(both)))


def _adjacent(position: Position, first: tuple[int, int], second: tuple[int, int]) -> list[tuple[int, int]]:
    columns = position.level.columns
    a, b = (i * columns + j for i, j in (first, second))
    if _domino(position, a, b):
        return []
    top, bottom, left, right = position.net.around_cell[a]
    far_top, far_bottom, far_left, far_right = position.net.around_cell[b]
    across = first[0] == second[0]
    lines = [left, right, far_right] if across else [top, bottom, far_bottom]
    found = [(edge, LINE) for edge in lines]
    shared = right if across else bottom
    inner = {top, bottom, left, right, far_top, far_bottom, far_left, far_right}
    for end in position.net.ends[shared]:
        found += [(edge, CROSS) for edge in position.net.at_vertex[end] if edge not in inner]
    return found


def _domino(position: Position, a: int, b: int) -> bool:
    """Whether the loop around the two cells might meet all clues: then two 3s say nothing."""
    border = set(position.net.around_cell[a]) ^ set(position.net.around_cell[b])
    touched = sum(position.clue[cell] >= 0 for edge in border for cell in position.beside[edge])
    return touched == sum(wanted for wanted in position.clue if wanted > 0)


def _diagonal(position: Position, first: tuple[int, int], second: tuple[int, int]) -> list[tuple[int, int]]:
    columns = position.level.columns
    top, _bottom, left, right = position.net.around_cell[first[0] * columns + first[1]]
    _top, bottom, far_left, far_right = position.net.around_cell[second[0] * columns + second[1]]
    rightwards = second[1] > first[1]
    return [
        (edge, LINE) for edge in (top, left if rightwards else right, bottom, far_right if rightwards else far_left)
    ]


def early_loop(position: Position) -> Iterator[Step]:
    """A segment that would close a loop while something is missing elsewhere."""
    for start, end in position.paths:
        edge = position.net.between.get((start, end))
        if edge is not None and not position.value[edge] and not position.whole(edge):
            cells = tuple(position.cell(cell) for cell in position.beside[edge])
            text = _("drawn, the segment beside {cells} would close the loop too early", cells=named(cells))
            yield Step(((edge, CROSS),), (), text)
