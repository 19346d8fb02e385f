"""The generator `rooms`: rooms with doors between them, the targets together in one, the boxes pulled apart.

The native search says how many pushes a level takes and how hard that was to find. Of a fixed number of tries the best
is kept.
"""

from __future__ import annotations

import math
from collections import abc
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cassetete.core.answers import Limits
from cassetete.core.contract import Progress
from cassetete.core.drain import drain
from cassetete.core.grid import Cell, Direction
from cassetete.core.headers import Headers
from cassetete.speed.budget import Budget
from cassetete.speed.random import Random

from .. import rules
from ..floor_graph import connected
from ..lengths import metrics
from ..model import Level
from ..problems import problems
from .harden import hardened
from .reverse_play import pull_apart

_NODES = 20_000
_PULLINGS = 4
_STEPS = 300
_CHANCE = (4, 5)


def generate(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """The level with the most pushes, box changes and search effort of so many tries, then made harder by changes."""
    random = Random(seed)
    best: tuple[int, Level] | None = None
    for attempt in range(values["tries"]):
        yield Progress(attempt, values["tries"])
        floor = _rooms(values["rows"], values["columns"], random, values.get("rooms", 0))
        for _time in range(_PULLINGS):
            level = _with_boxes(floor, values["boxes"], random)
            if level is None or problems(level) or level.boxes & level.targets:
                continue
            graded = measured(level)
            if graded is not None and (best is None or graded[0] > best[0]):
                best = graded
    if best is not None and values.get("harden"):
        best = yield from hardened(best, values["harden"], random, measured)
    if best is None or (best[1].headers.optimum or 0) < values.get("pushes", 0):
        return None
    return replace(best[1], headers=replace(best[1].headers, seed=str(seed)))


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


def _rooms(rows: int, columns: int, random: Random, count: int = 0) -> Level:
    """So many rooms (0: two or three) cut out of a block, joined by doors, a few pillars in them; trimmed to what is
    used."""
    floor: set[Cell] = set()
    for _room in range(count or 2 + random.below(2)):
        height, width = 2 + random.below(max(1, rows // 2 - 1)), 3 + random.below(max(1, columns // 2 - 1))
        top = 1 + random.below(max(1, rows - 1 - height))
        left = 1 + random.below(max(1, columns - 1 - width))
        floor |= {(i, j) for i in range(top, top + height) for j in range(left, left + width)}
    floor = {(i, j) for i, j in floor if 0 < i < rows - 1 and 0 < j < columns - 1}
    floor |= _corridor(floor, random)
    for cell in random.sample(sorted(floor), len(floor) // 10):
        floor.discard(cell)
    floor = _largest(floor)
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
    (i, j), (to_i, to_j) = random.sample(sorted(floor), 2)
    across = {(i, k) for k in range(min(j, to_j), max(j, to_j) + 1)}
    return across | {(k, to_j) for k in range(min(i, to_i), max(i, to_i) + 1)}


def _with_boxes(level: Level, boxes: int, random: Random) -> Level | None:
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
    return pull_apart(level, frozenset(targets), _STEPS * boxes, _CHANCE, random)
