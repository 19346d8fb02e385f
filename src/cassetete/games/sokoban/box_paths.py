"""Where one box can be pushed while the others stay where they are, and by which moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from functools import lru_cache

from cassetete.core.grid import Cell, Direction

from . import rules
from .floor_graph import FloorGraph, Push, floor_graph
from .model import Level, State

Pushed = tuple[int, int]
"""Where the box is, and where the player stands after pushing it there."""


def bring(level: Level, state: State, box: Hashable, destination: Hashable) -> list[Direction]:
    """The moves that bring a box to a cell with the fewest pushes; among those, the fewest steps."""
    graph = floor_graph(level)
    if box not in state.boxes or box not in graph.number or destination not in graph.number:
        return []
    if box == destination or state.player not in graph.number or not rules.moves(level, state):
        return []
    boxes, at, end = graph.boxes_of(state), graph.number[box], graph.number[destination]
    player = graph.number[state.player]
    came = box_paths(graph, boxes & ~(1 << at), at, player)
    last = next((pushed for pushed in came if pushed[0] == end), None)
    moves = graph.moves_of(boxes, player, pushes_to(graph, came, last)) if last else []
    return _until_over(level, state, moves)


def way_of(level: Level, state: State, box: Hashable, destination: Hashable) -> list[Cell]:
    """The cells a box goes through on the way that `bring` brings it; [] if it cannot go there."""
    cells = [box] if isinstance(box, tuple) else []
    for move in bring(level, state, box, destination):
        before, state = state, rules.play(level, state, move)
        if rules.pushes(level, before, move) and state.player == cells[-1]:
            cells.append(rules.beside(cells[-1], move))
    return cells if len(cells) > 1 else []


@lru_cache(maxsize=64)
def reach(level: Level, state: State, box: Cell) -> frozenset[Cell]:
    """The cells a box can be pushed to."""
    graph = floor_graph(level)
    if box not in state.boxes or box not in graph.number or state.player not in graph.number:
        return frozenset()
    at = graph.number[box]
    came = box_paths(graph, graph.boxes_of(state) & ~(1 << at), at, graph.number[state.player])
    return frozenset(graph.cells[cell] for cell, _player in came) - {box}


def box_paths(graph: FloorGraph, others: int, box: int, player: int) -> dict[Pushed, Pushed]:
    """Every way to push the box, the fewest pushes first, and what came before it."""
    around = graph.walks(player, others | 1 << box)
    block = _blocks(graph, others, box)
    taken = others | 1 << graph.wall
    first = (box, player)
    came: dict[Pushed, Pushed] = {}
    queue = deque([first])
    while queue:
        at, player = queue.popleft()
        for d, to in enumerate(graph.step[at]):
            behind = graph.step[at][d ^ 1]
            if (taken >> to | taken >> behind) & 1 or (to, at) in came:
                continue
            # The player walks round the box if both cells beside it are in one block with it.
            can = around[behind] >= 0 if (at, player) == first else block[at, player] == block[at, behind]
            if can and (to, at) != first:
                came[to, at] = (at, player)
                queue.append((to, at))
    return came


def pushes_to(graph: FloorGraph, came: dict[Pushed, Pushed], last: Pushed) -> list[Push]:
    """The pushes on the way to what `box_paths` found."""
    pushes: list[Push] = []
    while last in came:
        before = came[last]
        pushes.append((before[0], graph.step[before[0]].index(last[0])))
        last = before
    return pushes[::-1]


def _blocks(graph: FloorGraph, others: int, start: int) -> dict[tuple[int, int], int]:
    """For each pair of neighbours the block they are in: what stays in one piece when any one cell is taken away.

    Tarjan's depth-first search for biconnected components: a block is closed where nothing below reaches above.
    """
    found: dict[tuple[int, int], int] = {}
    order, lowest = {start: 0}, {start: 0}
    pairs: list[tuple[int, int]] = []
    path = [(start, graph.wall, iter(graph.neighbours[start]))]
    while path:
        cell, parent, rest = path[-1]
        for other in rest:
            if others >> other & 1 or other == parent:
                continue
            if other not in order:
                order[other] = lowest[other] = len(order)
                pairs.append((cell, other))
                path.append((other, cell, iter(graph.neighbours[other])))
                break
            if order[other] < order[cell]:
                pairs.append((cell, other))
                lowest[cell] = min(lowest[cell], order[other])
        else:
            path.pop()
            if parent == graph.wall:
                continue
            lowest[parent] = min(lowest[parent], lowest[cell])
            if lowest[cell] >= order[parent]:
                number = len(found)
                while True:
                    one, two = pairs.pop()
                    found[one, two] = found[two, one] = number
                    if (one, two) == (parent, cell):
                        break
    return found


def _until_over(level: Level, state: State, moves: list[Direction]) -> list[Direction]:
    """The moves, up to one that wins on the way."""
    for n, move in enumerate(moves):
        if move not in rules.moves(level, state):
            return moves[:n]
        state = rules.play(level, state, move)
    return moves
