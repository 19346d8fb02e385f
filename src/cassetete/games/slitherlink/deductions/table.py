"""The table of named deductions, in order of difficulty: it serves hints with a reason, grades and level making.

The ladder: 1 clues and vertices, 2 openings, 3 loops closed too early, 4 corners (what two segments at a corner may do
together), 5 colours (inside and outside), 6 equal and opposite segments, 7 areas, 8 one-step contradiction, 9 common
consequence. What needs more than the ninth rung needs nested search. No rule assumes that the solution is unique.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from cassetete.core.contract import Grade
from cassetete.core.message import Catalogue, Text

from ..model import Level, State
from ..solvers.propagation import CROSS, LINE
from . import basic as plain
from . import reasoner as reason
from . import trial
from .position import Position, Rule, Step, named

_ = Catalogue("slitherlink")

SHOWN = 12
"""How many cells a sentence names at most; the board shows them all."""

PLAIN = 3
"""The last rung whose steps are seen at a glance, all of them at once."""

SEARCH = 10
"""The rung of puzzles that need more than the table."""


def _reasoned(rules: int, drawn: Text, crossed: Text, position: Position) -> Iterator[Step]:
    """What a reasoner finds with some of its rules, the deductions that rest on the fewest cells first."""
    try:
        reasoner = reason.Reasoner(position, rules).run()
    except reason.Wrong:
        return
    found: dict[int, list[tuple[int, int]]] = {}
    for edge, (mark, event) in reasoner.forced.items():
        found.setdefault(event, []).append((edge, mark))
    steps = [(reasoner.reason(event), puts) for event, puts in found.items()]
    for cells, puts in sorted(steps, key=lambda step: (len(step[0]), step[1])):
        names = named(cells[:SHOWN]) + (" …" if len(cells) > SHOWN else "")
        for wanted, text in ((LINE, drawn), (CROSS, crossed)):
            these = tuple(put for put in puts if put[1] == wanted)
            if these:
                yield Step(these, cells, _(text.msgid, cells=names))


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
    reason.CORNERS | reason.COLOURS | reason.LINKS,
    _("equal and opposite segments around {cells} leave only a line here"),
    _("equal and opposite segments around {cells} leave no line here"),
)
areas = partial(
    _reasoned,
    reason.CORNERS | reason.COLOURS | reason.LINKS | reason.AREAS,
    _("inside and outside are one piece each, and would fall apart at {cells}: this segment is drawn"),
    _("inside and outside are one piece each, and would fall apart at {cells}: this segment is crossed out"),
)

RULES = (
    Rule("clue", _("clue"), 1, plain.clue),
    Rule("vertex", _("line at a corner"), 1, plain.vertex),
    Rule("finished", _("loop closed"), 1, plain.finished),
    Rule("corner", _("closed corner"), 2, plain.corner),
    Rule("threes", _("3s that touch"), 2, plain.threes),
    Rule("early_loop", _("loop too early"), 3, plain.early_loop),
    Rule("corners", _("corner by corner"), 4, corners),
    Rule("colours", _("inside and outside"), 5, colours),
    Rule("links", _("equal and opposite segments"), 6, links),
    Rule("areas", _("areas"), 7, areas),
    Rule("contradiction", _("contradiction in one step"), 8, trial.contradiction),
    Rule("common", _("common consequence"), 9, trial.common),
)

GRADES = (
    (3, "easy", _("easy")),
    (4, "normal", _("normal")),
    (6, "tricky", _("tricky")),
    (7, "hard", _("hard")),
    (9, "expert", _("expert")),
    (SEARCH, "search", _("needs nested search")),
)
"""Up to which rung of the ladder a word goes."""


def easiest(level: Level, state: State, hardest: int = SEARCH) -> Iterator[tuple[Rule, Step]]:
    """The steps of the easiest rule that has any, none if no rule up to a rung has."""
    position = Position(level, state)
    for rule in RULES:
        if rule.difficulty > hardest:
            return
        steps = rule.find(position)
        first = next(steps, None)
        if first is not None:
            yield rule, first
            for step in steps:
                yield rule, step
            return


def played(state: State, step: Step) -> State:
    """The state with a step's marks; those already there are left alone."""
    for edge, mark in step.puts:
        if state.mark(edge) == ".":
            state = state.with_mark(edge, "+" if mark == LINE else "x")
    return state


def walk(level: Level, state: State, hardest: int = SEARCH) -> Iterator[tuple[Rule, Step]]:
    """The whole solution, step by step, as far as the rules up to a rung go; each step has something new.

    After a step beyond the plain rules the easiest are tried again: what follows by them needs no longer reason.
    """
    while True:
        before = state
        for rule, step in easiest(level, state, hardest):
            after = played(state, step)
            if after != state:
                new = tuple(put for put in step.puts if state.mark(put[0]) == ".")
                yield rule, step._replace(puts=new)
                state = after
                if rule.difficulty > PLAIN:
                    break
        if state == before:
            return


def grade(level: Level) -> Grade | None:
    """The hardest rule a level needs and how often each is used; None if it has not exactly one solution.

    >>> grade(Level(1, 3, ((3, 2, 3),))).id
    'easy'
    """
    from ..solvers.solutions import unique

    if not unique(level):
        return None
    used: Counter[str] = Counter()
    state = level.marks
    for rule, step in walk(level, state):
        used[rule.id] += 1
        state = played(state, step)
    rungs = [rule.difficulty for rule in RULES if used[rule.id]]
    whole = (state.drawn | state.crossed).bit_count() == level.edges
    rung = max(rungs, default=1) if whole else SEARCH
    needs = tuple((rule.title, used[rule.id]) for rule in RULES if used[rule.id])
    name, title = next((name, title) for top, name, title in GRADES if rung <= top)
    return Grade(name, title, rung, needs)
