"""Hints: which target comes next and why, which box, which push; told from a whole solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cassetete.core.contract import Advice, Mark, MarkKind, ladder
from cassetete.core.grid import Cell, Direction, cell_name
from cassetete.core.message import Catalogue, Text

from . import rules
from .box_paths import reach
from .floor_graph import floor_graph
from .model import Level, State
from .solvers import deadlocks

_ = Catalogue("sokoban")

_PUSH = {
    Direction.UP: _("Push the box at {cell} up."),
    Direction.DOWN: _("Push the box at {cell} down."),
    Direction.LEFT: _("Push the box at {cell} to the left."),
    Direction.RIGHT: _("Push the box at {cell} to the right."),
}


class Run(NamedTuple):
    """One box being pushed until another one is: from where to where, and where it stands in the end."""

    box: int
    """Which box it is: its number among the boxes at first, in the order of their cells."""
    start: Cell
    stop: Cell
    end: Cell
    before: State
    """The position before its first push, the player beside it."""
    length: int
    """How many moves there are up to its first push, itself included."""
    crosses: tuple[Cell, ...]
    """The cells it is pushed to, one after the other."""


def runs(level: Level, state: State, moves: Sequence[Direction]) -> list[Run]:
    """The solution as runs of pushes."""
    at = {cell: number for number, cell in enumerate(sorted(state.boxes))}
    found: list[Run] = []
    for count, move in enumerate(moves, 1):
        before, state = state, rules.play(level, state, move)
        if not rules.pushes(level, before, move):
            continue
        assert state.player is not None
        here, to = state.player, rules.beside(state.player, move)
        at[to] = number = at.pop(here)
        if found and found[-1].box == number:
            found[-1] = found[-1]._replace(stop=to, crosses=(*found[-1].crosses, to))
        else:
            found.append(Run(number, here, to, to, before, count, (to,)))
    ends = {number: cell for cell, number in at.items()}
    return [run._replace(end=ends[run.box]) for run in found]


def shuts_off(level: Level, state: State, target: Cell, other: Cell) -> bool:
    """Whether no box of the state could be pushed to a target while a box stands on the other one: a proof, for a box
    that is alone with that one cannot either, wherever the player is."""
    graph = floor_graph(level)
    taken = {graph.wall, graph.number[other]}
    found = [graph.number[target]]
    for cell in found:
        for d, back in enumerate(graph.step[cell]):
            if back not in taken and graph.step[back][d] not in taken and back not in found:
                found.append(back)
    return not any(graph.cells[cell] in state.boxes for cell in found[1:])


def barred(level: Level, state: State, later: Run) -> bool:
    """Whether the player cannot get now to where the next box is pushed from."""
    graph = floor_graph(level)
    behind = later.before.player
    if behind not in graph.number or state.player not in graph.number:
        return False
    now = graph.walks(graph.number[state.player], graph.boxes_of(state))
    return now[graph.number[behind]] < 0 and later.start in state.boxes


def next_step(level: Level, state: State, moves: tuple[Direction, ...]) -> Advice:
    """Which target is to be filled or what is in the way, then the box, then the push."""
    found = runs(level, state, moves)
    first = found[0]
    box = (Mark(first.start),)
    goes = _("The box at {cell} goes to {other}.", cell=cell_name(first.start), other=cell_name(first.stop))
    direction = moves[first.length - 1]
    push = _(_PUSH[direction].msgid, cell=cell_name(first.start))
    return ladder(
        _reason(level, state, found),
        Advice(goes, (*box, Mark(first.stop, MarkKind.BECAUSE))),
        Advice(push, box, moves[: first.length]),
    )


def _reason(level: Level, state: State, found: Sequence[Run]) -> Advice:
    first = found[0]
    if first.stop == first.end and all(run.box != first.box for run in found[1:]):
        if len(found) == 1:
            text = _(
                "Only the box at {cell} is left: it can go to the target at {other}.",
                cell=cell_name(first.start),
                other=cell_name(first.end),
            )
            return Advice(text, (Mark(first.end), Mark(first.start, MarkKind.BECAUSE)))
        after = [run.end for run in found[1:] if run.end != first.end and run.end not in state.boxes]
        other = next((end for end in after if shuts_off(level, state, first.end, end)), None)
        if other is None:
            text = _(
                "The target at {cell} can be filled now: a box there will not be in the way of the others.",
                cell=cell_name(first.end),
            )
            return Advice(text, (Mark(first.end),))
        text = _(
            "Fill the target at {cell} first: while a box stands on {other}, none can get there.",
            cell=cell_name(first.end),
            other=cell_name(other),
        )
        return Advice(text, (Mark(first.end), Mark(other, MarkKind.BECAUSE)))
    box = cell_name(first.start)
    if len(found) > 1 and barred(level, state, found[1]):
        barred_box = cell_name(found[1].start)
        marks = (Mark(found[1].start), Mark(first.start, MarkKind.BECAUSE))
        if not barred(level, state._replace(boxes=state.boxes - {first.start}), found[1]):
            text = _(
                "You cannot get behind the box at {other}: the box at {cell} is in the way.", other=barred_box, cell=box
            )
            return Advice(text, marks)
        text = _("You cannot get behind the box at {cell}: something is in the way.", cell=barred_box)
        return Advice(text, marks[:1])
    crossing = _crossing(found)
    if crossing is not None:
        passing = sorted(state.boxes)[crossing.box]
        text = _(
            "The box at {other} has to pass {cell}: the box there is in the way.", other=cell_name(passing), cell=box
        )
        return Advice(text, (Mark(passing), Mark(first.start, MarkKind.BECAUSE)))
    ready = len(found) > 1 and found[1].end == found[1].stop
    if ready and found[1].end not in reach(level, state, found[1].start):
        text = _(
            "Make room first: after that, the box at {cell} can go to the target at {other}.",
            cell=cell_name(found[1].start),
            other=cell_name(found[1].end),
        )
        return Advice(text, (Mark(found[1].end), Mark(found[1].start, MarkKind.BECAUSE)))
    text = _(
        "The box at {cell} sets out for the target at {other}; before it gets there, the box at {third} is pushed.",
        cell=box,
        other=cell_name(first.end),
        third=cell_name(found[1].start),
    )
    return Advice(text, (Mark(first.end), Mark(first.start, MarkKind.BECAUSE)))


def _crossing(found: Sequence[Run]) -> Run | None:
    """The next run of another box over the cell where the first one stands, before that one is pushed again."""
    first = found[0]
    for run in found[1:]:
        if run.box == first.box:
            return None
        if first.start in run.crosses:
            return run
    return None


def warn(level: Level, state: State) -> Advice | None:
    """A deadlock that is found quickly."""
    found = deadlocks.warn(level, state)
    return found._replace(lost=True) if found is not None else None


def special_rules(level: Level) -> list[Text]:
    """The prices of steps and pushes, where they differ."""
    if level.costs == (1, 1):
        return []
    step, push = level.costs
    return [_("Here a step costs {step} and a push costs {push}.", step=step, push=push)]
