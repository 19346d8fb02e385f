"""Levels that are hard on purpose: far more boxes, cells or clues than any collection has, made from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple


class HardLevel(NamedTuple):
    """A level as text, and moves for it."""

    game: str
    name: str
    text: str
    moves: str = ""


def sokoban(rows: int, columns: int, boxes: int, seed: int) -> str:
    """An open hall with a few pillars, boxes apart from each other, and targets anywhere: nothing is frozen."""
    dice = random.Random(seed)
    grid = [["#" if i in (0, rows - 1) or j in (0, columns - 1) else " " for j in range(columns)] for i in range(rows)]
    pillars = [(i, j) for i in range(3, rows - 3, 2) for j in range(3, columns - 3, 2)]
    places = [(i, j) for i in range(2, rows - 2, 2) for j in range(2, columns - 2, 2)]
    for i, j in dice.sample(pillars, len(pillars) // 12):
        grid[i][j] = "#"
    for i, j in dice.sample(places, min(boxes, len(places))):
        grid[i][j] = "$"
    boxes = min(boxes, len(places))
    empty = [(i, j) for i in range(1, rows - 1) for j in range(1, columns - 1) if grid[i][j] == " "]
    dice.shuffle(empty)
    for i, j in empty[:boxes]:
        grid[i][j] = "."
    grid[empty[boxes][0]][empty[boxes][1]] = "@"
    return "\n".join(map("".join, grid)) + "\n"


def slitherlink(rows: int, columns: int, clues: float, seed: int) -> str:
    """Clues of a random loop around a random blob of cells, a share of them shown."""
    dice = random.Random(seed)
    inside = {(rows // 2, columns // 2)}
    edge = set(inside)
    while edge and len(inside) < rows * columns // 2:
        i, j = dice.choice(sorted(edge))
        following = [(i + di, j + dj) for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        following = [
            cell for cell in following if 0 <= cell[0] < rows and 0 <= cell[1] < columns and cell not in inside
        ]
        if not following:
            edge.discard((i, j))
            continue
        cell = dice.choice(following)
        inside.add(cell)
        edge.add(cell)

    def clue(i: int, j: int) -> str:
        if dice.random() > clues:
            return "_"
        around = ((i + di, j + dj) in inside for di, dj in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        number = sum(each != ((i, j) in inside) for each in around)
        return str(number) if number < 4 else "_"

    return "\n".join("".join(clue(i, j) for j in range(columns)) for i in range(rows)) + "\n"


def ricosheep(rows: int, columns: int, sheep: int, seed: int) -> str:
    """A meadow with scattered bushes, sheep and grass."""
    dice = random.Random(seed)
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    dice.shuffle(cells)
    grid = [["_"] * columns for _row in range(rows)]
    for count, letter in ((rows * columns // 12, "B"), (sheep, "S"), (sheep, "G")):
        for i, j in (cells.pop() for _one in range(count)):
            grid[i][j] = letter
    return "\n".join(map("".join, grid)) + "\n"


def pushit(side: int, seed: int) -> str:
    """A square of random heights."""
    dice = random.Random(seed)
    return "".join(" ".join(str(dice.randrange(4)) for _j in range(side)) + "\n" for _i in range(side))


def turtle(rows: int, columns: int, animals: int, seed: int) -> str:
    """A board with an outer wall and few inner ones; the goal where hardly anything stops."""
    dice = random.Random(seed)
    codes = [
        [(i == 0) + 2 * (j == columns - 1) + 4 * (i == rows - 1) + 8 * (j == 0) for j in range(columns)]
        for i in range(rows)
    ]
    *places, goal = dice.sample(range(rows * columns), animals + 1)
    board = "".join(" ".join(map(str, row)) + "\n" for row in codes)
    return f"{board}animals {' '.join(map(str, places))}\nbut {goal}\n"


def walled_in(side: int, animals: int) -> str:
    """A turtle board whose hideout has walls all around: everything is searched, nothing is found."""
    codes = [[15 if (i, j) == (side // 2, side // 2) else 0 for j in range(side)] for i in range(side)]
    places = " ".join(str(number * (side + 1) * (side // animals)) for number in range(animals))
    board = "".join(" ".join(map(str, row)) + "\n" for row in codes)
    return f"{board}animals {places}\nbut {side // 2 * side + side // 2}\n"


def hard_levels(seed: int = 0) -> Iterator[HardLevel]:
    """All of them, the smaller ones of each game first."""
    for rows, columns, boxes in (
        (12, 12, 12), (14, 16, 24), (18, 20, 48), (20, 22, 64), (24, 24, 72),
        (28, 30, 120), (34, 36, 198), (50, 50, 100), (100, 100, 20),
    ):  # fmt: skip
        yield HardLevel("sokoban", f"hall {rows}x{columns}, {boxes} boxes", sokoban(rows, columns, boxes, seed))
    for rows, columns, clues in ((12, 12, 0.3), (20, 20, 0.25), (25, 60, 0.4), (60, 60, 0.3), (100, 100, 0.3)):
        name = f"grid {rows}x{columns}, {clues:.0%} clues"
        yield HardLevel("slitherlink", name, slitherlink(rows, columns, clues, seed))
    for rows, columns, sheep in ((8, 8, 6), (20, 20, 20), (60, 60, 60), (100, 100, 100)):
        yield HardLevel("ricosheep", f"meadow {rows}x{columns}, {sheep} sheep", ricosheep(rows, columns, sheep, seed))
    for side in (6, 10, 30, 100):
        yield HardLevel("pushit", f"heights {side}x{side}", pushit(side, seed))
    for rows, columns, animals in ((10, 10, 3), (16, 16, 4), (30, 30, 5), (32, 32, 5)):
        name = f"board {rows}x{columns}, {animals} animals"
        yield HardLevel("turtle", name, turtle(rows, columns, animals, seed))
    yield HardLevel("turtle", "board 32x32, the hideout walled in", walled_in(32, 5))
