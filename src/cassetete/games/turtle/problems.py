"""What keeps a readable board from being playable."""

from __future__ import annotations

from cassetete.core.contract import Problem
from cassetete.core.message import Catalogue

from .model import LARGEST, Level

_ = Catalogue("turtle")


def problems(level: Level) -> list[Problem]:
    """No turtle, no hideout, two animals on one cell, or a board too large to play on.

    >>> [str(problem.text) for problem in problems(Level(1, 2, (0, 0)))]
    ['there is no turtle', 'there is no hideout']
    """
    found: list[Problem] = []
    if level.rows > LARGEST or level.columns > LARGEST:
        found.append(Problem(_("a board has at most {most} rows and columns", most=LARGEST)))
    if not level.animals:
        found.append(Problem(_("there is no turtle")))
    if level.goal is None:
        found.append(Problem(_("there is no hideout")))
    for animal, cell in enumerate(level.animals):
        other = level.animals.index(cell)
        if other != animal:
            found.append(Problem(_("animals {a} and {b} share a cell", a=other, b=animal), level.place(cell)))
    return found
