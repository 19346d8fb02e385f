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
from .chain import Cause, Chain, Step, consequence, refutation
from .corner_chain import corner_chain
from .deduction import CORNERS, Deduction, Subject, Technique, corner_name, named, sides_left, where
from .line_end import line_end
from .position import CROSS, LINE, Position
from .trial import settled, trial_in_trial

_ = Catalogue("slitherlink")

SHORT = 4
"""How many steps a chain has that is easier to follow than what is known corner by corner."""
MOST_SHOWN = 6
"""How many steps of a chain are told; the board shows them all."""


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
            named_chain = _named(position, *found)
            return named_chain._replace(title=_("contradiction")) if technique.id == "strong" else named_chain
        case "links" | "areas" as name:
            found = _chain(now, deduction)
            if found is None or len(found[1].steps) > MOST_SHOWN + 2:
                return _by_facts(position, deduction, reason.LINKED if name == "links" else reason.EVERYTHING)
            return _named(now, *found)
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


def short_chain(position: Position, deductions: Iterable[Deduction]) -> Deduction | None:
    """The deduction with the shortest chain, told by it; None if no chain can be told in full."""
    best: tuple[tuple[int, int], Chain] | None = None
    for deduction in deductions:
        found = _chain(position, deduction)
        if found is not None and (best is None or len(found[1].steps) < len(best[1].steps)):
            best = found
    if best is None:
        return None
    told = _named(position, *best)
    return None if told.hidden else told


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
    return deduction if found is None else _by_chain(position, deduction.title, *found)


def _by_chain(position: Position, title: Text | None, mark: tuple[int, int], chain: Chain) -> Deduction:
    middle = _steps(position, chain.steps[1:-1])
    told = _joined([*_shortened(middle), _wrong(position, chain)])
    text = _("{supposed}: {chain}", supposed=_supposed(position, mark), chain=told)
    segments = tuple(edge for edge, _mark in chain.marks[1:])
    cells = _cells_of(position, chain)
    subject = Subject.TRIAL if _plain(chain) else Subject.SIDES
    return Deduction((mark,), cells, text, segments=segments, title=title, hidden=_hidden(middle), subject=subject)


def _supposed(position: Position, mark: tuple[int, int]) -> Text:
    """The opposite of a mark, supposed."""
    edge, its = mark
    place = where(position, edge)
    if its == LINE:
        return _("if there were no line {where}", where=place)
    return _("if there were a line {where}", where=place)


def _so(position: Position, marks: Sequence[tuple[int, int]]) -> Text:
    """Where lines, or no lines, follow."""
    places = where(position, marks[-1][0])
    for edge, _mark in reversed(marks[:-1]):
        places = _("{first}, {then}", first=where(position, edge), then=places)
    if len(marks) > 1:
        return _("lines {places}", places=places) if marks[0][1] == LINE else _("no lines {places}", places=places)
    return _("a line {where}", where=places) if marks[0][1] == LINE else _("no line {where}", where=places)


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


def _shortened(steps: Sequence[Text]) -> list[Text]:
    """The steps that are told: the first and last ones of a long chain."""
    if len(steps) <= MOST_SHOWN + 2:  # one or two steps take no more room than a note about them
        return list(steps)
    half = MOST_SHOWN // 2
    return [*steps[:half], _.n("… {n} step …", "… {n} steps …", n=_hidden(steps)), *steps[-half:]]


def _hidden(steps: Sequence[Text]) -> int:
    """How many steps of a chain are not told."""
    return 0 if len(steps) <= MOST_SHOWN + 2 else len(steps) - 2 * (MOST_SHOWN // 2)


def _joined(steps: Sequence[Text]) -> Text:
    text = steps[-1]
    for step in reversed(steps[:-1]):
        text = _("{first} → {then}", first=step, then=text)
    return text


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
    last = _so(position, marks)
    fact = reasoner.forced[edge][1]
    (root, _odd), (other, _other_odd) = (reasoner.relation(cell) for cell in _both_sides(position, edge))
    if root == other and all(domain.fact != fact for domain in reasoner.domains_of([edge])):
        last = _by_sides(position, edge, mark == LINE)
    cells = _cells_in(position, said)
    text = _joined([*_shortened(told), last])
    return Deduction(marks, cells, text, title=_facts_title(said), hidden=_hidden(told), subject=Subject.SIDES)


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
        said = failed.said(*failed.broken)
        told = _facts(position, said)
        if len(told) + 2 >= least:
            continue
        least = len(told) + 2
        chain = _joined([*_shortened(told), _failure(failed)])
        text = _("{supposed}: {chain}", supposed=_supposed(position, (edge, mark)), chain=chain)
        cells = _cells_in(position, said) or deduction.cells
        title, hidden = _("contradiction"), _hidden(told)
        best = Deduction(((edge, mark),), cells, text, title=title, hidden=hidden, subject=Subject.TRIAL)
    return best


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
        _joined([*_shortened(_facts(position, facts)), _failure(case)]) for case, facts in zip(cases, said, strict=True)
    )
    text = _(
        "{supposed}, two cases would be left; with a line {where}: {line}; without one: {cross}",
        supposed=_supposed(position, (edge, mark)),
        where=where(position, other),
        line=with_line,
        cross=without,
    )
    cells = _cells_in(position, [*said[0], *said[1]])
    return Deduction(((edge, mark),), cells, text, segments=(other,), supposed=other, subject=Subject.TRIAL)


def _facts(position: Position, said: Sequence[reason.Said]) -> list[Text]:
    """Facts in words; that a segment is crossed out is not said again after the reason for it."""
    early = {one.edge for one in said if isinstance(one, reason.Early)}
    said = list(dict.fromkeys(one._replace(outward=True) if isinstance(one, reason.Link) else one for one in said))
    said = [one for one in said if not (isinstance(one, reason.Marked) and one.edge in early and one.mark == CROSS)]
    return _each_once([_said(position, one, again) for one, again in zip(said, _again(said), strict=True)])


def _said(position: Position, said: reason.Said, again: bool) -> Text:
    """A fact in words; `again` if the one before it was about the same cell."""
    match said:
        case reason.Link():
            return _link(position, said, again)
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
            return _towards(position, cell, sorted((one, other)), equal)
        case reason.Marked(_cell, edge, mark):
            place = where(position, edge)
            return _("a line {where}", where=place) if mark == LINE else _("no line {where}", where=place)
        case reason.Early(_cell, edge):
            return _("no line {where}: a loop would close too early", where=where(position, edge))
        case reason.Needed(cell, inside, cut):
            return _needed(position, cell, inside, cut)


def _towards(position: Position, cell: int, others: Sequence[int], equal: bool) -> Text:
    """What follows for two sides of a cell from what is known of the cells beyond them, the outside being the last."""
    one, other = others
    words = {"cell": _who(position, cell), "one": _side(position, one)}
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
    title = _corner_title(now, links)
    told = _links(now, links)
    found = _chain(now, deduction._replace(marks=((edge, mark),)))
    if found is not None:
        # A chain by clues and corners alone is the plainest; one with inside and outside is told only if it is shorter.
        most = SHORT if _plain(found[1]) else min(SHORT, len(told) - 2)
        named_links = title is not None and len(told) <= min(len(found[1].steps), MOST_SHOWN + 2)
        if not told or (len(found[1].steps) - 2 <= most and not named_links):
            return _named(now, *found)
    if not told or passed is None:
        return deduction
    cells = tuple(dict.fromkeys(now.cell(link.cell) for link in links))
    text = _joined([*_shortened(told), _so(now, passed.marks)])
    if len(links) == len(passed.marks) == 1 and links[0].outward and _count(links[0]) == ONE and mark == LINE:
        words = {"cell": _who(now, links[0].cell), "corner": _corner_of(now, links[0]), "where": where(now, edge)}
        text = _("{cell} has just one of its sides at its {corner} corner: the line goes on {where}", **words)
    corner = now.cells_at(links[0].vertex)[0] if len(cells) == 1 and not links[0].outward else None
    return Deduction(passed.marks, cells, text, corner, title=title, hidden=_hidden(told))


def _links(position: Position, links: Sequence[reason.Link]) -> list[Text]:
    """What is known of corners, one after the other; a cell is named once for all that follows about it, and what two
    cells have in common at a corner is said once."""
    told: list[Text] = []
    fourth = _fourth_corner(links)
    before: reason.Link | None = None
    waiting = deque(links)
    while waiting:
        link = waiting.popleft()
        diagonal = _along_diagonal(position, link, waiting)
        text = _both(position, link, waiting[0]) if waiting else None
        if len(diagonal) > 1:
            text = _passed_on(position, link, diagonal)
        if text is not None:
            before = None
            for _link_told in range(2 * len(diagonal) - 1 if diagonal else 1):
                waiting.popleft()
        else:
            again = before is not None and before.cell == link.cell and not _about_one_side(before)
            text = _link(position, link, again and link != fourth)
            before = link
        if link == fourth:
            text = _("as corners with just one line come in pairs, {then}", then=text)
        told.append(text)
    return _each_once(told)


def _count(link: reason.Link) -> frozenset[int] | None:
    """How many lines a cell may have at a corner; None if more is known of one of the two sides."""
    return None if _about_one_side(link) else frozenset(pair.count(LINE) for pair in link.pairs)


ONE, TWO_OR_NONE, SOME, AT_MOST_ONE = map(frozenset, ({1}, {0, 2}, {1, 2}, {0, 1}))


def _fourth_corner(links: Sequence[reason.Link]) -> reason.Link | None:
    """What a cell says of its last corner once it is known of the three others whether they have just one line: as each
    side has two ends, such corners come in pairs."""
    parity = [link for link in links if _count(link) in (ONE, TWO_OR_NONE)]
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
        if not joined or then.outward is inward or _count(then) != _count(link):
            break
        if inward:
            cells.append(then.cell)
        here = then
    return cells if link.outward and _count(link) in (ONE, TWO_OR_NONE) else []


def _opposite(position: Position, link: reason.Link, other: reason.Link) -> bool:
    """Whether two links are about opposite corners of a cell."""
    (i, j), (p, q) = (divmod(each.vertex, position.level.columns + 1) for each in (link, other))
    return i != p and j != q


def _passed_on(position: Position, link: reason.Link, cells: Sequence[int]) -> Text:
    """What a cell has at a corner, and so all that follow on the diagonal."""
    if _count(link) == ONE:
        text = _(
            "{cell} has exactly one line at its {corner} corner, and so have {cells} on the diagonal, each where it "
            "touches the one before"
        )
    else:
        text = _(
            "{cell} has two lines or none at its {corner} corner, and so have {cells} on the diagonal, each where it "
            "touches the one before"
        )
    words = {"cell": _who(position, link.cell), "corner": _corner_of(position, link)}
    return _(text.msgid, cells=named(position.cell(cell) for cell in cells), **words)


def _both(position: Position, link: reason.Link, then: reason.Link) -> Text | None:
    """What a cell has at a corner, and so the one across the corner; None if that is not all there is to say."""
    if not (link.outward and not then.outward and link.vertex == then.vertex):
        return None
    words = {
        "cell": _who(position, link.cell),
        "corner": _corner_of(position, link),
        "other": _who(position, then.cell),
    }
    match _count(link), _count(then):
        case (count, same) if count == same == ONE:
            text = _("{cell} has exactly one line at its {corner} corner, and so has {other} there")
        case (count, same) if count == same == TWO_OR_NONE:
            text = _("{cell} has two lines or none at its {corner} corner, and so has {other} there")
        case (count, other) if (count, other) == (SOME, AT_MOST_ONE):
            text = _("{cell} has at least one line at its {corner} corner, so {other} has at most one there")
        case _:
            return None
    return _(text.msgid, **words)


def _corner_of(position: Position, link: reason.Link) -> Text:
    """Which corner of a cell a link is about."""
    (i, j), (p, q) = divmod(link.vertex, position.level.columns + 1), position.cell(link.cell)
    return CORNERS[2 * (i > p) + (j > q)]


def _each_once(texts: Sequence[Text]) -> list[Text]:
    """Texts without those that say again what the one before them says."""
    return [next(same) for _said, same in groupby(texts, str)]


def _again(said: Sequence[reason.Said]) -> list[bool]:
    """For each fact, whether it and the one before it are about corners of the same cell."""
    links = [one.cell if isinstance(one, reason.Link) and not _about_one_side(one) else None for one in said]
    return [here is not None and here == before for before, here in zip([None, *links], links, strict=False)]


def _about_one_side(link: reason.Link) -> bool:
    """Whether what is known of two sides is not how many of them are lines: then the cell is not named."""
    counts = {pair.count(LINE) for pair in link.pairs}
    return len(link.pairs) != sum((1, 2, 1)[count] for count in counts)


def _link(position: Position, link: reason.Link, again: bool = False) -> Text:
    """What is known of two sides of a cell that meet at a corner; `again` if the cell has just been named."""
    corner, cell = _corner_of(position, link), _who(position, link.cell)
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
    """What is known of two sides of a cell, if that says more of one of them."""
    both = [edge for edge in position.lattice.around_cell[link.cell] if edge in position.lattice.at_vertex[link.vertex]]
    for place, edge in enumerate(both):
        marks = {pair[place] for pair in link.pairs}
        if len(marks) == 1 and not position.value[edge]:
            place_name = where(position, edge)
            return _("a line {where}", where=place_name) if LINE in marks else _("no line {where}", where=place_name)
    alone = both[0] if (LINE, CROSS) not in link.pairs else both[1]
    other = both[1] if alone == both[0] else both[0]
    text = _("a line {where} only with one {other}")
    return _(text.msgid, where=where(position, alone), other=where(position, other))


def _corner_title(position: Position, links: Sequence[reason.Link]) -> Text | None:
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
    return _("line out of a {clue}", clue=clues[0]) if _count(links[0]) == ONE else None


def _on_diagonal(cells: Sequence[Cell]) -> bool:
    return len({i - j for i, j in cells}) == 1 or len({i + j for i, j in cells}) == 1


def _diagonal_title(clues: Sequence[int | None]) -> Text:
    """The name of some clues that meet at their corners."""
    if set(clues) == {2, 3} and clues.count(3) == 2:
        return _("3s joined by 2s on a diagonal")
    if 2 in clues:
        return _("2s on a diagonal") if clues.count(2) > 1 else _("2 on a diagonal")
    return _("clues on a diagonal")


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
    supposed, subject = deduction.supposed, Subject.TRIAL
    return Deduction((wanted,), tuple(cells), text, segments=tuple(segments), supposed=supposed, subject=subject)


def _told_steps(position: Position, chain: Chain) -> Text:
    steps = _steps(position, chain.steps[1:])
    return _joined(_shortened(steps)) if steps else _("it is this one")
