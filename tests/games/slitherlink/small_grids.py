"""Small grids for tests: every loop of a size found by other means than the solvers', and random levels with marks."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from cassetete.games.slitherlink import rules
from cassetete.games.slitherlink.model import Level, State, mask_of, sides

SIZES = ((1, 1), (1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4))


@cache
def loops(rows: int, columns: int) -> tuple[int, ...]:
    """The masks of all loops: borders of sets of cells that the rules call one loop."""
    cells = list(product(range(rows), range(columns)))
    empty = Level(rows, columns, ((None,) * columns,) * rows)
    masks = [mask_of(sides(rows, columns, cell)) for cell in cells]
    found = []
    for bits in range(1, 1 << len(cells)):
        border = 0
        for number, mask in enumerate(masks):
            if bits >> number & 1:
                border ^= mask
        if rules.one_loop(empty, State(border)):
            found.append(border)
    return tuple(found)


def solutions_of(level: Level, state: State) -> set[int]:
    """The masks of all solutions that keep the marks."""
    return {
        loop
        for loop in loops(level.rows, level.columns)
        if not state.drawn & ~loop and not state.crossed & loop and rules.clues_met(level, State(loop))
    }


def random_grid(draw: random.Random) -> tuple[Level, State]:
    """Clues of a loop (so that there is a solution) or any clues, some of them shown, and up to three marks."""
    rows, columns = draw.choice(SIZES)
    loop = draw.choice(loops(rows, columns))
    honest, shown = draw.random() < 0.7, draw.random()

    def clue(i: int, j: int) -> int | None:
        lines = sum(loop >> edge & 1 for edge in sides(rows, columns, (i, j))) if honest else draw.randrange(4)
        return lines if lines < 4 and draw.random() < shown else None

    level = Level(rows, columns, tuple(tuple(clue(i, j) for j in range(columns)) for i in range(rows)))
    state = State()
    for _mark in range(draw.choice((0, 0, 1, 2, 3))):
        edge = draw.randrange(level.edges)
        right = "+" if loop >> edge & 1 else "x"
        state = state.with_mark(edge, right if draw.random() < 0.7 else draw.choice("+x"))
    return level, state
