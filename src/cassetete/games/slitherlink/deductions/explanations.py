"""What a deduction says to a player: the name of the technique, what to look at, and what would go wrong otherwise."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby

from cassetete.core.grid import Cell
from cassetete.core.message import Catalogue, Text

from . import reasoner as reason
from .areas import INSIDE
from .basic import closed_by, closes_early, corner
from .chain import Cause, Chain, Step, consequence, refutation, shortest_refutation
from .corner_chain import corner_chain
from .corner_words import (
    ONE,
    about_one_side,
    corner_of,
    corner_title,
    each_once,
    left_by,
    lines_left,
    link_in_words,
    links_in_words,
    marks_told,
    teller,
)
from .deduction import (
    CORNERS,
    Deduction,
    Subject,
    Technique,
    corner_name,
    joined,
    marks_in_words,
    named,
    sides_left,
    where,
    who,
)
from .line_end import line_end
from .position import CROSS, LINE, Position
from .trial import settled, trial_in_trial

_ = Catalogue("slitherlink")

MOST_SHOWN = 6
"""How many facts of a longer row are told, if there is a reason that is shorter."""
MOST_TRIED = 12
"""How many steps of a longer chain are told; the board shows them all."""


_RULES = {"links": reason.LINKED, "areas": reason.EVERYTHING, "walls": reason.WALLED}


def explained(position: Position, technique: Technique, deduction: Deduction, now: Position | None = None) -> Deduction:
    """A deduction with the whole reason for its marks; marks that have another reason are left for another step.

    It was found in a position; `now` has the marks made since, which make the reason shorter.
    """
    now = now or position
    match technique.id:
        case "corner":
            return _closed_corner(position, deduction)
        case "line_end" | "line_along" if deduction.corner is not None:
            return deduction
        case "corners" | "line_end" | "line_along":
            return _corner_by_corner(position, deduction, now)
        case "colours":
            return _crossings(now, deduction.marks[0]) or deduction
        case "common":
            return _both_ways(position, deduction)
        case "strong" | "around_cell" | "around_block":
            found = _chain(position, deduction)
            failed = None
            if found is None or len(found[1].steps) > MOST_SHOWN + 2:
                failed = _by_failure(position, deduction, found)
            if failed is not None or found is None:
                return failed or deduction
            told = _named(position, *found)
            return told._replace(title=_("contradiction")) if technique.id == "strong" and told.inferred else told
        case "links" | "areas" | "walls" as name:
            found = _chain(now, deduction)
            facts = _by_facts(position, deduction, _RULES[name])
            if found is not None and (len(found[1].steps) <= 2 or facts.hidden):
                return _named(now, *found)
            return facts
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
    found = shortest_refutation(position, [(edge, LINE + CROSS - mark) for edge, mark in deduction.marks])
    if found is None:
        return None
    (edge, wrong), chain = found
    return (edge, LINE + CROSS - wrong), chain


def _otherwise(position: Position, deduction: Deduction) -> Deduction:
    found = _chain(position, deduction)
    return deduction if found is None else _by_chain(position, deduction.title, *found)


def _by_chain(position: Position, title: Text | None, mark: tuple[int, int], chain: Chain) -> Deduction:
    if len(chain.steps) == 2 and chain.end.cause is Cause.AREA:
        return _would_cut_off(position, mark, chain.end.place, chain.end.lines == INSIDE)
    middle = _steps(position, chain.steps[1:-1])
    told = joined([*_shortened(middle, MOST_TRIED), _wrong(position, chain)])
    text = _("{supposed}: {chain}", supposed=_supposed(position, mark), chain=told)
    segments = tuple(edge for edge, _mark in chain.marks[1:])
    cells = _cells_of(position, chain)
    subject = Subject.TRIAL if _plain(chain) else Subject.SIDES
    return Deduction(
        (mark,),
        cells,
        text,
        segments=segments,
        title=title,
        hidden=_hidden(middle, MOST_TRIED),
        inferred=len(chain.steps) - 2,
        subject=subject,
    )


def _supposed(position: Position, mark: tuple[int, int]) -> Text:
    """The opposite of a mark, supposed."""
    edge, its = mark
    place = where(position, edge)
    if its == LINE:
        return _("if there were no line {where}", where=place)
    return _("if there were a line {where}", where=place)


def _named(position: Position, mark: tuple[int, int], chain: Chain) -> Deduction:
    """A chain in words, with the name of what it is told with, however it was found."""
    if len(chain.steps) == 2 and chain.end.cause is Cause.SIDES:
        crossings = _crossings(position, mark)
        if crossings is not None:
            return crossings
    if len(chain.steps) == 2 and chain.end.cause is Cause.LOOP:
        return Deduction(
            (mark,),
            (),
            closes_early(position, mark[0]),
            segments=tuple(closed_by(position, mark[0])),
            title=_("loop closed too early"),
            subject=Subject.LINE,
        )
    return _by_chain(position, _chain_title(position, chain), mark, chain)


def _chain_title(position: Position, chain: Chain) -> Text:
    areas = [step for step in chain.steps if step.cause is Cause.AREA]
    if areas:
        return _region_title(areas[0].cut, cut_off=areas[0] is chain.end)
    causes = {step.cause for step in chain.steps}
    if Cause.SIDES in causes:
        return _("inside and outside")
    if Cause.LOOP in causes:
        return _("loop closed too early")
    return _plain_title(position, chain)


def _region_title(cut: bool, cut_off: bool = False) -> Text:
    """The name of a step that rests on inside and outside being one piece each."""
    if cut_off:
        return _("region without an exit")
    return _("only exit of a region") if cut else _("cell out of reach")


def _plain(chain: Chain) -> bool:
    """Whether a chain goes without inside and outside."""
    return not any(step.cause in (Cause.SIDES, Cause.AREA) for step in chain.steps)


def _plain_title(position: Position, chain: Chain) -> Text:
    """The name of a chain by clues and corners: a pattern that players know, else what goes wrong."""
    cells = _cells_of(position, chain)
    if len(cells) == 2 and all(_at_border(position, cell) for cell in cells):
        (i, j), (p, q) = cells
        clues = {position.level.clues[i][j], position.level.clues[p][q]}
        if abs(i - p) + abs(j - q) == 1 and clues in ({1}, {1, 3}):
            return _("{one} beside a {other} at the border", one=max(clues, key=lambda clue: clue or 0), other=1)
    if chain.end.cause is Cause.CLUE:
        return _("clue that could not be met")
    return _("three lines at a corner") if chain.end.lines > 2 else _("dead end")


def _at_border(position: Position, cell: Cell) -> bool:
    return cell[0] in (0, position.level.rows - 1) or cell[1] in (0, position.level.columns - 1)


def _cells_of(position: Position, chain: Chain) -> tuple[Cell, ...]:
    """The cells with a clue that a chain goes through."""
    numbers = dict.fromkeys(step.place for step in chain.steps if step.cause is Cause.CLUE)
    return tuple(position.cell(number) for number in numbers)


def _shortened(steps: Sequence[Text], most: int = MOST_SHOWN) -> list[Text]:
    """The steps that are told: the first and last ones of a long chain."""
    hidden = _hidden(steps, most)
    if not hidden:
        return list(steps)
    half = most // 2
    return [*steps[:half], _.n("… {n} step …", "… {n} steps …", n=hidden), *steps[-half:]]


def _hidden(steps: Sequence[Text], most: int = MOST_SHOWN) -> int:
    """How many steps of a chain are not told; one or two take no more room than a note about them."""
    return 0 if len(steps) <= most + 2 else len(steps) - 2 * (most // 2)


def _steps(position: Position, steps: Sequence[Step]) -> list[Text]:
    """Steps in words; a line that goes on and on is told once."""
    told = []
    for onward, group in groupby(steps, _goes_on):
        same = list(group)
        if onward and len(same) > 2:
            corner = corner_name(position, same[-1].place)
            text = _("the line goes on without a choice, {n} times, the last time at {corner}")
            told.append(_(text.msgid, n=len(same), corner=corner))
        else:
            told += [_step(position, step) for step in same]
    return told


def _goes_on(step: Step) -> bool:
    return step.cause is Cause.VERTEX and bool(step.marks) and step.marks[0][1] == LINE


def _step(position: Position, step: Step) -> Text:
    drawn = bool(step.marks) and step.marks[0][1] == LINE
    match step.cause:
        case Cause.CLUE:
            clue, cell = position.clue[step.place], named([position.cell(step.place)])
            if drawn:
                return sides_left(clue, position.cell(step.place), len(step.marks))
            return _("the {clue} at {cell} is met", clue=clue, cell=cell)
        case Cause.VERTEX:
            corner = corner_name(position, step.place)
            if drawn:
                return _("the line goes on at {corner}", corner=corner)
            if step.lines:
                return _("two lines meet at {corner}", corner=corner)
            return _("nothing passes {corner}", corner=corner)
        case Cause.LOOP:
            return _("no line {where}: a loop would close too early", where=where(position, step.place))
        case Cause.SIDES:
            return _by_sides(position, step.place, drawn)
        case _:
            return _needed(position, step.place, step.lines == INSIDE, step.cut)


def _wrong(position: Position, chain: Chain) -> Text:
    end = chain.end
    match end.cause:
        case Cause.CLUE:
            clue, cell = position.clue[end.place], named([position.cell(end.place)])
            if end.lines > clue:
                return _("the {clue} at {cell} has too many lines", clue=clue, cell=cell)
            return _("the {clue} at {cell} cannot be met", clue=clue, cell=cell)
        case Cause.VERTEX if end.lines > 2:
            return _("three lines meet at {corner}", corner=corner_name(position, end.place))
        case Cause.VERTEX:
            return _("the line cannot go on at {corner}", corner=corner_name(position, end.place))
        case Cause.LOOP:
            return _("a loop closes too early")
        case Cause.SIDES:
            return _wrong_sides(position, end.place, drawn=bool(end.lines))
        case Cause.AREA:
            return _cut_off(position, end.place, end.lines == INSIDE)
        case _:
            return _("no loop is left")


def _by_sides(position: Position, edge: int, drawn: bool) -> Text:
    """A segment that is drawn or crossed out because it is known on which side of the loop its two sides are."""
    cells = position.cells_beside(edge)
    if len(cells) == 1:
        text = _("a line {where}: {cell} is inside") if drawn else _("no line {where}: {cell} is outside")
    elif drawn:
        text = _("a line {where}: only one of these is inside")
    else:
        text = _("no line {where}: these are on the same side of the loop")
    return _(text.msgid, where=where(position, edge), cell=named(cells[:1]))


def _wrong_sides(position: Position, edge: int, drawn: bool) -> Text:
    """A segment that is drawn or crossed out, against what is known of its sides."""
    cells = position.cells_beside(edge)
    if len(cells) == 1 and drawn:
        text = _("there is a line {where}, but {cell} is outside")
    elif len(cells) == 1:
        text = _("there is no line {where}, but {cell} is inside")
    elif drawn:
        text = _("there is a line {where}, but these are on the same side of the loop")
    else:
        text = _("there is no line {where}, but only one of these is inside")
    return _(text.msgid, where=where(position, edge), cell=named(cells[:1]))


def _would_cut_off(position: Position, mark: tuple[int, int], cell: int, inside: bool) -> Deduction:
    """A mark without which a cell is cut off, and nothing else has to follow first."""
    if mark[1] == CROSS and inside:
        text = _("a line {where} would cut {cell} off from the rest of the inside")
    elif mark[1] == CROSS:
        text = _("a line {where} would cut {cell} off from the rest of the outside")
    elif inside:
        text = _("without a line {where}, {cell} would be cut off from the rest of the inside")
    else:
        text = _("without a line {where}, {cell} would be cut off from the rest of the outside")
    place = position.cell(cell)
    text = _(text.msgid, where=where(position, mark[0]), cell=named([place]))
    return Deduction((mark,), (place,), text, title=_("region without an exit"), subject=Subject.SIDES)


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
        reasoner = reason.Reasoner.of(position, rules).fewest(edge)
    except reason.Wrong:  # marks that contradict each other: the hint has said so before
        return deduction
    said = reasoner.said(reasoner.forced[edge][1])
    told = _facts(position, said)
    if not told:
        return deduction
    marks = _same_reason(reasoner, deduction)
    by_cell = reasoner.facts[reasoner.forced[edge][1]].domain >= 0  # else by what is inside and outside
    last = marks_in_words(position, marks) if by_cell else _by_sides(position, edge, mark == LINE)
    cells = _cells_in(position, said)
    text = joined([*_shortened(told), last])
    dead_ends = any(isinstance(one, reason.Needed) and one.dead_ends for one in said)
    subject = Subject.DEAD_ENDS if dead_ends else Subject.SIDES
    return Deduction(marks, cells, text, title=_facts_title(said), hidden=_hidden(told), subject=subject)


def _facts_title(said: Sequence[reason.Said]) -> Text:
    """The name of what facts are about."""
    needed = next((one for one in said if isinstance(one, reason.Needed)), None)
    return _("inside and outside") if needed is None else _region_title(needed.cut)


def _same_reason(reasoner: reason.Reasoner, deduction: Deduction) -> tuple[tuple[int, int], ...]:
    """The first mark of a deduction and the others that follow from the same fact."""
    fact = reasoner.forced[deduction.marks[0][0]][1]
    return tuple((edge, mark) for edge, mark in deduction.marks if reasoner.forced.get(edge) == (mark, fact))


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
        failed = known.fewest_wrong((edge, LINE + CROSS - mark))
        if not failed.broken:
            continue
        at, place = failed.failure
        if not failed.said(*failed.broken) and at in (reason.At.INSIDE, reason.At.OUTSIDE):
            return _would_cut_off(position, (edge, mark), place, at is reason.At.INSIDE)
        said = failed.said(*failed.broken)
        told = _facts(_with_marks(position, (edge, LINE + CROSS - mark)), said)
        if len(told) + 2 >= least:
            continue
        least = len(told) + 2
        chain = joined([*_shortened(told, MOST_TRIED), _failure(failed)])
        text = _("{supposed}: {chain}", supposed=_supposed(position, (edge, mark)), chain=chain)
        cells = _cells_in(position, said) or deduction.cells
        title, hidden, inferred = _("contradiction"), _hidden(told, MOST_TRIED), len(told)
        best = Deduction(
            ((edge, mark),), cells, text, title=title, hidden=hidden, inferred=inferred, subject=Subject.TRIAL
        )
    return best


def _with_marks(position: Position, *marks: tuple[int, int]) -> Position:
    tried = position.copy()
    for edge, mark in marks:
        tried.put(edge, mark)
    return tried


def two_cases(position: Position, loop: int) -> Deduction | None:
    """A segment that must be as it is in the only solution: otherwise another one could be neither drawn nor not."""
    found = trial_in_trial(position, loop)
    known = settled(position)
    if found is None or known is None:
        return None
    (edge, mark), others = found
    wrong = (edge, LINE + CROSS - mark)
    told = []
    for other in others:
        cases = [known.fewest_wrong(wrong, (other, its)) for its in (LINE, CROSS)]
        said = [case.said(*case.broken) for case in cases]
        told.append((len(said[0]) + len(said[1]), other, cases, said))
    _length, other, cases, said = min(told, key=lambda each: each[:2])
    with_line, without = (
        joined([*_shortened(_facts(_with_marks(position, wrong, (other, its)), facts), MOST_TRIED), _failure(case)])
        for its, case, facts in zip((LINE, CROSS), cases, said, strict=True)
    )
    text = _(
        "{supposed}, two cases would be left; with a line {where}: {line}; without one: {cross}",
        supposed=_supposed(position, (edge, mark)),
        where=where(position, other),
        line=with_line,
        cross=without,
    )
    cells = _cells_in(position, [*said[0], *said[1]])
    inferred = len(said[0]) + len(said[1])
    return Deduction(
        ((edge, mark),), cells, text, segments=(other,), supposed=other, inferred=inferred, subject=Subject.TRIAL
    )


def _facts(position: Position, said: Sequence[reason.Said]) -> list[Text]:
    """Facts in words; that a segment is crossed out is not said again after the reason for it."""
    early = {one.edge for one in said if isinstance(one, reason.Early)}
    said = list(dict.fromkeys(one._replace(outward=True) if isinstance(one, reason.Link) else one for one in said))
    said = [one for one in said if not (isinstance(one, reason.Marked) and one.edge in early and one.mark == CROSS)]
    told: list[Text] = []
    marked: set[int] = set()
    for one, again in zip(said, _again(said), strict=True):
        marks = _marks_told(position, one)
        told += [_marked(position, *mark) for mark in marks if mark[0] not in marked]
        marked |= {mark[0] for mark in marks}
        told += [_said(position, one, again)] if not marks else []
    return each_once(told)


def _marks_told(position: Position, said: reason.Said) -> list[tuple[int, int, int]]:
    """The marks that a fact is about, each with the number of the cell or vertex that leaves it, below 0 for its two
    sides."""
    match said:
        case reason.Marked(_cell, edge, mark, place):
            return [(edge, mark, place)]
        case reason.Link():
            return [(*mark, teller(position, said)) for mark in marks_told(position, said)]
        case _:
            return []


def _marked(position: Position, edge: int, mark: int, place: int) -> Text:
    return _by_sides(position, edge, mark == LINE) if place < 0 else left_by(position, edge, mark, place)


def _said(position: Position, said: reason.Said, again: bool) -> Text:
    """A fact in words; `again` if the one before it was about the same cell."""
    match said:
        case reason.Link():
            return link_in_words(position, said, again)
        case reason.Sides(middle, one, other, differ):
            words = {"middle": who(position, middle), "one": _side(position, one), "other": _side(position, other)}
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
            return _towards(position, cell, sorted((one, other)), equal)
        case reason.Marked(_cell, edge, mark, place):
            return _marked(position, edge, mark, place)
        case reason.Early(_cell, edge):
            return _("no line {where}: a loop would close too early", where=where(position, edge))
        case reason.Needed(cell, inside, cut, dead_ends):
            return _past_dead_ends(position, _needed(position, cell, inside, cut), dead_ends)


def _towards(position: Position, cell: int, others: Sequence[int], equal: bool) -> Text:
    """What follows for two sides of a cell from what is known of the cells beyond them, the outside being the last."""
    one, other = others
    words = {"cell": who(position, cell), "one": _side(position, one)}
    if other == position.lattice.outside:
        if equal:
            text = _("{one} is outside: {cell} has a line towards it and the border, or towards neither")
        else:
            text = _("{one} is inside: {cell} has a line towards just one of it and the border")
        return _(text.msgid, **words)
    words["other"] = _side(position, other)
    if equal:
        text = _("{one} and {other} are on the same side of the loop: {cell} has a line towards both or neither")
    else:
        text = _("just one of {one} and {other} is inside: {cell} has a line towards just one of them")
    return _(text.msgid, **words)


def _needed(position: Position, cell: int, inside: bool, cut: bool) -> Text:
    """A cell that is inside (or outside) because inside and outside are one piece each."""
    if cut and inside:
        text = _("{cell} is inside: without it the inside would be in two pieces")
    elif cut:
        text = _("{cell} is outside: without it the outside would be in two pieces")
    elif inside:
        text = _("{cell} is inside: the outside cannot reach it")
    else:
        text = _("{cell} is outside: the inside cannot reach it")
    return _(text.msgid, cell=named([position.cell(cell)]))


def _past_dead_ends(position: Position, fact: Text, threes: Sequence[int]) -> Text:
    """A fact that rests on some 3s, if any: each has only one side without a line, so no region passes through it."""
    if not threes:
        return fact
    return _.n(
        "{fact}, as the 3 at {threes} is a dead end",
        "{fact}, as the 3s at {threes} are dead ends",
        n=len(threes),
        fact=fact,
        threes=named(map(position.cell, threes)),
    )


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
            (root, odd), (other, other_odd) = (failed.relation(cell) for cell in _both_sides(position, place))
            if root == other:
                return _wrong_sides(position, place, drawn=odd == other_odd)
            return _("the segment {where} can be neither drawn nor crossed out", where=where(position, place))
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
    """The cells that facts are about, and the 3s that are dead ends."""
    numbers: dict[int, None] = {}
    for one in said:
        numbers[one.middle if isinstance(one, reason.Sides) else one.cell] = None
        numbers |= dict.fromkeys(one.dead_ends if isinstance(one, reason.Needed) else ())
    return tuple(position.cell(number) for number in numbers)


def _side_by_side(
    position: Position, links: Sequence[reason.Link], marks: tuple[tuple[int, int], ...]
) -> Deduction | None:
    """A 1 beside a 1 or a 3, and a corner where a line between them can only go on along one of them."""
    if len(links) != 2 or len({link.vertex for link in links}) != 1 or len(marks) != 1:
        return None
    net, vertex, ((edge, mark),) = position.lattice, links[0].vertex, marks
    cells = sorted({link.cell for link in links}, key=lambda cell: position.clue[cell] != 1)
    shared = set(net.around_cell[cells[0]]) & set(net.around_cell[cells[-1]])
    ways = position.blank(net.at_vertex[vertex])
    if len(cells) != 2 or not shared & set(ways) or len(ways) != 3 or position.lines[vertex]:
        return None
    one, other = (position.clue[cell] for cell in cells)
    if one != 1 or (other, mark, edge in shared, edge in ways) not in ((1, CROSS, True, True), (3, LINE, False, True)):
        return None
    words = {"one": named([position.cell(cells[0])]), "other": named([position.cell(cells[1])])}
    text = _(
        "the 1s at {one} and {other}: at {corner} a line between them could only go on along one of them, which would "
        "have two"
    )
    if other == 3:
        text = _(
            "the 3 at {other} has a line {where}: one between it and the 1 at {one} has no other way on at {corner}, "
            "as the 1 takes no second line"
        )
    names = {"one": other, "other": 1}
    i, j = divmod(vertex, position.level.columns + 1)
    at_border = i in (0, position.level.rows) or j in (0, position.level.columns)
    title = _("{one} beside a {other} at the border", **names) if at_border else _("{one} beside a {other}", **names)
    told = _(text.msgid, corner=corner_name(position, vertex), where=where(position, edge), **words)
    return Deduction(marks, tuple(position.cell(cell) for cell in cells), told, title=title)


# --- Techniques with words of their own ---------------------------------------------------------


def _closed_corner(position: Position, deduction: Deduction) -> Deduction:
    """A cell at whose corner a line can only pass along both its sides."""
    (cell,) = deduction.cells
    clue = position.level.clues[cell[0]][cell[1]]
    if clue is None or deduction.corner is None:
        return deduction
    (i, j), (p, q) = deduction.corner, cell
    vertex = i * (position.level.columns + 1) + j
    words = {"cell": named([cell]), "corner": CORNERS[2 * (i > p) + (j > q)]}
    if clue == 1:
        text = _("a line at the {corner} corner of the 1 at {cell} could only take two of its sides, one too many")
    elif clue == 3:
        text = _(
            "at its {corner} corner the 3 at {cell} has both sides (one alone would be a dead end): without them it "
            "has too few"
        )
    elif any(position.lattice.ends[edge].count(vertex) for edge, mark in deduction.marks if mark == LINE):
        text = _(
            "at its {corner} corner the 2 at {cell} has both sides or neither (one alone would be a dead end): with "
            "neither it has too few"
        )
    else:
        text = _(
            "at its {corner} corner the 2 at {cell} has both sides or neither (one alone would be a dead end): with "
            "both it has too many"
        )
    # The other sides follow from the clue, in a step of their own.
    marks = tuple((edge, mark) for edge, mark in deduction.marks if vertex in position.lattice.ends[edge])
    return deduction._replace(marks=marks, text=_(text.msgid, **words), title=_("{clue} in a corner", clue=clue))


def _in_corner(position: Position, edge: int) -> Deduction | None:
    """Why a blank segment has its mark, if a clue at a corner that has been closed in the meantime says so."""
    for found in corner(position, position.lattice.ends[edge]):
        told = _closed_corner(position, found)
        if told is not found and edge in dict(told.marks):
            return told
    return None


def _corner_by_corner(position: Position, deduction: Deduction, now: Position) -> Deduction:
    """What is known of the corners of some cells: a pattern, a short chain, or what is passed on at corners."""
    for edge, _mark in deduction.marks:
        pattern = line_end(now, edge) or _in_corner(now, edge)
        if pattern is not None:
            return pattern
    edge, mark = deduction.marks[0]
    try:
        reasoner = reason.Reasoner.of(position, reason.CORNERS).fewest(edge, now)
    except reason.Wrong:  # marks that contradict each other: the hint has said so before
        return deduction
    passed = corner_chain(now, reasoner.links(reasoner.forced[edge][1]), (edge, mark))
    links = passed.links if passed is not None else ()
    title = corner_title(now, links)
    told = links_in_words(now, links)
    found = _chain(now, deduction._replace(marks=((edge, mark),)))
    if found is not None and (not told or len(found[1].steps) <= 2):
        return _named(now, *found)
    if not told or passed is None:
        return deduction
    beside = _side_by_side(now, links, passed.marks)
    if beside is not None:
        return beside
    cells = tuple(dict.fromkeys(now.cell(link.cell) for link in links))
    text = joined([*_shortened(told), marks_in_words(now, passed.marks)])
    if len(links) == len(passed.marks) == 1 and links[0].outward and lines_left(links[0]) == ONE and mark == LINE:
        words = {"cell": who(now, links[0].cell), "corner": corner_of(now, links[0]), "where": where(now, edge)}
        text = _("{cell} has just one of its sides at its {corner} corner: the line goes on {where}", **words)
    corner = now.cells_at(links[0].vertex)[0] if len(cells) == 1 and not links[0].outward else None
    return Deduction(passed.marks, cells, text, corner, title=title, hidden=_hidden(told))


def _again(said: Sequence[reason.Said]) -> list[bool]:
    """For each fact, whether it and the one before it are about corners of the same cell."""
    links = [one.cell if isinstance(one, reason.Link) and not about_one_side(one) else None for one in said]
    return [here is not None and here == before for before, here in zip([None, *links], links, strict=False)]


def _crossings(position: Position, mark: tuple[int, int]) -> Deduction | None:
    """A way around a segment joins its sides: it crosses an odd number of lines between inside and outside. None if no
    way by marked segments does."""
    edge, its = mark
    start = position.lattice.cells_beside[edge][0]
    around = _way_around(position, start, position.lattice.across(start, edge))
    if around is None:
        return None
    way, crossed = around
    cells = tuple(position.cell(cell) for cell in way if cell != position.lattice.outside)
    lines = [other for other in crossed if position.value[other] == LINE]
    words = {"cells": _way_named(position, way), "where": where(position, edge)}
    if its == LINE:
        told = _.n(
            "the way around the segment {where} by {cells} crosses {n} line, an odd number: just one of its sides is "
            "inside",
            "the way around the segment {where} by {cells} crosses {n} lines, an odd number: just one of its sides is "
            "inside",
            n=len(lines),
            **words,
        )
    elif lines:
        text = _(
            "the way around the segment {where} by {cells} crosses {n} lines, an even number: its sides are both "
            "inside or both outside"
        )
        told = _(text.msgid, n=len(lines), **words)
    else:
        text = _(
            "the way around the segment {where} by {cells} crosses no line: its sides are both inside or both outside"
        )
        told = _(text.msgid, **words)
    title, subject = _("parity of crossings"), Subject.CROSSINGS
    return Deduction((mark,), cells, told, segments=tuple(lines), title=title, subject=subject)


def _way_named(position: Position, way: Sequence[int]) -> Text | str:
    """The cells of a way; of a long one, the first and the last: the board shows it all."""
    outside = position.lattice.outside
    if outside in way[1:-1]:
        at = way.index(outside)
        first, then = _way_named(position, way[:at]), _way_named(position, way[at + 1 :])
        return _("{first}, the outside and {then}", first=first, then=then)
    cells = [position.cell(cell) for cell in way if cell != outside]
    return named(cells) if len(cells) <= MOST_SHOWN else f"{named(cells[:2])} … {named(cells[-2:])}"


def _way_around(position: Position, start: int, end: int) -> tuple[list[int], list[int]] | None:
    """The fewest cells from one to another by marked segments, and the segments between them."""
    net = position.lattice
    came: dict[int, tuple[int, int]] = {start: (start, -1)}
    waiting = deque([start])
    while waiting and end not in came:
        here = waiting.popleft()
        for edge in net.around_grid if here == net.outside else net.around_cell[here]:
            there = net.cells_beside[edge][0] if here == net.outside else net.across(here, edge)
            if position.value[edge] and there not in came:
                came[there] = (here, edge)
                waiting.append(there)
    if end not in came:
        return None
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
        "with a line {where}: {line}; without one: {cross}; so this follows either way",
        where=where(position, deduction.supposed),
        line=_told_steps(position, drawn),
        cross=_told_steps(position, crossed),
    )
    segments = dict.fromkeys(edge for chain in (drawn, crossed) for edge, _mark in chain.marks if edge != wanted[0])
    cells = dict.fromkeys((*_cells_of(position, drawn), *_cells_of(position, crossed)))
    return Deduction(
        (wanted,),
        tuple(cells),
        text,
        segments=tuple(segments),
        supposed=deduction.supposed,
        inferred=len(drawn.steps) + len(crossed.steps) - 2,
        subject=Subject.TRIAL,
    )


def _told_steps(position: Position, chain: Chain) -> Text:
    steps = _steps(position, chain.steps[1:])
    return joined(_shortened(steps)) if steps else _("it is this one")
