"""What keys, clicks and drags do."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from cassetete.core.contract import Aim, Help, Play
from cassetete.core.events import Drag, Event, Key, Press
from cassetete.core.grid import Direction
from cassetete.core.text import Catalogue

from . import rules
from .model import Level, State
from .warehouse import DIRECTIONS, NOWHERE, OPPOSITE, Warehouse, warehouse

_ = Catalogue("sokoban")

KEYS = (
    Help("↑ ↓ ← →", _("walk, and push the crate in front of you")),
    Help("Ctrl ↑ ↓ ← →", _("run as far as the way is free")),
    Help(_("Click"), _("walk there; beside the keeper, push the crate")),
    Help(_("Drag"), _("push a crate to where you let go")),
)


def bind(level: Level, state: State, _cursor: object, event: Event) -> Play[Direction] | Aim | None:
    """Arrows step, with Control they run; a click walks or pushes; a drag brings a crate somewhere."""
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
    """As many steps as there are without pushing anything."""
    moves: list[Direction] = []
    while direction in rules.moves(level, state) and not rules.pushes(level, state, direction):
        moves.append(direction)
        state = rules.play(level, state, direction)
    return moves


def go_to(level: Level, state: State, target: Hashable) -> list[Direction]:
    """The shortest walk to a floor cell, or one push of a crate beside the keeper."""
    house = warehouse(level)
    if state.player not in house.number or target not in house.number or not rules.moves(level, state):
        return []
    if target in state.boxes:
        beside = (d for d in Direction if state.player and rules.beside(state.player, d) == target)
        return [d for d in beside if d in rules.moves(level, state)]
    start, end = house.number[state.player], house.number[target]
    return house.way(start, end, house.boxes_of(state)) or []


def bring(level: Level, state: State, crate: Hashable, target: Hashable) -> list[Direction]:
    """The fewest pushes of one crate, the others staying, that bring it to a cell; steps are fewest then, too."""
    house = warehouse(level)
    number = {cell: n for cell, n in house.number.items() if cell in (crate, target)}
    if len(number) < 2 or crate not in state.boxes or not rules.moves(level, state):
        return []
    box, end = (number[cell] for cell in sorted(number, key=lambda cell: cell == target))
    others = house.boxes_of(state) & ~(1 << box)
    return _push_along(level, state, house, box, end, others)


def _push_along(level: Level, state: State, house: Warehouse, box: int, end: int, others: int) -> list[Direction]:
    """Breadth-first over (crate, keeper); the moves stop early if they win on the way."""
    assert state.player is not None
    first = (box, house.number[state.player])
    ways: dict[tuple[int, int], list[Direction]] = {first: []}
    queue = deque([first])
    while queue:
        at, player = queue.popleft()
        for d, direction in enumerate(DIRECTIONS):
            to, behind = house.step[d][at], house.step[OPPOSITE[d]][at]
            if to == NOWHERE or behind == NOWHERE or others >> to & 1 or (to, at) in ways:
                continue
            walk = None if others >> behind & 1 else house.way(player, behind, others | 1 << at)
            if walk is None:
                continue
            ways[to, at] = [*ways[at, player], *walk, direction]
            if to == end:
                return _until_over(level, state, ways[to, at])
            queue.append((to, at))
    return []


def _until_over(level: Level, state: State, moves: list[Direction]) -> list[Direction]:
    for n, move in enumerate(moves):
        if move not in rules.moves(level, state):
            return moves[:n]
        state = rules.play(level, state, move)
    return moves
