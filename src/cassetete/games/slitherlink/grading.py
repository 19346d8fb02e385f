"""How hard a level is: the hardest technique it needs, and how often each is used."""

from __future__ import annotations

from collections import Counter

from cassetete.core.contract import Grade

from .deductions.techniques import GRADES, SEARCH, TECHNIQUES, played, walk
from .model import Level
from .solvers.native import unique

MOST_TRIED = 10
"""The last difficulty that is tried: what needs more is graded as needing search, which takes much less time."""


def grade(level: Level) -> Grade | None:
    """The grade of a level; None if it has not exactly one solution, LimitReached where that was not found out.

    >>> grade(Level(1, 3, ((3, 2, 3),))).id
    'normal'
    """
    if not unique(level):
        return None
    used: Counter[str] = Counter()
    state = level.marks
    for technique, deduction in walk(level, state, MOST_TRIED):
        used[technique.id] += 1
        state = played(state, deduction)
    needed = [technique for technique in TECHNIQUES if used[technique.id]]
    whole = (state.drawn | state.crossed).bit_count() == level.edges
    rank = max((technique.difficulty for technique in needed), default=1) if whole else SEARCH
    name, title = next((name, title) for top, name, title in GRADES if rank <= top)
    return Grade(name, title, rank, tuple((technique.title, used[technique.id]) for technique in needed))
