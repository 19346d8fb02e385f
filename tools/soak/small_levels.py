"""Small random levels of every game and every variant of it, many of them impossible: small enough to search whole."""

from __future__ import annotations

import random
from collections.abc import Callable

from hard_levels import slitherlink


def _cells(dice: random.Random, rows: int, columns: int) -> list[tuple[int, int]]:
    cells = [(i, j) for i in range(rows) for j in range(columns)]
    dice.shuffle(cells)
    return cells


def _cost(dice: random.Random) -> str:
    """A header with costs, sometimes."""
    return f"# cost: {dice.randrange(4)} {dice.randrange(1, 5)}\n" if dice.random() < 0.3 else ""


def sokoban(dice: random.Random) -> str:
    """A room with pillars, and up to three boxes anywhere in it, on targets too."""
    rows, columns = dice.randrange(2, 6), dice.randrange(2, 6)
    cells = _cells(dice, rows, columns)
    grid = [[" "] * columns for _row in range(rows)]
    for i, j in cells[: dice.randrange(1 + rows * columns // 4)]:
        grid[i][j] = "#"
    free = [(i, j) for i, j in cells if grid[i][j] == " "]
    boxes = min(dice.choice((1, 1, 2, 2, 3)), len(free) - 1)
    targets = set(dice.sample(free, boxes))
    for number, (i, j) in enumerate(free):
        piece = "@" if number == 0 else "$" if number <= boxes else " "
        grid[i][j] = {"@": "+", "$": "*", " ": "."}[piece] if (i, j) in targets else piece
    walled = ["#" * (columns + 2), *(f"#{''.join(row)}#" for row in grid), "#" * (columns + 2)]
    return _cost(dice) + "\n".join(walled) + "\n"


def ricosheep(dice: random.Random) -> str:
    """A meadow with bushes, sheep, as much grass as that or more, and sometimes wolves or coloured sheep."""
    rows, columns = dice.randrange(1, 6), dice.randrange(2, 6)
    ground = [["_"] * columns for _row in range(rows)]
    pieces = [["_"] * columns for _row in range(rows)]
    cells = _cells(dice, rows, columns)
    for i, j in cells[: dice.randrange(1 + rows * columns // 4)]:
        ground[i][j] = "B"
    free = [(i, j) for i, j in cells if ground[i][j] == "_"]
    sheep = min(dice.choice((1, 2, 2, 3)), len(free))
    coats = dice.choice(("S", "S", "S", "SA", "AB"))
    for i, j in free[:sheep]:
        pieces[i][j] = dice.choice(coats)
    for (i, j), (k, m) in zip(free[:sheep], dice.sample(free, sheep), strict=True):
        ground[k][m] = "G" if pieces[i][j] == "S" else dice.choice(("G", pieces[i][j].lower()))
    if dice.random() < 0.3:
        for i, j in free[sheep : sheep + dice.randrange(1, 3)]:
            pieces[i][j] = "W"
    return "\n".join(["".join(row) for row in ground] + [""] + ["".join(row) for row in pieces]) + "\n"


def pushit(dice: random.Random) -> str:
    """Heights, with tall blocks, costs and another start sometimes."""
    rows, columns = dice.randrange(1, 5), dice.randrange(1, 5)
    head = f"# tall: {dice.randrange(1, 4)}\n" if dice.random() < 0.3 else ""
    if dice.random() < 0.3:
        head += f"# start: {dice.randrange(rows)} {dice.randrange(columns)}\n"
    most = dice.choice((2, 3, 4))
    body = "".join(" ".join(str(dice.randrange(most)) for _j in range(columns)) + "\n" for _i in range(rows))
    return head + _cost(dice) + body


def loop(dice: random.Random) -> str:
    """Clues of a loop, some of them changed now and then; or clues at random."""
    rows, columns = dice.randrange(1, 5), dice.randrange(1, 5)
    if dice.random() < 0.3:
        letters = "0123" + "_" * dice.randrange(1, 12)
        return "".join("".join(dice.choice(letters) for _j in range(columns)) + "\n" for _i in range(rows))
    text = list(slitherlink(rows, columns, dice.random(), dice.randrange(1 << 30)))
    if dice.random() < 0.3:
        places = [at for at, letter in enumerate(text) if letter != "\n"]
        text[dice.choice(places)] = dice.choice("0123")
    return "".join(text)


def turtle(dice: random.Random) -> str:
    """A board with inner walls, the turtle and up to three helpers."""
    rows, columns = dice.randrange(2, 7), dice.randrange(2, 7)
    codes = [dice.choice((0, 0, 0, 1, 2, 4, 8, 3, 9)) if dice.random() < 0.4 else 0 for _cell in range(rows * columns)]
    animals = min(dice.choice((1, 2, 2, 3, 4)), rows * columns - 1)
    *places, goal = dice.sample(range(rows * columns), animals + 1)
    board = "".join(" ".join(map(str, codes[i * columns : (i + 1) * columns])) + "\n" for i in range(rows))
    return f"{board}animals {' '.join(map(str, places))}\nbut {goal}\n"


KINDS: dict[str, Callable[[random.Random], str]] = {
    "sokoban": sokoban,
    "ricosheep": ricosheep,
    "pushit": pushit,
    "slitherlink": loop,
    "turtle": turtle,
}


def small_level(dice: random.Random) -> tuple[str, str]:
    """A game, and a level of it as text."""
    game = dice.choice(list(KINDS))
    return game, KINDS[game](dice)
