"""The hunt for the hardest small room: the one whose farthest position needs the most pushes.

Sizes are the inside of the room, `3x4` or `4x5b3` with three boxes (two by default). From the targets with all boxes
on them, pulls lead back to every position that can be won, in layers of one push: the last layer is the hardest start
there is for these walls and targets. Up to twelve cells every choice of walls and targets is tried; beyond, annealing
(Kirkpatrick, Gelatt and Vecchi 1983, "Optimization by simulated annealing").
"""

from __future__ import annotations

import json
import re
from collections import abc
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple, TypeAlias

from cassetete.core.contract import Found, Hunt, Progress, Tasks
from cassetete.core.drain import relay
from cassetete.core.errors import CasseteteError
from cassetete.core.headers import Headers
from cassetete.core.hunt_tasks import all_in_parts, annealing_runs, run_task
from cassetete.core.message import Catalogue
from cassetete.search.anneal import Annealed, Scored, anneal
from cassetete.speed.random import Random

from ..formats import xsb
from ..model import Level

_ = Catalogue("sokoban")

EXHAUSTIVE = 12
MOST_CELLS = 36
PARTS = 8
RUN = 2000
"""The iterations of one annealing run; more iterations are more runs, each with a seed of its own."""
_SIZE = re.compile(r"(\d{1,2})x(\d{1,2})(?:b(\d))?")
_MOST_STATES = 20_000
_COOLING = 40


class Size(NamedTuple):
    """The inside of a room and how many boxes there are."""

    rows: int
    columns: int
    boxes: int

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}b{self.boxes}"


class Room(NamedTuple):
    """Floor and targets as bits of a board one column wider than the room, so that no step leads around its edge."""

    floor: int
    targets: int


Start: TypeAlias = tuple[Room, int, int]
"""A room, where its boxes start, and the player."""


def size_of(text: str) -> Size:
    """The size a text says.

    >>> size_of("3x4")
    Size(rows=3, columns=4, boxes=2)
    """
    match = _SIZE.fullmatch(text.strip().lower())
    rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
    boxes = int(match[3] or 2) if match else 0
    if not 1 <= boxes <= rows * columns - 2 or rows * columns > MOST_CELLS:
        raise CasseteteError(
            _(
                "'{size}' is not a size (expected the inside of a room, at most 36 cells, as in 3x4 or 4x5b3)",
                size=text[:40],
            )
        )
    return Size(rows, columns, boxes)


def tasks(size: str, iterations: int, seed: int) -> Tasks:
    """All rooms in parts, or annealing runs from `seed` on that make up the iterations.

    >>> tasks("5x5b3", 4000, 7).items
    ('anneal 5x5b3 2000 7', 'anneal 5x5b3 2000 8')
    """
    wanted = size_of(size)
    if wanted.rows * wanted.columns <= EXHAUSTIVE:
        return all_in_parts(wanted, PARTS)
    return annealing_runs(wanted, iterations, RUN, seed)


def run(task: str, kept: str = "") -> abc.Generator[Progress, None, Found]:
    """Do one task, or the rest of an annealing run."""
    return run_task(task, size_of, _all, partial(_anneal, kept=kept))


@lru_cache(maxsize=8)
def _bits(size: Size) -> tuple[int, ...]:
    """The bit of each cell of the room."""
    return tuple(1 << (i * (size.columns + 1) + j) for i in range(size.rows) for j in range(size.columns))


def _flood(cell: int, free: int, width: int) -> int:
    """The part of the free cells that a cell belongs to."""
    found = cell
    while True:
        more = (found | found << 1 | found >> 1 | found << width | found >> width) & free
        if more == found:
            return found
        found = more


def _pulls(boxes: int, part: int, floor: int, width: int) -> Iterator[tuple[int, int]]:
    """The positions (boxes, the player's part of the floor) that one pull leads to."""
    free = floor & ~boxes
    left = boxes
    while left:
        box = left & -left
        left ^= box
        for step in (1, -1, width, -width):
            stand, back = (box << step, box << 2 * step) if step > 0 else (box >> -step, box >> -2 * step)
            if stand & part and back & free:
                after = boxes ^ box ^ stand
                yield after, _flood(back, floor & ~after, width)


def deepest(room: Room, width: int) -> tuple[int, int, int]:
    """The most pushes any position of the room needs, its boxes and a cell for the player; 0 if there is none."""
    layer = []
    free = room.floor & ~room.targets
    while free:
        part = _flood(free & -free, room.floor & ~room.targets, width)
        free &= ~part
        layer.append((room.targets, part))
    seen = set(layer)
    pushes, last = 0, (room.targets, 0)
    while layer:
        last = layer[0]
        following = []
        for boxes, part in layer:
            for state in _pulls(boxes, part, room.floor, width):
                if state not in seen:
                    seen.add(state)
                    following.append(state)
        if len(seen) > _MOST_STATES:
            return 0, room.targets, 0
        pushes += bool(following)
        layer = following
    return pushes, last[0], last[1] & -last[1]


def _all(size: Size, part: int, parts: int) -> abc.Generator[Progress, None, Found]:
    """Every floor and every set of targets on it."""
    bits, width = _bits(size), size.columns + 1
    best, tried = (0, Room(sum(bits), 0), 0, 0), 0
    for walls in range(part, 1 << len(bits), parts):
        if walls % 64 < parts:
            yield Progress(walls, 1 << len(bits))
        cells = [bit for n, bit in enumerate(bits) if not walls >> n & 1]
        floor = sum(cells)
        if len(cells) < size.boxes + 2 or _flood(cells[0], floor, width) != floor:
            continue
        for targets in combinations(cells, size.boxes):
            tried += 1
            room = Room(floor, sum(targets))
            found = deepest(room, width)
            if found[0] > best[0]:
                best = (found[0], room, *found[1:])
    return Found(best[0], text_of(size, *best[1:], Headers(optimum=best[0])), tried)


def _anneal(size: Size, iterations: int, seed: int, kept: str) -> abc.Generator[Progress, None, Found]:
    """Walls and targets changed one at a time; the later it is, the less often a change for the worse is kept."""
    begun, state = _continued(kept) if kept else (None, seed)
    random, bits, width = Random(state), _bits(size), size.columns + 1

    def scored(room: Room) -> Scored[Start]:
        pushes, boxes, player = deepest(room, width)
        return pushes, (room, boxes, player)

    def neighbour(now: Start) -> Scored[Start] | None:
        other = _changed(now[0], size, bits, random)
        if other is None or _flood(other.floor & -other.floor, other.floor, width) != other.floor:
            return None
        return scored(other)

    def accept(loss: int, step: int, steps: int) -> bool:
        return loss <= 0 or random.chance(1, 2 + loss * (2 + _COOLING * step // steps))

    def progress(now: Annealed[Start]) -> Progress | None:
        if now.steps % 16:
            return None
        text = _.n("the longest so far: {n} push", "the longest so far: {n} pushes", n=now.best[0])
        return Progress(now.steps, iterations, text, json.dumps([*now, random.state]))

    first = begun or scored(_random_room(size, random))
    result = yield from relay(anneal(first, neighbour, iterations, accept), progress)
    pushes, start = result.best
    return Found(pushes, text_of(size, *start, Headers(optimum=pushes, seed=str(seed))), iterations)


def _continued(kept: str) -> tuple[Annealed[Start], int]:
    """How far an annealing was, and the state of its random numbers."""
    steps, *scored, state = json.loads(kept)
    best, last = ((score, (Room(*room), boxes, player)) for score, (room, boxes, player) in scored)
    return Annealed(steps, best, last), state


def _random_room(size: Size, random: Random) -> Room:
    bits = _bits(size)
    return Room(sum(bits), sum(random.sample(bits, size.boxes)))


def _changed(room: Room, size: Size, bits: tuple[int, ...], random: Random) -> Room | None:
    """One wall more or less, or one target elsewhere; None if that is not possible."""
    bit = random.choice(bits)
    if random.chance(1, 2):
        if bit & room.targets or room.floor.bit_count() - bool(bit & room.floor) < size.boxes + 2:
            return None
        return Room(room.floor ^ bit, room.targets)
    target = random.choice([one for one in bits if one & room.targets])
    if not bit & room.floor or bit & room.targets:
        return None
    return Room(room.floor, room.targets ^ target ^ bit)


def text_of(size: Size, room: Room, boxes: int, player: int, headers: Headers) -> str:
    """The level with a wall around it, as XSB."""
    rows, columns = size.rows + 2, size.columns + 2
    cells = {bit: (n // size.columns + 1, n % size.columns + 1) for n, bit in enumerate(_bits(size))}

    def those(mask: int) -> frozenset[tuple[int, int]]:
        return frozenset(cell for bit, cell in cells.items() if bit & mask)

    walls = frozenset((i, j) for i in range(rows) for j in range(columns)) - those(room.floor)
    return xsb.dump(
        [Level(rows, columns, walls, those(room.targets), those(boxes), cells.get(player), headers=headers)]
    )


HUNT = Hunt(
    _("the inside of a room, as in 3x4, or 4x5b3 with three boxes; up to twelve cells every room is tried"),
    tasks,
    run,
    run,
)
