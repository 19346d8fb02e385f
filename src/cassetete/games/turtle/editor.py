"""The tools of the level editor: walls on the sides of cells, animals, the hideout."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cassetete.core.contract import Editor, Tool
from cassetete.core.grid import Direction
from cassetete.core.message import Catalogue

from .controls import cells_of
from .model import ANIMALS, BITS, LARGEST, Level

_ = Catalogue("turtle")

TOOLS = (
    Tool("wall", _("wall")),
    Tool("animal-0", _("turtle"), ANIMALS[0]),
    Tool("animal-1", _("ladybird"), ANIMALS[1]),
    Tool("animal-2", _("rabbit"), ANIMALS[2]),
    Tool("animal-3", _("snail"), ANIMALS[3]),
    Tool("animal-4", _("hedgehog"), ANIMALS[4]),
    Tool("goal", _("hideout"), "hideout"),
    Tool("erase", _("erase")),
)

_DIRECTIONS = {bit: direction for direction, bit in BITS.items()}


def blank(rows: int, columns: int) -> Level:
    """An empty board, its outer edge coded as the sheet draws it."""
    return Level(rows, columns, Level(rows, columns, (0,) * (rows * columns)).closed)


def apply(level: Level, tool: str, target: Hashable) -> Level:
    """The level after a tool was used on a target; unchanged where the tool does nothing there.

    >>> apply(blank(1, 2), "wall", ("side", 0, 1, 8)).walls
    (15, 15)
    """
    cells = cells_of(level, target)
    if not cells:
        return level
    side = isinstance(target, tuple) and len(target) == 4
    if tool == "wall" or (tool == "erase" and side):
        direction = _DIRECTIONS.get(target[3]) if side and isinstance(target, tuple) else None
        return level if direction is None else _wall(level, level.index(cells[0]), direction, tool == "erase")
    cell = level.index(cells[0])
    if tool == "goal":
        return replace(level, goal=None if level.goal == cell else cell)
    if tool == "erase":
        return _erased(level, cell)
    number = tool.removeprefix("animal-")
    return _placed(level, int(number), cell) if number in map(str, range(len(ANIMALS))) else level


def _wall(level: Level, cell: int, direction: Direction, only_erase: bool) -> Level:
    """A wall put up or taken down, on both of its sides; the outer edge always stands."""
    beyond = level.beyond(cell, direction)
    standing = bool(level.closed[cell] & BITS[direction])
    if beyond is None or (only_erase and not standing):
        return level
    codes = list(level.walls)
    for at, way in ((cell, direction), (beyond, direction.opposite)):
        codes[at] = codes[at] & ~BITS[way] if standing else codes[at] | BITS[way]
    return replace(level, walls=tuple(codes))


def _placed(level: Level, animal: int, cell: int) -> Level:
    """The animal on the cell: who stood there changes places with it, or becomes it when it is new."""
    animals = list(level.animals)
    if animal >= len(animals):
        if cell in animals:
            return level
        return replace(level, animals=(*animals, cell))
    if cell in animals:
        animals[animals.index(cell)] = animals[animal]
    animals[animal] = cell
    return replace(level, animals=tuple(animals))


def _erased(level: Level, cell: int) -> Level:
    """Without the animal on the cell (those after it move up by one number), else without the hideout."""
    if cell in level.animals:
        at = level.animals.index(cell)
        return replace(level, animals=level.animals[:at] + level.animals[at + 1 :])
    return replace(level, goal=None) if level.goal == cell else level


def resize(level: Level, rows: int, columns: int) -> Level:
    """The board cut off or continued; the outer edge moves along, and animals that are cut off are gone.

    >>> resize(blank(2, 2), 3, 4) == blank(3, 4)
    True
    """
    codes = [0] * (rows * columns)
    for cell, code in enumerate(level.walls):
        row, column = level.place(cell)
        if row < rows and column < columns:
            inner = (bit for direction, bit in BITS.items() if level.beyond(cell, direction) is not None)
            codes[row * columns + column] = code & sum(inner)

    def moved(cell: int) -> int | None:
        row, column = level.place(cell)
        return row * columns + column if row < rows and column < columns else None

    there = (moved(animal) for animal in level.animals)
    animals = tuple(cell for cell in there if cell is not None)
    goal = None if level.goal is None else moved(level.goal)
    bare = Level(rows, columns, tuple(codes))
    return Level(rows, columns, _edged(bare), animals, goal, level.headers.of_position())


def _edged(level: Level) -> tuple[int, ...]:
    """The codes with those of the outer edge, as the sheet draws it."""
    edges = [
        sum(bit for way, bit in BITS.items() if level.beyond(cell, way) is None) for cell in range(len(level.walls))
    ]
    return tuple(code | edge for code, edge in zip(level.walls, edges, strict=True))


EDITOR = Editor(blank, TOOLS, apply, largest=(LARGEST, LARGEST), resize=resize)
