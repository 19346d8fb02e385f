"""What is known of two sides of a cell at a corner, in words, and the names players have for what corners pass on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby

from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from . import reasoner as reason
from .deduction import CORNERS, corner_name, named, where, who
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")

ONE, TWO_OR_NONE, SOME, AT_MOST_ONE = map(frozenset, ({1}, {0, 2}, {1, 2}, {0, 1}))


def links_in_words(position: Position, links: Sequence[reason.Link]) -> list[Text]:
    """What is known of corners, one after the other; a cell is named once for all that follows about it, and what two
    cells have in common at a corner is said once."""
    told: list[Text] = []
    marked: set[int] = set()
    fourth = _fourth_corner(links)
    before: reason.Link | None = None
    waiting = deque(links)
    while waiting:
        link = waiting.popleft()
        marks = marks_told(position, link)
        if marks:
            told += [left_by(position, *mark, teller(position, link)) for mark in marks if mark[0] not in marked]
            marked |= {edge for edge, _mark in marks}
            before = None
            continue
        diagonal = _along_diagonal(position, link, waiting)
        text = _both(position, link, waiting[0]) if waiting else None
        if len(diagonal) > 1:
            text = _passed_on(position, link, diagonal)
        if text is not None:
            before = None
            for _link_told in range(2 * len(diagonal) - 1 if diagonal else 1):
                waiting.popleft()
        else:
            again = before is not None and before.cell == link.cell and not about_one_side(before)
            text = link_in_words(position, link, again and link != fourth)
            before = link
        if link == fourth:
            text = _("as corners with just one line come in pairs, {then}", then=text)
        told.append(text)
    return each_once(told)


def marks_told(position: Position, link: reason.Link) -> list[tuple[int, int]]:
    """The marks that a cell or vertex leaves two segments, if it is not told how many of them are lines."""
    both = [edge for edge in position.lattice.around_cell[link.cell] if edge in position.lattice.at_vertex[link.vertex]]
    marks = [(edge, {pair[place] for pair in link.pairs}) for place, edge in enumerate(both)]
    new = [(edge, its.pop()) for edge, its in marks if len(its) == 1 and not position.value[edge]]
    return new if about_one_side(link) else []


def lines_left(link: reason.Link) -> frozenset[int] | None:
    """How many lines a cell may have at a corner; None if more is known of one of the two sides."""
    return None if about_one_side(link) else frozenset(pair.count(LINE) for pair in link.pairs)


def _fourth_corner(links: Sequence[reason.Link]) -> reason.Link | None:
    """What a cell says of its last corner once it is known of the three others whether they have just one line: as each
    side has two ends, such corners come in pairs."""
    parity = [link for link in links if lines_left(link) in (ONE, TWO_OR_NONE)]
    for last in parity:
        others = {link.vertex for link in parity if link.cell == last.cell and not link.outward}
        if last.outward and len(others - {last.vertex}) == 3:
            return last
    return None


def _along_diagonal(position: Position, link: reason.Link, following: Iterable[reason.Link]) -> list[int]:
    """The cells on a diagonal to which one passes on, by 2s, that they have exactly one line, or two or none."""
    cells: list[int] = []
    here = link
    for number, then in enumerate(following):
        inward = number % 2 == 0
        if inward:
            joined = then.vertex == here.vertex
        else:
            joined = then.cell == here.cell and position.clue[then.cell] == 2 and _opposite(position, then, here)
        if not joined or then.outward is inward or lines_left(then) != lines_left(link):
            break
        if inward:
            cells.append(then.cell)
        here = then
    return cells if link.outward and lines_left(link) in (ONE, TWO_OR_NONE) else []


def _opposite(position: Position, link: reason.Link, other: reason.Link) -> bool:
    """Whether two links are about opposite corners of a cell."""
    (i, j), (p, q) = (divmod(each.vertex, position.level.columns + 1) for each in (link, other))
    return i != p and j != q


def _passed_on(position: Position, link: reason.Link, cells: Sequence[int]) -> Text:
    """What a cell has at a corner, and so all that follow on the diagonal."""
    if lines_left(link) == ONE:
        text = _(
            "{cell} has exactly one line at its {corner} corner, and so have {cells} on the diagonal, each where it "
            "touches the one before"
        )
    else:
        text = _(
            "{cell} has two lines or none at its {corner} corner, and so have {cells} on the diagonal, each where it "
            "touches the one before"
        )
    words = {"cell": who(position, link.cell), "corner": corner_of(position, link)}
    return _(text.msgid, cells=named(position.cell(cell) for cell in cells), **words)


def _both(position: Position, link: reason.Link, then: reason.Link) -> Text | None:
    """What a cell has at a corner, and so the one across the corner; None if that is not all there is to say."""
    if not (link.outward and not then.outward and link.vertex == then.vertex):
        return None
    words = {
        "cell": who(position, link.cell),
        "corner": corner_of(position, link),
        "other": who(position, then.cell),
    }
    match lines_left(link), lines_left(then):
        case (count, same) if count == same == ONE:
            text = _("{cell} has exactly one line at its {corner} corner, and so has {other} there")
        case (count, same) if count == same == TWO_OR_NONE:
            text = _("{cell} has two lines or none at its {corner} corner, and so has {other} there")
        case (count, other) if (count, other) == (SOME, AT_MOST_ONE):
            text = _("{cell} has at least one line at its {corner} corner, so {other} has at most one there")
        case _:
            return None
    return _(text.msgid, **words)


def corner_of(position: Position, link: reason.Link) -> Text:
    """Which corner of a cell a link is about."""
    (i, j), (p, q) = divmod(link.vertex, position.level.columns + 1), position.cell(link.cell)
    return CORNERS[2 * (i > p) + (j > q)]


def each_once(texts: Sequence[Text]) -> list[Text]:
    """Texts without those that say again what the one before them says."""
    return [next(same) for _said, same in groupby(texts, str)]


def about_one_side(link: reason.Link) -> bool:
    """Whether what is known of two sides is not how many of them are lines: then the cell is not named."""
    counts = {pair.count(LINE) for pair in link.pairs}
    return len(link.pairs) != sum((1, 2, 1)[count] for count in counts)


def link_in_words(position: Position, link: reason.Link, again: bool = False) -> Text:
    """What is known of two sides of a cell that meet at a corner; `again` if the cell has just been named."""
    corner, cell = corner_of(position, link), who(position, link.cell)
    lines = {pair.count(LINE) for pair in link.pairs}
    if lines == {1} and len(link.pairs) == 2 and position.lines[link.vertex] == 1 and not link.outward:
        return _("the line that ends at the {corner} corner of {cell} goes on along it", cell=cell, corner=corner)
    if lines == {1} and len(link.pairs) == 2:
        whole = _("{cell} has exactly one line at its {corner} corner")
        short = _("exactly one line at its {corner} corner")
    elif lines == {0, 2}:
        whole = _("{cell} has two lines or none at its {corner} corner")
        short = _("two lines or none at its {corner} corner")
    elif lines == {0, 1} and len(link.pairs) == 3:
        whole = _("{cell} has at most one line at its {corner} corner")
        short = _("at most one line at its {corner} corner")
    elif lines == {1, 2} and len(link.pairs) == 3:
        whole = _("{cell} has at least one line at its {corner} corner")
        short = _("at least one line at its {corner} corner")
    elif lines == {0}:
        whole, short = _("{cell} has no line at its {corner} corner"), _("no line at its {corner} corner")
    elif lines == {2}:
        whole, short = _("{cell} has two lines at its {corner} corner"), _("two lines at its {corner} corner")
    else:
        return _one_side(position, link)
    return _(short.msgid, corner=corner) if again else _(whole.msgid, cell=cell, corner=corner)


def _one_side(position: Position, link: reason.Link) -> Text:
    """What is known of two sides of a cell, if one of them needs the other."""
    both = [edge for edge in position.lattice.around_cell[link.cell] if edge in position.lattice.at_vertex[link.vertex]]
    alone = both[0] if (LINE, CROSS) not in link.pairs else both[1]
    other = both[1] if alone == both[0] else both[0]
    words = {"where": where(position, alone), "other": where(position, other)}
    if link.outward:
        return _("{cell} can have a line {where} only with one {other}", cell=who(position, link.cell), **words)
    return _("a line {where} could only go on {other}", **words)


def teller(position: Position, link: reason.Link) -> int:
    """The cell or vertex that tells what is known, the vertices by the numbers after those of the cells."""
    return link.cell if link.outward else len(position.clue) + link.vertex


def left_by(position: Position, edge: int, mark: int, place: int) -> Text:
    """A mark, and the cell or vertex that leaves nothing else, a vertex by a number after those of the cells."""
    if place >= len(position.clue):
        text = _("a line {where}: the line at {corner} has no other way on")
        if mark == CROSS:
            text = _("no line {where}: there is no place for it at {corner}")
        corner = corner_name(position, place - len(position.clue))
        return _(text.msgid, where=where(position, edge), corner=corner)
    if position.clue[place] < 0:
        text = _("a line {where}: the corners of {cell} leave nothing else")
        if mark == CROSS:
            text = _("no line {where}: the corners of {cell} leave nothing else")
        return _(text.msgid, where=where(position, edge), cell=named([position.cell(place)]))
    text = _("a line {where}: {cell} cannot do without it")
    if mark == CROSS:
        text = _("no line {where}: {cell} cannot have it")
    return _(text.msgid, where=where(position, edge), cell=who(position, place))


def corner_title(position: Position, links: Sequence[reason.Link]) -> Text | None:
    """The name players have for what corners pass on."""
    cells = list(dict.fromkeys(position.cell(link.cell) for link in links))
    clues = [position.level.clues[i][j] for i, j in cells]
    if not links:
        return None
    if _fourth_corner(links) is not None:
        return _("parity of a cell's corners")
    if len(cells) > 1 and None not in clues and _on_diagonal(cells):
        return _diagonal_title(clues)
    if len(cells) > 1 or clues[0] is None:
        return None
    vertex = links[0].vertex
    if not links[0].outward:
        text = _("line's end at a {clue}") if position.lines[vertex] else _("{clue} in a corner")
        return _(text.msgid, clue=clues[0])
    return _("line out of a {clue}", clue=clues[0]) if lines_left(links[0]) == ONE else None


def _on_diagonal(cells: Sequence[Cell]) -> bool:
    return len({i - j for i, j in cells}) == 1 or len({i + j for i, j in cells}) == 1


def _diagonal_title(clues: Sequence[int | None]) -> Text:
    """The name of some clues that meet at their corners."""
    if set(clues) == {2, 3} and clues.count(3) == 2:
        return _("3s joined by 2s on a diagonal")
    if 2 in clues:
        return _("2s on a diagonal") if clues.count(2) > 1 else _("2 on a diagonal")
    return _("clues on a diagonal")
