"""Help for a player who is stuck: where a mistake is, else the easiest deduction, with its reason; and the whole
solution explained, deduction by deduction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cassetete.core.answers import Answer, Limits, Verdict
from cassetete.core.checkpoint import checkpoint
from cassetete.core.contract import Advice, Advisor, Mark, MarkKind, Status, ladder
from cassetete.core.message import Catalogue

from . import rules
from .conflict import conflict
from .deductions.deduction import Deduction, Subject, Technique, where
from .deductions.explanations import two_cases
from .deductions.first_look import first_look
from .deductions.position import CROSS, LINE, Position
from .deductions.techniques import PLAIN, SEARCH, advice, easiest, played, told, walk
from .deductions.trial import settled
from .deductions.uniqueness import UNIQUE
from .model import BLANK, DRAWN, Clues, Level, Put, State, marks_of
from .options import BY_UNIQUENESS
from .solvers.moves import drawn_mask
from .solvers.native import solve

_ = Catalogue("slitherlink")

STEPS = Limits(nodes=3000)

SEARCHED = Technique("search", _("search"), SEARCH, lambda _position: iter(()))
"""What is left when the techniques find nothing."""
CASES = Technique("cases", _("two cases"), SEARCH, lambda _position: iter(()))
"""A trial in a trial."""

_NONE_LEFT = _("There is a mistake: this grid no longer has a solution.")


def hint(level: Level, state: State) -> Advice | None:
    """Which marks are wrong, if any; else the easiest deduction, step by step; else a segment of a solution that keeps
    all marks."""
    if rules.status(level, state) is not Status.OPEN:
        return None
    answer = solve(level, state, STEPS)
    if answer.verdict is Verdict.UNKNOWN:
        return None
    if answer.verdict is Verdict.IMPOSSIBLE:
        return _mistake(level, state)
    found = told(level, state) or _by_cases(level, state, answer)
    return _shown(answer) if found is None else _in_steps(level, state, *found)


def explain(level: Level, state: State) -> Iterator[Advice]:
    """The whole solution, one deduction after the other. Where they end, search decides one segment, and they go on;
    of several solutions, the segments that are missing in one are shown."""
    while True:
        for technique, deduction in walk(level, state, shown=True):
            yield advice(level, state, technique, deduction)._replace(text=deduction.text)
            state = played(state, deduction)
            if rules.status(level, state) is Status.WON:
                return
        if rules.status(level, state) is not Status.OPEN:
            return
        answer = solve(level, state)
        checkpoint()  # out of time, there is nothing to show
        if not (answer.solved and answer.optimal):
            for move in answer.moves:
                yield _shown(Answer(answer.verdict, (move,), optimal=answer.optimal))._replace(title=_("search"))
            return
        cases = _by_cases(level, state, answer)
        if cases is not None:
            yield advice(level, state, *cases)._replace(text=cases[1].text)
            state = played(state, cases[1])
            continue
        position = Position(level, state)
        edge, mark = _most_telling(position, drawn_mask(level, answer.moves))
        text = (
            _("no loop is left without a line {where}, as only a search shows")
            if mark == LINE
            else _("no loop is left with a line {where}, as only a search shows")
        )
        text = _(text.msgid, where=where(position, edge))
        found = Deduction(((edge, mark),), (), text)
        yield advice(level, state, SEARCHED, found)._replace(text=text)
        state = played(state, found)


def _by_cases(level: Level, state: State, answer: Answer[Put]) -> tuple[Technique, Deduction] | None:
    """A mark of the only solution, told by two cases that both fail otherwise."""
    if not (answer.solved and answer.optimal):
        return None
    found = two_cases(Position(level, state), drawn_mask(level, answer.moves))
    return None if found is None else (CASES, found)


def _most_telling(position: Position, loop: int) -> tuple[int, int]:
    """The blank segment whose mark in the only solution decides most others."""
    known = settled(position)
    marks = [(edge, LINE if loop >> edge & 1 else CROSS) for edge in position.all_blank()]
    return marks[0] if known is None else max(marks, key=lambda marked: len(known.supposed(marked).forced))


def _shown(answer: Answer[Put]) -> Advice:
    move = answer.moves[0]
    if answer.optimal:
        return Advice(_("this segment belongs to the loop"), (Mark(move.segment),), (move,))
    return Advice(_("this segment belongs to one of the possible loops"), (Mark(move.segment),), (move,))


def mistakes(level: Level, state: State) -> Advice | None:
    """Which marks are wrong, if any: those that differ from the grid's only solution.

    Where a grid has several solutions no single mark is wrong, but all together may leave none of them.
    """
    loop = _only_loop(level.rows, level.columns, level.clues)
    if loop is None:
        answer = solve(level, state, STEPS)
        return conflict(level) or Advice(_NONE_LEFT) if answer.verdict is Verdict.IMPOSSIBLE else None
    wrong = marks_of(level, State(state.drawn & ~loop)) + marks_of(level, State(crossed=state.crossed & loop))
    if not wrong:
        return None
    marks = tuple(Mark(put.segment, MarkKind.MISTAKE) for put in wrong)
    if len(wrong) > 1:
        return Advice(_("There are {n} mistakes: these marks differ from the only solution.", n=len(wrong)), marks)
    if wrong[0].mark == DRAWN:
        text = _("There is a mistake: this drawn segment is not on the loop.")
    else:
        text = _("There is a mistake: this crossed segment is on the loop.")
    return Advice(text, marks)


@lru_cache(maxsize=8)
def _only_loop(rows: int, columns: int, clues: Clues) -> int | None:
    """The mask of the only solution of a grid's clues; None if that is not proven, or there is none."""
    answer = solve(Level(rows, columns, clues), State(), STEPS)
    return drawn_mask(Level(rows, columns, clues), answer.moves) if answer.solved and answer.optimal else None


def _mistake(level: Level, state: State) -> Advice:
    """What a hint says when the marks leave no solution; asked again, it shows which are wrong, then erases them."""
    found = conflict(level)
    if found is not None:
        return ladder(Advice(_("This grid has no solution at all.")), found)
    found = mistakes(level, state)
    if found is None or not found.marks:
        return Advice(_NONE_LEFT)
    puts = tuple(Put(mark.target, BLANK) for mark in found.marks)  # type: ignore[arg-type]  # they are all segments
    return Advice(_NONE_LEFT, further=found._replace(moves=puts))


def hint_by_uniqueness(level: Level, state: State) -> Advice | None:
    """A deduction that rests on there being only one solution, if that is proven and nothing plainer is to be seen."""
    loop = _only_loop(level.rows, level.columns, level.clues)
    if loop is None or mistakes(level, state) is not None:
        return None
    if next(easiest(level, state, PLAIN), None) is not None:
        return None
    deduction = next(UNIQUE.find(Position(level, state)), None)
    return _in_steps(level, state, UNIQUE, deduction) if deduction is not None else None


def _in_steps(level: Level, state: State, technique: Technique, deduction: Deduction) -> Advice:
    """A deduction as a ladder: where to look and why, the technique and the segments it decides, then what they are."""
    found = advice(level, state, technique, deduction)
    places = [mark for mark in found.marks if mark.kind is MarkKind.BECAUSE]
    # The segments of a chain would show the answer.
    if deduction.subject in (Subject.TRIAL, Subject.SIDES, Subject.DEAD_ENDS):
        places = [mark for mark in places if isinstance(mark.target, tuple) and mark.target[0] == "cell"]
        if not places and deduction.subject is Subject.TRIAL:
            places = [Mark(("corner", *found.moves[0].segment[0]), MarkKind.BECAUSE)]
    decided = _.n(
        "{rule}: this segment can be decided.",
        "{rule}: these {n} segments can be decided.",
        n=len(found.moves),
        rule=found.title,
    )
    steps = [Advice(decided, found.marks), found]
    look = first_look(Position(level, state), deduction)
    if look is not None:
        steps.insert(0, Advice(look, tuple(places)))
    return ladder(*steps)


ADVISORS: tuple[Advisor[Level, State], ...] = (
    Advisor("unique", hint_by_uniqueness, option=BY_UNIQUENESS),
    Advisor("hint", hint),
)
