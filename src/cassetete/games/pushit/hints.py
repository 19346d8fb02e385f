"""Hints: which block to push next, and what is certain without a search."""

from __future__ import annotations

from cassetete.core.answers import Limits, Verdict
from cassetete.core.contract import Advice, Advisor, Mark, MarkKind, Metric, Status
from cassetete.core.drain import drain
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue, Text
from cassetete.speed import jit

from . import rules
from .model import Level, State
from .solvers.searches import A_STAR, BREADTH_FIRST, KERNEL, below_exit, fits_native, run_native

_ = Catalogue("pushit")

_NODES, _NODES_NATIVE = 100_000, 2_000_000
_PUSH = {
    Direction.DOWN: _("Next, push the block in row {row}, column {column} down."),
    Direction.RIGHT: _("Next, push the block in row {row}, column {column} to the right."),
    Direction.UP: _("Next, push the block in row {row}, column {column} up."),
    Direction.LEFT: _("Next, push the block in row {row}, column {column} to the left."),
}
_ROLL = {
    Direction.DOWN: _("Roll the ball down (↓)."),
    Direction.RIGHT: _("Roll the ball to the right (→)."),
    Direction.UP: _("Roll the ball up (↑)."),
    Direction.LEFT: _("Roll the ball to the left (←)."),
}
_PUSH_NOW = {
    Direction.DOWN: _("Push the block down (↓)."),
    Direction.RIGHT: _("Push the block to the right (→)."),
    Direction.UP: _("Push the block up (↑)."),
    Direction.LEFT: _("Push the block to the left (←)."),
}


def suggest(level: Level, state: State, move: Direction) -> Text:
    """A move as a sentence, with its key: on the picture, down leads to the lower left.

    >>> str(suggest(Level(2, (1, 0, 0, 0)), State(0, (1, 0, 0, 0)), Direction.DOWN))
    'Roll the ball down (↓).'
    """
    return (_PUSH_NOW if rules.pushes(level, state, move) else _ROLL)[move]


def warn(level: Level, state: State) -> Advice | None:
    """The ball below the exit: lost without any search."""
    if rules.status(level, state) is not Status.OPEN or not below_exit(state):
        return None
    marks = (Mark(level.cell(state.ball), MarkKind.MISTAKE), Mark(level.cell(level.exit), MarkKind.BECAUSE))
    return Advice(_("The ball is below the exit and can never rise."), marks)


def lower_bound(level: Level, state: State) -> Text | None:
    """The ball goes one cell a move: it needs as many as the exit is rows and columns away."""
    (row, column), (down, right) = level.cell(state.ball), level.cell(level.exit)
    return _("moves still needed: at least {n}", n=abs(down - row) + abs(right - column))


def next_push(level: Level, state: State) -> Advice | None:
    """The next block that a shortest solution pushes and the moves up to it; without pushes left, the way out.

    None if the search is too long for a hint.
    """
    lost = warn(level, state)
    if lost is not None:
        return lost
    run, metric = (BREADTH_FIRST.run, Metric.MOVES) if level.cost == (1, 1) else (A_STAR.run, Metric.COST)
    nodes = _NODES
    if fits_native(level) and jit.ready(KERNEL):
        run, nodes = run_native, _NODES_NATIVE
    answer = drain(run(level, state, metric, Limits(nodes=nodes)))
    if answer.verdict is Verdict.IMPOSSIBLE:
        return Advice(_("The exit can no longer be reached from here: go back."))
    if not answer.moves:
        return None
    at = state
    for count, move in enumerate(answer.moves, 1):
        pushes = rules.pushes(level, at, move)
        at = rules.play(level, at, move)
        if pushes:
            row, column = level.cell(at.ball)
            text = _(_PUSH[move].msgid, row=row + 1, column=column + 1)
            return Advice(text, (Mark((row, column)),), answer.moves[:count])
    return Advice(_("Nothing is left to push: roll to the exit."), (Mark(level.cell(level.exit)),), answer.moves)


ADVISORS = (Advisor("next-push", next_push),)
