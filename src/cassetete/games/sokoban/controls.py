"""What keys, clicks and drags do."""

from __future__ import annotations

from collections.abc import Hashable

from cassetete.core.contract import Aim, Help, Play
from cassetete.core.events import Drag, Event, Hover, Key, Press
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
    Help(_("Click"), _("walk there, or push the box beside you")),
    Help(_("Drag"), _("push a box to where you let go")),
)


def bind(level: Level, state: State, cursor: object, event: Event) -> Play[Direction] | Aim | None:
    """Arrows step, with Control they run; a click walks or pushes; a drag pushes a box to a cell.

    The box under the pointer is the cursor: the scene shows where it can be pushed.
    """
    if isinstance(event, Hover):
        over = event.target if event.target in state.boxes else None
        return Aim(over) if over != cursor else None
    moves: list[Direction] = []
    if isinstance(event, Key):
        direction = Direction.from_key(event.name)
        if direction is not None:
            moves = run(level, state, direction) if event.ctrl else _step(level, state, direction)
    elif isinstance(event, Press) and event.button == 1:
        moves = go_to(level, state, event.target)
    elif isinstance(event, Drag) and event.button == 1:
        moves = bring(level, state, event.start, event.end)
    return Play(tuple(moves)) if moves else None


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
    """The shortest walk to a floor cell, or one push of a box beside the player."""
    graph = floor_graph(level)
    if state.player not in graph.number or cell not in graph.number or not rules.moves(level, state):
        return []
    if cell in state.boxes:
        beside = (d for d in Direction if state.player and rules.beside(state.player, d) == cell)
        return [d for d in beside if d in rules.moves(level, state)]
    start, end = graph.number[state.player], graph.number[cell]
    return graph.way(start, end, graph.boxes_of(state)) or []
