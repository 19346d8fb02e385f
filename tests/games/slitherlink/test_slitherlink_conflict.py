"""Why a grid has no solution: clues that contradict each other, against every loop of small grids."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from small_grids import loops

from cassetete.games.slitherlink.conflict import conflict
from cassetete.games.slitherlink.model import Level, sides

Clues = dict[tuple[int, int], int]


def met_by_a_loop(rows: int, columns: int, clues: Clues) -> bool:
    """Whether some loop has so many sides at each of these cells."""
    around = {cell: sum(1 << side for side in sides(rows, columns, cell)) for cell in clues}
    return any(
        all((loop & around[cell]).bit_count() == clue for cell, clue in clues.items()) for loop in loops(rows, columns)
    )


@given(st.integers(1, 3), st.integers(1, 4), st.data())
def test_no_loop_meets_the_clues_that_are_named_and_all_of_them_are_needed(
    rows: int, columns: int, data: st.DataObject
) -> None:
    grid = tuple(
        tuple(data.draw(st.lists(st.sampled_from((None, 0, 1, 2, 3)), min_size=columns, max_size=columns)))
        for _row in range(rows)
    )
    level = Level(rows, columns, grid)
    clues = {(i, j): grid[i][j] for i, j in product(range(rows), range(columns)) if grid[i][j] is not None}
    found = conflict(level)
    assert (found is None) == met_by_a_loop(rows, columns, clues)  # type: ignore[arg-type]
    if found is not None:
        named = [mark.target[1:] for mark in found.marks]  # type: ignore[index]
        kept = {cell: clues[cell] for cell in named}
        assert not met_by_a_loop(rows, columns, kept)  # type: ignore[arg-type]
        for cell in named:
            fewer = {other: clue for other, clue in kept.items() if other != cell}
            assert met_by_a_loop(rows, columns, fewer)  # type: ignore[arg-type]
