"""What a player can switch on: crosses made automatically, dimmed clues, paths in colours, shaded sides."""

from __future__ import annotations

from cassetete.core.contract import Option, Status
from cassetete.core.message import Catalogue

from . import rules
from .deductions.areas import neighbours
from .deductions.position import Position
from .model import CROSSED, INSIDE, OUTSIDE, Level, Put, State, numbers
from .solvers.propagation import LINE

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
    """The crosses that come of themselves after a move: beside a clue that has all its lines, at a corner where two
    lines meet, and where a line could not go on.

    >>> [put.mark for put in follow(Level(1, 1, ((0,),)), State(), frozenset({"auto-cross"}))]
    ['x', 'x', 'x', 'x']
    """
    if AUTO_CROSS not in options or rules.status(level, state) is not Status.OPEN:
        return ()
    found: list[int] = []
    while True:
        position = Position(level, state)
        new = {edge for edge in _idle(position) if state.mark(edge) == "."}
        if not new:
            return tuple(Put(position.net.segments[edge], CROSSED) for edge in found)
        for edge in sorted(new):
            state = state.with_mark(edge, CROSSED)
            found.append(edge)


def _idle(position: Position) -> list[int]:
    found: list[int] = []
    for clue, sides in zip(position.clue, position.net.around_cell, strict=True):
        if clue == position.lines(sides):
            found += position.blank(sides)
    for edges in position.net.at_vertex:
        blank, lines = position.blank(edges), position.lines(edges)
        if lines == 2 or (lines == 0 and len(blank) == 1):
            found += blank
    return found


def shades(level: Level, state: State, automatic: bool) -> dict[int, str]:
    """The shade of each cell that has one: the player's own, else (if automatic) what lines and crosses show."""
    found = dict.fromkeys(numbers(state.inside), INSIDE) | dict.fromkeys(numbers(state.outside), OUTSIDE)
    if automatic:
        found = {cell: OUTSIDE if odd == 0 else INSIDE for cell, odd in known_sides(level, state).items()} | found
    return found


def known_sides(level: Level, state: State) -> dict[int, int]:
    """The cells that lines and crosses tell to be inside (1) or outside (0): an odd or even number of lines away."""
    position = Position(level, state)
    outside = level.rows * level.columns
    odd = {outside: 0}
    waiting = [outside]
    near = neighbours(level.rows, level.columns)
    while waiting:
        here = waiting.pop()
        for there in near[here]:
            for edge in _between(position, here, there):
                if there not in odd and position.value[edge]:
                    odd[there] = odd[here] ^ (position.value[edge] == LINE)
                    waiting.append(there)
    del odd[outside]
    return odd


def _between(position: Position, here: int, there: int) -> list[int]:
    """The segments between two cells; a cell in a corner has two towards the outside."""
    outside = len(position.clue)
    cell, other = (there, here) if here == outside else (here, there)
    wanted = {cell} if other == outside else {cell, other}
    return [edge for edge in position.net.around_cell[cell] if set(position.beside[edge]) == wanted]


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
            for vertex in position.net.ends[here]:
                waiting += [other for other in position.net.at_vertex[vertex] if position.value[other] == LINE]
        count += 1
    return number
