"""Random boards for the turtle's tests, and rules written a second time, naively, to compare with."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from cassetete.core.headers import Headers
from cassetete.games.turtle.model import Level, State

STEPS = {"H": (-1, 0, 1, 4), "B": (1, 0, 4, 1), "G": (0, -1, 8, 2), "D": (0, 1, 2, 8)}
"""Letter: row and column step, the code of the wall on leaving, and of the same wall seen from the next cell."""


@st.composite
def levels(draw: st.DrawFn, side: int = 5, least: int = 1, animals: int = 5) -> Level:
    """A playable level with walls coded on any side, also outwards."""
    rows, columns = draw(st.integers(least, side)), draw(st.integers(least, side))
    cells = rows * columns
    codes = st.sampled_from((0, 0, 0, 0, 0, 1, 2, 4, 8, 3, 6, 9, 12, 5, 15))
    walls = tuple(draw(st.lists(codes, min_size=cells, max_size=cells)))
    places = draw(st.lists(st.integers(0, cells - 1), unique=True, min_size=1, max_size=min(animals, cells)))
    return Level(rows, columns, walls, tuple(places), draw(st.integers(0, cells - 1)), Headers())


def naive_stop(level: Level, state: State, animal: int, letter: str) -> int:
    """Step by step on rows and columns, looking at the codes of both cells."""
    down, right, leaving, entering = STEPS[letter]
    row, column = divmod(state[animal], level.columns)
    while True:
        to_row, to_column = row + down, column + right
        if not (0 <= to_row < level.rows and 0 <= to_column < level.columns):
            break
        here, there = row * level.columns + column, to_row * level.columns + to_column
        if level.walls[here] & leaving or level.walls[there] & entering or there in state:
            break
        row, column = to_row, to_column
    return row * level.columns + column


def naive_successors(level: Level, state: State) -> Iterator[tuple[str, State]]:
    for animal in range(len(state)):
        for letter in "HBGD":
            stop = naive_stop(level, state, animal, letter)
            if stop != state[animal]:
                yield f"{animal}{letter}", (*state[:animal], stop, *state[animal + 1 :])


def naive_shortest(level: Level, most: int = 20_000) -> set[str] | None:
    """All shortest solutions by layers of paths; None if there is none, or too much to search."""
    layer = {level.animals: {""}}
    seen = {level.animals}
    while layer:
        won = [paths for state, paths in layer.items() if state[0] == level.goal]
        if won:
            return set().union(*won)
        following: dict[State, set[str]] = {}
        for state, paths in layer.items():
            for move, after in naive_successors(level, state):
                if after not in seen:
                    following.setdefault(after, set()).update(path + move for path in paths)
        layer = following
        seen.update(layer)
        assert len(seen) <= most
    return None
