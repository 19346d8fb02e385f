"""Hints: what the next push is good for, told from the way to the exit; and what is certain without a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cassetete.core.contract import Advice, Mark, MarkKind, Status, ladder
from cassetete.core.grid import Direction, cell_name
from cassetete.core.message import Catalogue, Text

from . import rules
from .model import Level, State
from .solvers.searches import below_exit

_ = Catalogue("pushit")


class NextPush(NamedTuple):
    """The next push of a solution, and what it is good for."""

    length: int
    """How many moves there are up to it, itself included."""
    block: int
    """The cell of the block, which is where the ball goes."""
    falls_to: int
    """The cell the block slides or falls onto."""
    place: int
    """The cell where the block is left in the end, as far as that is known: later pushes may take it further."""
    bridge: int | None
    """The cell that the ball later reaches over the block, and that is as high: without it the ball is too low."""


def next_push(level: Level, state: State, moves: Sequence[Direction]) -> NextPush | None:
    """The next push of a solution; None if the ball only rolls."""
    now = state
    for count, move in enumerate(moves, 1):
        if rules.pushes(level, state, move):
            way = next(way for way in rules.ways_from(level, state) if way.direction is move)
            assert way.behind is not None
            after = rules.play(level, state, move)
            place, bridge = _bridge(level, after, moves[count:], way.behind)
            if bridge is not None and now.heights[place] >= now.heights[bridge]:
                bridge = None  # it is high enough now, and only other pushes make it too low
            return NextPush(count, way.next, way.behind, place, bridge)
        state = rules.play(level, state, move)
    return None


def _bridge(level: Level, state: State, moves: Sequence[Direction], cell: int) -> tuple[int, int | None]:
    """Where later pushes take a block, and the cell the ball rolls onto from there, without pushing or falling; None if
    the place is changed before, or the ball does not roll over it."""
    height = state.heights[cell]
    for move in moves:
        here, after = state.ball, rules.play(level, state, move)
        if state.heights[cell] != height:
            return cell, None
        if rules.pushes(level, state, move):
            way = next(way for way in rules.ways_from(level, state) if way.direction is move)
            if way.next == cell and way.behind is not None:
                cell, height = way.behind, after.heights[way.behind]
        elif here == cell:
            return cell, after.ball if after.heights[after.ball] == height else None
        state = after
    return cell, None


def next_step(level: Level, state: State, moves: tuple[Direction, ...]) -> Advice:
    """Why a block must move, which one, and the way up to the push; without pushes left, the way out in stretches."""
    found = next_push(level, state, moves)
    if found is None:
        way_out = Mark(level.cell(level.exit), MarkKind.BECAUSE)
        left = _("No push is needed: roll to the exit.")
        first = _("The way begins here ({arrow}).", arrow=moves[0].arrow)
        ahead = Mark(level.cell(rules.play(level, state, moves[0]).ball))
        straight = next((count for count, move in enumerate(moves) if move is not moves[0]), len(moves))
        roll = _.n("Roll {n} cell ({arrow}).", "Roll {n} cells ({arrow}).", n=straight, arrow=moves[0].arrow)
        if straight == len(moves):
            roll = _("Roll to the exit.")
        return ladder(Advice(left, (way_out,)), Advice(first, (ahead,)), Advice(roll, (ahead,), moves[:straight]))
    block, onto = level.cell(found.block), level.cell(found.falls_to)
    if found.bridge is not None:
        place, beyond = level.cell(found.place), cell_name(level.cell(found.bridge))
        why = _(
            "{cell} is too low: the ball is to cross it on the way to {other}.", cell=cell_name(place), other=beyond
        )
        if found.place != found.falls_to:
            text = _("{cell} is too low for the way to {other}: bring the block at {block} there.")
            why = _(text.msgid, cell=cell_name(place), other=beyond, block=cell_name(block))
        nudge = Advice(why, (Mark(place),))
    else:
        why = _("The way to the exit leads over {cell}: it must be free.", cell=cell_name(block))
        nudge = Advice(why, (Mark(block),))
    piece = _("The block at {cell} can be pushed onto {other}.", cell=cell_name(block), other=cell_name(onto))
    marks = (Mark(block), Mark(onto, MarkKind.BECAUSE))
    arrow = moves[found.length - 1].arrow
    if found.length == 1:
        push = _("Push the block at {cell} now ({arrow}).", cell=cell_name(block), arrow=arrow)
    else:
        push = _("Roll beside the block at {cell} and push it ({arrow}).", cell=cell_name(block), arrow=arrow)
    return ladder(nudge, Advice(piece, marks), Advice(push, marks, moves[: found.length]))


def special_rules(level: Level) -> list[Text]:
    """What is unusual about a level: tall pushes, prices, where the ball starts."""
    said = []
    if level.tall > 1:
        said.append(_("Here the ball pushes up to {n} blocks at once.", n=level.tall))
    if level.cost != (1, 1):
        move, push = level.cost
        said.append(_("Here a move without a push costs {move} and a push costs {push}.", move=move, push=push))
    if level.start != (0, 0):
        said.append(_("Here the ball does not start in the corner."))
    return said


def warn(level: Level, state: State) -> Advice | None:
    """The ball below the exit, or with nothing to push and no way to roll there: lost without any search."""
    if rules.status(level, state) is not Status.OPEN:
        return None
    marks = (Mark(level.cell(state.ball), MarkKind.MISTAKE), Mark(level.cell(level.exit), MarkKind.BECAUSE))
    if below_exit(state):
        return Advice(_("The ball is below the exit and can never rise."), marks, lost=True)
    if only_rolls(level, state):
        text = _("From here the ball can push nothing, and it cannot roll to the exit.")
        return Advice(text, marks, lost=True)
    return None


def only_rolls(level: Level, state: State) -> bool:
    """Whether the ball can push nothing from wherever it can roll, and cannot roll to the exit."""
    found = [state.ball]
    for cell in found:
        here = State(cell, state.heights)
        for way in rules.ways_from(level, here):
            blocks = rules.pushed(level, here, way)
            if blocks or (blocks == 0 and way.next == level.exit):
                return False
            if blocks == 0 and way.next not in found:
                found.append(way.next)
    return True


def lower_bound(level: Level, state: State) -> Text | None:
    """The ball goes one cell a move: it needs as many as the exit is rows and columns away."""
    (row, column), (down, right) = level.cell(state.ball), level.cell(level.exit)
    return _("moves still needed: at least {n}", n=abs(down - row) + abs(right - column))
