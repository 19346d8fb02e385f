"""A level maker: draw a meadow and a herd, search it once, and grow the grass where the herd gets at last."""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from typing import Any

from cassetete.core.contract import Generator, Parameter, Progress
from cassetete.core.headers import Headers
from cassetete.core.text import Catalogue
from cassetete.speed.random import Random

from .bits import Herd, Meadow
from .model import BUSH, EMPTY, GRASS, SHEEP, Level
from .rules import DIRECTIONS

_ = Catalogue("ricosheep")

TRIES = 300
LARGEST_SEARCH = 20_000


def run(values: Mapping[str, Any], seed: int) -> abc.Generator[Progress, None, Level | None]:
    """Try meadow after meadow until one has a state that is exactly `length` moves away.

    With as many tufts as sheep, only that state wins, so no proof is missing; with fewer tufts an earlier state may
    cover them too, and is looked for.
    """
    random = Random(seed)
    for number in range(TRIES):
        yield Progress(number, TRIES)
        level = _attempt(values, random)
        if level is not None:
            return _headed(level, values["length"], seed)
    return None


def _attempt(values: Mapping[str, Any], random: Random) -> Level | None:
    rows, columns, sheep = values["rows"], values["columns"], values["sheep"]
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    random.shuffle(cells)
    bushes = rows * columns * values["bushes"] // 100
    if bushes + sheep > len(cells) or not 0 < values["grass"] <= sheep:
        return None
    bare = _grid(rows, columns, cells[:bushes], BUSH)
    level = Level(bare, _grid(rows, columns, cells[bushes : bushes + sheep], SHEEP))
    meadow = Meadow(level)
    layers = _layers(meadow, meadow.herd(level.start), values["length"])
    if len(layers) <= values["length"]:
        return None
    end = meadow.state(random.choice(layers[-1]))
    standing = sorted((row, column) for row, column, _coat in end.sheep)
    tufts = random.sample(standing, values["grass"])
    grass = meadow.mask(tufts)
    if any(herd & grass == grass for layer in layers[:-1] for herd in layer):
        return None
    return Level(_grown(bare, tufts), level.pieces)


def _layers(meadow: Meadow, start: Herd, length: int) -> list[list[Herd]]:
    """The herds at each number of moves up to `length`, as far as a search of bounded size finds any."""
    seen = {start}
    layers = [[start]]
    while len(layers) <= length and len(seen) < LARGEST_SEARCH:
        following = []
        for herd in layers[-1]:
            for direction in DIRECTIONS:
                after = meadow.slide(herd, direction)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        if not following:
            break
        layers.append(following)
    return layers


def _grid(rows: int, columns: int, cells: list[tuple[int, int]], letter: str) -> tuple[str, ...]:
    held = set(cells)
    return tuple("".join(letter if (i, j) in held else EMPTY for j in range(columns)) for i in range(rows))


def _grown(ground: tuple[str, ...], tufts: list[tuple[int, int]]) -> tuple[str, ...]:
    grown = set(tufts)
    return tuple("".join(GRASS if (i, j) in grown else c for j, c in enumerate(row)) for i, row in enumerate(ground))


def _headed(level: Level, length: int, seed: int) -> Level:
    return Level(level.ground, level.pieces, headers=Headers(optimum=length, seed=str(seed)))


GENERATORS = (
    Generator(
        "exact",
        _("a meadow whose shortest solution has the length you want"),
        (
            Parameter("rows", "int", 6, (1, 20), _("rows")),
            Parameter("columns", "int", 6, (1, 20), _("columns")),
            Parameter("sheep", "int", 4, (1, 40), _("sheep")),
            Parameter("grass", "int", 4, (1, 40), _("tufts of grass (at most one a sheep)")),
            Parameter("bushes", "int", 20, (0, 80), _("bushes, in hundredths of the cells")),
            Parameter("length", "int", 10, (1, 60), _("moves in the shortest solution")),
        ),
        run,
    ),
)
