"""What a player can switch on: automatic crosses, dimmed clues, marked errors, paths in colours, shaded sides."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cassetete.core.contract import Option, Status
from cassetete.core.message import Catalogue

from . import rules
from .deductions.position import CROSS, LINE, Position
from .model import CROSSED, INSIDE, OUTSIDE, Level, Put, State, numbers

_ = Catalogue("slitherlink")

ONE_BUTTON, AUTO_CROSS, DIM, PATHS, SHADE = "one-button", "auto-cross", "dim", "paths", "shade"
BY_UNIQUENESS, ERRORS, RED_CROSSES = "uniqueness", "errors", "red-crosses"

OPTIONS = (
    Option(ONE_BUTTON, _("a click or a tap draws, then crosses, then clears")),
    Option(AUTO_CROSS, _("cross out what has become impossible")),
    Option(DIM, _("dim the clues that are met"), default=True),
    Option(ERRORS, _("mark branches and closed loops that are wrong"), default=True),
    Option(PATHS, _("give each path its own colour")),
    Option(SHADE, _("shade what is known to be inside or outside")),
    Option(BY_UNIQUENESS, _("hints may rely on uniqueness")),
    Option(RED_CROSSES, _("red crosses, as on the sheet")),
)


def follow(level: Level, state: State, options: frozenset[str]) -> tuple[Put, ...]:
    """The crosses that follow a move automatically: beside a clue that has all its lines, at a corner where two
    lines meet, and where a line could not go on.

    >>> [put.mark for put in follow(Level(1, 1, ((0,),)), State(), frozenset({"auto-cross"}))]
    ['x', 'x', 'x', 'x']
    """
    if AUTO_CROSS not in options or rules.status(level, state) is not Status.OPEN:
        return ()
    position = Position(level, state)
    found: list[int] = []
    while True:
        new = _impossible(position)
        if not new:
            return tuple(Put(position.lattice.segments[edge], CROSSED) for edge in found)
        for edge in new:
            position.put(edge, CROSS)
        found += new


def _impossible(position: Position) -> list[int]:
    """The blank segments that a clue or a vertex alone rules out."""
    edges: set[int] = set()
    for cell, clue in enumerate(position.clue):
        if clue >= 0 and position.forced_by_clue(cell) == CROSS:
            edges.update(position.lattice.around_cell[cell])
    for vertex, meeting in enumerate(position.lattice.at_vertex):
        if position.forced_at_vertex(vertex) == CROSS:
            edges.update(meeting)
    return position.blank(sorted(edges))


def shades(level: Level, state: State, automatic: bool) -> dict[int, str]:
    """The shade of each cell that has one: the player's own, else (if automatic) what lines and crosses show."""
    found = dict.fromkeys(numbers(state.inside), INSIDE) | dict.fromkeys(numbers(state.outside), OUTSIDE)
    if automatic:
        found = {cell: OUTSIDE if odd == 0 else INSIDE for cell, odd in known_sides(level, state).items()} | found
    return found


def known_sides(level: Level, state: State) -> dict[int, int]:
    """The cells that are known to be inside (1) or outside (0): an odd or even number of lines away from outside."""
    position = Position(level, state)
    net = position.lattice
    odd = {net.outside: 0}
    waiting = [net.outside]
    while waiting:
        here = waiting.pop()
        for edge in net.around_grid if here == net.outside else net.around_cell[here]:
            there = net.across(here, edge)
            if there not in odd and position.value[edge]:
                odd[there] = odd[here] ^ (position.value[edge] == LINE)
                waiting.append(there)
    del odd[net.outside]
    return odd


def path_numbers(level: Level, state: State) -> dict[int, int]:
    """For each drawn segment, the number of its path: 0 for the one with the least segment, and so on."""
    position = Position(level, state)
    number: dict[int, int] = {}
    count = 0
    for edge, value in enumerate(position.value):
        if value != LINE or edge in number:
            continue
        waiting = [edge]
        while waiting:
            here = waiting.pop()
            if here in number:
                continue
            number[here] = count
            for vertex in position.lattice.ends[here]:
                waiting += [other for other in position.lattice.at_vertex[vertex] if position.value[other] == LINE]
        count += 1
    return number


class Wrong(NamedTuple):
    """What can be in no solution: the corners where more than two lines meet, and the segments of closed loops."""

    branches: tuple[int, ...]
    loops: frozenset[int]


@lru_cache(maxsize=64)
def wrong(level: Level, state: State) -> Wrong:
    """The branches, and the closed loops that do not win: a loop that is closed can never be continued."""
    position = Position(level, state._replace(inside=0, outside=0))
    net, lines = position.lattice, position.lines
    branches = tuple(vertex for vertex, count in enumerate(lines) if count > 2)
    if rules.status(level, state) is Status.WON:
        return Wrong((), frozenset())
    paths: dict[int, list[int]] = {}
    for edge, number in path_numbers(level, state).items():
        paths.setdefault(number, []).append(edge)
    loops: set[int] = set()
    for edges in paths.values():
        if all(lines[vertex] == 2 for edge in edges for vertex in net.ends[edge]):
            loops.update(edges)
    return Wrong(branches, frozenset(loops))
