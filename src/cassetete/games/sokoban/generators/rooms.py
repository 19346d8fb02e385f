"""The generator `rooms`: rooms with doors between them, the targets together in one, the boxes pulled apart.

The native search says how many pushes a level takes and how hard that was to find. Of a fixed number of tries the best
is kept.
"""

from __future__ import annotations

import math
from collections import abc
from collections.abc import Mapping, Set
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import Progress
from cassetete.core.drain import drain
from cassetete.core.errors import Infeasible
from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search.anneal import Scored
from cassetete.speed.budget import Budget
from cassetete.speed.random import Random

from .. import rules
from ..floor_graph import connected
from ..lengths import metrics
from ..model import Level
from ..problems import problems
from .harden import hardened
from .reverse_play import pull_apart

_ = Catalogue("sokoban")

_NODES = 20_000
_PULLINGS = 4
_STEPS = 300
_CHANCE = (4, 5)
_DRAWS = 50
_CHANGES = 2000
_MANY = 3
"""So many rooms are small ones, or they would not fit."""


def generate(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """The level with the most pushes, box changes and search effort of so many tries, then made harder by changes.

    With `insist`, boxes that are off the targets stay off them, and a level with fewer pushes than asked for is changed
    until it has them.
    """
    # Rooms of two by three at least, each with a wall below and to the right.
    most = (values["rows"] - 1) // 3 * ((values["columns"] - 1) // 4)
    if values.get("rooms", 0) > most:
        raise Infeasible(
            _.n("no more than {n} room fits in this size", "no more than {n} rooms fit in this size", n=most)
        )
    random = Random(seed)
    best: tuple[int, Level] | None = None
    for attempt in range(values["tries"]):
        yield Progress(attempt, values["tries"])
        rooms = values.get("rooms", 0)
        size = values["rows"], values["columns"]
        floor = _separate_rooms(*size, rooms, random) if rooms else _rooms(*size, random)
        if floor is None:
            continue
        for _time in range(_PULLINGS):
            level = _with_boxes(floor, values["boxes"], random, bool(values.get("insist")))
            if level is None or problems(level) or level.boxes & level.targets:
                continue
            graded = measured(level)
            if graded is not None and (best is None or graded[0] > best[0]):
                best = graded
    if best is not None and values.get("harden"):
        best = yield from hardened(best, values["harden"], random, partial(_measured_with, values.get("rooms", 0)))
    pushes = values.get("pushes", 0)
    if best is not None and values.get("insist") and (best[1].headers.optimum or 0) < pushes:

        def by_pushes(level: Level) -> Scored[Level] | None:
            found = _measured_with(values.get("rooms", 0), level)
            return found and (found[1].headers.optimum or 0, found[1])

        first = best[1].headers.optimum or 0, best[1]
        best = yield from hardened(first, _CHANGES, random, by_pushes, enough=pushes)
    if best is None or (best[1].headers.optimum or 0) < pushes:
        return None
    return replace(best[1], headers=replace(best[1].headers, seed=str(seed)))


def _measured_with(rooms: int, level: Level) -> tuple[int, Level] | None:
    """As `measured`; None if the level has another number of rooms (0: any)."""
    return measured(level) if not rooms or rooms_of(level.floor) == rooms else None


def measured(level: Level) -> tuple[int, Level] | None:
    """A score and the level with its fewest pushes; None if the search finds it too hard.

    Its effort is counted without tunnels and perimeter: corridors and an easy end do not make a level less hard.
    """
    from ..solvers.level_arrays import level_arrays
    from ..solvers.optimal import NO_LIMIT, search
    from ..solvers.perimeter import Perimeter

    state = rules.start(level)
    arrays = level_arrays(level)
    arrays = arrays._replace(board=arrays.board._replace(tunnel=arrays.board.tunnel * 0))
    perimeter = Perimeter(arrays, state)
    perimeter.stop()
    result = drain(search(arrays, Budget(Limits(nodes=_NODES)), state, 0, 1, NO_LIMIT, 0, perimeter=perimeter))
    if not result.pushes:
        return None
    found = metrics(level, state, arrays.moves_of(state, result.pushes))
    score = found.pushes + 4 * found.box_changes + 5 * int(math.log2(1 + result.expanded))
    return score, replace(level, headers=Headers(optimum=found.pushes, pushes=found.pushes))


def rooms_of(floor: Set[Cell]) -> int:
    """How many rooms a floor has: a room is where the floor is at least two by two, what is narrower is a corridor.

    >>> hall = {(i, j) for i in (0, 1) for j in (0, 1, 2)}
    >>> rooms_of(hall), rooms_of(hall | {(0, 3), (0, 4)}), rooms_of(hall | {(0, 3)} | {(i, j + 4) for i, j in hall})
    (1, 1, 2)
    """
    square = ((0, 0), (0, 1), (1, 0), (1, 1))
    whole = [(i, j) for i, j in floor if all((i + a, j + b) in floor for a, b in square)]
    left = {(i + a, j + b) for i, j in whole for a, b in square}
    count = 0
    while left:
        left -= set(connected([min(left)], left))
        count += 1
    return count


def _separate_rooms(rows: int, columns: int, count: int, random: Random) -> Level | None:
    """So many rooms with walls between them, each joined to the next by a corridor, a few pillars in them; None if that
    was not found."""
    for _draw in range(_DRAWS):
        rooms = _apart(rows, columns, count, random)
        floor = set().union(*rooms)
        for one, other in pairwise(rooms):
            floor |= _way(random.choice(sorted(one)), random.choice(sorted(other)))
        for cell in random.sample(sorted(floor), len(floor) // 15):
            floor.discard(cell)
        if len(rooms) == count == rooms_of(floor) and len(_largest(floor)) == len(floor):
            return _trimmed(floor, random)
    return None


def _apart(rows: int, columns: int, count: int, random: Random) -> list[set[Cell]]:
    """At most so many rooms; between any two of them there is a wall."""
    rooms: list[set[Cell]] = []
    taken: set[Cell] = set()
    most = (rows // 2, columns // 2) if count < _MANY else (3, 4)
    for _place in range(10 * count):
        height, width = 2 + random.below(max(1, most[0] - 1)), 3 + random.below(max(1, most[1] - 2))
        if height > rows - 2 or width > columns - 2:
            continue
        top, left = 1 + random.below(rows - 1 - height), 1 + random.below(columns - 1 - width)
        room = {(i, j) for i in range(top, top + height) for j in range(left, left + width)}
        if len(rooms) < count and not room & taken:
            rooms.append(room)
            taken |= {(i + a, j + b) for i, j in room for a in (-1, 0, 1) for b in (-1, 0, 1)}
    return rooms


def _rooms(rows: int, columns: int, random: Random) -> Level:
    """Two or three rooms, which may overlap, cut out of a block, joined by a door, a few pillars in them; trimmed to
    what is used."""
    floor: set[Cell] = set()
    for _room in range(2 + random.below(2)):
        height, width = 2 + random.below(max(1, rows // 2 - 1)), 3 + random.below(max(1, columns // 2 - 1))
        top = 1 + random.below(max(1, rows - 1 - height))
        left = 1 + random.below(max(1, columns - 1 - width))
        floor |= {(i, j) for i in range(top, top + height) for j in range(left, left + width)}
    floor = {(i, j) for i, j in floor if 0 < i < rows - 1 and 0 < j < columns - 1}
    floor |= _corridor(floor, random)
    for cell in random.sample(sorted(floor), len(floor) // 10):
        floor.discard(cell)
    return _trimmed(_largest(floor), random)


def _trimmed(floor: set[Cell], random: Random) -> Level:
    """The floor with a wall around it, and the player somewhere."""
    top, left = min(i for i, _j in floor) - 1, min(j for _i, j in floor) - 1
    inside = frozenset((i - top, j - left) for i, j in floor)
    height, width = max(i for i, _j in inside) + 2, max(j for _i, j in inside) + 2
    walls = frozenset((i, j) for i in range(height) for j in range(width)) - inside
    return Level(height, width, walls, frozenset(), frozenset(), random.choice(sorted(inside)))


def _largest(floor: set[Cell]) -> set[Cell]:
    """The largest connected part of the floor."""
    parts = []
    left = set(floor)
    while left:
        parts.append(set(connected([min(left)], left)))
        left -= parts[-1]
    return max(parts, key=lambda cells: (len(cells), sorted(cells)))


def _corridor(floor: set[Cell], random: Random) -> set[Cell]:
    """A bent way one cell wide between two cells of the floor: the doors."""
    start, end = random.sample(sorted(floor), 2)
    return _way(start, end)


def _way(start: Cell, end: Cell) -> set[Cell]:
    (i, j), (to_i, to_j) = start, end
    across = {(i, k) for k in range(min(j, to_j), max(j, to_j) + 1)}
    return across | {(k, to_j) for k in range(min(i, to_i), max(i, to_i) + 1)}


def _with_boxes(level: Level, boxes: int, random: Random, stay_off: bool = False) -> Level | None:
    """Targets side by side, and boxes pulled off them; None if the floor is too small."""
    free = sorted(level.floor - {level.player})
    if len(free) < 3 * boxes:
        return None
    targets = [random.choice(free)]
    while len(targets) < boxes:
        beside = {rules.beside(cell, d) for cell in targets for d in Direction} & set(free) - set(targets)
        if not beside:
            return None
        targets.append(random.choice(sorted(beside)))
    return pull_apart(level, frozenset(targets), _STEPS * boxes, _CHANCE, random, stay_off)
