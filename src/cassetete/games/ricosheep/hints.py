"""Hints: which grass the last move covers and how, told backwards from there; and what makes a state impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cassetete.core.contract import Advice, Mark, MarkKind, ladder
from cassetete.core.grid import Cell, Direction, cell_name
from cassetete.core.message import Catalogue, Text

from . import rules
from .model import Level, Sheep, State

_ = Catalogue("ricosheep")

_DIRECTIONS = {
    Direction.UP: _("up"),
    Direction.DOWN: _("down"),
    Direction.LEFT: _("left"),
    Direction.RIGHT: _("right"),
}


class Walk(NamedTuple):
    """The way of one sheep through a solution: its cells, from the first to the last."""

    sheep: Sheep
    cells: tuple[Cell, ...]


def walks(level: Level, state: State, moves: Sequence[Direction]) -> list[Walk]:
    """Where each sheep goes; on a way to a win none is eaten."""
    found = [Walk(sheep, (sheep[:2],)) for sheep in sorted(state.sheep)]
    for move in moves:
        stops = dict(rules.slide(level, [(*walk.cells[-1], walk.sheep[2]) for walk in found], move))
        found = [walk._replace(cells=(*walk.cells, stops[*walk.cells[-1], walk.sheep[2]])) for walk in found]
    return found


def covering(level: Level, found: Sequence[Walk]) -> Walk:
    """The sheep to speak of: the one that covers a tuft last, stopped by another sheep rather than by a bush."""
    tinted = {(row, column) for row, column, _coat in level.tinted_grass}
    on_grass = [walk for walk in found if walk.cells[-1] in level.plain_grass | tinted]
    ends = {walk.cells[-1] for walk in found}

    def rank(walk: Walk) -> tuple[bool, bool, bool]:
        moved, moves_now = walk.cells[-1] != walk.cells[-2], walk.cells[0] != walk.cells[1]
        return moved, any(beside in ends for beside in _around(walk.cells[-1])), moves_now

    return max(on_grass, key=rank)


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + way.step[0], cell[1] + way.step[1]) for way in Direction]


def next_step(level: Level, state: State, moves: tuple[Direction, ...]) -> Advice:
    """What the last move does for the hardest tuft, which sheep comes to it, and where the herd goes now."""
    found = walks(level, state, moves)
    walk, last = covering(level, found), moves[-1]
    tuft, now, then = walk.cells[-1], walk.cells[0], walk.cells[1]
    ahead = (tuft[0] + last.step[0], tuft[1] + last.step[1])
    holds = next((other for other in found if other.cells[-1] == ahead), None)
    marks: tuple[Mark, ...] = (Mark(tuft),)
    if holds is not None and level.walls[last][tuft] != tuft:
        text = _(
            "The last move goes {direction}: the grass at {cell} needs a sheep at {other} to stop against.",
            direction=_DIRECTIONS[last],
            cell=cell_name(tuft),
            other=cell_name(ahead),
        )
        marks = (Mark(tuft), Mark(ahead, MarkKind.BECAUSE))
    else:
        text = _(
            "The last move goes {direction}: from {other} a sheep slides onto the grass at {cell}.",
            direction=_DIRECTIONS[last],
            cell=cell_name(tuft),
            other=cell_name(walk.cells[-2]),
        )
        marks = (Mark(tuft), Mark(walk.cells[-2], MarkKind.BECAUSE))
    if now == tuft:
        piece = _("The sheep at {cell} leaves this grass, and comes back to it in the end.", cell=cell_name(tuft))
        if then == now:
            piece = _("The sheep at {cell} is on its grass, and is there in the end.", cell=cell_name(tuft))
    else:
        comes = _("The sheep at {here} comes to the grass at {cell} in the end.")
        piece = _(comes.msgid, here=cell_name(now), cell=cell_name(tuft))
    return ladder(Advice(text, marks), Advice(piece, (Mark(now),)), _move(moves, now, then))


def _move(moves: tuple[Direction, ...], now: Cell, then: Cell) -> Advice:
    direction, left = _DIRECTIONS[moves[0]], len(moves)
    if left == 1:
        text = _("Send the herd {direction}: this move wins.", direction=direction)
    elif now == then:
        text = _(
            "Send the herd {direction}: this sheep waits, and {n} moves are enough from here.",
            direction=direction,
            n=left,
        )
    else:
        text = _(
            "Send the herd {direction}: this sheep comes to {cell}, and {n} moves are enough from here.",
            direction=direction,
            cell=cell_name(then),
            n=left,
        )
    return Advice(text, (Mark(now),), moves[:1])


def special_rules(level: Level) -> list[Text]:
    """What wolves and colours mean, where there are any."""
    said = []
    if level.start.wolves:
        said.append(_("Wolves follow the herd: no sheep may meet one."))
    if level.tinted_grass:
        said.append(_("Coloured grass needs a sheep of its colour."))
    return said


def warn(level: Level, state: State) -> Advice | None:
    """A sheep that was eaten, or more tufts than there are sheep for them."""
    if state.eaten:
        return Advice(_("A wolf has eaten a sheep."), _mistakes(state.wolves), lost=True)
    coats = Counter(coat for _row, _column, coat in state.sheep)
    wanted = Counter(coat for _row, _column, coat in level.tinted_grass)
    missing = {coat for coat, count in wanted.items() if coats[coat] < count}
    if missing:
        tufts = [(row, column) for row, column, coat in level.tinted_grass if coat in missing]
        return Advice(_("There are not enough sheep of this colour for the grass."), _mistakes(tufts), lost=True)
    if len(state.sheep) < len(level.plain_grass) + len(level.tinted_grass):
        return Advice(_("There is more grass than sheep."), _mistakes(level.plain_grass), lost=True)
    return None


def _mistakes(cells: Iterable[Cell]) -> tuple[Mark, ...]:
    return tuple(Mark(cell, MarkKind.MISTAKE) for cell in sorted(cells))
