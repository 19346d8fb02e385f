"""Small grids for tests: every loop of a size found by other means than the solvers', and random levels with marks."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from cassetete.games.slitherlink.model import Level, State, lattice, mask_of, sides

SIZES = tuple(product(range(1, 5), repeat=2))
"""Every size from 1x1 to 4x4."""


@cache
def loops(rows: int, columns: int) -> tuple[int, ...]:
    """The masks of all loops, found by walking: from the least vertex of a loop along the grid and back to it.

    A loop is walked both ways round; the one whose second vertex is less than its last is kept.
    """
    net = lattice(rows, columns)
    near: list[list[tuple[int, int]]] = []
    for vertex, edges in enumerate(net.at_vertex):
        ends = [(edge, sum(net.ends[edge]) - vertex) for edge in edges]
        near.append(ends)
    found: list[int] = []

    def walk(start: int, second: int, here: int, seen: int, mask: int) -> None:
        for edge, there in near[here]:
            if there == start:
                if second < here:
                    found.append(mask | 1 << edge)
            elif there > start and not seen >> there & 1:
                walk(start, second, there, seen | 1 << there, mask | 1 << edge)

    for start, ways in enumerate(near):
        for edge, second in ways:
            if second > start:
                walk(start, second, second, 1 << start | 1 << second, 1 << edge)
    return tuple(found)


@cache
def fitting(rows: int, columns: int) -> dict[tuple[int, int], int]:
    """For each cell (by number) and each count of lines around it, the set of loops (as bits) that have it so."""
    every = loops(rows, columns)
    found: dict[tuple[int, int], int] = {}
    for cell in range(rows * columns):
        around = mask_of(sides(rows, columns, divmod(cell, columns)))
        flags: dict[int, list[str]] = {count: [] for count in range(5)}
        for loop in every:
            lines = (loop & around).bit_count()
            for count, row in flags.items():
                row.append("1" if count == lines else "0")
        for count, row in flags.items():
            found[cell, count] = int("".join(reversed(row)) or "0", 2)
    return found


@cache
def through(rows: int, columns: int) -> tuple[int, ...]:
    """For each segment, the set of loops (as bits) that it belongs to."""
    every = loops(rows, columns)
    edges = Level(rows, columns, ((None,) * columns,) * rows).edges
    return tuple(int("".join("1" if loop >> edge & 1 else "0" for loop in reversed(every)), 2) for edge in range(edges))


def solutions_of(level: Level, state: State) -> set[int]:
    """The masks of all solutions that keep the marks: the loops of the size, filtered by clues and marks."""
    every = loops(level.rows, level.columns)
    left = (1 << len(every)) - 1
    fits, uses = fitting(level.rows, level.columns), through(level.rows, level.columns)
    for cell, clue in enumerate(clue for row in level.clues for clue in row):
        if clue is not None:
            left &= fits[cell, clue]
    for edge in range(level.edges):
        if state.drawn >> edge & 1:
            left &= uses[edge]
        elif state.crossed >> edge & 1:
            left &= ~uses[edge]
    return {every[number] for number, flag in enumerate(bin(left)[:1:-1]) if flag == "1"}


def random_grid(draw: random.Random) -> tuple[Level, State]:
    """Clues of a loop (so that there is a solution) or any clues, some of them shown, and up to three marks."""
    rows, columns = draw.choice(SIZES)
    loop = draw.choice(loops(rows, columns))
    honest, shown = draw.random() < 0.7, draw.random()

    def clue(i: int, j: int) -> int | None:
        lines = sum(loop >> edge & 1 for edge in sides(rows, columns, (i, j))) if honest else draw.randrange(5)
        return lines if draw.random() < shown else None

    level = Level(rows, columns, tuple(tuple(clue(i, j) for j in range(columns)) for i in range(rows)))
    state = State()
    for _mark in range(draw.choice((0, 0, 1, 2, 3))):
        edge = draw.randrange(level.edges)
        right = "+" if loop >> edge & 1 else "x"
        state = state.with_mark(edge, right if draw.random() < 0.7 else draw.choice("+x"))
    return level, state


def random_position(draw: random.Random) -> tuple[Level, State]:
    """A random grid that has a solution, with some of the marks of one."""
    while True:
        level, state = random_grid(draw)
        found = sorted(solutions_of(level, state))
        if found:
            break
    loop, known = draw.choice(found), draw.random()
    for edge in range(level.edges):
        if draw.random() < known:
            state = state.with_mark(edge, "+" if loop >> edge & 1 else "x")
    return level, state
