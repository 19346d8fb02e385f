"""The techniques in order of difficulty: hints, explanations and grades rest on them.

Difficulties: 1 clues and vertices, 2 loops closed too early and lines that end at a clue, 3 openings and lines that can
only go on along a clue, 4 corners (what two segments at one may do together), 5 colours (inside and outside), 6 equal
and opposite segments, 7 areas, 8 the ways around a cell or a block, 9 contradiction, 10 common consequence, 11
contradiction with all rules. What is left after these needs nested search.
None of these techniques assumes that the solution is unique.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from cassetete.core.contract import Advice, Mark, MarkKind, Status
from cassetete.core.message import Catalogue, Text

from .. import rules
from ..model import BLANK, CROSSED, DRAWN, Level, Put, State, segment_of
from . import basic, line_end, passing, trial
from . import reasoner as reason
from .deduction import SHOWN, Deduction, Technique, named
from .explanations import explained, shortest
from .pairs import pairs
from .position import CROSS, LINE, Position

_ = Catalogue("slitherlink")

PLAIN = 3
"""The last difficulty whose deductions are seen at a glance, all of them at once."""

CORNERS = 4
"""The difficulty of what corners pass on."""

AREAS = 7
"""The difficulty of what rests on inside and outside being one piece each."""

LOCAL, FEW = 7, 3
"""Up to this difficulty, what rests on so few cells is shown before easier techniques are tried again."""

SEARCH = 12
"""The difficulty of puzzles that need more than these techniques."""


def _reasoned(kinds: int, drawn: Text, crossed: Text, position: Position) -> Iterator[Deduction]:
    """What a reasoner finds with some of its rules, the deductions that rest on the fewest cells first."""
    try:
        reasoner = reason.Reasoner.of(position, kinds)
    except reason.Wrong:
        return
    found: dict[int, list[tuple[int, int]]] = {}
    for edge, (mark, fact) in reasoner.forced.items():
        found.setdefault(fact, []).append((edge, mark))
    reasons = [(reasoner.reason(fact), len(reasoner.behind(fact)), marks) for fact, marks in found.items()]
    for cells, _facts, marks in sorted(reasons, key=lambda found: (len(found[0]), *found[1:])):
        names = named(cells[:SHOWN]) + (" …" if len(cells) > SHOWN else "")
        for wanted, text in ((LINE, drawn), (CROSS, crossed)):
            these = tuple((edge, mark) for edge, mark in marks if mark == wanted)
            if these:
                yield Deduction(these, cells, _(text.msgid, cells=names))


corners = partial(
    _reasoned,
    reason.CORNERS,
    _("what is still possible at the corners of {cells} leaves only a line here"),
    _("what is still possible at the corners of {cells} leaves no line here"),
)
colours = partial(
    _reasoned,
    reason.COLOURS,
    _("one side of this segment is inside and the other outside, as the lines along {cells} show: it is drawn"),
    _("both sides of this segment are inside or both outside, as the lines along {cells} show: it is crossed out"),
)
links = partial(
    _reasoned,
    reason.LINKED,
    _("equal and opposite segments around {cells} leave only a line here"),
    _("equal and opposite segments around {cells} leave no line here"),
)
_ONE_PIECE = (
    _("inside and outside are one piece each, and would fall apart at {cells}: this segment is drawn"),
    _("inside and outside are one piece each, and would fall apart at {cells}: this segment is crossed out"),
)
areas = partial(_reasoned, reason.EVERYTHING, *_ONE_PIECE)
walls = partial(_reasoned, reason.WALLED, *_ONE_PIECE)

TECHNIQUES = (
    Technique("clue", _("clue"), 1, basic.clue),
    Technique("vertex", _("line at a corner"), 1, basic.vertex),
    Technique("finished", _("loop closed"), 1, basic.finished),
    Technique("early_loop", _("loop closed too early"), 2, basic.early_loop),
    Technique("line_end", _("line's end at a clue"), 2, line_end.line_ends),
    Technique("corner", _("closed corner"), 3, basic.corner),
    Technique("line_along", _("line along a clue"), 3, line_end.lines_along),
    Technique("threes", _("3s that touch"), 3, basic.threes),
    Technique("corners", _("corner by corner"), 4, corners),
    Technique("colours", _("inside and outside"), 5, colours),
    Technique("links", _("equal and opposite segments"), 6, links),
    Technique("areas", _("region exits"), 7, areas),
    Technique("around_cell", _("ways around a cell"), 8, passing.around_cells),
    Technique("around_block", _("ways around a block"), 8, passing.around_blocks),
    Technique("contradiction", _("contradiction"), 9, trial.contradiction),
    Technique("common", _("common consequence"), 10, trial.common),
    Technique("strong", _("contradiction with all rules"), 11, trial.strong),
)

TOLD = (
    *(each for each in TECHNIQUES if each.difficulty <= CORNERS),
    Technique("only_loop", _("only loop left"), CORNERS, basic.only_loop),
    Technique("pairs", _("one or the other"), CORNERS, pairs),
    *(each for each in TECHNIQUES if CORNERS < each.difficulty <= AREAS),
    Technique("walls", _("region exits"), AREAS, walls),
    *(each for each in TECHNIQUES if each.difficulty > AREAS),
)
"""The techniques of hints and explanations; the grades do without those that the compiled grid does not know."""

_CHOSEN = {"around_cell", "around_block", "contradiction", "strong"}
"""Techniques whose reasons may be long: of some deductions, the one that takes the fewest words is shown."""
_TOLD, _TOLD_STRONG = 5, 3

_MOST_TOLD, _MOST_WALLS = 40, 10
"""How many deductions of one technique are told, to find those that suppose nothing; of walls, which take longer."""

GRADES = (
    (2, "easy", _("easy")),
    (3, "normal", _("normal")),
    (6, "tricky", _("tricky")),
    (7, "hard", _("hard")),
    (11, "expert", _("expert")),
    (SEARCH, "search", _("needs nested search")),
)
"""Each grade: the greatest difficulty it goes up to, its id and its title."""


def easiest(
    level: Level, state: State, hardest: int = SEARCH, techniques: Sequence[Technique] = TECHNIQUES
) -> Iterator[tuple[Technique, Deduction]]:
    """The deductions of the easiest technique that finds any; none if no technique up to a difficulty does."""
    return _easiest(Position(level, state), hardest, techniques)


def _easiest(
    position: Position, hardest: int, techniques: Sequence[Technique]
) -> Iterator[tuple[Technique, Deduction]]:
    for technique in techniques:
        if technique.difficulty > hardest:
            return
        nothing = True
        for deduction in technique.find(position):
            nothing = False
            yield technique, deduction
        if not nothing:
            return


def played(state: State, deduction: Deduction) -> State:
    """The state with the marks of a deduction; those already there are left alone."""
    for edge, mark in deduction.marks:
        if state.mark(edge) == BLANK:
            state = state.with_mark(edge, DRAWN if mark == LINE else CROSSED)
    return state


def walk(
    level: Level,
    state: State,
    hardest: int = SEARCH,
    techniques: Sequence[Technique] = TECHNIQUES,
    shown: bool = False,
) -> Iterator[tuple[Technique, Deduction]]:
    """The whole solution, step by step, as far as the techniques up to a difficulty go; each step has something new.

    After a step that is not plain, the easiest techniques are tried again. If it is `shown`, each step has its whole
    reason, the shortest trial comes first, and what follows beside a step comes next.
    """

    def new_in(deduction: Deduction) -> tuple[tuple[int, int], ...]:
        return tuple((edge, mark) for edge, mark in deduction.marks if state.mark(edge) == BLANK)

    def current() -> Position:
        return position

    position = Position(level, state)
    while True:
        before = state
        found = _easiest(position, hardest, TOLD if shown else techniques)
        found = (
            (technique, deduction._replace(marks=new)) for technique, deduction in found if (new := new_in(deduction))
        )
        for technique, deduction in _told(current, found, hardest) if shown else found:
            few = len(deduction.cells) <= FEW
            if new := new_in(deduction):
                yield technique, deduction._replace(marks=new)
                state = played(state, deduction)
                position = position.copy()
                for edge, mark in new:
                    if not position.value[edge]:
                        position.put(edge, mark)
                if shown:
                    following = list(_following(position, [edge for edge, _mark in new]))
                    yield from following
                    for _technique, after in following:
                        state = played(state, after)
            if technique.difficulty > PLAIN and not (shown and few and technique.difficulty <= LOCAL):
                break
        if state == before:
            return


def _following(position: Position, edges: Iterable[int]) -> Iterator[tuple[Technique, Deduction]]:
    """What clues and corners at some marks force, and so on from there, as a player goes on where the last mark is.

    The marks are put on the position.
    """
    clue, vertex = TECHNIQUES[:2]
    waiting = deque(edges)
    while waiting:
        edge = waiting.popleft()
        for technique, places in ((clue, position.clued[edge]), (vertex, position.lattice.ends[edge])):
            for place in places:
                found = basic.clue if technique is clue else basic.vertex
                for deduction in found(position, (place,)):
                    yield technique, deduction
                    for other, mark in deduction.marks:
                        position.put(other, mark)
                        waiting.append(other)


def told(level: Level, state: State, hardest: int = SEARCH) -> tuple[Technique, Deduction] | None:
    """The easiest deduction with its whole reason; None if there is none."""
    position = Position(level, state)
    return next(_told(lambda: position, _easiest(position, hardest, TOLD), hardest), None)


def _told(
    current: Callable[[], Position],
    found: Iterator[tuple[Technique, Deduction]],
    hardest: int,
    long: Sequence[tuple[Technique, Deduction]] = (),
) -> Iterator[tuple[Technique, Deduction]]:
    """Deductions found in one position, each with its whole reason in the position at its turn, another one once there
    are more marks.

    Those that suppose nothing come first, of whatever technique. Otherwise the clearest one is told, `long` ones of
    easier techniques among them.
    """
    position = current()
    first = next(found, None)
    if first is None:
        yield from _clearest(long)
        return
    technique = first[0]
    same = (deduction for _technique, deduction in chain([first], found))
    long = list(long)
    if technique.id in _CHOSEN:
        best = _shortest(position, technique, same)
        if best is not None:
            long.append((technique, best))
            if not _direct(best) and technique.id in ("around_cell", "around_block"):
                trying = next(each for each in TOLD if each.id == "contradiction")
                tried = _shortest(position, trying, trying.find(position))
                long += [(trying, tried)] if tried is not None else []
            if any(not whole.hidden for _technique, whole in long):
                yield from _clearest(long)
                return
    else:
        for deduction in islice(same, _MOST_WALLS if technique.id == "walls" else _MOST_TOLD):
            whole = explained(position, technique, deduction, current())
            if _direct(whole):
                yield technique, whole
                if technique.id == "pairs":
                    return  # the others were told in the position before
            elif current() is not position:
                return  # what was shown may make the others shorter
            else:
                long.append((technique, whole))
        if current() is not position:
            return
    harder = TOLD[TOLD.index(technique) + 1 :]
    yield from _told(current, _easiest(position, hardest, harder), hardest, long)


def _direct(told: Deduction) -> bool:
    """Whether a reason supposes nothing, and leaves nothing out."""
    return not told.inferred and not told.hidden


def _clearest(told: Iterable[tuple[Technique, Deduction]]) -> Iterator[tuple[Technique, Deduction]]:
    """Of some deductions with their reasons, the one with the shortest."""
    best = min(told, key=lambda each: (each[1].hidden, each[1].inferred, len(str(each[1].text))), default=None)
    if best is not None:
        yield best


def _shortest(position: Position, technique: Technique, deductions: Iterator[Deduction]) -> Deduction | None:
    """Of some deductions of a technique, the one that takes the fewest words, with its whole reason; None if no reason
    is known."""
    if technique.id == "contradiction":
        deductions = filter(None, [shortest(position, deductions)])
    some = _TOLD if technique.id != "strong" else _TOLD_STRONG  # which come with the shortest first
    some_of = list(islice(deductions, some))
    told = [whole for each in some_of if (whole := explained(position, technique, each)) is not each]
    return min(told, key=lambda each: (each.hidden, len(str(each.text))), default=None)


def advice(level: Level, state: State, technique: Technique, deduction: Deduction) -> Advice:
    """A deduction as a hint: its name and reason, the segments and cells to point out, the marks to make.

    No mark is proposed after the one that wins.
    """
    moves: tuple[Put, ...] = ()
    for edge, mark in deduction.marks:
        if rules.status(level, state) is Status.OPEN:
            moves += (Put(segment_of(level.rows, level.columns, edge), DRAWN if mark == LINE else CROSSED),)
            state = rules.play(level, state, moves[-1])
    marks = tuple(Mark(move.segment) for move in moves)
    marks += tuple(Mark(("cell", *cell), MarkKind.BECAUSE) for cell in deduction.cells)
    marks += (Mark(("corner", *deduction.corner), MarkKind.BECAUSE),) if deduction.corner is not None else ()
    segments = (segment_of(level.rows, level.columns, edge) for edge in deduction.segments)
    marks += tuple(Mark(segment, MarkKind.BECAUSE) for segment in segments)
    title = deduction.title or technique.title
    return Advice(_("{rule}: {reason}", rule=title, reason=deduction.text), marks, moves, title=title)
