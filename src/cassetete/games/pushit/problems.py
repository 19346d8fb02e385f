"""What keeps a readable level from being playable."""

from __future__ import annotations

from cassetete.core.contract import Problem
from cassetete.core.message import Catalogue

from .model import Level

_ = Catalogue("pushit")


def problems(level: Level) -> list[Problem]:
    """Not square, too small, or a ball outside the board or on the exit from the start.

    >>> [str(problem.text) for problem in problems(Level(3, (1, 0, 0, 0, 0, 0)))]
    ['the board must be square, not 2 × 3']
    """
    found = []
    if level.rows == level.columns == 1:
        return [Problem(_("the board must have at least 2 rows and 2 columns"))]
    if level.rows != level.columns:
        text = _("the board must be square, not {rows} × {columns}", rows=level.rows, columns=level.columns)
        found.append(Problem(text))
    if not level.holds(level.start):
        row, column = level.start
        text = _("the ball starts outside the board, at {row} {column} (both count from 0)", row=row, column=column)
        found.append(Problem(text, level.start))
    elif level.start == level.cell(level.exit):
        found.append(Problem(_("the ball starts on the exit"), level.start))
    return found
