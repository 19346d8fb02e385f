"""The generator and the record hunt: boards scrambled from their order, measured by breadth-first search."""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

from cassetete.core.contract import Found, Generator, Hunt, Parameter, ParameterKind, Progress, Tasks
from cassetete.core.drain import drain
from cassetete.core.errors import CasseteteError
from cassetete.core.grid import Direction
from cassetete.core.headers import Headers
from cassetete.core.message import Catalogue
from cassetete.search import breadth_first, space
from cassetete.speed.random import Random

from . import rules
from .formats import dump
from .model import Level, State

_ = Catalogue("taquin")

TRIES = 200
SLIDES = 12


def least(size: int, tiles: State) -> int | None:
    """The length of a shortest solution; None if there is none."""
    answer = drain(breadth_first(*space(rules, Level(size, tiles), tiles)))
    return answer.length if answer.solved else None


def scrambled(size: int, slides: int, random: Random) -> State:
    """The board in order after so many random slides (even from a board in order, where the rules end the game)."""
    level = Level(size, (*range(1, size * size), 0))
    tiles = list(level.tiles)
    for _slide in range(slides):
        near = [rules.sliding_tile(level, tuple(tiles), direction) for direction in Direction]
        tile = random.choice([place for place in near if place is not None])
        hole = tiles.index(0)
        tiles[hole], tiles[tile] = tiles[tile], 0
    return tuple(tiles)


def make(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """Scramble until a board has exactly the length asked for."""
    random = Random(seed)
    for number in range(TRIES):
        yield Progress(number, TRIES)
        tiles = scrambled(values["size"], values["length"] + 2 * random.below(4), random)
        if least(values["size"], tiles) == values["length"]:
            return Level(values["size"], tiles, Headers(optimum=values["length"], seed=str(seed)))
    return None


GENERATORS = (
    Generator(
        "scrambled",
        _("a board scrambled from its order"),
        (
            Parameter("size", ParameterKind.INT, 3, (2, 3), _("rows and columns")),
            Parameter("length", ParameterKind.INT, 8, (1, 14), _("moves in the shortest solution")),
        ),
        make,
    ),
)


def tasks(size: str, iterations: int, seed: int) -> Tasks:
    """2x2: every board, a task for each place of the hole. 3x3: a scrambled board for each seed from `seed` on."""
    if size == "2x2":
        return Tasks(exhaustive=True, items=tuple(f"2x2 hole {place}" for place in range(4)))
    if size == "3x3":
        return Tasks(exhaustive=False, items=tuple(f"3x3 seed {seed + number}" for number in range(iterations)))
    raise CasseteteError(_("'{size}' is not a size of taquin: 2x2 or 3x3", size=size[:20]))


def hunt(task: str) -> abc.Generator[Progress, None, Found]:
    """The hardest board of a task."""
    _size, what, number = task.split()
    boards: Iterable[State]
    if what == "hole":
        size, boards = 2, [tiles for tiles in permutations(range(4)) if tiles.index(0) == int(number)]
    else:
        size, boards = 3, [scrambled(3, SLIDES, Random(int(number)))]
    best = Found(0, "", 0)
    for tried, tiles in enumerate(boards, 1):
        length = least(size, tiles) or 0
        if length > best.length:
            best = Found(length, dump([Level(size, tiles, Headers(optimum=length))]), tried)
        yield Progress(tried, 0)
    return best._replace(tried=tried)


HUNT = Hunt(_("2x2 (every board) or 3x3 (boards scrambled by seeds)"), tasks, hunt)
