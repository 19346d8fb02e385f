"""What a player can switch on: crosses made automatically, dimmed clues, paths in colours, shaded sides."""

from __future__ import annotations

from cassetete.core.contract import Option, Status
from cassetete.core.message import Catalogue

from . import rules
from .deductions.position import CROSS, LINE, Position
from .model import CROSSED, INSIDE, OUTSIDE, Level, Put, State, numbers

_ = Catalogue("slitherlink")

ONE_BUTTON, AUTO_CROSS, DIM, PATHS, SHADE = "one-button", "auto-cross", "dim", "paths", "shade"
BY_UNIQUENESS = "uniqueness"

OPTIONS = (
    Option(ONE_BUTTON, _("one mouse button does everything")),
    Option(AUTO_CROSS, _("cross out what has become impossible")),
    Option(DIM, _("dim the clues that are met")),
    Option(PATHS, _("give each path its own colour")),
    Option(SHADE, _("shade what is known to be inside or outside")),
    Option(BY_UNIQUENESS, _("hints may rely on uniqueness")),
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
