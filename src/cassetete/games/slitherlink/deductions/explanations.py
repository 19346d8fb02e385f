"""What a deduction says to a player: the name of the technique, what to look at, and what would go wrong otherwise."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Sequence

from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from . import reasoner as reason
from .areas import INSIDE
from .chain import Cause, Chain, Step, consequence, refutation
from .deduction import CORNERS, Deduction, Technique, corner_name, named
from .position import CROSS, LINE, Position
from .trial import settled

_ = Catalogue("slitherlink")

SHORT = 4
"""How many steps a chain has that is easier to follow than what is known corner by corner."""
MOST_SHOWN = 6
"""How many steps of a chain are told; the board shows them all."""


def explained(position: Position, technique: Technique, deduction: Deduction) -> Deduction:
    """A deduction with the whole reason for its marks; marks that have another reason are left for another step."""
    match technique.id:
        case "corner":
            return _closed_corner(position, deduction)
        case "corners":
            return _corner_by_corner(position, deduction)
        case "colours":
            return _crossings(position, deduction)
        case "common":
            return _both_ways(position, deduction)
        case "strong" | "around_cell" | "around_block":
            found = _chain(position, deduction)
            failed = None
            if found is None or len(found[1].steps) > MOST_SHOWN + 2:
                failed = _by_failure(position, deduction, found)
            return failed or (deduction if found is None else _by_chain(position, deduction, *found))
        case "links" | "areas" as name:
            found = _chain(position, deduction)
            if found is None or len(found[1].steps) > MOST_SHOWN + 2:
                return _by_facts(position, deduction, reason.LINKED if name == "links" else reason.EVERYTHING)
            return _by_chain(position, deduction, *found)
        case "contradiction":
            return _otherwise(position, deduction)
        case _:
            return deduction


def shortest(position: Position, deductions: Iterable[Deduction]) -> Deduction | None:
    """The deduction by trial whose chain is the shortest."""
    best: tuple[int, Deduction] | None = None
    for deduction in deductions:
        ((edge, mark),) = deduction.marks
        chain = refutation(position, edge, LINE + CROSS - mark)
        if chain is not None and (best is None or len(chain.steps) < best[0]):
            best = len(chain.steps), deduction
    return None if best is None else best[1]


# --- Chains -------------------------------------------------------------------------------------


def _chain(position: Position, deduction: Deduction) -> tuple[tuple[int, int], Chain] | None:
    """The shortest chain that shows why one of the marks must be, with as few kinds of rules as are needed."""
    for sides, areas in ((False, False), (True, False), (True, True)):
        chains = [
            ((edge, mark), chain)
            for edge, mark in deduction.marks
            if (chain := refutation(position, edge, LINE + CROSS - mark, sides, areas)) is not None
        ]
        if chains:
            return min(chains, key=lambda pair: len(pair[1].steps))
    return None


def _otherwise(position: Position, deduction: Deduction) -> Deduction:
    found = _chain(position, deduction)
    return deduction if found is None else _by_chain(position, deduction, *found)


def _by_chain(position: Position, deduction: Deduction, mark: tuple[int, int], chain: Chain) -> Deduction:
    supposed = _("if this were crossed out") if mark[1] == LINE else _("if this were a line")
    middle = [_step(position, step) for step in chain.steps[1:-1]]
    told = _joined([*_shortened(middle), _wrong(position, chain.end)])
    text = _("{supposed}: {chain}", supposed=supposed, chain=told)
    segments = tuple(edge for edge, _mark in chain.marks[1:])
    return Deduction((mark,), _cells_of(position, chain), text, segments=segments, title=deduction.title)


def _cells_of(position: Position, chain: Chain) -> tuple[Cell, ...]:
    """The cells with a clue that a chain goes through."""
    numbers = dict.fromkeys(step.place for step in chain.steps if step.cause is Cause.CLUE)
    return tuple(position.cell(number) for number in numbers)


def _shortened(steps: Sequence[Text]) -> list[Text]:
    """The steps that are told: the first and last ones of a long chain."""
    if len(steps) <= MOST_SHOWN + 2:  # one or two steps take no more room than a note about them
        return list(steps)
    half = MOST_SHOWN // 2
    return [*steps[:half], _.n("… {n} step …", "… {n} steps …", n=len(steps) - 2 * half), *steps[-half:]]


def _joined(steps: Sequence[Text]) -> Text:
    text = steps[-1]
    for step in reversed(steps[:-1]):
        text = _("{first} → {then}", first=step, then=text)
    return text


def _step(position: Position, step: Step) -> Text:
    drawn = bool(step.marks) and step.marks[0][1] == LINE
    match step.cause:
        case Cause.CLUE:
            clue, cell = position.clue[step.place], named([position.cell(step.place)])
            if drawn:
                return _("the {clue} at {cell} needs its other sides", clue=clue, cell=cell)
            return _("the {clue} at {cell} has its lines", clue=clue, cell=cell)
        case Cause.VERTEX:
            corner = corner_name(position, step.place)
            if drawn:
                return _("the line goes on at {corner}", corner=corner)
            if step.lines:
                return _("two lines meet at {corner}", corner=corner)
            return _("nothing passes {corner}", corner=corner)
        case Cause.LOOP:
            cells = named(position.cells_beside(step.place))
            return _("no line beside {cells}, where a loop would close too early", cells=cells)
        case Cause.SIDES:
            cells = named(position.cells_beside(step.place))
            if drawn:
                return _("a line beside {cells}, between inside and outside", cells=cells)
            return _("no line beside {cells}: both sides are inside, or both outside", cells=cells)
        case _:
            return _needed(position, step.place, step.lines == INSIDE)


def _wrong(position: Position, end: Step) -> Text:
    match end.cause:
        case Cause.CLUE:
            clue, cell = position.clue[end.place], named([position.cell(end.place)])
            if end.lines > clue:
                return _("the {clue} at {cell} has too many lines", clue=clue, cell=cell)
            return _("the {clue} at {cell} cannot be met", clue=clue, cell=cell)
        case Cause.VERTEX if end.lines > 2:
            return _("three lines meet at {corner}", corner=corner_name(position, end.place))
        case Cause.VERTEX:
            return _("the line ends at {corner}", corner=corner_name(position, end.place))
        case Cause.LOOP:
            return _("a loop closes too early")
        case Cause.SIDES:
            cells = named(position.cells_beside(end.place))
            return _("{cells} would be both inside and outside", cells=cells)
        case Cause.AREA:
            return _cut_off(position, end.place, end.lines == INSIDE)
        case _:
            return _("no loop is left")


def _cut_off(position: Position, cell: int, inside: bool) -> Text:
    place = named([position.cell(cell)])
    if inside:
        return _("{cell} is inside, cut off from the rest of the inside", cell=place)
    return _("{cell} is outside, cut off from the rest of the outside", cell=place)


# --- Facts: what is passed on from corner to corner and from side to side ---------------------------


def _by_facts(position: Position, deduction: Deduction, rules: int) -> Deduction:
    """The facts that leave a segment only one mark."""
    edge, mark = deduction.marks[0]
    try:
        reasoner = reason.Reasoner.of(position, rules)
    except reason.Wrong:  # marks that contradict each other: the hint has said so before
        return deduction
    said = reasoner.said(reasoner.forced[edge][1])
    told = [text for one in said if (text := _said(position, one)) is not None]
    if not told:
        return deduction
    last = _("so this is a line") if mark == LINE else _("so this is no line")
    fact = reasoner.forced[edge][1]
    (root, _odd), (other, _other_odd) = (reasoner.relation(cell) for cell in _both_sides(position, edge))
    if root == other and all(domain.fact != fact for domain in reasoner.domains_of([edge])):
        if mark == LINE:
            last = _("so this is a line, between inside and outside")
        else:
            last = _("so this is no line: both its sides are inside, or both outside")
    cells = _cells_in(position, said)
    return Deduction(((edge, mark),), cells, _joined([*_shortened(told), last]), title=deduction.title)


def _by_failure(
    position: Position, deduction: Deduction, found: tuple[tuple[int, int], Chain] | None
) -> Deduction | None:
    """The facts that contradict each other once a segment has the other mark; None if the chain found is shorter."""
    known = settled(position)
    if known is None:
        return None
    least = len(found[1].steps) if found is not None else sys.maxsize
    best: Deduction | None = None
    for edge, mark in deduction.marks:
        failed = known.supposed(edge, LINE + CROSS - mark)
        if not failed.broken:
            continue
        said = failed.said(*failed.broken)
        told = [text for one in said if (text := _said(position, one)) is not None]
        if len(told) + 2 >= least:
            continue
        least = len(told) + 2
        supposed = _("if this were crossed out") if mark == LINE else _("if this were a line")
        text = _("{supposed}: {chain}", supposed=supposed, chain=_joined([*_shortened(told), _failure(failed)]))
        cells = _cells_in(position, said) or deduction.cells
        best = Deduction(((edge, mark),), cells, text, title=deduction.title)
    return best


def _said(position: Position, said: reason.Said) -> Text | None:
    """A fact in words; None if it has no simple ones."""
    match said:
        case reason.Link():
            return _link(position, said)
        case reason.Sides(middle, one, other, differ):
            words = {"middle": _who(position, middle), "one": _side(position, one), "other": _side(position, other)}
            if differ and position.lattice.outside in (one, other):
                cell = named([position.cell(min(one, other))])  # the outside has the greatest number
                text = _("{middle} has a line towards just one of {one} and {other}: {cell} is inside")
                return _(text.msgid, cell=cell, **words)
            if position.lattice.outside in (one, other):
                cell = named([position.cell(min(one, other))])
                text = _("{middle} has lines towards both {one} and {other} or neither: {cell} is outside")
                return _(text.msgid, cell=cell, **words)
            if differ:
                text = _("{middle} has a line towards just one of {one} and {other}: just one of these is inside")
            else:
                text = _(
                    "{middle} has lines towards both {one} and {other} or neither: both are inside or both outside"
                )
            return _(text.msgid, **words)
        case reason.Towards(cell, one, other, equal):
            words = {"cell": _who(position, cell), "one": _side(position, one), "other": _side(position, other)}
            if equal:
                return _("{cell} has a line towards both {one} and {other}, or towards neither", **words)
            return _("{cell} has a line towards just one of {one} and {other}", **words)
        case reason.Marked(_cell, edge, mark):
            cells = named(position.cells_beside(edge))
            return _("a line beside {cells}", cells=cells) if mark == LINE else _("no line beside {cells}", cells=cells)
        case reason.Early(_cell, edge):
            cells = named(position.cells_beside(edge))
            return _("no line beside {cells}, where a loop would close too early", cells=cells)
        case reason.Needed(cell, inside):
            return _needed(position, cell, inside)


def _needed(position: Position, cell: int, inside: bool) -> Text:
    """A cell that is inside (or outside) because inside and outside are one piece each."""
    place = named([position.cell(cell)])
    if inside:
        return _("{cell} is inside: outside, it would be cut off or cut the inside in two", cell=place)
    return _("{cell} is outside: inside, it would be cut off or cut the outside in two", cell=place)


def _who(position: Position, cell: int) -> Text | str:
    """A cell with its clue, if it has one."""
    place, clue = named([position.cell(cell)]), position.clue[cell]
    return place if clue < 0 else _("the {clue} at {cell}", clue=clue, cell=place)


def _side(position: Position, cell: int) -> Text | str:
    return _("the border") if cell == position.lattice.outside else named([position.cell(cell)])


def _failure(failed: reason.Reasoner) -> Text:
    position, (at, place) = failed.position, failed.failure
    match at:
        case reason.At.CELL:
            cell, clue = named([position.cell(place)]), position.clue[place]
            if clue < 0:
                return _("the loop has no way left around {cell}", cell=cell)
            return _("the {clue} at {cell} cannot be met", clue=clue, cell=cell)
        case reason.At.VERTEX:
            return _("the loop has no way left at {corner}", corner=corner_name(position, place))
        case reason.At.SEGMENT:
            cells = named(position.cells_beside(place))
            (root, odd), (other, other_odd) = (failed.relation(cell) for cell in _both_sides(position, place))
            if root == other and odd != other_odd:
                return _("a line is missing beside {cells}, between inside and outside", cells=cells)
            if root == other:
                return _("a line beside {cells}, though both sides are inside, or both outside", cells=cells)
            return _("the segment beside {cells} could be neither a line nor crossed out", cells=cells)
        case reason.At.SIDES:
            return _("{cells} would be both inside and outside", cells=named([position.cell(place)]))
        case reason.At.LOOP:
            return _("a loop closes too early")
        case _:
            return _cut_off(position, place, at is reason.At.INSIDE)


def _both_sides(position: Position, edge: int) -> tuple[int, int]:
    cell = position.lattice.cells_beside[edge][0]
    return cell, position.lattice.across(cell, edge)


def _cells_in(position: Position, said: Sequence[reason.Said]) -> tuple[Cell, ...]:
    """The cells that facts are about."""
    numbers = dict.fromkeys(one.middle if isinstance(one, reason.Sides) else one.cell for one in said)
    return tuple(position.cell(number) for number in numbers)


# --- Techniques with words of their own ---------------------------------------------------------


def _closed_corner(position: Position, deduction: Deduction) -> Deduction:
    """A cell at whose corner a line can only pass along both its sides."""
    (cell,) = deduction.cells
    clue = position.level.clues[cell[0]][cell[1]]
    if clue is None or deduction.corner is None:
        return deduction
    (i, j), (p, q) = deduction.corner, cell
    words = {"cell": named([cell]), "corner": CORNERS[2 * (i > p) + (j > q)]}
    if clue == 1:
        text = _("a line at the {corner} corner of the 1 at {cell} could only take two of its sides, one too many")
    elif clue == 3:
        text = _(
            "at its {corner} corner the 3 at {cell} has both sides (one alone would be a dead end): without them it "
            "has too few"
        )
    else:
        text = _(
            "at its {corner} corner the 2 at {cell} has both sides or neither (one alone would be a dead end): its "
            "other sides say which"
        )
    return deduction._replace(text=_(text.msgid, **words), title=_("{clue} in a corner", clue=clue))


def _corner_by_corner(position: Position, deduction: Deduction) -> Deduction:
    """What is known of the corners of some cells: as a short chain, else as what is passed on from corner to corner."""
    edge, mark = deduction.marks[0]
    links: list[reason.Link] = []
    try:
        reasoner = reason.Reasoner.of(position, reason.CORNERS)
        links = reasoner.links(reasoner.forced[edge][1])
    except reason.Wrong:  # marks that contradict each other: the hint has said so before
        pass
    title = _corner_title(position, links) or deduction.title
    found = _chain(position, deduction._replace(marks=((edge, mark),)))
    if found is not None and (len(found[1].steps) - 2 <= SHORT or not links):
        return _by_chain(position, deduction, *found)._replace(title=title)
    told = [text for link in links if (text := _link(position, link)) is not None]
    if not told:
        return deduction._replace(title=title) if found is None else _by_chain(position, deduction, *found)
    last = _("so this is a line") if mark == LINE else _("so this is no line")
    cells = tuple(dict.fromkeys(position.cell(link.cell) for link in links))
    return Deduction(((edge, mark),), cells, _joined([*_shortened(told), last]), title=title)


def _link(position: Position, link: reason.Link) -> Text | None:
    """What is known of two sides of a cell that meet at a corner; None if that has no simple words."""
    (i, j), (p, q) = divmod(link.vertex, position.level.columns + 1), position.cell(link.cell)
    corner, cell = CORNERS[2 * (i > p) + (j > q)], _who(position, link.cell)
    lines = {pair.count(LINE) for pair in link.pairs}
    if lines == {1} and len(link.pairs) == 2 and position.lines[link.vertex] == 1:
        return _("the line that ends at the {corner} corner of {cell} goes on along it", cell=cell, corner=corner)
    if lines == {1} and len(link.pairs) == 2:
        return _("{cell} has exactly one line at its {corner} corner", cell=cell, corner=corner)
    if lines == {0, 2}:
        return _("{cell} has both lines at its {corner} corner or neither", cell=cell, corner=corner)
    if lines == {0, 1} and len(link.pairs) == 3:
        return _("{cell} has at most one line at its {corner} corner", cell=cell, corner=corner)
    if lines == {1, 2} and len(link.pairs) == 3:
        return _("{cell} has at least one line at its {corner} corner", cell=cell, corner=corner)
    return None


def _corner_title(position: Position, links: Sequence[reason.Link]) -> Text | None:
    """The name players have for a chain of corners."""
    cells = list(dict.fromkeys(position.cell(link.cell) for link in links))
    clues = [position.level.clues[i][j] for i, j in cells]
    diagonal = len({i - j for i, j in cells}) == 1 or len({i + j for i, j in cells}) == 1
    if len(cells) > 1 and diagonal and 2 in clues:
        return _("2s on a diagonal")
    if links and position.lines[links[0].vertex] == 1 and clues[0] is not None:
        return _("line's end at a {clue}", clue=clues[0])
    return None


def _crossings(position: Position, deduction: Deduction) -> Deduction:
    """A way around a segment joins its sides: it crosses an odd number of lines between inside and outside."""
    edge, mark = deduction.marks[0]
    start = position.lattice.cells_beside[edge][0]
    way, crossed = _way_around(position, start, position.lattice.across(start, edge))
    cells = tuple(position.cell(cell) for cell in way if cell != position.lattice.outside)
    lines = [other for other in crossed if position.value[other] == LINE]
    names, n = named(cells), len(lines)
    if mark == LINE:
        told = _.n(
            "the way around this segment by {cells} crosses {n} line, an odd number: just one of its sides is inside",
            "the way around this segment by {cells} crosses {n} lines, an odd number: just one of its sides is inside",
            n=n,
            cells=names,
        )
    elif lines:
        told = _(
            "the way around this segment by {cells} crosses {n} lines, an even number: none or both of its sides are "
            "inside",
            cells=names,
            n=n,
        )
    else:
        told = _(
            "the way around this segment by {cells} crosses no line: both its sides are inside, or both outside",
            cells=names,
        )
    return Deduction(((edge, mark),), cells, told, segments=tuple(lines), title=_("inside and outside"))


def _way_around(position: Position, start: int, end: int) -> tuple[list[int], list[int]]:
    """The fewest cells from one to another by marked segments, and the segments between them."""
    net = position.lattice
    border = [edge for edge, cells in enumerate(net.cells_beside) if len(cells) == 1]
    came: dict[int, tuple[int, int]] = {start: (start, -1)}
    waiting = deque([start])
    while waiting and end not in came:
        here = waiting.popleft()
        for edge in border if here == net.outside else net.around_cell[here]:
            there = net.cells_beside[edge][0] if here == net.outside else net.across(here, edge)
            if position.value[edge] and there not in came:
                came[there] = (here, edge)
                waiting.append(there)
    way, crossed = [end], []
    while way[-1] != start:
        before, edge = came[way[-1]]
        way.append(before)
        crossed.append(edge)
    return way[::-1], crossed[::-1]


def _both_ways(position: Position, deduction: Deduction) -> Deduction:
    """Marks that follow whether a segment is drawn or not: both chains to one of them."""
    assert deduction.supposed is not None
    best: tuple[int, tuple[int, int], Chain, Chain] | None = None
    for edge, mark in deduction.marks:
        drawn = consequence(position, deduction.supposed, LINE, edge)
        crossed = consequence(position, deduction.supposed, CROSS, edge)
        if drawn is not None and crossed is not None:
            length = len(drawn.steps) + len(crossed.steps)
            if best is None or length < best[0]:
                best = length, (edge, mark), drawn, crossed
    if best is None:
        return deduction
    _length, wanted, drawn, crossed = best
    text = _(
        "the segment beside {cells} is a line or not; a line: {line}; no line: {cross}; either way this follows",
        cells=named(position.cells_beside(deduction.supposed)),
        line=_told_steps(position, drawn),
        cross=_told_steps(position, crossed),
    )
    segments = dict.fromkeys(edge for chain in (drawn, crossed) for edge, _mark in chain.marks if edge != wanted[0])
    cells = dict.fromkeys((*_cells_of(position, drawn), *_cells_of(position, crossed)))
    return Deduction((wanted,), tuple(cells), text, segments=tuple(segments), supposed=deduction.supposed)


def _told_steps(position: Position, chain: Chain) -> Text:
    steps = [_step(position, step) for step in chain.steps[1:]]
    return _joined(_shortened(steps)) if steps else _("it is this one")
