"""What keys, clicks and drags do."""

from __future__ import annotations

from collections.abc import Hashable

from cassetete.core.contract import Aim, Help, Play
from cassetete.core.events import Drag, Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from . import rules
from .box_paths import bring
from .floor_graph import floor_graph
from .model import Level, State

_ = Catalogue("sokoban")

KEYS = (
    Help("↑ ↓ ← →", _("walk, and push the box in front of you")),
    Help("Ctrl ↑ ↓ ← →", _("run until something is in the way")),
    Help(_("Click"), _("on the floor: walk there")),
    Help(_("Click"), _("on a box, then on one of the marked cells: push the box there")),
    Help(_("Drag"), _("push a box to where you let go")),
)


def bind(level: Level, state: State, cursor: object, event: Event) -> Play[Direction] | Aim | None:
    """Arrows step, with Control they run; a click walks, or chooses a box and then where it goes; a drag pushes a box.

    The chosen box is the cursor: the scene shows where it can be pushed.
    """
    moves: list[Direction] = []
    if isinstance(event, Key):
        direction = Direction.from_key(event.name)
        if direction is not None:
            moves = run(level, state, direction) if event.ctrl else _step(level, state, direction)
    elif isinstance(event, Press) and event.button == 1:
        return _pressed(level, state, cursor, event.target)
    elif isinstance(event, Drag) and event.button == 1:
        moves = bring(level, state, event.start, event.end)
    return Play(tuple(moves), cursor=None) if moves else None


def _pressed(level: Level, state: State, chosen: object, cell: Hashable) -> Play[Direction] | Aim | None:
    """A box is chosen, or chosen no more; the chosen box goes to the cell if it can; else the player walks there."""
    if cell in state.boxes:
        return Aim(None if cell == chosen else cell) if rules.moves(level, state) else None
    moves = bring(level, state, chosen, cell) if chosen in state.boxes else []
    moves = moves or go_to(level, state, cell)
    if moves:
        return Play(tuple(moves), cursor=None)
    return Aim(None) if chosen is not None else None


def _step(level: Level, state: State, direction: Direction) -> list[Direction]:
    return [direction] if direction in rules.moves(level, state) else []


def run(level: Level, state: State, direction: Direction) -> list[Direction]:
    """As many steps as possible without a push."""
    moves: list[Direction] = []
    while direction in rules.moves(level, state) and not rules.pushes(level, state, direction):
        moves.append(direction)
        state = rules.play(level, state, direction)
    return moves


def go_to(level: Level, state: State, cell: Hashable) -> list[Direction]:
    """The shortest walk to a floor cell."""
    graph = floor_graph(level)
    if state.player not in graph.number or cell not in graph.number or not rules.moves(level, state):
        return []
    start, end = graph.number[state.player], graph.number[cell]
    return graph.way(start, end, graph.boxes_of(state)) or []
